"""What queries say of themselves: those that stand twice, that copy, and tags that hold too few."""

from __future__ import annotations

import difflib
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from goldrank.evidence.problems import Level, Problem
from goldrank.evidence.queries import RawQuery
from goldrank.measuring.overlaps import overlaps
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.text.quotes import paste, short
from goldrank.types import Query

ALIKE = 0.8  # of all terms of two queries, those that both have
COPIED_TERMS = 4  # in a row


def duplicates(queries: Sequence[RawQuery], tokenizer: Tokenizer) -> Iterator[Problem]:
    """Queries that ask in the same words as an earlier one (errors), and in nearly the same.

    The same words: the same terms in the same order. Nearly: at least `ALIKE` of all terms of the
    two stand in both (Jaccard). Each query is named once, with the earlier one that is most alike.
    """
    terms = [tuple(tokenizer(query.text)) for query in queries]
    first: dict[tuple[str, ...], int] = {}
    kept: list[int] = []
    for index, words in enumerate(terms):
        earlier = first.setdefault(words, index)
        if earlier == index:
            kept.append(index)
        else:
            yield _twice(queries[index], queries[earlier])
    for index, earlier, shared in _nearly([terms[i] for i in kept]):
        yield _alike(queries[kept[index]], queries[kept[earlier]], shared)


def _twice(query: RawQuery, earlier: RawQuery) -> Problem:
    return _problem(
        query,
        "duplicate",
        f"asks the same as {earlier.query_id} ({_place(earlier, query)}), and counts twice in every "
        f"mean; {_difference(query, earlier)}",
    )


def _alike(query: RawQuery, earlier: RawQuery, shared: float) -> Problem:
    return _problem(
        query,
        "near-duplicate",
        f"{short(query.text)} shares {shared:.0%} of its words with {earlier.query_id} "
        f"({_place(earlier, query)}), {short(earlier.text)}; {_difference(query, earlier)}",
        warning=True,
    )


def _difference(query: RawQuery, earlier: RawQuery) -> str:
    if query.needs == earlier.needs:
        return "both name the same evidence: keep one"
    return "they name different evidence: keep both only if that is the point"


def _place(earlier: RawQuery, query: RawQuery) -> str:
    return f"line {earlier.line}" if earlier.source == query.source else f"{earlier.source}"


def _nearly(terms: Sequence[Sequence[str]]) -> Iterator[tuple[int, int, float]]:
    """For each row that is nearly an earlier one: the row, that one, and what they share."""
    sets = [frozenset(words) for words in terms]
    for row, other, both, sizes in overlaps(sets, range(len(sets))):
        share = both / (sizes - both)
        best: dict[int, tuple[float, int]] = {}
        for at in np.flatnonzero((other < row) & (share >= ALIKE)):
            index, candidate = int(row[at]), (float(share[at]), -int(other[at]))
            best[index] = max(best.get(index, candidate), candidate)
        for index, (shared, earlier) in sorted(best.items()):
            yield index, -earlier, shared


def copies(
    queries: Sequence[Query], raw: Mapping[str, RawQuery], tokenizer: Tokenizer
) -> Iterator[Problem]:
    """Queries of which most terms stand verbatim in a row in their evidence.

    Such a query measures whether a search finds the words it was given; searchers rarely have them.
    """
    for query in queries:
        terms = tokenizer(query.text)
        runs = (
            _run(terms, tokenizer(evidence.quote))
            for need in query.needs
            for evidence in need.evidence
        )
        run = max(runs, key=len, default=[])
        if len(run) >= COPIED_TERMS and len(run) > len(terms) / 2:
            yield _problem(
                raw[query.query_id],
                "copied",
                f"{len(run)} of its {len(terms)} words stand in a row in its own evidence "
                f"({short(' '.join(run))}), which flatters word search; ask as a searcher would",
                warning=True,
            )


def _run(terms: Sequence[str], evidence: Sequence[str]) -> Sequence[str]:
    matcher = difflib.SequenceMatcher(None, evidence, terms, autojunk=False)
    match = matcher.find_longest_match()
    return terms[match.b : match.b + match.size]


def without_evidence(queries: Sequence[RawQuery]) -> Iterator[Problem]:
    """Queries that name no evidence and so stay out of every mean."""
    for query in queries:
        if not query.needs:
            yield _problem(
                query, "no-evidence", "names no evidence and is in no mean; add some", warning=True
            )


def unsaid_needs(queries: Sequence[RawQuery]) -> Iterator[Problem]:
    """Queries that list several places and do not say whether all of them are needed.

    Each place is then a need of its own; who meant alternatives would get a fraction of the recall.
    """
    for query in queries:
        answers = [named for group in query.needs for named in group if named.grade]
        entries = [named for named in answers if named.path[:1] != ("needs",)]
        count = sum(any(named.grade for named in group) for group in query.needs)
        if len(entries) < 2 or all(named.need is not None for named in entries):
            continue
        each = ", ".join(paste(need=number) for number in range(1, len(entries) + 1))
        yield Problem(
            query.query_id,
            query.source,
            query.line,
            "unsaid-needs",
            f'names {len(entries)} places in "evidence" and does not say by "need" what they are '
            f"for: they count as {count} needs, and finding one of them as a recall of "
            f"1/{count}. Does the query need all of them, or is any one an answer?",
            f"{each} in them, in order, where all are needed; or {paste(need=1)} in each of them, "
            "where any one is an answer",
            level="warning",
        )


def least_queries(alpha: float = 0.05) -> int:
    """The fewest queries with which a paired test can reach `alpha` at all.

    With n queries that all moved the same way, an exact two-sided randomization test gives
    p = 2 / 2^n, and nothing smaller.

    >>> least_queries(), 2 / 2**5, 2 / 2**6
    (6, 0.0625, 0.03125)
    """
    return math.ceil(1 - math.log2(alpha))


def small_tags(queries: Sequence[RawQuery], source: str, alpha: float = 0.05) -> Iterator[Problem]:
    """Tags, and whole sets, with too few queries for any difference to be told from chance."""
    least = least_queries(alpha)
    judged = [query for query in queries if query.needs]
    counts = Counter(tag for query in judged for tag in dict.fromkeys(query.tags))
    groups = [(f"tag {tag!r}", count) for tag, count in counts.items()]
    for name, count in [("the suite", len(judged)), *groups]:
        if count < least:
            words = "query" if count == 1 else "queries"
            yield Problem(
                None,
                source,
                None,
                "few-queries",
                f"{name} has {count} {words} with evidence: fewer than {least} cannot show a "
                f"difference at alpha {alpha:g}, even where all of them move the same way",
                level="warning",
            )


def _problem(query: RawQuery, kind: str, message: str, warning: bool = False) -> Problem:
    level: Level = "warning" if warning else "error"
    return Problem(query.query_id, query.source, query.line, kind, message, level=level)
