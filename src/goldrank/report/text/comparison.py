"""A comparison as text, Markdown and HTML. Nothing here prints."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence

from jinja2 import Environment
from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.comparing.comparison import Change, Comparison, Difference, Pair
from goldrank.errors import GoldrankError
from goldrank.report.common.formats import decimal, signed
from goldrank.report.terminal.fitting import Fitting
from goldrank.report.terminal.run import plain
from goldrank.report.text.markdown import escaped, markdown_table

SHOWN = 5
MEASURES = ("measure", "before", "after", "difference", "95 %", "p", "says", "detectable", "needed")
SLICES = ("tag", "queries", "before", "after", "difference", "95 %", "p", "says")
CHANGES = ("need", "before", "after", "diagnosis before", "diagnosis after", "query")
SPARED = ("needed", "detectable", "queries", "95 %", "p", "diagnosis before", "diagnosis after")
LEGEND = (
    "* decides; the others are beside it. p is of a randomization test that turns whole clusters "
    "(queries that share a document), corrected over all pairs for the measure that decides and over "
    "each other for the rest; the interval leaves out 0 where p is at most .05; detectable: "
    "the difference that so many queries find four times in five; needed: how many queries would "
    "find this one; counts over the corpus have no sampling error."
)


def comparison_report(found: Comparison) -> RenderableType:
    """The comparison for a terminal."""
    parts: list[RenderableType] = [plain(f"{found.before}  ->  {found.after}")]
    parts += [Text("! ", style="yellow").append_text(plain(note)) for note in found.notes]
    for pair in found.pairs:
        parts += ["", _rich(_title(pair), MEASURES, [measure_cells(d) for d in pair.measures], 1)]
        if held := held_line(pair):
            parts += ["", plain(held)]
        if pair.slices:
            parts += ["", _rich("By tag (RR)", SLICES, slice_rows(pair), 1)]
        for title, changes in _groups(found, pair):
            parts += ["", _rich(title, CHANGES, [change_cells(c) for c in changes], len(CHANGES))]
    last = [Text(plain(line).plain, style="bold") for line in found.decision]
    return Group(*parts, "", Text(LEGEND, style="dim"), "", *last)


def comparison_markdown(found: Comparison) -> str:
    """The comparison in Markdown; text from outside is escaped."""
    parts = [f"# {escaped(found.before)} -> {escaped(found.after)}"]
    parts += [f"> {escaped(note)}" for note in found.notes]
    for pair in found.pairs:
        parts += [f"## {escaped(_title(pair))}", _md(MEASURES, map(measure_cells, pair.measures))]
        if held := held_line(pair):
            parts.append(escaped(held))
        if pair.slices:
            parts += ["### By tag (RR)", _md(SLICES, slice_rows(pair))]
        for title, changes in _groups(found, pair):
            parts += [f"### {escaped(title)}", _md(CHANGES, map(change_cells, changes))]
    decision = [f"**{escaped(line)}**" for line in found.decision]
    return "\n\n".join([*parts, escaped(LEGEND), *decision]) + "\n"


def comparison_html(found: Comparison) -> str:
    """The comparison as one page that loads nothing; text from outside is escaped by jinja2."""
    pairs = [
        {
            "title": _title(pair),
            "held": held_line(pair),
            "tables": [
                ("", MEASURES, [measure_cells(d) for d in pair.measures]),
                *([("By tag (RR)", SLICES, slice_rows(pair))] if pair.slices else []),
                *(
                    (title, CHANGES, [change_cells(c) for c in changes])
                    for title, changes in _groups(found, pair)
                ),
            ],
        }
        for pair in found.pairs
    ]
    page = Environment(autoescape=True).from_string(PAGE)
    return page.render(found=found, pairs=pairs, legend=LEGEND) + "\n"


def comparison_json(found: Comparison) -> str:
    """The comparison as JSON."""
    return json.dumps(found.to_json(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


FORMATS: dict[str, Callable[[Comparison], RenderableType]] = {
    "text": comparison_report,
    "md": comparison_markdown,
    "json": comparison_json,
    "html": comparison_html,
}


def written(style: str) -> Callable[[Comparison], RenderableType]:
    """What writes a comparison in one format; everything but `text` is a plain string."""
    if style not in FORMATS:
        raise GoldrankError(f"--format: expected one of {', '.join(FORMATS)}; got {style!r}")
    return FORMATS[style]


def measure_cells(one: Difference) -> list[str]:
    """One row of the table of measures."""
    small = one.measure not in ("chunks", "prefix_tokens") and not one.measure.startswith("tokens")
    show = decimal if small else _large
    interval = (
        f"{_sign(one.interval.low, small)} to {_sign(one.interval.high, small)}"
        if (one.interval)
        else "–"
    )
    return [
        f"{one.measure} *" if one.primary else one.measure,
        show(one.before),
        show(one.after),
        _sign(one.difference, small),
        interval,
        _p(one),
        one.says(),
        "–" if one.detectable is None else show(one.detectable),
        "–" if one.queries_needed is None else f"{one.queries_needed:,}",
    ]


def held_line(pair: Pair) -> str:
    """MRR over the needs that a chunk holds under both; empty where no need is split."""
    held = pair.held
    if held is None:
        return ""
    alone = f"{held.before_alone:,} only before, {held.after_alone:,} only after"
    said = f"A chunk holds {held.by_both:,} of {held.needs:,} needs under both ({alone})"
    if held.before is None or held.after is None:
        return f"{said}."
    change = signed(held.after - held.before)
    return f"{said}; MRR over those: {decimal(held.before)} -> {decimal(held.after)} ({change})."


def slice_rows(pair: Pair) -> list[list[str]]:
    """One row for each tag."""
    rows = []
    for part in pair.slices:
        cells = measure_cells(part.difference)
        rows.append([part.tag, f"{part.difference.queries:,}", *cells[1:7]])
    return rows


def change_cells(change: Change) -> list[str]:
    """One row for a need that was won, lost or moved."""
    need = f"{change.query_id} need {change.need + 1}" if change.need else change.query_id
    diagnoses = [change.before_diagnosis or "–", change.after_diagnosis or "–"]
    return [need, change.before, change.after, *diagnoses, change.text[:60]]


def _groups(found: Comparison, pair: Pair) -> list[tuple[str, Sequence[Change]]]:
    groups = [
        (f"Won: {len(pair.won)} needs came into the first {found.found_at}", pair.won),
        (f"Lost: {len(pair.lost)} needs left the first {found.found_at}", pair.lost),
        ("Moved most of the others", pair.moved),
    ]
    return [(title + _left(changes), changes[:SHOWN]) for title, changes in groups if changes]


def _left(changes: Sequence[Change]) -> str:
    """What a title says of the needs that its table leaves out."""
    left = len(changes) - SHOWN
    return f"; the {SHOWN} that moved most, and {left:,} more" if left > 0 else ""


def _title(pair: Pair) -> str:
    systems = pair.before if pair.before == pair.after else f"{pair.before} -> {pair.after}"
    return f"{pair.run}: {systems}" if pair.run else systems


def _p(one: Difference) -> str:
    if one.p_corrected is None:
        return "–"
    return "< .001" if one.p_corrected < 0.001 else decimal(one.p_corrected)


def _large(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")


def _sign(value: float, small: bool) -> str:
    if small:
        return signed(value)
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return sign + _large(abs(value))


def _rich(title: str, head: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> Fitting:
    cells = [list(map(plain, row)) for row in rows]
    return Fitting(plain(title).plain, head, cells, left, SPARED, "--format md shows them")


def _md(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return markdown_table(head, rows, len(head))


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ found.before }} - {{ found.after }}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #ddd; }
</style></head><body>
<h1>{{ found.before }} &rarr; {{ found.after }}</h1>
{% for note in found.notes %}<p><strong>{{ note }}</strong></p>{% endfor %}
{% for pair in pairs %}<h2>{{ pair.title }}</h2>
{% if pair.held %}<p>{{ pair.held }}</p>{% endif %}
{% for title, head, rows in pair.tables %}{% if title %}<h3>{{ title }}</h3>{% endif %}
<table><tr>{% for name in head %}<th>{{ name }}</th>{% endfor %}</tr>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table>{% endfor %}{% endfor %}
<p>{{ legend }}</p>
{% for line in found.decision %}<p><strong>{{ line }}</strong></p>{% endfor %}</body></html>"""
