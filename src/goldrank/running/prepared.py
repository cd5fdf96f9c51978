"""What every command of a suite starts from, made once before any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldrank.chunkers.base import Budget
from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Encoder
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.declared import smallest_window
from goldrank.progress import Progress, Silent
from goldrank.representations.breadcrumb import Breadcrumb
from goldrank.representations.prefix import BETWEEN
from goldrank.suites.inputs import read
from goldrank.suites.parts import Parts, make_parts
from goldrank.suites.suite import Suite
from goldrank.types import Document
from goldrank.window.measured import NOTE, Window, limit_of, note_of, prompt_tokens


@dataclass(frozen=True, slots=True)
class Prepared:
    """A suite, its parts and its corpus, and who is told how the work goes on.

    `window` is the encoder's, where it was measured. `limit` is how many content tokens of it the
    chunkers count with, and `limit_from` says whether that was measured or declared; `None` where
    nobody knows.
    """

    suite: Suite
    parts: Parts
    corpus: Corpus
    progress: Progress
    window: Window | None = None
    limit: int | None = None
    limit_from: str = ""

    @property
    def encoder(self) -> Encoder:
        """The encoder of the suite, whatever ranks."""
        return self.parts.encoder

    @property
    def content(self) -> int | None:
        """How many tokens of an input the encoder reads, where they are known."""
        return self.window.content_tokens if self.window else None

    @property
    def budget(self) -> Budget:
        """The budget of every chunker, whatever ranks.

        The encoder's own prompt takes its part of the window, and the breadcrumb of a place must
        fit with its chunk.
        """
        crumb = Breadcrumb()

        def prefix_at(document: object, outline: object, offset: int) -> str:
            prefix = crumb.prefix_at(document, outline, offset)  # type: ignore[arg-type]
            return prefix + BETWEEN if prefix else ""

        prompt = prompt_tokens(self.encoder)
        left = None if self.limit is None else max(1, self.limit - prompt)
        return Budget(self.encoder.counter, left, prefix_at)

    def measured(self, window: Window | None) -> Prepared:
        """With the window that was measured."""
        limit = limit_of(self.encoder, window)
        return replace(self, window=window, limit=limit, limit_from="measured")


def prepare(suite: Suite, progress: Progress | None = None) -> Prepared:
    """Make a suite's parts and read its corpus; no window is known yet."""
    shown = progress or Silent()
    parts = make_parts(suite)
    return Prepared(suite, parts, read(suite, shown), shown)


def planned(prepared: Prepared, cache_folder: Path) -> Prepared:
    """With the limit that a run would have: as measured earlier, else the smallest declared one.

    No weights are loaded. That of an encoder without a tokenizer was measured on the corpus.
    """
    window, limit, source = _planned(prepared.encoder, cache_folder, prepared.corpus.documents)
    return replace(prepared, window=window, limit=limit, limit_from=source)


def _planned(
    encoder: Encoder, cache_folder: Path, documents: Sequence[Document]
) -> tuple[Window | None, int | None, str]:
    with VectorCache.open(cache_folder, encoder.fingerprint) as cache:
        known = cache.note(note_of([d.text for d in documents])) or cache.note(NOTE)
    if known is not None:
        window = Window.from_json(known)
        return window, limit_of(encoder, window), "measured"
    declared = smallest_window(encoder.declared_windows)
    content = None if declared is None else declared - encoder.special_tokens
    return None, content, "declared; bench window measures it"
