"""What is indexed where chunks are ranked, and where documents are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.tiny import write_tiny

from goldrank.progress import Silent
from goldrank.running.pools import fold_of, pools_of
from goldrank.suites.inputs import read
from goldrank.suites.suite import load_suite
from goldrank.types import Chunk


def test_chunks_fold_to_their_documents():
    chunks = [Chunk("a", 0, 1), Chunk("c", 0, 1), Chunk("c", 1, 2), Chunk("a", 0, 9)]
    fold = fold_of(chunks, ["a", "b", "c"])
    assert fold.sizes.tolist() == [2, 0, 2]
    folded = fold(np.array([[5, 7, 9, 6]], dtype=np.int64))
    assert (folded[0, 0], folded[0, 2]) == (6, 9)


def test_a_document_that_is_one_chunk_joins_no_pool_twice(tmp_path: Path):
    files = {"a.md": "# A\n\none\n\n## B\n\ntwo\n", "b.md": "three\n"}
    top = 'unit = "document"\ndocument_vector = true\nlexical_unit = "document"\n'
    queries = [{"query_id": "q", "text": "one", "evidence": [{"doc_id": "a.md"}]}]
    suite = load_suite(write_tiny(tmp_path, top, files=files, queries=queries))
    corpus = read(suite, Silent())
    chunks = [Chunk("a.md", 5, 8), Chunk("a.md", 16, 19), Chunk("b.md", 0, 5)]
    pools = pools_of(chunks, corpus, suite)
    # The body of a.md begins with its first heading line.
    whole = Chunk("a.md", 0, 19)
    assert pools.by_side == {"dense": [*chunks, whole], "lexical": [whole, chunks[2]]}
    assert {side: fold.sizes.tolist() for side, fold in pools.folds.items()} == {
        "dense": [3, 1],
        "lexical": [1, 1],
    }
