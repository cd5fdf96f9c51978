"""What filters leave, hide, and would lose if they came after the first k: tables and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.filters.rules import SUPERSEDED, Flags
from goldrank.filters.sight import Sight, filter_text
from goldrank.frames.rows import rows_of
from goldrank.frames.schema.filtering import FILTERING, FILTERS, HIDDEN
from goldrank.frames.systems import system_of
from goldrank.running.filtered_after import FIRST, After
from goldrank.running.ranking import Ranked
from goldrank.running.work import Result, Work
from goldrank.suites.inputs import sight_of
from goldrank.tables.engines import first_shown
from goldrank.text.first_few import first_few
from goldrank.types import Query, System

TOGETHER = ""
"""The name under which the keys of a filter stand together."""


def filters_table(work: Work, result: Result) -> pd.DataFrame:
    """One row per query with a filter and key of it, and one for all its keys together."""
    if result.allowed is None:
        return FILTERS.empty()
    sight, owners = sight_of(work.prepared.suite, work.corpus), result.allowed.owners
    rows = []
    for query in (query for query in work.queries if query.filter):
        for name, asked, fits in _keys(query, sight):
            units = int(np.count_nonzero(fits[owners]))
            share = units / len(owners)
            key = (result.indexed.chunker, query.query_id, name, asked)
            rows.append((*key, int(np.count_nonzero(fits)), units, share))
    columns = [column.name for column in FILTERS.columns]
    return pd.DataFrame(rows, columns=columns)


def _keys(query: Query, sight: Sight) -> list[tuple[str, str, Flags]]:
    each = [
        (name, filter_text({name: value}), sight.fits(query, name))
        for name, value in query.filter.items()
    ]
    return [*each, (TOGETHER, filter_text(query.filter), sight.allowed(query))]


def filtering_table(work: Work) -> pd.DataFrame:
    """One row per system: what it finds among the allowed, and what filtering afterwards would."""
    rows = []
    for result in work.results:
        for system, ranked in result.ranked.items():
            if ranked.after is not None:
                rows.append(_filtering_row(work, result, system, ranked, ranked.after))
    return pd.DataFrame(rows) if rows else FILTERING.empty()


def _filtering_row(
    work: Work, result: Result, system: System, ranked: Ranked, after: After
) -> Mapping[str, object]:
    filtered = [bool(query.filter) for query in work.queries]
    needs = [n for n, need in enumerate(result.gold) if filtered[need.query] and need.gold]
    before = [_best(ranked, n) for n in needs]
    later = [after.ranks[n] for n in needs]
    asked = sorted({result.gold[n].query for n in needs})
    cells: dict[str, object] = {
        **system._asdict(),
        "queries": len(asked),
        "needs": len(needs),
    }
    for at, k in enumerate(FIRST):
        found = [rank is not None and rank <= k for rank in before]
        still = [rank is not None and rank <= k for rank in later]
        lost = sum(one and not other for one, other in zip(found, still, strict=True))
        cells |= {f"found@{k}": sum(found), f"found_after@{k}": sum(still), f"lost@{k}": lost}
        cells[f"left@{k}"] = _share_left(after, ranked, asked, at, k)
    return cells


def _best(ranked: Ranked, need: int) -> int | None:
    return min((p.rank.rank for p in ranked.gold[need] if p.rank is not None), default=None)


def _share_left(after: After, ranked: Ranked, asked: Sequence[int], at: int, k: int) -> float:
    """The mean share of the k places, or of as many as filtering before can fill, that are left."""
    shares = []
    for query in asked:
        possible = min(k, int(ranked.retrieved[query]))
        if possible:
            shares.append(min(int(after.left[query, at]) / possible, 1.0))
    return float(np.mean(shares)) if shares else float("nan")


def hidden_table(work: Work) -> pd.DataFrame:
    """One row per document with evidence that its own query may not see, and rule that hides it."""
    sight, rows = None, []
    place = {document.doc_id: n for n, document in enumerate(work.corpus.documents)}
    for query in work.queries:
        for number, need in enumerate(query.needs):
            for doc_id in dict.fromkeys(each.doc_id for each in need.hidden):
                sight = sight or sight_of(work.prepared.suite, work.corpus)
                for name, why in sight.reasons(query, place[doc_id]):
                    key = (query.query_id, number, doc_id, name)
                    rows.append((*key, why, bool(need.evidence)))
    columns = [column.name for column in HIDDEN.columns]
    return pd.DataFrame(rows, columns=columns)


def filter_notices(work: Work, hidden: pd.DataFrame) -> list[str]:
    """What is to be known of filters: what they hide of the gold, who has none, who is not held."""
    filters = work.prepared.suite.filter
    if not filters:
        return []
    return [
        *_hidden_gold(hidden),
        *_superseded(hidden),
        *_unfiltered(work),
        *_blind(work),
        *_unsaid(work),
        *_after_all(work),
    ]


def _hidden_gold(hidden: pd.DataFrame) -> list[str]:
    once = hidden.drop_duplicates(["query_id", "need"])
    other = once["other_evidence"].astype(bool)
    said = []
    for rows, what in (
        (
            once[~other],
            "all evidence of {n} in documents that the query may not see: an error of filter, metadata or evidence, so they are in no mean",
        ),
        (
            once[other],
            "some evidence of {n} in documents that the query may not see, and it is no gold",
        ),
    ):
        if count := len(rows):
            shown = [
                f"{r['query_id']} ({r['doc_id']}: {r['filter']}, {r['why']})" for r in rows_of(rows)
            ]
            named = what.format(n="1 need" if count == 1 else f"{count:,} needs")
            said.append(f"there is {named}: {first_few(shown, 3, '; ', '; and ')}")
    return said


def _superseded(hidden: pd.DataFrame) -> list[str]:
    old = hidden[hidden.why == SUPERSEDED].drop_duplicates(["query_id", "need"])
    if not len(old):
        return []
    needs = "1 need is" if len(old) == 1 else f"{len(old):,} needs are"
    return [
        f"gold of {needs} superseded at the date of the query: judge the revision that is in force, "
        "or ask at another date"
    ]


def _unfiltered(work: Work) -> list[str]:
    count = sum(not query.filter for query in work.queries)
    if not count:
        return []
    return [
        f"{count:,} of {len(work.queries):,} queries have no filter and see everything, although the "
        "suite has rules"
    ]


def _blind(work: Work) -> list[str]:
    allowed = work.results[0].allowed
    if allowed is None:
        return []
    asked = zip(work.queries, allowed.documents, strict=True)
    names = [query.query_id for query, sees in asked if not sees.any()]
    may = "query may" if len(names) == 1 else "queries may"
    return [f"{len(names):,} {may} see no document at all: {first_few(names, 3)}"] if names else []


def _unsaid(work: Work) -> list[str]:
    """The documents that a rule can say nothing of."""
    suite, documents = work.prepared.suite, work.corpus.documents
    sight, said = sight_of(suite, work.corpus), []
    for own in suite.filter:
        count = int(np.count_nonzero(sight.rules[own.name].unsaid))
        if count:
            becomes = "hidden from" if own.missing == "hidden" else "shown to"
            said.append(
                f"filter {own.name}: {count:,} of {len(documents):,} documents "
                f"{'does' if count == 1 else 'do'} not say {' or '.join(own.decides)}, and "
                f"{'is' if count == 1 else 'are'} {becomes} every query that asks for it"
            )
    return said


def _after_all(work: Work) -> list[str]:
    """The rankers that give a list which is filtered afterwards."""
    if work.results[0].allowed is None:
        return []
    return [
        f"{name} gives its first {ranker.known_to:,} units of everything, and is filtered afterwards: "
        "what it finds for a query with a filter is what is left of them"
        for name, ranker in work.parts.rankers.items()
        if ranker.known_to is not None and any(s.ranker == name for s, _ in work.parts.systems)
    ]


def filter_sentences(filters: pd.DataFrame, table: pd.DataFrame, baseline: str) -> list[str]:
    """How much filters leave, and what filtering after the first k would lose by each ranker."""
    if not len(filters):
        return []
    whole = filters[filters["filter"] == TOGETHER]
    mine = whole[whole.chunker == whole.chunker.iloc[0]].selectivity
    said = [
        f"Filters leave {mine.median():.1%} of the units, the median over {len(mine):,} "
        f"{'query' if len(mine) == 1 else 'queries'} that {'has' if len(mine) == 1 else 'have'} one "
        f"(from {mine.min():.1%} to {mine.max():.1%})."
    ]
    for row in rows_of(first_shown(table, baseline)):
        if row["needs"]:
            lost = [f"{row[f'lost@{k}']} of {row[f'found@{k}']} at {k}" for k in FIRST]
            said.append(
                f"{system_of(row)}: filtering after the first k instead of before ranking would lose "
                f"{', '.join(lost)} of the needs found there."
            )
    return said
