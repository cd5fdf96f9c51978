"""BEIR's folder of what a chunker made: the chunks as documents, judged as the run judged them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.jsonl import object_of
from goldrank.exchange.beir import write_judged, write_lines
from goldrank.exchange.exports.results import Results, file_name
from goldrank.frames.rows import rows_of


def write(results: Results, folder: Path, corpus: Corpus) -> None:
    """A folder for each chunker, with the text of its units as it is ranked under `raw`."""
    for chunker in results.chunkers:
        below = folder / file_name(chunker)
        below.mkdir()
        write_lines(below / "corpus.jsonl", _units(results, chunker, corpus))
        write_lines(below / "queries.jsonl", _queries(results))
        write_judged(below, results.qrels(chunker))


def _units(results: Results, chunker: str, corpus: Corpus) -> Iterator[Mapping[str, Any]]:
    if results.run.suite.unit == "document":
        yield from map(object_of, corpus.documents)
        return
    texts = {document.doc_id: document.text for document in corpus.documents}
    chunks = results.run.chunks
    for row in rows_of(chunks[chunks.chunker == chunker]):
        doc_id, start, end = str(row["doc_id"]), int(row["start"]), int(row["end"])
        # Its readers put the title before the text: with none, the chunk stands as it is.
        yield {
            "_id": str(row["chunk_id"]),
            "title": "",
            "text": texts[doc_id][start:end],
            "metadata": {"doc_id": doc_id, "start": start, "end": end, "title": str(row["title"])},
        }


def _queries(results: Results) -> Iterator[Mapping[str, Any]]:
    for row in rows_of(results.run.queries):
        tags = str(row["tags"]).split()
        yield {
            "_id": str(row["query_id"]),
            "text": str(row["text"]),
            "metadata": {"tags": tags} if tags else {},
        }
