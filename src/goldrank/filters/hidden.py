"""Evidence that a query's own filter hides: it is no gold, its text goes no further, and it is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from goldrank.filters.rules import Flags
from goldrank.filters.sight import Sight
from goldrank.types import Document, Need, Query


def without_hidden(
    queries: Sequence[Query], sight: Sight, documents: Sequence[Document]
) -> list[Query]:
    """The queries with the evidence that they may see.

    What a filter hides stands in `Need.hidden`, without its text. A need that has nothing left is
    in no mean, as one without evidence is. Raises `GoldrankError` for a filter that cannot be read.
    """
    place = {document.doc_id: n for n, document in enumerate(documents)}
    return [
        query if not query.filter else _seeing(query, sight.allowed(query), place)
        for query in queries
    ]


def _seeing(query: Query, allowed: Flags, place: Mapping[str, int]) -> Query:
    return replace(query, needs=tuple(_left(need, allowed, place) for need in query.needs))


def _left(need: Need, allowed: Flags, place: Mapping[str, int]) -> Need:
    seen = [bool(allowed[place[each.doc_id]]) for each in need.evidence]
    if all(seen):
        return need
    count = len(seen)
    return replace(
        need,
        evidence=tuple(e for e, is_seen in zip(need.evidence, seen, strict=True) if is_seen),
        repeats=sum(seen[count - need.repeats :]),
        elsewhere=sum(seen[count - need.elsewhere :]),
        hidden=tuple(
            replace(e, quote="")
            for e, is_seen in zip(need.evidence, seen, strict=True)
            if not is_seen
        ),
    )
