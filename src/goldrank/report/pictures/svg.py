"""A matplotlib figure as inline SVG: the same bytes for the same data, with a text alternative."""

from __future__ import annotations

import io
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from html import escape
from typing import TYPE_CHECKING, Any, ParamSpec

from goldrank.report.pictures.looks import BAD, DEPTHS, GOOD, GRID, INK, MUTED, NO_RANK, SERIES
from goldrank.text.unsafe import visible

if TYPE_CHECKING:
    from matplotlib.figure import Figure

P = ParamSpec("P")

THEME: Mapping[str, str] = {
    INK: "--ink",
    MUTED: "--muted",
    GRID: "--line",
    GOOD: "--good",
    BAD: "--bad",
    **{colour: f"--s{n}" for n, colour in enumerate(SERIES, start=1)},
    **{colour: f"--h{n}" for n, colour in enumerate((*DEPTHS, NO_RANK), start=1)},
}
WIDE = 4.4
"""How wide a panel is, in inches."""

LARGEST = 7.2
"""How wide an inch of a figure is on a page at most, in rem: its letters are no larger than others."""

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

    with mpl.rc_context(), warnings.catch_warnings():
        # Letters that its own font lacks are drawn by the page, which has others.
        warnings.filterwarnings("ignore", r"Glyph .* missing from", UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        yield


def styled(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """A function that makes a figure, made to draw as the report does."""

    @wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Figure:
        with style():
            return draw(*args, **kwargs)

    return drawn


def panel(title: str, height: float = 3.1, beside: float = 0.11) -> tuple[Figure, Any]:
    """One panel with its title, in inches: `height`, and what is left free `beside` it.

    Margins are the same for all.
    """
    from matplotlib.figure import Figure

    height = max(height, 3.1)
    figure = Figure(figsize=(WIDE, height))
    # Fixed margins: laying out each panel by its labels costs more than drawing it.
    top, bottom = 0.31 / height, 0.53 / height
    axes = figure.add_axes((0.16, bottom, 0.84 - beside / WIDE, 1 - top - bottom))
    axes.set_title(visible(title))
    return figure, axes


def svg_of(figure: Figure, title: str, told: Sequence[str]) -> str:
    """`figure` as one `<svg>` that a screen reader can tell: its title and the sentences `told`.

    Colours follow the page's variables, with the printed colour where there are none; ids are
    left out but for those that are used.
    """
    out = io.StringIO()
    with style():
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
    return told_svg(size[1] if size else "", figure.get_figwidth() * LARGEST, body, title, told)


def told_svg(box: str, widest: float, body: str, title: str, told: Sequence[str]) -> str:
    """An `<svg>` of the view box `box`, on a page at most `widest` rem wide, with its alternative.

    `body` are its elements and the end of the `<svg>`.
    """
    alternative = f"<title>{_text(title)}</title><desc>{_text(' '.join(told))}</desc>"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'class="plot" role="img" viewBox="{box}" '
        f'style="max-width:{widest:.1f}rem">{alternative}{body}'
    )


def words(text: str, x: float, y: float, colour: str = INK, more: str = "") -> str:
    """A `<text>` of nine points that begins at a place, in a colour of the page; `more` attributes.

    >>> words("a < b", 1, 2.5)
    '<text x="1" y="2.5" font-size="9" fill="var(--ink, #1c2430)">a &lt; b</text>'
    """
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="9" fill="{themed(colour)}"{more and " " + more}>'
        f"{_text(text)}</text>"
    )


def themed(colour: str) -> str:
    """A colour that follows the page's theme; itself where the page has no variable for it."""
    return f"var({THEME[colour]}, {colour})" if colour in THEME else colour


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
