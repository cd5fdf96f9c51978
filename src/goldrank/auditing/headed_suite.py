"""A suite that runs one chunker raw, with a header, and with a header of forty tokens."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from goldrank.auditing.chunks import AuditedChunks
from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.representations.abstract import Abstract
from goldrank.running.prepared import Prepared
from goldrank.suggest import unknown
from goldrank.suites.suite import Suite, make_suite
from goldrank.text.tokens import TokenCounter
from goldrank.types import Chunk

RAW: Final = "raw"
LONG: Final = "forty tokens"
TOKENS: Final = 40
RANKERS: Final = ("vector", "bm25")


@contextmanager
def headed_suite(prepared: Prepared, audited: AuditedChunks, header: str) -> Iterator[Suite]:
    """The suite of `prepared` with the variants `raw`, `header` and `forty tokens`, by vector and BM25.

    The long header of a chunk is `header`'s prefix, then the document's abstract (or its lead), cut
    after forty tokens. It is in a file that is gone when the suite is left. Raises `GoldrankError`
    for an unknown representation, and where documents are ranked.
    """
    suite = prepared.suite
    if suite.unit != "chunk":
        raise GoldrankError(
            "a header's gain is told by class of chunks, and the suite ranks documents"
        )
    known = [name for name in prepared.parts.representations if name != RAW]
    if header not in known:
        raise GoldrankError(f"--header: {unknown('representation', header, known)}")
    with TemporaryDirectory(prefix="goldrank-") as folder:
        path = Path(folder) / "headers.jsonl"
        path.write_text(_long_headers(prepared, audited, header), encoding="utf-8")
        table = _table(suite, audited.chunker, header, path)
        yield make_suite(table, suite.name, suite.folder, suite.working_folder)


def _table(suite: Suite, chunker: str, header: str, path: Path) -> dict[str, Any]:
    table: Mapping[str, Any] = suite.model_dump()
    long = {"name": LONG, "kind": "contexts", "path": str(path)}
    return {
        **table,
        "chunker": [each for each in table["chunker"] if each["name"] == chunker],
        "representation": [*table["representation"], long],
        "variant": [{"name": name, "representation": name} for name in (RAW, header, LONG)],
        "encoder": _first(table["encoder"]),
        "ranker": [each for each in table.get("ranker", ()) if each["name"] in RANKERS],
        "rankers": RANKERS,
        "baseline_variant": RAW,
        "measures": (),
        "context": (),
        "gate": (),
    }


def _first(encoders: Any) -> Any:
    """The first encoder of a suite, which is written as one table or as several."""
    return encoders if isinstance(encoders, Mapping) else list(encoders)[:1]


def _long_headers(prepared: Prepared, audited: AuditedChunks, header: str) -> str:
    corpus, counter = prepared.corpus, prepared.parts.encoder.counter
    lines = []
    for chunk in audited.chunks:
        text = _long_header(prepared, corpus, chunk, header, counter)
        place = {"doc_id": chunk.doc_id, "start": chunk.start, "end": chunk.end}
        lines.append(json.dumps({**place, "context": text}))
    return "".join(f"{line}\n" for line in lines)


def _long_header(
    prepared: Prepared, corpus: Corpus, chunk: Chunk, header: str, counter: TokenCounter
) -> str:
    document, outline = corpus.document(chunk.doc_id), corpus.outlines[chunk.doc_id]
    representation = prepared.parts.representations[header]
    short = representation(document, outline, chunk, counter).prefix.strip()
    text = f"{short}\n\n{Abstract().prefix(document, outline, counter)}".strip()
    spans = counter.spans(text)
    return text if len(spans) <= TOKENS else text[: spans[TOKENS - 1].end]
