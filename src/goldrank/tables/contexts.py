"""Tables of what is read where a chunk ranks: needs served at equal numbers of tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.contexts.base import Context
from goldrank.contexts.itself import Itself
from goldrank.corpus.corpus import Corpus
from goldrank.evidence.gold import GoldNeed, gold_chunks
from goldrank.frames.schema.read import CONTEXT_NEEDS, CONTEXTS
from goldrank.frames.systems import SYSTEM
from goldrank.measuring.reading import Found, Stretch, read_down
from goldrank.running.work import Result, Work
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk

COLUMNS = [column.name for column in CONTEXT_NEEDS.columns]


def context_needs(work: Work, result: Result) -> pd.DataFrame:
    """One row per system, context and need of one chunker; empty where no context is named."""
    named = work.parts.contexts
    if not named:
        return CONTEXT_NEEDS.empty()
    places = DocumentTokens.of(work.corpus, work.parts.encoder.counter)
    tables = [_table(work, result, context, places) for context in (Itself(), *named)]
    return pd.concat(tables, ignore_index=True)


def contexts_table(
    needs: pd.DataFrame, sizes: Mapping[tuple[str, str], float], budgets: Sequence[int]
) -> pd.DataFrame:
    """One row per system and context; `sizes` are the mean tokens by chunker and context."""
    if needs.empty:
        return CONTEXTS.empty()
    key = [*SYSTEM, "context"]
    rows = []
    for names, mine in needs.groupby(key, sort=False):
        row = {
            **dict(zip(key, names, strict=True)),
            "context_tokens": sizes[str(names[0]), str(names[-1])],
            "needs": len(mine),
            "healed": int((mine["split"] & mine["holds"]).sum()),
        }
        rows.append(row | {f"served@{b}": served_within(mine, b).mean() for b in budgets})
    return pd.DataFrame(rows)


def served_within(needs: pd.DataFrame, budget: int) -> pd.Series:
    """For each query the share of its needs that are served within so many tokens."""
    inside = (needs["tokens"] <= budget).fillna(False).astype(float)
    return inside.groupby(needs["query_id"], sort=False).mean()


def context_sizes(work: Work) -> dict[tuple[str, str], float]:
    """The mean tokens of what is read, by chunker and context."""
    if not work.parts.contexts:
        return {}
    places = DocumentTokens.of(work.corpus, work.parts.encoder.counter)
    return {
        (result.indexed.chunker, context.name): float(
            np.mean([s.last - s.first for s in places.stretches(_read(work, result, context))])
        )
        for result in work.results
        for context in (Itself(), *work.parts.contexts)
    }


class DocumentTokens:
    """Where the tokens of every document begin; one belongs to what holds its beginning.

    A document is tokenized once, whatever is read of it.
    """

    def __init__(self, starts: Mapping[str, np.ndarray]) -> None:
        self._starts = starts
        self._numbers = {doc_id: number for number, doc_id in enumerate(starts)}

    @classmethod
    def of(cls, corpus: Corpus, counter: TokenCounter) -> DocumentTokens:
        """The tokens of a corpus."""
        return cls(
            {
                d.doc_id: np.array([s.start for s in counter.spans(d.text)], dtype=np.int64)
                for d in corpus.documents
            }
        )

    def stretches(self, read: Sequence[Chunk]) -> list[Stretch]:
        """The tokens of each place."""
        return [
            Stretch(
                self._numbers[each.doc_id],
                *map(int, np.searchsorted(self._starts[each.doc_id], (each.start, each.end))),
            )
            for each in read
        ]


def _read(work: Work, result: Result, context: Context) -> list[Chunk]:
    """What is read where each chunk ranks, as places."""
    documents = {document.doc_id: document for document in work.corpus.documents}
    by_document: dict[str, list[Chunk]] = {}
    for chunk in result.indexed.chunks:
        by_document.setdefault(chunk.doc_id, []).append(chunk)
    return [
        Chunk(doc_id, span.start, span.end)
        for doc_id, chunks in by_document.items()
        for span in context(documents[doc_id], work.corpus.outlines[doc_id], chunks)
    ]


def _table(work: Work, result: Result, context: Context, places: DocumentTokens) -> pd.DataFrame:
    read = _read(work, result, context)
    documents = {document.doc_id: document for document in work.corpus.documents}
    held = gold_chunks(work.queries, read, documents, work.parts.rule)
    stretches, most = places.stretches(read), max(work.prepared.suite.budgets)
    rows = []
    for system, ranked in result.ranked.items():
        found = _found(held, ranked.top, stretches, most)
        for need, chunk_need, answer in zip(held, result.gold, found, strict=True):
            rows.append(
                (
                    *system,
                    context.name,
                    work.queries[need.query].query_id,
                    need.need,
                    chunk_need.is_split,
                    not need.is_split,
                    answer.rank if answer else None,
                    answer.tokens if answer else None,
                )
            )
    table = pd.DataFrame(rows, columns=COLUMNS)
    return table.astype({"rank": "Int64", "tokens": "Int64", "split": bool, "holds": bool})


def _found(
    needs: Sequence[GoldNeed], top: np.ndarray, stretches: Sequence[Stretch], most: int
) -> list[Found | None]:
    """Where each need is served, by one pass down the ranking of each query."""
    by_query: dict[int, list[int]] = {}
    for index, need in enumerate(needs):
        by_query.setdefault(need.query, []).append(index)
    found: list[Found | None] = [None] * len(needs)
    for query, mine in by_query.items():
        answers = read_down(top[query].tolist(), stretches, most, [needs[n].gold for n in mine])
        for index, answer in zip(mine, answers, strict=True):
            found[index] = answer
    return found
