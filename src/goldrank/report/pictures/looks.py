"""How variants and rankers look, on every picture of a run: a colour a variant, a shape a ranker.

Nothing else chooses a colour or a shape. No two colours come near each other for eyes without one
kind of cone either: the tests look at them as Machado and others do ("A physiologically-based
model for simulation of color vision deficiency", 2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from goldrank.rankers.graph import references
from goldrank.runs.run import Run

INK, MUTED, GRID, GOOD, BAD = "#1c2430", "#5b6675", "#d9dee6", "#0b7a4b", "#c0392b"

SERIES: Final = (
    "#6b7280",
    "#1d63c8",
    "#d1580f",
    "#288c6a",
    "#4d159f",
    "#940054",
    "#664f00",
    "#2e9ad0",
)
"""One colour per variant on light ground, the baseline's first."""
DARK: Final = (
    "#a3adba",
    "#609eff",
    "#ff8a3d",
    "#2fd0a0",
    "#9267ff",
    "#e691e1",
    "#f0e442",
    "#a8ecff",
)
"""The same on dark ground."""

DEPTHS: Final = ("#dce9fb", "#b4d0f5", "#7eaae6", "#4276cc", "#1d4a9c", "#0c2150")
"""One hue for classes of ranks on light ground: the deeper a rank, the more ink."""
DARK_DEPTHS: Final = ("#22344f", "#2f507f", "#4374bd", "#709fe6", "#a9c9f8", "#e9f2ff")
"""The same on dark ground."""
NO_RANK: Final = "#9a9184"
"""Stands for what has no rank at all, on any ground: it is drawn narrower than a rank."""

SHAPES: Final = "osD^vPX*"
"""One marker per ranker, as matplotlib names them."""
SIGNS: Final = "●■◆▲▼✚✖★"
"""The same as characters."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a colour or a shape stands for: a variant by its number from 1, or a ranker by a sign.

    `shade` is the number of a class of ranks, from 1, as `depth_shade` gives it.
    """

    name: str
    number: int = 0
    sign: str = ""
    shade: int = 0


@dataclass(frozen=True, slots=True)
class Looks:
    """The variants and the rankers of a run, in the order that gives them colours and shapes.

    >>> looks = Looks(("raw", "breadcrumb"), ("vector", "bm25"))
    >>> looks.colour("breadcrumb") == SERIES[1], looks.shape("bm25")
    (True, 's')
    """

    variants: tuple[str, ...]
    rankers: tuple[str, ...]

    @classmethod
    def of(cls, run: Run) -> Looks:
        """Those of a run: the baseline variant first, rankers that are no reference first."""
        baseline = run.suite.baseline_variant
        variants = dict.fromkeys(map(str, run.systems.variant))
        last = set(references(run.suite.ranker_graph))
        rankers = dict.fromkeys(map(str, run.systems.ranker))
        return cls(
            tuple(sorted(variants, key=lambda name: name != baseline)),
            tuple(sorted(rankers, key=lambda name: name in last)),
        )

    def number(self, variant: str) -> int:
        """The number of a variant's colour, from 1; more variants than colours share them."""
        return self.variants.index(variant) % len(SERIES) + 1

    def colour(self, variant: str) -> str:
        """The colour of a variant."""
        return SERIES[self.number(variant) - 1]

    def shape(self, ranker: str) -> str:
        """The marker of a ranker."""
        return SHAPES[self.rankers.index(ranker) % len(SHAPES)]

    def face(self, variant: str) -> str:
        """What a marker of a variant is filled with: where colours come again, nothing."""
        return "none" if self.variants.index(variant) // len(SERIES) % 2 else self.colour(variant)

    def key(self, variants: Sequence[str] = (), rankers: Sequence[str] = ()) -> tuple[Key, ...]:
        """What stands beside a picture that shows some variants and some rankers."""
        colours = [Key(name, self.number(name)) for name in self.variants if name in variants]
        shapes = [
            Key(name, sign=SIGNS[n % len(SIGNS)])
            for n, name in enumerate(self.rankers)
            if name in rankers
        ]
        return (*colours, *shapes)


def colour(index: int) -> str:
    """The colour of the series at `index`, from 0."""
    return SERIES[index % len(SERIES)]


def depth_shade(place: int, classes: int) -> int:
    """The number of the shade of a class of ranks, from 1: the first and the last are its ends.

    >>> [depth_shade(place, 5) for place in range(5)]
    [1, 2, 4, 5, 6]
    """
    return 1 + round(place * (len(DEPTHS) - 1) / max(classes - 1, 1) + 1e-9)


def stylesheet() -> str:
    """The colours as variables of a page, for light and for dark ground."""
    light, dark = (
        "".join(
            f"--{name}{n}:{shade};"
            for name, shades in (("s", series), ("h", (*depths, NO_RANK)))
            for n, shade in enumerate(shades, start=1)
        )
        for series, depths in ((SERIES, DEPTHS), (DARK, DARK_DEPTHS))
    )
    names = [f"s{n + 1}" for n in range(len(SERIES))] + [f"h{n + 1}" for n in range(7)]
    swatches = "".join(f".{name}{{background:var(--{name})}}" for name in names)
    return (
        f":root{{{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
        f"@media print{{:root{{{light}}}}}\n{swatches}"
    )
