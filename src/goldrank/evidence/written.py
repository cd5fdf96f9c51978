"""A query as an object of a query file: what `queries.py` reads back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from goldrank.evidence.queries import Named, RawQuery
from goldrank.types import Need, Query


def query_object(query: RawQuery) -> dict[str, Any]:
    """The object that reads back as `query`; what is as by default is left out.

    >>> query_object(RawQuery("q", "how?", (), ((Named("a.md", quote="so"),),), 1, ""))
    {'query_id': 'q', 'text': 'how?', 'evidence': [{'doc_id': 'a.md', 'quote': 'so'}]}
    """
    made: dict[str, Any] = {"query_id": query.query_id, "text": query.text}
    if query.tags:
        made["tags"] = list(query.tags)
    if query.cluster:
        made["cluster"] = query.cluster
    if not query.answerable:
        made["answerable"] = False
    if query.filter:
        made["filter"] = dict(query.filter)
    # In the long form it is said which need each place is for; one place needs no such word.
    if sum(map(len, query.needs)) > 1:
        made["needs"] = [[_entry(named) for named in group] for group in query.needs]
    elif query.needs:
        made["evidence"] = [_entry(named) for group in query.needs for named in group]
    return made


def as_named(query: Query, source: str = "") -> RawQuery:
    """A located query as a file would name it: by offsets and quote, without repeats."""
    needs = tuple(_named_group(need) for need in query.needs)
    return RawQuery(
        query.query_id,
        query.text,
        query.tags,
        needs,
        query.line or 0,
        source,
        query.cluster,
        query.answerable,
        query.filter,
    )


def documents_judged(needs: Sequence[Sequence[Named]]) -> dict[str, int]:
    """The best grade that each document has in any need.

    >>> documents_judged([[Named("a", grade=1), Named("b")], [Named("a", grade=2)]])
    {'a': 2, 'b': 1}
    """
    best: dict[str, int] = {}
    for named in (named for group in needs for named in group):
        best[named.doc_id] = max(named.grade, best.get(named.doc_id, named.grade))
    return best


def judged_twice(needs: Sequence[Sequence[Named]]) -> int:
    """How many judgments say again of a document what another one says of it."""
    counts = Counter(named.doc_id for group in needs for named in group)
    return counts.total() - len(counts)


def _named_group(need: Need) -> tuple[Named, ...]:
    own = need.evidence[: len(need.evidence) - need.repeats]
    return tuple(
        Named(each.doc_id, each.quote or None, (), each.start, each.end, grade=each.grade)
        for each in own
    )


def _entry(named: Named) -> dict[str, Any]:
    made: dict[str, Any] = {"doc_id": named.doc_id}
    if named.section:
        made["section"] = list(named.section)
    if named.start is not None:
        made |= {"start": named.start, "end": named.end}
    if named.quote is not None:
        made["quote"] = named.quote
    if named.any:
        made["any"] = True
    if named.grade != 1:
        made["grade"] = named.grade
    return made
