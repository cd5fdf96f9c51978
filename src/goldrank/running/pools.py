"""What is indexed of one chunker's chunks, and how its scores become those of what is ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldrank.corpus.corpus import Corpus
from goldrank.rankers.fold import Fold
from goldrank.suites.suite import Suite
from goldrank.types import Chunk


@dataclass(frozen=True, slots=True)
class Pools:
    """The chunks that each side indexes, and how the scores of a side fold to documents.

    Where chunks are ranked, both are the chunker's own and nothing folds. Where documents are, a
    document's own vector may join the dense one, and the lexical one may hold whole documents.
    """

    by_side: Mapping[str, Sequence[Chunk]]
    folds: Mapping[str, Fold]


def pools_of(chunks: Sequence[Chunk], corpus: Corpus, suite: Suite) -> Pools:
    """What `suite` indexes of `chunks`."""
    if suite.unit == "chunk":
        return Pools({"dense": chunks, "lexical": chunks}, {})
    pools: dict[str, Sequence[Chunk]] = {"dense": chunks, "lexical": chunks}
    if suite.document_vector:
        held = set(chunks)
        wholes = [whole for whole in whole_documents(corpus) if whole not in held]
        pools["dense"] = [*chunks, *wholes]
    if suite.lexical_unit == "document":
        pools["lexical"] = whole_documents(corpus)
    ids = [document.doc_id for document in corpus.documents]
    return Pools(pools, {side: fold_of(pool, ids) for side, pool in pools.items()})


def whole_documents(corpus: Corpus) -> list[Chunk]:
    """One chunk for each document: its body, from the first character to the last."""
    whole: list[Chunk] = []
    for document in corpus.documents:
        start = corpus.outlines[document.doc_id].body_start
        body = document.text[start:]
        if body.strip():
            lead = len(body) - len(body.lstrip())
            whole.append(Chunk(document.doc_id, start + lead, start + len(body.rstrip())))
    return whole


def fold_of(chunks: Sequence[Chunk], doc_ids: Sequence[str]) -> Fold:
    """How the scores of `chunks` fold to documents."""
    place = {doc_id: index for index, doc_id in enumerate(doc_ids)}
    return Fold.of([place[chunk.doc_id] for chunk in chunks], len(doc_ids))
