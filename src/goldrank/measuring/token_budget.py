"""How many tokens a reader of the ranking pays until the gold chunk is among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.ranking import Ranked
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, System


def chunk_tokens(chunks: Sequence[Chunk], corpus: Corpus, counter: TokenCounter) -> list[int]:
    """The content tokens of each chunk's own text, prefix not counted."""
    texts = {document.doc_id: document.text for document in corpus.documents}
    return [counter.count(texts[c.doc_id][c.start : c.end]) for c in chunks]


def tokens_to_gold(
    needs: pd.DataFrame,
    ranked: Mapping[System, Ranked],
    gold_queries: Sequence[int],
    tokens: Sequence[int],
) -> pd.Series:
    """For each row of `needs`, the tokens of the ranked chunks up to and including the gold one.

    `needs` has its rows by system, then by need; `gold_queries` is the query of each need and
    `tokens` the size of each unit. Missing where the need is not retrieved, or ranks deeper than
    what is kept of the rankings.
    """
    sizes = np.array([*tokens, 0], dtype=np.int64)  # the place -1 of a short ranking is empty
    queries = np.array(gold_queries, dtype=np.int64)
    ranks = needs["rank"].to_numpy(dtype="float64", na_value=np.nan)
    paid: list[np.ndarray[tuple[int], np.dtype[np.float64]]] = []
    for at, answers in enumerate(ranked.values()):
        mine = ranks[at * len(queries) : (at + 1) * len(queries)]
        spent = np.cumsum(sizes[answers.top], axis=1)
        known = mine <= answers.top.shape[1]
        found = np.full(len(queries), np.nan)
        found[known] = spent[queries[known], mine[known].astype(np.int64) - 1]
        paid.append(found)
    whole = np.concatenate(paid) if paid else np.zeros(0)
    return pd.Series(whole, index=needs.index).astype("Int64")
