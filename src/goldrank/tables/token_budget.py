"""How many tokens a reader of the ranking pays until the gold chunk is among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.frames.systems import by_system
from goldrank.running.ranking import Ranked
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk, System


def chunk_tokens(chunks: Sequence[Chunk], corpus: Corpus, counter: TokenCounter) -> list[int]:
    """The content tokens of each chunk's own text, prefix not counted."""
    texts = {document.doc_id: document.text for document in corpus.documents}
    return [counter.count(texts[c.doc_id][c.start : c.end]) for c in chunks]


def tokens_to_gold(
    needs: pd.DataFrame,
    ranked: Mapping[System, Ranked],
    query_ids: Sequence[str],
    tokens: Sequence[int],
) -> pd.Series:
    """For each row of `needs`, the tokens of the ranked chunks up to and including the gold one.

    `query_ids` names the rows of the rankings, `tokens` is the size of each unit. Missing where the need is not retrieved, or ranks deeper than
    what is kept of the rankings.
    """
    sizes = np.array([*tokens, 0], dtype=np.int64)  # the place -1 of a short ranking is empty
    row_of = {query_id: row for row, query_id in enumerate(query_ids)}
    paid = pd.Series(pd.NA, index=needs.index, dtype="Int64")
    for system, mine in by_system(needs):
        top = ranked[system].top
        known = mine[(mine["rank"] <= top.shape[1]).fillna(False)]
        rows = [row_of[query_id] for query_id in known["query_id"]]
        spent = np.cumsum(sizes[top], axis=1)
        paid[known.index] = spent[rows, known["rank"].to_numpy(dtype=np.int64) - 1]
    return paid
