"""What an encoder does not read of the queries: in the tables, and said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.encoders.base import Reading
from goldrank.rankers.graph import Graph, dense_of
from goldrank.text.first_few import first_few
from goldrank.text.quotes import short
from goldrank.types import Query, Variant

EXAMPLES = 3
MOSTLY = 0.5
"""A query is named where a larger share of its tokens is unknown."""
QUERY_READ = "query_read"
"""The column of `needs` that is there where some query is not read whole."""


def read_whole(readings: Sequence[Reading]) -> bool:
    """Whether every query is read to its end, and known."""
    return all(reading.token_share == 1 for reading in readings)


def with_read(queries: pd.DataFrame, readings: Sequence[Reading]) -> pd.DataFrame:
    """The table of queries with what is read of each, where that is not all of all of them.

    `tokens` of each are counted, `read_tokens` are inside the window and known, `unknown_tokens`
    inside it and unknown; `unread` has the stretches of the text that are not read, as JSON.
    """
    if read_whole(readings):
        return queries
    texts = zip(queries.text, readings, strict=True)
    return queries.assign(
        tokens=[r.tokens for r in readings],
        read_tokens=[r.read - r.unknown_tokens for r in readings],
        unknown_tokens=[r.unknown_tokens for r in readings],
        unread=[json.dumps(r.unread(str(text))) for text, r in texts],
    )


def with_query_read(
    needs: pd.DataFrame,
    query_ids: Sequence[str],
    read: Mapping[str, Sequence[Reading]],
    variants: Mapping[str, Variant],
    rankers: Graph,
) -> pd.DataFrame:
    """The table of needs with the share of its query's tokens that is read, where not all are.

    Only what ranks by vectors has one: the other rankers read the whole query. `read` is by
    encoder. Where a ranker rests on several, what one of them reads is read.
    """
    if all(map(read_whole, read.values())):
        return needs
    shares = {
        (encoder, query_id): reading.token_share
        for encoder, readings in read.items()
        for query_id, reading in zip(query_ids, readings, strict=True)
    }
    encoders = {
        (variant, ranker): [v.encoder for v in dense_of(str(ranker), variants[variant], rankers)]
        for variant, ranker in needs[["variant", "ranker"]].drop_duplicates().to_numpy()
    }
    shown = [
        max(
            (shares.get((encoder, query), np.nan) for encoder in encoders[variant, ranker]),
            default=np.nan,
        )
        for variant, ranker, query in zip(needs.variant, needs.ranker, needs.query_id, strict=True)
    ]
    return needs.assign(**{QUERY_READ: pd.Series(shown, index=needs.index, dtype=float)})


def query_notices(queries: Sequence[Query], readings: Sequence[Reading]) -> list[str]:
    """How many queries are cut by the window, and how many are mostly unknown, with examples."""
    pairs = list(zip(queries, readings, strict=True)) if readings else []
    cut = [(q, f"{r.read:,} of {r.tokens:,} tokens") for q, r in pairs if r.is_cut]
    unknown = [
        (q, f"{r.unknown_tokens:,} of {r.read:,} tokens: {short(q.text, 40)}")
        for q, r in pairs
        if r.read and r.unknown_tokens > MOSTLY * r.read
    ]
    said = []
    if cut:
        said.append(
            f"{_of(len(cut), len(pairs), 'is', 'are')} longer than the encoder's window, and by vector only "
            f"the beginning is read: {_examples(cut)}"
        )
    if unknown:
        said.append(
            f"{_of(len(unknown), len(pairs), 'consists', 'consist')} mostly of tokens that are "
            "unknown to the encoder's tokenizer, which tell the vector side nothing: "
            f"{_examples(unknown)}"
        )
    return said


def query_remark(reading: Reading) -> str:
    """What a reader must know of one query that is not read whole.

    >>> query_remark(Reading(90, 60, 400, b""))
    'by vector, 60 of its 90 tokens are read: it is longer than the window'
    >>> query_remark(Reading(4, 4, 20, b"", unknown_tokens=3))
    'by vector, 1 of its 4 tokens is read: 3 are unknown to the tokenizer'
    """
    if reading.token_share == 1:
        return ""
    known = reading.read - reading.unknown_tokens
    why = ["it is longer than the window"] if reading.is_cut else []
    if count := reading.unknown_tokens:
        why.append(f"{count:,} {'is' if count == 1 else 'are'} unknown to the tokenizer")
    are = "is" if known == 1 else "are"
    return f"by vector, {known:,} of its {reading.tokens:,} tokens {are} read: {', and '.join(why)}"


def unread_of(queries: pd.DataFrame) -> Mapping[str, list[tuple[int, int]]]:
    """The stretches of each query that are not read, from a run's table."""
    if "unread" not in queries:
        return {}
    return {
        str(query_id): [(int(start), int(end)) for start, end in json.loads(spans)]
        for query_id, spans in zip(queries.query_id, queries.unread, strict=True)
    }


def _of(count: int, of: int, one: str, many: str) -> str:
    return f"{count:,} of {of:,} queries {one if count == 1 else many}"


def _examples(found: Sequence[tuple[Query, str]]) -> str:
    return first_few(
        [f"{query.query_id} ({what})" for query, what in found], EXAMPLES, last=", and "
    )
