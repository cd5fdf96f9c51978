"""Judgments of whole documents, query by query, from a file of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import whole

Row = tuple[str, str, str]


def judged(
    queries: Sequence[RawQuery], rows: Iterable[Row], ledger: Ledger, where: str
) -> list[RawQuery]:
    """`queries` with the judgments of `rows` (query, document, grade), each a need of its own.

    Queries that `where` does not judge are left out, unless nothing is said to answer them.
    """
    grades: dict[str, dict[str, int]] = {query.query_id: {} for query in queries}
    for query_id, doc_id, grade in rows:
        ledger.found("judgment")
        which, value = f"{query_id}: {doc_id}", whole(grade)
        if query_id not in grades:
            ledger.leave_out("judgment", "names a query that is not there", which)
        elif value is None:
            ledger.leave_out("judgment", "its grade is no whole number", f"{which}: {grade}")
        elif doc_id in (of := grades[query_id]):
            said = "is there twice: the better grade is kept"
            ledger.leave_out("judgment", said, which)
            of[doc_id] = max(value, of[doc_id])
        else:
            of[doc_id] = value
    found = []
    for query in queries:
        needs = tuple((Named(doc_id, grade=g),) for doc_id, g in grades[query.query_id].items())
        if not needs and query.answerable:
            ledger.leave_out("query", f"is not judged in {where}", query.query_id)
            continue
        found.append(replace(query, needs=needs))
    return found


def again(queries: Iterable[RawQuery], ledger: Ledger) -> list[RawQuery]:
    """The first of each id: which of several a judgment is of cannot be told."""
    first: dict[str, RawQuery] = {}
    for query in queries:
        if first.setdefault(query.query_id, query) is not query:
            ledger.leave_out("query", "has the id of an earlier one", query.query_id)
    return list(first.values())
