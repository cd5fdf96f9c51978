"""Measures as exact fractions of ranks: a drop that equals the tolerance must be seen to equal it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.measuring.measures import Measure

Window = Literal["", "straddling", "outside"]

_SIGNS: dict[Window, str] = {"": "", "straddling": "s", "outside": "o"}
_WINDOWS: dict[str, Window] = {sign: window for window, sign in _SIGNS.items()}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one need stands under one system: the rank of its best gold chunk, `None` if not found.

    A need that no chunk holds is `split`. `window` says where its evidence lies, empty where it is
    inside or nobody asked.
    """

    rank: int | None
    split: bool = False
    window: Window = ""

    def __str__(self) -> str:
        """A short cell: the rank, `-` not found, `x` split; `o` and `s` for the window.

        >>> str(Standing(12, window="outside")), str(Standing(None)), str(Standing(None, split=True))
        ('12o', '-', 'x')
        """
        base = "x" if self.split else "-" if self.rank is None else str(self.rank)
        return base + _SIGNS[self.window]

    @classmethod
    def parse(cls, cell: str) -> Standing:
        """The standing that a cell says; raises `ValueError` for any other text.

        >>> Standing.parse("12o")
        Standing(rank=12, split=False, window='outside')
        """
        sign = cell[-1:] if cell[-1:] in ("o", "s") else ""
        base = cell.removesuffix(sign)
        if base in ("x", "-"):
            return cls(None, split=base == "x", window=_WINDOWS[sign])
        if not (base.isascii() and base.isdecimal() and int(base) > 0):
            raise ValueError(f"expected a rank from 1, - or x; got {cell!r}")
        return cls(int(base), window=_WINDOWS[sign])

    @property
    def reciprocal(self) -> float:
        """1 / its rank, 0.0 where it is not found."""
        return 0.0 if self.rank is None else 1.0 / self.rank

    def within(self, k: int) -> bool:
        """Whether it is among the first k."""
        return self.rank is not None and self.rank <= k

    @property
    def words(self) -> str:
        """How a person says it.

        >>> Standing(12, window="outside").words
        'rank 12, outside the window'
        """
        base = "split" if self.split else "not found" if self.rank is None else f"rank {self.rank}"
        places = {"": "", "outside": ", outside the window", "straddling": ", partly outside it"}
        return base + places[self.window]


def from_ranks(measure: Measure) -> bool:
    """Whether the best ranks of needs are all that a measure looks at."""
    return measure.family in _FAMILIES


def query_value(measure: Measure, needs: Iterable[Standing]) -> Fraction:
    """The value of one query: 0 where nothing was found.

    Raises `GoldrankError` for a measure that needs more than ranks.

    >>> query_value(Measure("RR"), [Standing(3), Standing(7)])
    Fraction(1, 3)
    >>> query_value(Measure("recall", 5), [Standing(3), Standing(7)])
    Fraction(1, 2)
    """
    if not from_ranks(measure):
        raise GoldrankError(f"{measure} is not a measure of best ranks alone")
    found = [need.rank for need in needs]
    last = measure.cutoff
    inside = [rank for rank in found if rank is not None and (last is None or rank <= last)]
    return _FAMILIES[measure.family](inside, len(found))


def exact_mean(values: Sequence[Fraction]) -> Fraction:
    """The mean, without rounding.

    >>> exact_mean([Fraction(1), Fraction(1, 2), Fraction(1, 2)])
    Fraction(2, 3)
    """
    return sum(values, Fraction(0)) / len(values)


def decimal_fraction(value: float) -> Fraction:
    """What a person wrote, not its nearest float.

    >>> decimal_fraction(0.01)
    Fraction(1, 100)
    """
    return Fraction(repr(value))


def _reciprocal(inside: Sequence[int], needs: int) -> Fraction:
    return Fraction(1, min(inside)) if inside else Fraction(0)


def _success(inside: Sequence[int], needs: int) -> Fraction:
    return Fraction(bool(inside))


def _recall(inside: Sequence[int], needs: int) -> Fraction:
    return Fraction(len(inside), needs) if needs else Fraction(0)


_FAMILIES: dict[str, Callable[[Sequence[int], int], Fraction]] = {
    "RR": _reciprocal,
    "Success": _success,
    "recall": _recall,
}
