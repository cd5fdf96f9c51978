"""Finding passages by words: in whole documents first, then in the passages of the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldrank.corpus.corpus import Corpus
from goldrank.judging.passages import Passage, passages_of
from goldrank.rankers.bm25 import Bm25, Bm25Index
from goldrank.rankers.order import NOT_RETRIEVED, top

DOCUMENTS = 20
"""How many documents, best first, passages are taken from."""
SHOWN = 30
"""How many passages are offered."""


@dataclass(frozen=True, slots=True, eq=False)
class PassageSearch:
    """BM25 over the raw text of whole documents, and over their passages under their headings.

    No encoder and no chunker has a part in it, and no ranking of a run.

    >>> from goldrank.corpus.corpus import parse_document
    >>> texts = {"a.md": b"# Leave\\n\\nAsk early.\\n", "b.md": b"# Pay\\n\\nIt is monthly.\\n"}
    >>> search = PassageSearch.of(Corpus.of(parse_document(*each) for each in texts.items()))
    >>> [passage.text for passage in search("is leave paid early")]
    ['Ask early.', 'It is monthly.']
    """

    passages: tuple[Passage, ...]
    document_of: np.ndarray  # of each passage: which document it is in, from 0
    documents: Bm25Index
    within: Bm25Index

    @classmethod
    def of(cls, corpus: Corpus) -> PassageSearch:
        """Count the words of all documents and passages."""
        passages = tuple(passages_of(corpus))
        places = {document.doc_id: place for place, document in enumerate(corpus.documents)}
        return cls(
            passages,
            np.array([places[passage.doc_id] for passage in passages], dtype=np.int64),
            Bm25().fit([f"{document.title}\n{document.text}" for document in corpus.documents]),
            Bm25().fit([_with_headings(passage) for passage in passages]),
        )

    def __call__(self, words: str, shown: int = SHOWN) -> tuple[Passage, ...]:
        """The passages that share words with `words`, best first; equal ones in corpus order."""
        (by_document,) = self.documents.scores([words])
        (row,) = self.within.scores([words])
        held = np.isin(self.document_of, top(by_document, DOCUMENTS))
        return tuple(self._at(top(np.where(held, row, NOT_RETRIEVED), shown)))

    def _at(self, positions: Sequence[int] | np.ndarray) -> list[Passage]:
        return [self.passages[int(position)] for position in positions]


def _with_headings(passage: Passage) -> str:
    return "\n".join([passage.title, *passage.titles, passage.text])
