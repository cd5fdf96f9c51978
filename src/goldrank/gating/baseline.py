"""A committed result: what a gate compares with, small and exact, read by people in a diff."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pandas as pd

from goldrank.errors import GoldrankError
from goldrank.frames.answerable import is_answerable
from goldrank.frames.rows import rows_of
from goldrank.frames.schema.ranks import NEED_KEY
from goldrank.frames.systems import SYSTEM, systems_of
from goldrank.measuring.exact import Standing, Window, from_ranks
from goldrank.measuring.measures import parse_measure
from goldrank.running.fingerprints import UNANSWERABLE
from goldrank.runs.run import Run

WHOLE = 200
HEAD = 120

Ranks = Mapping[str, tuple[tuple[Standing, ...], ...]]


@dataclass(frozen=True, slots=True)
class KnownEvidence:
    """Evidence as it was: its place, and enough of its quote to find it again.

    `quote` has its white space folded and is cut after about 120 characters where it is long;
    `words` counts the words of all of it, and `sha256` is of all of it. `identity` is what was
    judged, wherever it stands: a text, or a whole document.
    """

    doc_id: str
    start: int | None
    quote: str
    words: int
    sha256: str
    grade: int = 1

    @property
    def identity(self) -> str:
        """The sha256 of the judged text; the document where all of it was judged."""
        return self.sha256 if self.quote else self.doc_id


@dataclass(frozen=True, slots=True)
class KnownQuery:
    """A query as it was: a sha256 of its text, and the evidence of each need."""

    text: str
    needs: tuple[tuple[KnownEvidence, ...], ...]

    @property
    def relevant(self) -> tuple[tuple[KnownEvidence, ...], ...]:
        """The needs that are ranked: those with evidence of grade 1 or more."""
        return tuple(need for need in self.needs if any(known.grade > 0 for known in need))


@dataclass(frozen=True, slots=True)
class Covered:
    """What the vectors of one chunker x representation hold: counts, so that shares are exact."""

    body: int
    covered: int
    chunks: int
    cut: int
    prefix_tokens: float

    def value(self, measure: str) -> Fraction | None:
        """`coverage`, `cut_rate`, `chunks` or `prefix_tokens`; `None` where there is no number.

        >>> Covered(200, 150, 8, 2, 9.5).value("coverage")
        Fraction(3, 4)
        """
        if measure == "coverage":
            return Fraction(self.covered, self.body) if self.body else None
        if measure == "cut_rate":
            return Fraction(self.cut, self.chunks) if self.chunks else None
        if measure == "chunks":
            return Fraction(self.chunks)
        return Fraction(self.prefix_tokens) if math.isfinite(self.prefix_tokens) else None


@dataclass(frozen=True, slots=True)
class Baseline:
    """The light side of a run: per-need ranks, coverage, and what it was made of.

    `ranks` maps a query to its needs, and each need to its standing under every one of
    `systems`, in their order. `values` holds, per measure and system, the values of queries for
    measures that look at more than best ranks. `policies` says what the gate asked for, and `tags`
    the tags of the queries that had any, `None` where that was not kept. `edited` says that its file is not what was saved.
    """

    suite: str
    goldrank: str
    fingerprints: Mapping[str, Any]
    window: int | None
    systems: tuple[str, ...]
    coverage: Mapping[str, Covered]
    documents: Mapping[str, str]
    queries: Mapping[str, KnownQuery]
    ranks: Ranks
    values: Mapping[str, Mapping[str, Mapping[str, float]]] = field(default_factory=dict)
    policies: tuple[str, ...] = ()
    tags: Mapping[str, tuple[str, ...]] | None = None
    edited: bool = False


def baseline_of(
    run: Run, version: str, measures: Sequence[str] = (), policies: Sequence[str] = ()
) -> Baseline:
    """The baseline of a run; `measures` are those that a gate will ask for besides ranks'.

    A query that nothing answers is not in it: whether there are any changes no verdict.
    """
    names = _systems(run.needs)
    queries = rows_of(run.queries[is_answerable(run.queries)])
    return Baseline(
        suite=run.name,
        goldrank=version,
        fingerprints={k: v for k, v in run.fingerprints.items() if k != UNANSWERABLE},
        # Where nothing is encoded it is a setting of the chunkers, and part of their fingerprints.
        window=run.window.get("content_tokens") if run.fingerprints["encoder"] else None,
        systems=tuple(names),
        coverage=_coverage(run.coverage),
        documents={row["doc_id"]: row["sha256"][:16] for row in rows_of(run.documents)},
        queries=_queries(run, queries),
        ranks=_ranks(run.needs, names),
        values={name: _values(run, name) for name in measures if not _derived(name)},
        policies=tuple(policies),
        tags={row["query_id"]: tags for row in queries if (tags := _tags(row))},
    )


def known_evidence(doc_id: str, start: int | None, quote: str, grade: int = 1) -> KnownEvidence:
    """What is remembered of a quote."""
    folded = " ".join(quote.split())
    head = folded if len(folded) <= WHOLE else folded[:HEAD].rsplit(" ", 1)[0]
    return KnownEvidence(doc_id, start, head, len(folded.split()), text_digest(folded), grade)


def text_digest(text: str) -> str:
    """The first 16 digits of the sha256 of a text."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _tags(row: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(sorted(row["tags"].split()))


def _derived(measure: str) -> bool:
    return from_ranks(parse_measure(measure))


def _systems(table: pd.DataFrame) -> list[str]:
    return list(map(str, systems_of(table.drop_duplicates(SYSTEM))))


def _coverage(table: pd.DataFrame) -> dict[str, Covered]:
    return {
        f"{row['chunker']}/{row['variant']}": Covered(
            int(row["body_characters"]),
            int(row["covered_characters"]),
            int(row["chunks"]),
            int(row["cut_chunks"]),
            float(row["prefix_tokens"]),
        )
        for row in rows_of(table)
    }


def _queries(run: Run, queries: Sequence[Mapping[str, Any]]) -> dict[str, KnownQuery]:
    needs: dict[str, list[list[KnownEvidence]]] = {}
    for row in rows_of(run.evidence):
        groups = needs.setdefault(str(row["query_id"]), [])
        while len(groups) <= row["need"]:
            groups.append([])
        start = None if pd.isna(row["start"]) else int(row["start"])
        known = known_evidence(row["doc_id"], start, row["quote"], int(row["grade"]))
        groups[row["need"]].append(known)
    return {
        row["query_id"]: KnownQuery(
            text_digest(row["text"]), tuple(map(tuple, needs.get(row["query_id"], [])))
        )
        for row in queries
    }


def _ranks(table: pd.DataFrame, systems: Sequence[str]) -> Ranks:
    """By query, then by need, the standing under each system."""
    found: dict[str, dict[int, dict[str, Standing]]] = {}
    columns = [*NEED_KEY, "rank", "split", "window"]
    for *names, query_id, need, rank, split, state in table[columns].itertuples(index=False):
        standing = Standing(None if pd.isna(rank) else int(rank), bool(split), _window(state))
        found.setdefault(query_id, {}).setdefault(need, {})["/".join(names)] = standing
    return {
        query_id: tuple(tuple(own[system] for system in systems) for own in needs.values())
        for query_id, needs in found.items()
    }


def _window(state: str) -> Window:
    """What is not known to be inside counts as outside, as coverage counts by its lower bound."""
    if state == "unknown":
        return "outside"
    return state if state in ("straddling", "outside") else ""  # type: ignore[return-value]


def _values(run: Run, measure: str) -> dict[str, dict[str, float]]:
    """Full precision: a value that was rounded is a false drop."""
    table = run.measurements
    if measure not in table:
        raise GoldrankError(
            f"the gate asks for {measure}, which this run of {run.name} was not measured by; run "
            "the suite again"
        )
    systems: dict[str, dict[str, float]] = {}
    rows = zip(systems_of(table), table["query_id"].tolist(), table[measure].tolist(), strict=True)
    for system, query_id, value in rows:
        systems.setdefault(str(system), {})[query_id] = float(value)
    return systems
