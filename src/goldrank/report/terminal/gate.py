"""What the terminal shows of a gate and of a baseline. Nothing here prints."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from goldrank.frames.schema import SCHEMA
from goldrank.gating.baseline import Baseline
from goldrank.gating.baseline_file import mean_reciprocal_ranks
from goldrank.gating.verdicts import GateResult, Verdict, WorseNeed
from goldrank.gating.words import attribution_sentence
from goldrank.report.common.formats import decimal, percent
from goldrank.report.common.places import place
from goldrank.report.terminal.run import plain, titled_table

_STYLES = {Verdict.PASS: "green", Verdict.FAIL: "red", Verdict.INCONCLUSIVE: "yellow"}


def gate_report(result: GateResult, working_folder: Path) -> RenderableType:
    """The verdict, what decided it, what had changed, and every query that got worse."""
    head, *rest = result.sentences
    parts: list[RenderableType] = [Text(plain(head).plain, style=_STYLES[result.verdict])]
    attributed = {attribution_sentence(part) for part in result.attribution}
    told = {one.sentence: one.verdict for one in result.policies}
    for sentence in rest:
        if sentence in attributed:
            continue
        verdict = told.get(sentence)
        mark = Text(f"{verdict}  ", style=_STYLES[verdict]) if verdict else Text("· ")
        parts.append(mark.append_text(plain(sentence)))
    if result.moved:
        parts += ["", _list("Evidence that moved", [one.sentence for one in result.moved])]
    if result.worse:
        parts += ["", worse_table(result.worse, working_folder)]
    if result.attribution:
        parts += ["", attribution_table(result)]
    return Group(*parts)


def worse_table(worse: tuple[WorseNeed, ...], working_folder: Path) -> Table:
    """One row for each query that got worse, under the system where it lost most."""
    by_query: dict[str, list[WorseNeed]] = {}
    for need in worse:
        by_query.setdefault(need.query_id, []).append(need)
    table = titled_table("Queries that got worse, the largest loss first")
    for name in ("query", "before", "after", "system", "and under", "where"):
        table.add_column(name, no_wrap=name in ("before", "after"), overflow="fold")
    for query_id, needs in by_query.items():
        first = needs[0]
        more = len({need.system for need in needs}) - 1
        table.add_row(
            plain(query_id),
            first.before_state,
            first.after_state,
            plain(first.system),
            f"{more} more" if more else "",
            plain(place(first.file, first.line or None, working_folder)) if first.file else "",
        )
    return table


def attribution_table(result: GateResult) -> Table:
    """One row per system: the whole change of MRR and its parts."""
    table = Table(
        title="Whose change is it? (MRR)", title_justify="left", title_style="bold", box=None
    )
    table.add_column("system")
    for name in ("in all", "code", "corpus", "together"):
        table.add_column(name, justify="right")
    for part in result.attribution:
        values = (part.total, part.code, part.corpus, part.together)
        table.add_row(plain(part.system), *(f"{value:+.4f}" for value in values))
    return table


def baseline_report(path: Path, baseline: Baseline) -> RenderableType:
    """What a baseline holds: where it comes from, the MRR of each system, and coverage."""
    table = Table(box=None, pad_edge=False)
    table.add_column("system")
    for column in (SCHEMA["systems"].column("RR"), SCHEMA["coverage"].column("coverage")):
        table.add_column(column.head, justify="right")
    for system, value in mean_reciprocal_ranks(baseline).items():
        held = baseline.coverage.get(system.rpartition("/")[0])
        share = held.value("coverage") if held and not system.endswith("/bm25") else None
        table.add_row(
            plain(system), decimal(value), percent(float(share)) if share is not None else "–"
        )
    needs = sum(map(len, baseline.ranks.values()))
    head = (
        f"{path}: suite {baseline.suite}, {len(baseline.ranks):,} queries, {needs:,} needs, "
        f"{len(baseline.documents):,} documents, saved by goldrank {baseline.goldrank}; encoder "
        f"{baseline.fingerprints['encoder'][:12] or 'none'}"
    )
    return Group(plain(head), "", table)


def _list(title: str, lines: list[str]) -> RenderableType:
    return Group(Text(title, style="bold"), *(plain(f"  {line}") for line in lines))
