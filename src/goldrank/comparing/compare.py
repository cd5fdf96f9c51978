"""Two runs, or two systems of one, on what they share: is the difference real?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from goldrank.comparing.chunks import other_chunks
from goldrank.comparing.comparison import Change, Comparison, Difference, Pair, Slice
from goldrank.comparing.held import held_by_both
from goldrank.comparing.sides import KEYS, Side, pair_systems
from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.shared import match_needs
from goldrank.measuring.exact import Standing
from goldrank.measuring.measures import mean
from goldrank.measuring.stats import (
    RESAMPLES,
    detectable,
    holm,
    paired_interval,
    queries_needed,
    randomization_p,
)
from goldrank.results import Run

SHOWN = 5
FEW = 5  # queries of a tag below which a slice says nothing
COUNTED = {"coverage": True, "cut_rate": False, "prefix_tokens": False, "chunks": False}


def compare(
    before: Side,
    after: Side,
    measures: Sequence[str] = (),
    found_at: int = 10,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Comparison:
    """Compare two sides on the queries that both have.

    `measures` are columns of the measurements table, `tokens@5`, or counts over the corpus; all
    of them where none is named. p-values are Holm-corrected over all pairs and measures, and
    over all slices.
    """
    matched, lost = match_needs(before.light, after.light)
    queries = [q for q in matched if _whole(q, matched, before.light, after.light)]
    if not queries:
        raise GoldrankError(
            f"{before.name} and {after.name} share no query with the same evidence; "
            "compare runs of the same queries"
        )
    pairs, unpaired = pair_systems(before.systems, after.systems)
    known = _known_measures(before, after)
    for name in measures:
        if name not in known and not re.fullmatch(r"tokens@[1-9]|tokens@10", name):
            raise GoldrankError(f"--measure: no {name!r} in both runs; known: {', '.join(known)}")
    names = tuple(measures) or known
    asked = _Asked(before, after, queries, matched, names, found_at, seed, resamples)
    found = [asked.pair(old, new) for old, new in pairs]
    return Comparison(
        before.name,
        after.name,
        found_at,
        tuple(_corrected(found)),
        (*_notes(before, after, queries, lost), *unpaired),
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a comparison asks of each pair."""

    before: Side
    after: Side
    queries: Sequence[str]
    matched: Mapping[str, tuple[tuple[int, int], ...]]
    measures: Sequence[str]
    found_at: int
    seed: int
    resamples: int

    def pair(self, old: str, new: str) -> Pair:
        changes = self._changes(old, new)
        return Pair(
            old,
            new,
            tuple(d for name in self.measures if (d := self._measure(name, old, new)) is not None),
            tuple(self._slices(old, new)),
            *changes,
            held_by_both(
                self.before.light, self.after.light, self.matched, self.queries, (old, new)
            ),
        )

    def _measure(self, name: str, old: str, new: str) -> Difference | None:
        if name in COUNTED:
            return self._counted(name, old, new)
        if name.startswith("tokens@"):
            depth = int(name.partition("@")[2])
            pairs = [_tokens(s.run, n, depth) for s, n in ((self.before, old), (self.after, new))]
            return self._paired(name, pairs[0], pairs[1], self.queries, False)
        return self._paired(
            name,
            self.before.values[old][name].to_dict(),
            self.after.values[new][name].to_dict(),
            self.queries,
            True,
        )

    def _paired(
        self,
        name: str,
        before: Mapping[Any, float],
        after: Mapping[Any, float],
        queries: Sequence[str],
        more: bool,
    ) -> Difference:
        a = np.array([before.get(query, 0.0) for query in queries], dtype=np.float64)
        b = np.array([after.get(query, 0.0) for query in queries], dtype=np.float64)
        change = b - a
        return Difference(
            name,
            mean(a),
            mean(b),
            more,
            len(queries),
            paired_interval(change, self.seed, resamples=self.resamples),
            randomization_p(change, self.seed, resamples=self.resamples),
            None,
            detectable(change),
            queries_needed(change, float(change.mean())),
        )

    def _counted(self, name: str, old: str, new: str) -> Difference | None:
        values = []
        for side, system in ((self.before, old), (self.after, new)):
            held = side.light.coverage.get(system.rpartition("/")[0])
            value = held.value(name) if held and not system.endswith("/bm25") else None
            if value is None:
                return None
            values.append(float(value))
        return Difference(name, values[0], values[1], COUNTED[name])

    def _slices(self, old: str, new: str) -> list[Slice]:
        tags: dict[str, list[str]] = {}
        table = self.after.run.queries
        for query, text in zip(table["query_id"], table["tags"], strict=True):
            if query in self.matched:
                for tag in text.split():
                    tags.setdefault(tag, []).append(query)
        whole = set(self.queries)
        a, b = (s.values[n]["RR"].to_dict() for s, n in ((self.before, old), (self.after, new)))
        found = []
        for tag, queries in tags.items():
            mine = [query for query in queries if query in whole]
            if len(mine) >= FEW:
                found.append(Slice(tag, self._paired("RR", a, b, mine, True)))
        return found

    def _changes(
        self, old: str, new: str
    ) -> tuple[tuple[Change, ...], tuple[Change, ...], tuple[Change, ...]]:
        """The needs that were won, lost, and moved most of the others; the largest move first."""
        places = self.before.light.systems.index(old), self.after.light.systems.index(new)
        texts = dict(
            zip(self.after.run.queries["query_id"], self.after.run.queries["text"], strict=True)
        )
        moves: list[tuple[float, bool, bool, Change]] = []
        for query, pairs in self.matched.items():
            for i, j in pairs:
                was = self.before.light.ranks[query][i][places[0]]
                now = self.after.light.ranks[query][j][places[1]]
                said = (
                    self.before.diagnoses.get((old, query, i), ""),
                    self.after.diagnoses.get((new, query, j), ""),
                )
                change = Change(query, j, texts[query], was.words, now.words, *said)
                moves.append((_value(now) - _value(was), self._in(was), self._in(now), change))
        moves.sort(key=lambda move: -abs(move[0]))
        won = [c for _, was, now, c in moves if now and not was]
        lost = [c for _, was, now, c in moves if was and not now]
        moved = [c for size, was, now, c in moves if was == now and size]
        return tuple(won), tuple(lost), tuple(moved[:SHOWN])

    def _in(self, standing: Standing) -> bool:
        return standing.rank is not None and standing.rank <= self.found_at


def _corrected(pairs: Sequence[Pair]) -> list[Pair]:
    """Holm's correction over all measures of all pairs, and over all slices."""
    main = [d.p_value for pair in pairs for d in pair.measures if d.p_value is not None]
    sliced = [s.difference.p_value or 0.0 for pair in pairs for s in pair.slices]
    mains, slices = iter(holm(main)), iter(holm(sliced))
    return [
        replace(
            pair,
            measures=tuple(
                d if d.p_value is None else replace(d, p_holm=next(mains)) for d in pair.measures
            ),
            slices=tuple(
                replace(s, difference=replace(s.difference, p_holm=next(slices)))
                for s in pair.slices
            ),
        )
        for pair in pairs
    ]


def _known_measures(before: Side, after: Side) -> tuple[str, ...]:
    mine = [str(c) for c in before.run.measurements if c not in [*KEYS, "query_id"]]
    both = [c for c in mine if c in after.run.measurements]
    return (*both, "tokens@5", *COUNTED)


def _tokens(run: Run, system: str, depth: int) -> dict[str, float]:
    """How many tokens the first chunks of each query have: what an answer would have to read."""
    chunker, variant, ranker = system.split("/")
    top = run.top
    mine = top[(top.chunker == chunker) & (top.variant == variant) & (top.ranker == ranker)]
    sizes = run.chunks[run.chunks.chunker == chunker].set_index("chunk_id")["tokens"]
    first = mine[mine["rank"] <= depth]
    tokens = first["chunk_id"].map(sizes).fillna(0)
    sums = tokens.groupby(first["query_id"]).sum()
    return {str(query): float(value) for query, value in sums.items()}


def _whole(
    query: str,
    matched: Mapping[str, tuple[tuple[int, int], ...]],
    before: Baseline,
    after: Baseline,
) -> bool:
    if query not in before.ranks or query not in after.ranks:
        return False
    return len(matched[query]) == len(before.ranks[query]) == len(after.ranks[query])


def _notes(before: Side, after: Side, queries: Sequence[str], lost: Sequence[str]) -> list[str]:
    """What is compared, and what differs beside the systems."""
    old, new = before.light, after.light
    said = []
    sizes = len(old.ranks), len(new.ranks)
    if len(queries) != sizes[0] or len(queries) != sizes[1]:
        said.append(
            f"Compared on the {len(queries):,} queries that both have with the same evidence, of "
            f"{sizes[0]:,} and {sizes[1]:,}."
        )
    if lost:
        said.append(f"{len(lost)} needs have other evidence in the second and are left out.")
    for what in ("corpus", "encoder", "gold"):
        if "" in (old.fingerprints[what], new.fingerprints[what]):
            continue  # one of them encodes nothing
        if old.fingerprints[what] != new.fingerprints[what]:
            said.append(f"The two have another {'rule for gold' if what == 'gold' else what}.")
    return [*said, *other_chunks(before.run, after.run)]


def _value(standing: Standing) -> float:
    return 0.0 if standing.rank is None else 1.0 / standing.rank
