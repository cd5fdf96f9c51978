"""All documents of a corpus on one line, in characters or in tokens."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.corpus import Corpus
from goldrank.text.tokens import TokenCounter
from goldrank.types import Span


class Line:
    """Documents one after another, with room between, so that none touches the next.

    `starts` are the places in each document where its units begin, or `None` where they are its
    characters; a token belongs to what holds its beginning.
    """

    def __init__(
        self, sizes: Mapping[str, int], starts: Mapping[str, NDArray[np.int64]] | None = None
    ) -> None:
        before = accumulate((size + 1 for size in sizes.values()), initial=0)
        self._before = dict(zip(sizes, before, strict=False))
        self._starts = starts

    @classmethod
    def of_characters(cls, corpus: Corpus) -> Line:
        """In characters."""
        return cls({document.doc_id: len(document.text) for document in corpus.documents})

    @classmethod
    def of_tokens(cls, corpus: Corpus, counter: TokenCounter) -> Line:
        """In the tokens of `counter`."""
        starts = {
            document.doc_id: np.array([s.start for s in counter.spans(document.text)], np.int64)
            for document in corpus.documents
        }
        return cls({doc_id: len(places) for doc_id, places in starts.items()}, starts)

    def place(self, doc_id: str, start: int, end: int) -> Span:
        """Where the characters `[start, end)` of a document are on the line.

        >>> Line({"a.md": 10, "b.md": 5}).place("b.md", 1, 3)
        Span(start=12, end=14)
        """
        if self._starts is not None:
            start, end = map(int, np.searchsorted(self._starts[doc_id], (start, end)))
        before = self._before[doc_id]
        return Span(before + start, before + end)
