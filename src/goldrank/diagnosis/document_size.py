"""Many-section bias: documents with many chunks have many chances to rank high."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.systems import SYSTEM, by_system
from goldrank.measuring.reciprocal import mean_reciprocal_rank
from goldrank.running.ranking import Ranked
from goldrank.types import System

BANDS = ((1, 1), (2, 4), (5, 8), (9, 16), (17, 32))
"""Numbers of chunks that a document may have; beyond the last is the last band."""


def by_document_size(needs: pd.DataFrame, chunks: pd.DataFrame) -> pd.DataFrame:
    """Per system and band of the gold document's number of chunks, how needs rank.

    `needs` and `chunks` are a run's tables. `document_RR` is the mean reciprocal rank of the gold
    document by its best chunk, `in_document_RR` that of the gold chunk among its own document's,
    `RR` over all chunks. Without bias, `document_RR` does not rise with the number of chunks.
    Needs that no chunk holds are left out.
    """
    whole = needs[~needs.split.astype(bool) & needs.chunk_id.notna()]
    sizes = chunks.groupby(["chunker", "doc_id"]).size().rename("chunks").reset_index()
    owners = chunks[["chunker", "chunk_id", "doc_id"]]
    placed = whole.merge(owners, on=["chunker", "chunk_id"], how="left")
    # Where documents are ranked, the gold unit is the document.
    placed["doc_id"] = placed.doc_id.fillna(placed.chunk_id)
    placed = placed.merge(sizes, on=["chunker", "doc_id"], how="left")
    placed["band"] = [band_of(int(size)) for size in placed.chunks.fillna(0)]
    rows = []
    for system, mine in by_system(placed):
        for band in [name for name in _names() if name in set(mine.band)]:
            some = mine[mine.band == band]
            rows.append(
                {
                    **system._asdict(),
                    "band": band,
                    "needs": len(some),
                    "document_RR": mean_reciprocal_rank(some.document_rank),
                    "in_document_RR": mean_reciprocal_rank(some.rank_in_document),
                    "RR": mean_reciprocal_rank(some["rank"]),
                }
            )
    columns = [*SYSTEM, "band", "needs", "document_RR", "in_document_RR", "RR"]
    return pd.DataFrame(rows, columns=columns)


def band_of(chunks: int) -> str:
    """The band of a document with so many chunks.

    >>> [band_of(n) for n in (1, 3, 33)]
    ['1', '2-4', '33+']
    """
    names = _names()
    for (_, last), name in zip(BANDS, names, strict=False):
        if chunks <= last:
            return name
    return names[-1]


def _names() -> list[str]:
    last = BANDS[-1][1]
    return [str(a) if a == b else f"{a}-{b}" for a, b in BANDS] + [f"{last + 1}+"]


def size_lean(
    order: NDArray[np.int32], owners: Sequence[int], sizes: Sequence[int], depth: int = 10
) -> float:
    """How many more chunks the first documents have than documents have: 1.0 is no lean.

    `order` holds the positions of ranked units, one row a query, best first, -1 beyond the last;
    `owners` the document of each unit, `sizes` the number of chunks of each document. The mean
    over queries of the mean size of the first `depth` documents (a document stands where its best
    unit does), over the mean size. The same as `rankers.fold.size_bias` on folded scores, from
    rankings alone; of a ranking that was cut before `depth` documents, what is left.

    >>> size_lean(np.array([[0, 1, 2]], np.int32), [0, 0, 1], [2, 1], depth=1)
    1.3333333333333333
    """
    documents, count = np.asarray(owners, dtype=np.int64), np.asarray(sizes, dtype=np.float64)
    if not count.any():
        return float("nan")
    leans = []
    for row in order:
        found = list(dict.fromkeys(documents[row[row >= 0]].tolist()))[:depth]
        if found:
            leans.append(count[found].mean() / count[count > 0].mean())
    return float(np.mean(leans)) if leans else float("nan")


def size_leans(
    ranked: Mapping[System, Ranked], unit_documents: Sequence[str], chunk_documents: Sequence[str]
) -> pd.DataFrame:
    """One row per system: its `size_lean`.

    `unit_documents` names the document of each ranked unit, `chunk_documents` of each chunk.
    """
    counts = Counter(chunk_documents)
    ids = list(dict.fromkeys(unit_documents))
    place = {doc_id: n for n, doc_id in enumerate(ids)}
    owners, sizes = [place[d] for d in unit_documents], [counts[doc_id] for doc_id in ids]
    rows = [
        {**system._asdict(), "size_lean": size_lean(answers.top, owners, sizes)}
        for system, answers in ranked.items()
    ]
    return pd.DataFrame(rows, columns=[*SYSTEM, "size_lean"])
