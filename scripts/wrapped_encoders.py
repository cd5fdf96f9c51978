"""What the bench says of encoders that hand in no tokenizer, beside what they read by definition.

    python scripts/wrapped_encoders.py                # every encoder, on six documents
    python scripts/wrapped_encoders.py --only bytes   # those whose name holds a word
    python scripts/wrapped_encoders.py --write        # the table of docs/window.md, written anew

Each encoder of tests/window/wrapped.py chooses units of a text, so what it reads is known without
a probe; "bundled" is the bundled model behind a function, whose truth its tokenizer tells. The
documents are cut into sections and left whole. A verdict is "wrong" where the true coverage lies
outside of what is said, or a chunk is read less than "at least" or more than "at most". It ends
with 1 if one is wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldrank.chunkers.base import Budget
from goldrank.chunkers.registry import make_chunker
from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.encoders.base import Encoder
from goldrank.encoders.cache import VectorCache
from goldrank.text.intervals import Counted, union
from goldrank.types import Chunk, Span
from goldrank.window.measured import limit_of, window_of
from goldrank.window.readings import hold

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from tests.window.wrapped import ENCODERS, Bundled, Wrapped, is_wrong  # noqa: E402

DOCUMENTS = 6
PAGE = ROOT / "docs" / "window.md"
BEGIN, END = "<!-- wrapped encoders -->", "<!-- end -->"
CHUNKERS = ("section", "whole")
Spans = Sequence[Span]


@dataclass(frozen=True)
class Row:
    """One encoder and chunker: shares of the body, said and true."""

    encoder: str
    chunker: str
    kind: str
    low: float
    high: float
    least: float
    most: float
    wrong: int
    seconds: float
    encoded: int

    @property
    def said(self) -> str:
        if self.low == 0.0 and self.high == 1.0:
            return "unknown"
        low, high = f"{self.low:.1%}", f"{self.high:.1%}"
        return low if low == high else f"{low}–{high}"

    @property
    def true(self) -> str:
        least, most = f"{self.least:.1%}", f"{self.most:.1%}"
        return least if least == most else f"{least}–{most}"

    @property
    def verdict(self) -> str:
        if self.wrong or self.low > self.most or self.high < self.least:
            return "wrong"
        if self.said == "unknown":
            return "unknown"
        return "exact" if f"{self.low:.1%}" == f"{self.high:.1%}" else "holds"


class Counting:
    """An encoder that counts the texts it is given."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.encoded = 0

    def __getattr__(self, name: str) -> object:
        return getattr(self.encoder, name)

    def encode(self, texts: Sequence[str], side: str) -> object:
        self.encoded += len(texts)
        return self.encoder.encode(texts, side)  # type: ignore[arg-type]


def rows_of(encoder: Wrapped | Bundled, corpus: Corpus) -> list[Row]:
    counting = Counting(encoder)
    made = []
    with VectorCache.in_memory(encoder.fingerprint) as cache:
        window = window_of(counting, cache, [d.text for d in corpus.documents])  # type: ignore[arg-type]
        kind = "tokens" if window.text is None else window.text.kind
        budget = Budget(encoder.counter, limit_of(encoder, window), no_prefix)
        for name in CHUNKERS:
            since = time.perf_counter()
            chunks = cut(name, corpus, budget)
            texts = [text_of(chunk, corpus) for chunk in chunks]
            held = hold(counting, window, texts, cache)  # type: ignore[arg-type]
            sides = [[r.spans for r in held.low], [r.spans for r in held.high]]
            true = [encoder.truth(text) for text in texts]
            sides += [[least for least, _ in true], [most for _, most in true]]
            low, high, least, most = (share(corpus, chunks, side) for side in sides)
            wrong = sum(is_wrong(text, *row) for text, *row in zip(texts, *sides, strict=True))
            seconds = time.perf_counter() - since
            row = (low, high, least, most, wrong, seconds, counting.encoded)
            made.append(Row(encoder.name, name, kind, *row))
    return made


def no_prefix(document: object, outline: object, offset: int) -> str:
    return ""


def cut(kind: str, corpus: Corpus, budget: Budget) -> list[Chunk]:
    chunker = make_chunker(kind, kind)
    return [c for d in corpus.documents for c in chunker(d, corpus.outlines[d.doc_id], budget)]


def some_of(corpus: Corpus, count: int) -> Corpus:
    """As many documents, evenly from all."""
    step = len(corpus.documents) // count
    chosen = corpus.documents[step // 2 :: step][:count]
    return Corpus.of((each, corpus.outlines[each.doc_id]) for each in chosen)


def text_of(chunk: Chunk, corpus: Corpus) -> str:
    text = next(d.text for d in corpus.documents if d.doc_id == chunk.doc_id)
    return text[chunk.start : chunk.end]


def share(corpus: Corpus, chunks: Sequence[Chunk], sides: Sequence[Spans]) -> float:
    """The share of the body that the spans hold, which are places in their chunks."""
    body = covered = 0
    for document in corpus.documents:
        counted = Counted(corpus.outlines[document.doc_id].body_spans(document.text))
        of = [(c, s) for c, s in zip(chunks, sides, strict=True) if c.doc_id == document.doc_id]
        spans = [Span(c.start + a, c.start + b) for c, side in of for a, b in side]
        covered += counted.characters_in(union(spans))
        body += counted.characters
    return covered / body


def write(rows: Sequence[Row]) -> None:
    """Put the table into docs/window.md, between its marks."""
    lines = ["| encoder | chunker | said | true | verdict |", "|---|---|---|---|---|"]
    for row in rows:
        cells = (row.encoder, row.chunker, row.said, row.true, row.verdict)
        lines.append("| " + " | ".join(cells) + " |")
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    table = "\n".join(lines)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


def line_of(row: Row) -> str:
    cells = (row.encoder, row.chunker, row.kind, row.said, row.true, row.verdict)
    chunks = f"{row.wrong} chunks wrong" if row.wrong else ""
    widths = (36, 8, 7, 15, 13, 8)
    padded = (f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))
    return " ".join([*padded, f"{row.seconds:6.1f} s {row.encoded:7,} encoded", chunks]).rstrip()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    corpus = some_of(read_corpus(ROOT / "datasets" / "handbook" / "corpus"), asked.documents)
    rows = []
    for encoder in (*ENCODERS, Bundled()):
        if asked.only in encoder.name:
            for row in rows_of(encoder, corpus):
                rows.append(row)
                print(line_of(row), flush=True)
    if asked.write:
        write(rows)
    wrong = sum(row.verdict == "wrong" for row in rows)
    print(f"\n{len(rows)} figures of {len(rows) // 2} encoders, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
