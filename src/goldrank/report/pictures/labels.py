"""Names and numbers beside marks: short enough, and none over another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from goldrank.text.unsafe import visible
from goldrank.types import System

if TYPE_CHECKING:
    from matplotlib.axis import Axis

WIDEST = 44
TICKS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


def short(name: str, width: int = WIDEST) -> str:
    """A name as a picture has room for it, without its middle where it is long.

    >>> short("a-very-long-name-of-a-chunker/raw/bm25", 17)
    'a-very-l…raw/bm25'
    """
    shown = visible(name)
    if len(shown) <= width:
        return shown
    tail = (width - 1) // 2
    return shown[: width - 1 - tail] + "…" + shown[-tail:]


def cells(name: str) -> int:
    """How wide a name is drawn, in letters: those of East Asia are twice as wide.

    >>> cells("raw"), cells("标题")
    (3, 4)
    """
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)


def parts_said(systems: Sequence[System]) -> list[str]:
    """The names of systems, without the parts in which none differs from another.

    >>> parts_said([System("heading", "raw", "bm25"), System("heading", "breadcrumb", "bm25")])
    ['raw', 'breadcrumb']
    """
    differs = [len({system[n] for system in systems}) > 1 for n in range(3)]
    if not any(differs):
        return [str(system) for system in systems]
    return [
        "/".join(part for part, said in zip(system, differs, strict=True) if said)
        for system in systems
    ]


def constant_parts(systems: Sequence[System]) -> str:
    """The parts in which no system differs, as a title says them; empty where there are none."""
    same = [parts[0] for parts in zip(*systems, strict=True) if len(set(parts)) == 1]
    return "/".join(same) if 0 < len(same) < 3 else ""


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Where labels stand so that none is nearer than `gap` to the next, in the order of `places`.

    They stay between `low` and `high` as far as there is room.

    >>> spread([0.5, 0.5, 0.9], 0.1, 0.0, 1.0)
    [0.45, 0.55, 0.9]
    """
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    groups: list[tuple[list[int], float]] = []
    for n in order:
        members, middle = [n], float(places[n])
        while groups and middle - gap * (len(members) - 1) / 2 < (
            groups[-1][1] + gap * (len(groups[-1][0]) - 1) / 2 + gap - 1e-12
        ):
            before, _ = groups.pop()
            members = before + members
            middle = sum(places[m] for m in members) / len(members)
            half = gap * (len(members) - 1) / 2
            middle = max(min(middle, high - half), low + half)
        groups.append((members, middle))
    found = [0.0] * len(places)
    for members, middle in groups:
        for n, member in enumerate(members):
            found[member] = round(middle + gap * (n - (len(members) - 1) / 2), 12)
    return found


def log_ticks(axis: Axis, low: float, high: float, more: Sequence[tuple[float, str]] = ()) -> None:
    """Whole numbers on a log axis, and `more` places with their names."""
    shown = [(tick, f"{tick:,}") for tick in TICKS if low <= tick <= high]
    if len(shown) > 6:
        shown = [(tick, name) for tick, name in shown if name[0] == "1"]
    axis.set_ticks(
        [tick for tick, _ in (*shown, *more)], labels=[name for _, name in (*shown, *more)]
    )
    axis.set_ticks([], minor=True)


def percent_axis(axis: Axis) -> None:
    """Shares as percent on an axis."""
    from matplotlib.ticker import PercentFormatter

    axis.set_major_formatter(PercentFormatter(1.0, decimals=0))


def thousandths(axis: Axis) -> None:
    """Means between 0 and 1 as tables have them: `.50`."""
    from matplotlib.ticker import FuncFormatter

    def shown(value: float, place: Any) -> str:
        text = f"{abs(value):.2f}"
        digits = text[1:] if text.startswith("0") else text
        return digits if value > -5e-3 else "−" + digits

    axis.set_major_formatter(FuncFormatter(shown))
