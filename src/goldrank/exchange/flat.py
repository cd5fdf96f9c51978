"""A judged set as a format holds it that judges whole documents and knows no needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from goldrank.evidence.queries import Named, RawQuery
from goldrank.evidence.written import documents_judged, judged_twice
from goldrank.exchange.base import JudgedSet, is_place
from goldrank.exchange.ledger import Ledger

_CUTS = re.compile("[\t\n\r\ufeff]")
"""What ends a cell or a line of a table, or is passed over at the beginning of a file."""


def flattened(judged: JudgedSet, ledger: Ledger, format: str) -> JudgedSet:
    """The same documents, and queries whose needs are one document each; what is lost is said."""
    queries = [_flat(query, ledger, format) for query in judged.queries]
    return JudgedSet(judged.documents, list(_writable(queries, ledger, format)))


def _flat(query: RawQuery, ledger: Ledger, format: str) -> RawQuery:
    entries = [named for group in query.needs for named in group]
    places = sum(map(is_place, entries))
    which = query.query_id
    said = f"is of a place, which {format} does not hold: of its document now"
    ledger.change("judgment", said, which, places)
    many = sum(len(group) for group in query.needs if len(group) > 1)
    said = f"is one of several of a need, which {format} does not hold: a need of its own now"
    ledger.change("judgment", said, which, many)
    said = "is one of several of a document: its best grade stands once"
    ledger.leave_out("judgment", said, which, judged_twice(query.needs))
    if not entries and query.answerable:
        said = f"has no judgment, and {format} passes over such a query"
        ledger.change("query", said, which)
    best = documents_judged(query.needs)
    return replace(query, needs=tuple((Named(key, grade=grade),) for key, grade in best.items()))


def _writable(queries: list[RawQuery], ledger: Ledger, format: str) -> Iterator[RawQuery]:
    for query in queries:
        if _CUTS.search(query.query_id):
            ledger.leave_out(
                "query",
                f"its id holds what a table of {format} does not: a tab, an end of line, a mark",
                query.query_id,
            )
            said, count = "its query was left out", len(query.needs)
            ledger.leave_out("judgment", said, query.query_id, count)
            continue
        kept = tuple(group for group in query.needs if not _CUTS.search(group[0].doc_id))
        said = f"its document has an id that a table of {format} does not hold"
        ledger.leave_out("judgment", said, query.query_id, len(query.needs) - len(kept))
        yield replace(query, needs=kept)
