"""A matplotlib figure as inline SVG: the same bytes for the same data, with a text alternative."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from typing import TYPE_CHECKING, Any

from goldrank.text.unsafe import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

INK, MUTED, GRID, GOOD, BAD = "#1c2430", "#5b6675", "#d9dee6", "#0b7a4b", "#c0392b"
SERIES = (
    "#6b7280",
    "#1d5fd1",
    "#d1580f",
    "#0b8f76",
    "#8b35c9",
    "#b8255f",
    "#8a6a00",
    "#0a7f9e",
)
"""One colour per variant, the baseline's first; the page has a second set for the dark."""

THEME: Mapping[str, str] = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--line",
    GOOD: "--good",
    BAD: "--bad",
    **{colour: f"--s{n}" for n, colour in enumerate(SERIES, start=1)},
}
_STYLE: Any = {  # matplotlib types every key by its name
    "svg.fonttype": "none",
    "svg.hashsalt": "goldrank",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": GRID,
    "axes.labelcolor": MUTED,
    "axes.titlecolor": INK,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": GRID,
    "ytick.color": GRID,
    "xtick.labelcolor": MUTED,
    "ytick.labelcolor": MUTED,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "path.simplify": False,
}


@contextmanager
def style() -> Iterator[None]:
    """Draw as the report does, whatever the user's own settings; they come back afterwards."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def colour(index: int) -> str:
    """The colour of the series at `index`."""
    return SERIES[index % len(SERIES)]


def svg_of(figure: Figure, title: str, told: Sequence[str]) -> str:
    """`figure` as one `<svg>` that a screen reader can tell: its title and the sentences `told`.

    Colours follow the page's variables, with the printed colour where there are none; ids are
    left out but for those that are used.
    """
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    drawn = out.getvalue()
    drawn = drawn[drawn.index("<svg") :]
    drawn = re.sub(
        r"<metadata>.*?</metadata>|<style[^>]*>.*?</style>|<!--.*?-->", "", drawn, flags=re.S
    )
    # Places are rounded, and what is written is left as it is.
    drawn = re.sub(r"<[^>]*>", lambda tag: _rounded(tag[0]), drawn)
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', drawn))
    drawn = re.sub(r' id="([^"]+)"', lambda m: m[0] if m[1] in used else "", drawn)
    for printed, variable in THEME.items():
        drawn = drawn.replace(printed, f"var({variable}, {printed})")
    size = re.search(r'viewBox="([^"]+)"', drawn)
    body = re.sub(r">\s+<", "><", drawn[drawn.index(">") + 1 :]).strip()
    alternative = f"<title>{_text(title)}</title><desc>{_text(' '.join(told))}</desc>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'class="plot" role="img" viewBox="{size[1] if size else ""}">{alternative}{body}'
    )


def with_own_ids(svg: str, name: str) -> str:
    """`svg` with `name` before each of its ids, so that several can stand in one page.

    >>> with_own_ids('<path id="m1"/><use xlink:href="#m1" clip-path="url(#p2)"/>', "f3")
    '<path id="f3m1"/><use xlink:href="#f3m1" clip-path="url(#f3p2)"/>'
    """
    return re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{name}", svg)


def _rounded(tag: str) -> str:
    return re.sub(
        r"-?\d+\.\d{3,}", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), tag
    )


def _text(words: str) -> str:
    return escape(visible(words))
