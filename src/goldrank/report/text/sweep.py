"""A sweep as text, Markdown and HTML. Nothing here prints."""

from __future__ import annotations

import json
from collections.abc import Callable

from jinja2 import Environment
from markupsafe import Markup
from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.errors import GoldrankError
from goldrank.measuring.clusters import FEW
from goldrank.report.common.formats import decimal, signed
from goldrank.report.pictures.sweep import sweep_plot
from goldrank.report.terminal.fitting import Fitting
from goldrank.report.terminal.run import plain
from goldrank.report.text.markdown import escaped, markdown_table
from goldrank.sweeping.sweep import Swept
from goldrank.text.numbers import counted, p_words


def legend(found: Swept) -> str:
    """What the columns mean, and how it was chosen."""
    return (
        "Δ: against the suite as it is, on all queries; chosen: the share of choices that fell on "
        f"the setting. The queries are parted by document into {found.rules.folds}; each part is "
        f"valued under what the others choose, and they are parted anew {found.rules.repeats} times."
    )


def conclusion(found: Swept) -> list[str]:
    """What the best setting promises, and what is left of it."""
    shown, left = shown_measure(found), found.left
    if found.best == 0:
        first = f"None of {len(found.settings) - 1} other settings has a higher {shown}."
    else:
        first = (
            f"In hindsight {words(found, found.best)} is the best of {len(found.settings)} settings: "
            f"{shown} {signed(found.in_hindsight)} on the queries that chose it."
        )
    interval = (
        "no interval: too few clusters"
        if left.interval is None
        else f"{signed(left.interval.low)} to {signed(left.interval.high)}"
    )
    second = (
        f"Chosen on other documents, what is left is {signed(left.mean)} ({interval}; "
        f"{p_words(left.p_value)}, {counted(left.queries, left.clusters)}): {_verdict(found)}."
    )
    few = (
        [f"Fewer than {FEW} clusters: another few documents could say something else."]
        if left.few_clusters
        else []
    )
    return [first, second, *few]


def _verdict(found: Swept) -> str:
    if found.left.is_real and found.left.mean > 0:
        return "choosing by these queries pays"
    if found.left.is_real:
        return "choosing by these queries makes it worse"
    return "not told from chance, so these queries give no reason to change the suite"


def shown_measure(found: Swept) -> str:
    """The measure as a mean is called."""
    return (
        "M" + found.rules.measure if found.rules.measure.startswith("RR") else found.rules.measure
    )


def words(found: Swept, setting: int) -> str:
    """A setting as the command line writes it."""
    values = found.settings[setting].values
    return " ".join(f"{a.path}={_value(v)}" for a, v in zip(found.axes, values, strict=True))


def _value(value: object) -> str:
    return "–" if value is None else str(value)


def head(found: Swept) -> list[str]:
    """The columns of the table: the settings, then numbers."""
    return ["", *(axis.path for axis in found.axes), shown_measure(found), "Δ", "chosen"]


def rows(found: Swept) -> list[list[str]]:
    """One row a setting, the suite as it is first."""
    base = found.settings[0].mean
    return [
        [
            _name(found, n),
            *map(_value, each.values),
            decimal(each.mean),
            "" if n == 0 else signed(each.mean - base),
            f"{each.chosen:.0%}",
        ]
        for n, each in enumerate(found.settings)
    ]


def _name(found: Swept, setting: int) -> str:
    marks = ["as it is"] if setting == 0 else []
    return ", ".join([*marks, *(["best"] if setting == found.best else [])])


def _title(found: Swept) -> str:
    return f"{found.suite}: {shown_measure(found)} of {found.system}"


def sweep_report(found: Swept) -> RenderableType:
    """The sweep for a terminal."""
    names = 1 + len(found.axes)
    cells = [[plain(cell) for cell in row] for row in rows(found)]
    table = Fitting(plain(_title(found)).plain, head(found), cells, names, ("chosen",))
    said = [Text(plain(line).plain, style="bold") for line in conclusion(found)]
    return Group(table, "", Text(legend(found), style="dim"), "", *said)


def sweep_markdown(found: Swept) -> str:
    """The sweep in Markdown; text from outside is escaped."""
    table = markdown_table([escaped(c) for c in head(found)], rows(found), 1 + len(found.axes))
    said = [f"**{escaped(line)}**" for line in conclusion(found)]
    return "\n\n".join([f"# {escaped(_title(found))}", table, escaped(legend(found)), *said]) + "\n"


def sweep_html(found: Swept) -> str:
    """The sweep as one page that loads nothing, with its picture."""
    page = Environment(autoescape=True).from_string(PAGE)
    return (
        page.render(
            title=_title(found),
            head=head(found),
            rows=rows(found),
            legend=legend(found),
            said=conclusion(found),
            picture=Markup(sweep_plot(found, shown_measure(found))),
        )
        + "\n"
    )


def sweep_json(found: Swept) -> str:
    """The sweep as JSON."""
    return json.dumps(found.to_json(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


FORMATS: dict[str, Callable[[Swept], RenderableType]] = {
    "text": sweep_report,
    "md": sweep_markdown,
    "json": sweep_json,
    "html": sweep_html,
}


def written(style: str) -> Callable[[Swept], RenderableType]:
    """What writes a sweep in one format; everything but `text` is a plain string."""
    if style not in FORMATS:
        raise GoldrankError(f"--format: expected one of {', '.join(FORMATS)}; got {style!r}")
    return FORMATS[style]


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .5rem 0 1.5rem; }
th, td { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #ddd; }
svg { max-width: 100%; height: auto; }
</style></head><body>
<h1>{{ title }}</h1>
{% for line in said %}<p><strong>{{ line }}</strong></p>{% endfor %}
{{ picture }}
<table><tr>{% for name in head %}<th>{{ name }}</th>{% endfor %}</tr>
{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>
{% endfor %}</table>
<p>{{ legend }}</p></body></html>"""
