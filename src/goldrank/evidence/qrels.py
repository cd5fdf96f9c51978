"""Judgments of whole documents that stand in a file of their own, beside the queries."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.text.first_few import first_few
from goldrank.text.trec import judgment_rows


def with_qrels(queries: Sequence[RawQuery], path: Path) -> list[RawQuery]:
    """`queries` with what the file `path` judges, each document a need of its own.

    `path` is TREC's qrels or BEIR's. A grade below 0, as TREC has them, is 0: judged and not
    relevant.

    Raises:
        GoldrankError: a line is no judgment, judges a document again or a query that there is not,
            or a query has evidence of its own; says which line or query.
    """
    judged: dict[str, dict[str, int]] = {}
    for line, query_id, doc_id, grade in judgment_rows(path, decode=True):
        if not re.fullmatch(r"-?\d{1,9}", grade):
            raise GoldrankError(f"{path}:{line}: expected a whole number as grade, got {grade!r}")
        if doc_id in (found := judged.setdefault(query_id, {})):
            raise GoldrankError(f"{path}:{line}: {query_id} {doc_id} is judged again; keep one")
        found[doc_id] = max(0, int(grade))
    unknown = sorted(set(judged) - {query.query_id for query in queries})
    if unknown:
        raise GoldrankError(
            f"{path}: it judges {len(unknown):,} queries that no query file holds: "
            f"{first_few(unknown, 5)}; add them, or take their lines out"
        )
    return [_with(query, judged.get(query.query_id, {}), path) for query in queries]


def _with(query: RawQuery, judged: dict[str, int], path: Path) -> RawQuery:
    if judged and query.needs:
        raise GoldrankError(
            f"query {query.query_id}: it has evidence in {query.source}, and {path} judges it too; "
            "keep one"
        )
    if judged and not query.answerable:
        raise GoldrankError(
            f'query {query.query_id}: "answerable": false says that nothing answers it, and {path} '
            "judges it; leave one of them out"
        )
    needs = tuple((Named(doc_id, grade=grade),) for doc_id, grade in judged.items())
    return replace(query, needs=needs) if judged else query
