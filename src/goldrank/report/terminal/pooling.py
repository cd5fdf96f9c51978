"""Grading a pool in the terminal, two judges side by side, and holes. Nothing here prints."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from goldrank.judging.agreement import GRADES, Agreement
from goldrank.judging.apply import Applied
from goldrank.judging.holes import Holes
from goldrank.judging.pool import Pooling
from goldrank.judging.pool_keys import HELP, Grade, graded
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.report.terminal.asking import Asking, Terminal, ask_one_by_one
from goldrank.report.terminal.finding import passage_parts
from goldrank.report.terminal.run import plain

KEYS = "3 answers  2 in part  1 touches on it  0 does not  s skip  b back  h help  q quit"
SHOWN = 20
"""How many differing units are listed."""


def pool_in_terminal(pooling: Pooling, terminal: Terminal) -> None:
    """Ask until the judge leaves or all units are graded."""
    terminal.show(_begin(pooling))
    ask_one_by_one(
        pooling.walk,
        terminal,
        Asking(lambda: unit_report(pooling), HELP, lambda typed: _done(pooling, typed)),
    )
    left = f"{pooling.walk.left:,} left; the same command goes on there. "
    said = left if pooling.walk.left else ""
    terminal.show(Text(f"{said}Judgments are in ").append_text(plain(pooling.file.path)))


def _done(pooling: Pooling, typed: str) -> bool:
    """Do what was typed; false where the judge leaves."""
    meant = graded(typed, pooling.pooled.passage)
    if isinstance(meant, Grade):
        pooling.grade(meant.grade, meant.span)
    elif meant == "skip":
        pooling.walk.go_on()
    elif meant == "back":
        pooling.walk.go_back("unit of the pool")
    return meant != "quit"


def _begin(pooling: Pooling) -> RenderableType:
    graded = len(pooling.pool) - pooling.walk.left
    said = f"{len(pooling.pool):,} units, {graded:,} graded; judgments go to "
    return Text(said).append_text(plain(pooling.file.path))


def unit_report(pooling: Pooling) -> RenderableType:
    """The question and the unit, and what was said of it before."""
    pooled = pooling.pooled
    number = f"\n{pooling.walk.at + 1}/{len(pooling.pool)}  "
    heading = Text(number).append_text(plain(pooled.question))
    heading.stylize("bold")
    parts: list[RenderableType] = [heading]
    if (before := pooling.file.judged.get(pooled.unit)) is not None:
        parts.append(Text(f"graded {before.grade} before", "dim"))
    parts += passage_parts(pooled.passage, "", Tokenizer()(pooled.question))
    return Group(*parts, Text(KEYS, style="dim"))


def agreement_report(found: Agreement, names: tuple[str, str]) -> RenderableType:
    """How many units have which grades, the coefficients, and where the two differ most."""
    first, second = (plain(name).plain for name in names)
    both = len(found.units)
    said = Text(
        f"{both:,} units graded by both, {found.same:,} alike ({found.same / both:.1%}); "
        f"{found.only_first:,} by {first} alone, {found.only_second:,} by {second} alone"
    )
    table = Table(box=None, pad_edge=False)
    table.add_column(Text(f"{first} ↓ {second} →"))
    for grade in GRADES:
        table.add_column(str(grade), justify="right")
    for grade, row in zip(GRADES, found.counts, strict=True):
        table.add_row(str(grade), *(str(count) for count in row))
    measures = Text(
        f"Cohen's kappa {_shown(found.kappa)}, with quadratic weights {_shown(found.kappa_weighted)}, "
        f"of relevant or not {_shown(found.kappa_relevant)}; Krippendorff's alpha (ordinal) "
        f"{_shown(found.alpha)}"
    )
    parts: list[RenderableType] = [said, "", table, "", measures]
    if found.differing:
        parts += ["", _differing(found, (first, second))]
    return Group(*parts)


def _differing(found: Agreement, names: tuple[str, str]) -> Table:
    more = len(found.differing) - SHOWN
    title = f"They differ on {len(found.differing):,}" + (f", {SHOWN} shown" if more > 0 else "")
    table = Table(title=title, box=None, pad_edge=False, title_justify="left")
    for head in ("query", "unit"):
        table.add_column(head)
    for name in names:
        table.add_column(Text(name), justify="right")
    for (query_id, unit_id), first, second in found.differing[:SHOWN]:
        table.add_row(plain(query_id), plain(unit_id), str(first), str(second))
    return table


def holes_report(found: Sequence[Holes], k: int) -> RenderableType:
    """One row per system, and what its numbers are over."""
    table = Table(box=None, pad_edge=False)
    heads = ("system", "units", "unjudged", f"nDCG@{k}", "condensed", "bpref")
    for head in heads:
        table.add_column(head, justify="left" if head == "system" else "right")
    for each in found:
        share = f"{each.unjudged:,} ({each.unjudged / each.units:.1%})" if each.units else "–"
        values = (each.ndcg, each.ndcg_condensed, each.bpref)
        shown = (f"{value:.3f}".removeprefix("0") for value in values)
        table.add_row(plain(each.system), f"{each.units:,}", share, *shown)
    legend = (
        f"units: the first {k} of each query with a relevant one ({found[0].queries:,}); nDCG@{k}: "
        "what is unjudged counts as not relevant; condensed: it is dropped first"
    )
    return Group(table, Text(legend, style="dim"))


def applied_report(found: Applied) -> RenderableType:
    """What became evidence, and what did not."""
    said = [f"{found.added:,} places added, {found.known:,} lie where evidence is already"]
    if found.untrimmed:
        said.append(
            f"{found.untrimmed:,} of them are whole units: no chunk of another cut will hold them; "
            "grade with sentences, as 3 2-4, to name what answers"
        )
    if found.several:
        listed = ", ".join(found.several[:5])
        said.append(
            f"{len(found.several):,} queries have several needs, and a grade does not say of which: "
            f"nothing was added to {listed}"
        )
    return Group(*(plain(line) for line in said))


def _shown(value: float | None) -> str:
    return "not defined (one grade alone)" if value is None else f"{value:.3f}"
