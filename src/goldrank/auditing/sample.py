"""A seeded sample of chunks, simple or stratified by document, in which every chunk has one chance."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from goldrank.errors import GoldrankError
from goldrank.types import Chunk

SIZE = 300


@dataclass(frozen=True, slots=True)
class Design:
    """How a sample is drawn: of how many chunks, how many, by which seed, stratified or not.

    `chunker` made the chunks, and `digest` is of their places and texts: of other chunks it is
    another sample.
    """

    chunker: str
    chunks: int
    digest: str
    size: int = SIZE
    seed: int = 0
    by_document: bool = False

    def to_json(self) -> dict[str, Any]:
        """The first line of a file of readings."""
        return {
            "sample_of": self.chunks,
            "chunker": self.chunker,
            "digest": self.digest,
            "size": self.size,
            "seed": self.seed,
            "by_document": self.by_document,
        }

    def __str__(self) -> str:
        by = ", stratified by document" if self.by_document else ""
        return f"{self.size:,} of {self.chunks:,} chunks of {self.chunker}, seed {self.seed}{by}"


def digest_of(chunks: Sequence[Chunk], texts: Sequence[str]) -> str:
    """The sha256 of the places and texts of chunks, its first 16 digits."""
    made = hashlib.sha256()
    for chunk, text in zip(chunks, texts, strict=True):
        made.update(f"{chunk.chunk_id}\0{len(text)}\0{text}\0".encode("utf-8", "surrogatepass"))
    return made.hexdigest()[:16]


def sample_of(chunks: Sequence[Chunk], design: Design) -> list[int]:
    """The positions of the sampled chunks among `chunks`, in the order in which they are read.

    Without strata it is a simple random sample, and so are its first so many: whoever stops early
    has a smaller sample, not a worse one; a larger `size` goes on with others. Stratified, it is
    systematic: chunks stand by document, those of each shuffled, and every `chunks / size`-th is
    taken from a random start. So each chunk has one chance, and each document its share of the
    sample, up or down to a whole number. The order of reading is shuffled again.

    Source: Madow and Madow, "On the theory of systematic sampling" (1944); Cochran, "Sampling
    Techniques" (1977), 5 and 8.

    Raises:
        GoldrankError: a size below 1.

    >>> chunks = [Chunk(f"{'aab'[n % 3]}.md", n, n + 1) for n in range(9)]
    >>> taken = sample_of(chunks, Design("heading", 9, "", size=3, by_document=True))
    >>> sorted(chunks[at].doc_id for at in taken)  # a third of each
    ['a.md', 'a.md', 'b.md']
    """
    if design.size < 1:
        raise GoldrankError(f"--sample: expected 1 or more, got {design.size}")
    shuffled = sorted(range(len(chunks)), key=lambda at: _place(design.seed, chunks[at]))
    if not design.by_document or design.size >= len(chunks):
        return shuffled[: design.size]
    by_document = sorted(shuffled, key=lambda at: chunks[at].doc_id)  # stable: shuffled inside
    step = len(chunks) / design.size
    start = np.random.default_rng(design.seed).uniform(0, step)
    last = len(chunks) - 1  # a sum of floats may end on the border itself
    taken = {by_document[min(int(start + n * step), last)] for n in range(design.size)}
    return [at for at in shuffled if at in taken]


def _place(seed: int, chunk: Chunk) -> bytes:
    return hashlib.sha256(f"{seed}\0{chunk.chunk_id}".encode()).digest()
