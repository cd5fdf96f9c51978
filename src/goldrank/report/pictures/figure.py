"""A figure as people see it: a title that says what it shows, how to read it, and its panels."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from goldrank.report.pictures.looks import DEPTHS, NO_RANK, SERIES, Key
from goldrank.report.pictures.svg import with_own_ids
from goldrank.text.unsafe import visible


@dataclass(frozen=True, slots=True)
class Figure:
    """Its title, a sentence on how to read it, its panels as SVG, and what colours and shapes mean.

    `wide` says that a small screen shows it whole only by moving it sideways. In a notebook it
    shows itself.
    """

    title: str
    reading: str
    panels: tuple[str, ...]
    key: tuple[Key, ...] = ()
    wide: bool = False

    def _repr_html_(self) -> str:
        """The figure on white, whatever the notebook's theme."""
        parts = "".join(
            f'<span style="color:{_ink(each)};'
            f'margin-right:1em">{each.sign or "▬"} {_text(each.name)}</span>'
            for each in self.key
        )
        panels = "".join(
            with_own_ids(panel, f"n{n}-").replace('class="plot"', 'style="max-width:46em"', 1)
            for n, panel in enumerate(self.panels)
        )
        return (
            '<figure style="background:#fff;color:#1c2430;padding:.8em;margin:0">'
            f"<figcaption><b>{_text(self.title)}</b><br>{_text(self.reading)}</figcaption>"
            f"<p>{parts}</p>{panels}</figure>"
        )


def _ink(each: Key) -> str:
    if each.shade:
        return (*DEPTHS, NO_RANK)[each.shade - 1]
    return SERIES[each.number - 1] if each.number else "inherit"


def own_ids(figure: Figure, prefix: str) -> Figure:
    """A figure with `prefix` before the ids of its panels, so that several can stand in one page."""
    panels = (with_own_ids(panel, f"{prefix}{n}-") for n, panel in enumerate(figure.panels))
    return replace(figure, panels=tuple(panels))


def _text(words: str) -> str:
    return escape(visible(words))
