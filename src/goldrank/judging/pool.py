"""The pool of a run: the first units of all its systems together, for a person to grade blind."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.exchange.exports.results import Results
from goldrank.judging.grades import GradeFile, Judged, Unit
from goldrank.judging.passages import Passage
from goldrank.judging.walk import Walk
from goldrank.types import Span


@dataclass(frozen=True, slots=True)
class Pooled:
    """A unit to grade for a query; nothing of it says which system found it, or where."""

    query_id: str
    unit_id: str
    question: str
    passage: Passage

    @property
    def unit(self) -> Unit:
        """What it is in a file of judgments."""
        return self.query_id, self.unit_id


def first_units(results: Results, k: int) -> dict[str, list[str]]:
    """The first `k` units of all systems together, by query, each once, by name."""
    if k < 1:
        raise GoldrankError(f"--k: expected 1 or more, got {k}")
    found: dict[str, set[str]] = {}
    for system in results.kept:
        for query_id, units in results.rankings(system):
            found.setdefault(query_id, set()).update(units[:k])
    return {query_id: sorted(units) for query_id, units in found.items()}


def pool_of(results: Results, k: int, corpus: Corpus, seed: int = 0) -> list[Pooled]:
    """What is to be graded, the queries in the order of the run, the units of each shuffled.

    The shuffle is by `seed` and the unit's name alone: a pool that grows with another system
    leaves the order of the others as it was.
    """
    queries, chunks = results.run.queries, results.run.chunks
    texts = dict(zip(queries.query_id, queries.text, strict=True))
    columns = (chunks[name] for name in ("chunk_id", "doc_id", "start", "end"))
    places = {
        str(unit): (str(doc_id), Span(int(start), int(end)))
        for unit, doc_id, start, end in zip(*columns, strict=True)
    }
    return [
        Pooled(query_id, unit_id, str(texts[query_id]), _passage(unit_id, places, corpus))
        for query_id, units in first_units(results, k).items()
        for unit_id in sorted(units, key=lambda unit: _shuffled(seed, query_id, unit))
    ]


def _shuffled(seed: int, query_id: str, unit_id: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{query_id}\0{unit_id}".encode()).digest()


def _passage(unit_id: str, places: Mapping[str, tuple[str, Span]], corpus: Corpus) -> Passage:
    doc_id, span = places.get(unit_id, (unit_id, None))
    document = corpus.document(doc_id)
    start, end = span or Span(0, len(document.text))
    titles = corpus.outlines[doc_id].titles_at(start)
    return Passage(doc_id, start, end, document.text[start:end], document.title, titles)


@dataclass(slots=True)
class Pooling:
    """A session of `bench evidence pool`: which unit is looked at, and the judge's file."""

    pool: Sequence[Pooled]
    file: GradeFile
    walk: Walk[Unit]

    @classmethod
    def begun(cls, pool: Sequence[Pooled], file: GradeFile) -> Pooling:
        """At the first unit that this judge has not graded."""
        return cls(pool, file, Walk.begun([pooled.unit for pooled in pool], file.judged))

    @property
    def pooled(self) -> Pooled:
        """The unit that is looked at."""
        return self.pool[self.walk.at]

    def grade(self, grade: int, span: Span | None = None) -> None:
        """Grade the unit, and go on; `span` is the stretch of it that answers."""
        pooled = self.pooled
        start = pooled.passage.start
        quote = "" if span is None else pooled.passage.text[span.start - start : span.end - start]
        doc_id = pooled.passage.doc_id
        self.file.add(Judged(pooled.query_id, pooled.unit_id, grade, doc_id, span, quote))
        self.walk.go_on()
