"""An inspection for the terminal, as rich renderables. Nothing here prints."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

import pandas as pd
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from goldrank.frames.rows import rows_of
from goldrank.inspection.marked_text import Stretch
from goldrank.inspection.values import Candidate, Detail, Inspection
from goldrank.inspection.what_if import WhatIf
from goldrank.inspection.words import (
    NOTHING_ANSWERS,
    elsewhere_sentence,
    indexed_title,
    rank_sentence,
    rank_text,
    same_text,
    shorten,
    source_words,
    unread_marked,
    unread_sentence,
)
from goldrank.report.terminal.run import plain, titled_table

WIDTH = 100
EXCERPT = 90
STYLES = {"prefix": "cyan", "chunk": "", "evidence": "bold green"}


def inspection_text(inspection: Inspection) -> str:
    """The inspection as plain text, 100 columns wide."""
    return _plain(inspection_report(inspection))


def what_if_text(answer: WhatIf) -> str:
    """The answer as plain text, 100 columns wide."""
    return _plain(what_if_report(answer))


def inspection_report(inspection: Inspection) -> RenderableType:
    """The query and its evidence, all ranks, then each chosen system in detail."""
    parts: list[RenderableType] = [_heading(inspection), ""]
    if not inspection.answerable:
        parts += [NOTHING_ANSWERS]
    if inspection.evidence:
        parts += [_evidence(inspection)]
    if len(inspection.ranks):
        units = inspection.details[0].units if inspection.details else 0
        title = f"Rank of the gold {inspection.unit}" + (f" among {units:,}" if units else "")
        parts += ["", ranks_table(inspection.ranks, title, inspection.split, inspection.known_to)]
    for detail in inspection.details:
        parts += ["", *_detail(detail)]
    parts += [Text("! ", style="yellow").append_text(plain(said)) for said in inspection.notices]
    return Group(*parts)


def what_if_report(answer: WhatIf) -> RenderableType:
    """Ranks before and after, by what the other chunks carry, and the new indexed string."""
    title = f"{answer.query_id}: {answer.chunk_id} under another header, among {answer.units:,}"
    table = titled_table(title)
    rankers = list(dict.fromkeys(answer.ranks.ranker))
    table.add_column("the others carry")
    for ranker in rankers:
        table.add_column(plain(ranker), justify="right", no_wrap=True)
    moves: dict[str, dict[str, tuple[int, int]]] = {}
    for row in rows_of(answer.ranks):
        moves.setdefault(row["variant"], {})[row["ranker"]] = (row["before"], row["after"])
    for variant, found in moves.items():
        table.add_row(plain(variant), *(_move(found.get(ranker)) for ranker in rankers))
    return Group(plain(answer.text), "", table, "", marked_table(answer.marked))


def ranks_table(
    ranks: pd.DataFrame,
    title: str,
    split: Collection[str] = (),
    known_to: Mapping[str, int] | None = None,
) -> Table:
    """The gold unit's rank under every system; first in green, beyond 20 in red.

    `split` names the chunkers of which no single chunk holds the evidence, `known_to` says by
    ranker how deep those are known that are not known whole.
    """
    table, depths = titled_table(title), known_to or {}
    table.add_column("chunker")
    table.add_column("variant")
    for ranker in ranks.columns:
        table.add_column(plain(ranker), justify="right", no_wrap=True)
    for row in rows_of(ranks.reset_index()):
        chunker = row["chunker"]
        cells = [
            Text(rank_text(value, chunker in split, depths.get(name)), style=_heat(value))
            for name, value in ((str(ranker), row[str(ranker)]) for ranker in ranks.columns)
        ]
        table.add_row(plain(chunker), plain(row["variant"]), *cells)
    return table


def marked_table(stretches: Sequence[Stretch]) -> Table:
    """The exact indexed string with what each part is beside it."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(style="dim", no_wrap=True, justify="right")
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    # What is left out stands in the row of what is read around it, in ‹ ›.
    for (kind, inside), group in groupby(stretches, lambda s: (s.kind, s.read or s.left_out)):
        text = Text.assemble(*(_marked(stretch) for stretch in group))
        table.add_row(kind if inside else f"unread {kind}", "│", text)
    return table


def _marked(stretch: Stretch) -> Text:
    text = plain(unread_marked(stretch).replace("\r\n", "\n").strip("\n"))
    text.stylize(STYLES[stretch.kind] if stretch.read else "strike dim")
    return text


def _heading(inspection: Inspection) -> Text:
    text = Text()
    if inspection.query_id is not None:
        text.append_text(plain(inspection.query_id)).append("  ")
    question = plain(inspection.text)
    question.stylize("bold")
    text.append_text(question)
    if inspection.tags:
        text.append("  ").append_text(
            plain(" ".join(inspection.tags)),
        )
    if inspection.needs > 1:
        text.append(f"  (need {inspection.need}, one of {inspection.needs})", style="dim")
    return text


def _evidence(inspection: Inspection) -> Table:
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(style="green", no_wrap=True)
    table.add_column(overflow="fold")
    for evidence, titles in inspection.evidence:
        table.add_row("evidence", plain(" > ".join(titles)))
        table.add_row("", plain(" ".join((evidence.quote or evidence.doc_id).split())))
    return table


def _detail(detail: Detail) -> Iterable[RenderableType]:
    yield Text(f"── {detail.system} ", style="bold").append(rank_sentence(detail), style="not bold")
    if detail.diagnosis:
        yield Text("diagnosis  ", style="yellow").append_text(plain(detail.diagnosis))
    yield _candidates(detail)
    if not (detail.dense or detail.lexical):
        return
    yield ""
    if same_text(detail):
        yield Text(indexed_title(detail, None), style="italic")
        yield marked_table(detail.dense)
    else:
        for side, name in detail.readers.items():
            if stretches := detail.on(side):
                yield Text(indexed_title(detail, name), style="italic")
                yield marked_table(stretches)
    for said in (unread_sentence(detail), elsewhere_sentence(detail)):
        if said:
            yield Text(said, style="yellow")


def _candidates(detail: Detail) -> Table:
    table = titled_table("")
    table.add_column("rank", justify="right", no_wrap=True)
    table.add_column("")
    table.add_column(detail.unit, ratio=3)
    table.add_column("why", ratio=2)
    if any(each.half for each in detail.candidates):
        table.add_column("matches", no_wrap=True)
    previous = 0
    for each in detail.candidates:
        rank = each.placed[detail.system.ranker].rank
        if rank is not None and rank > previous + 1:
            table.add_row("⋮")
        previous = rank or previous
        table.add_row(*_cells(each, rank, table), style="green" if each.role == "gold" else "")
    return table


def _cells(each: Candidate, rank: int | None, table: Table) -> list[Any]:
    mark = {"gold": "gold", "part": "part"}.get(each.role, "same" if each.same_document else "")
    where = plain(" > ".join(each.titles))
    several = len(each.placed) > 1
    texts = [(f"{source_words(s, several)}\n", s.text) for s in each.sources]
    for label, text in texts if each.sources else [("", each.text)]:
        excerpt = plain(shorten(text, EXCERPT))
        excerpt.stylize("dim")
        where.append("\n").append_text(plain(label)).append_text(excerpt)
    cells: list[Any] = ["–" if rank is None else f"{rank:,}", mark, where, plain(each.reason)]
    return [*cells, plain(each.half)] if len(table.columns) == len(cells) + 1 else cells


def _move(ranks: tuple[int, int] | None) -> Text:
    if ranks is None:
        return Text("")
    before, after = ranks
    better = _order(after) < _order(before)
    style = "green" if better else "red" if _order(after) > _order(before) else "dim"
    return Text(f"{rank_text(before)} → {rank_text(after)}", style=style)


def _order(rank: int) -> float:
    return rank or float("inf")


def _heat(value: Any) -> str:
    if pd.isna(value):
        return "dim"
    rank = int(value)
    return "bold green" if rank == 1 else "red" if rank == 0 or rank > 20 else ""


def _plain(report: RenderableType) -> str:
    # In a notebook rich would show the report itself, beside what the text is asked for.
    console = Console(
        file=io.StringIO(), width=WIDTH, color_system=None, highlight=False, force_jupyter=False
    )
    console.print(report)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in text.splitlines())
