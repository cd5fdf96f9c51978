"""What the run's diagnosis says of one need under one system, put into the detail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from goldrank.frames.rows import rows_by, rows_of
from goldrank.frames.systems import rows_of_system
from goldrank.inspection.values import Detail
from goldrank.runs.run import Run
from goldrank.types import System

SIDES = ("topic", "predicate", "both", "neither")


def rows_for(table: pd.DataFrame, system: System, query_id: str, need: int) -> pd.DataFrame:
    """The rows of one need of a query under one system."""
    return rows_of_system(table[(table.query_id == query_id) & (table.need == need)], system)


def with_diagnosis(detail: Detail, run: Run, query_id: str, need: int) -> Detail:
    """`detail` with the named diagnosis, and for each candidate the half of the query it matches.

    The diagnosis looks at the first chunks ahead only; candidates beyond them have no half.
    """
    diagnosed = rows_of(rows_for(run.diagnoses, detail.system, query_id, need))
    ahead = rows_by(rows_for(run.competitors, detail.system, query_id, need), "chunk_id")
    candidates = tuple(
        replace(each, half=_half(ahead[each.chunk_id])) if each.chunk_id in ahead else each
        for each in detail.candidates
    )
    said = sentence(diagnosed[0]) if diagnosed else ""
    return replace(detail, candidates=candidates, diagnosis=said)


def sentence(row: dict[str, Any]) -> str:
    """A row of the table diagnoses in words; nothing where all is well.

    >>> sentence({"diagnosis": "wrong document", "holds": "wrong document; straddling",
    ...           "only_in_header": "auditorium", "ahead_topic": 8, "ahead_predicate": 2,
    ...           "repair": "variant breadcrumb", "repaired_rank": 1, "repairs_tried": 2})
    'Wrong document, and straddling holds too. Only the header has: auditorium. Of the first 10 ahead, 8 match its topic, 2 its predicate. Tried in this run: variant breadcrumb: rank 1, the best of 2.'
    """
    if row["holds"] == "found":
        return ""
    others = [held for held in str(row["holds"]).split("; ") if held != row["diagnosis"]]
    also = (
        f", and {', '.join(others)} {'holds' if len(others) == 1 else 'hold'} too" if others else ""
    )
    named = str(row["diagnosis"])
    parts = [f"{named[:1].upper()}{named[1:]}{also}"]
    parts += [said for said in (_unknown(row), _query(row)) if said]
    if row.get("only_in_header"):
        parts.append(f"Only the header has: {', '.join(str(row['only_in_header']).split())}")
    counts = [(side, row.get(f"ahead_{side}")) for side in SIDES]
    seen = [(side, int(count)) for side, count in counts if not pd.isna(count) and count]
    if seen:
        words = [f"{count} {_match(side, n == 0)}" for n, (side, count) in enumerate(seen)]
        total = sum(count for _, count in seen)
        parts.append(f"Of the first {total} ahead, {', '.join(words)}")
    if row.get("other_forms"):
        parts.append(f"In other forms the text has: {row['other_forms']}")
    if row.get("twin"):
        parts.append(f"Its twin {row['twin']} is ahead")
    if row.get("repair"):
        parts.append(f"Tried in this run: {repair_words(row)}")
    return ". ".join(parts) + "."


def _unknown(row: Mapping[str, Any]) -> str:
    share = row.get("unknown") or 0.0
    return f"{share:.0%} of the evidence is unknown to the tokenizer" if share > 0 else ""


def _query(row: Mapping[str, Any]) -> str:
    share = row.get("query_read", 1.0)
    return f"Of the query's tokens {share:.0%} are read" if share < 1 else ""


def repair_words(row: Mapping[str, Any]) -> str:
    """The repair that was tried on a need, and what it gave.

    >>> repair_words({"repair": "ranker bm25", "repaired_rank": pd.NA, "repairs_tried": 1})
    'ranker bm25: not retrieved'
    """
    rank, tried = row["repaired_rank"], int(row["repairs_tried"])
    said = "not retrieved" if pd.isna(rank) else f"rank {int(rank):,}"
    return f"{row['repair']}: {said}" + (f", the best of {tried}" if tried > 1 else "")


def _match(side: str, first: bool) -> str:
    verb = "match " if first else ""
    return verb + {"both": "both halves", "neither": "neither half"}.get(side, f"its {side}")


def _half(row: dict[str, Any]) -> str:
    terms = [str(row["topic_terms"]), str(row["predicate_terms"])]
    words = " ".join(term for term in terms if term)
    name = "twin" if row["twin"] else str(row["side"])
    return f"{name}: {words}" if words else name
