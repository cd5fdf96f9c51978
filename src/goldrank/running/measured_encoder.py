"""One encoder of a run: its window, and what the chunkers may fill of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldrank.chunkers.base import Budget
from goldrank.encoders.base import Encoder
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.declared import smallest_window
from goldrank.representations.breadcrumb import Breadcrumb
from goldrank.representations.prefix import BETWEEN
from goldrank.types import Document
from goldrank.window.fitting import FittingEncoder
from goldrank.window.measured import NOTE, Window, limit_of, note_of, prompt_tokens


@dataclass(frozen=True, slots=True)
class MeasuredEncoder:
    """An encoder and its window, `None` where that is not measured.

    `limit` is how many content tokens of it the chunkers count with, and `limit_from` says whether
    that was measured or declared; `None` where nobody knows.
    """

    encoder: Encoder
    window: Window | None = None
    limit: int | None = None
    limit_from: str = ""

    @classmethod
    def of(cls, encoder: Encoder, window: Window | None) -> MeasuredEncoder:
        """With the window that was measured; one that refuses long texts is sent what it takes."""
        content = window.content_tokens if window and window.refuses else None
        if content is not None:
            encoder = FittingEncoder(encoder, content)
        return cls(encoder, window, limit_of(encoder, window), "measured")

    @classmethod
    def planned(
        cls, encoder: Encoder, cache_folder: Path, documents: Sequence[Document]
    ) -> MeasuredEncoder:
        """With the limit that a run would have: as measured earlier, else the smallest declared.

        No weights are loaded. That of an encoder without a tokenizer was measured on the corpus.
        """
        with VectorCache.open(cache_folder, encoder.fingerprint) as cache:
            known = cache.note(note_of([d.text for d in documents])) or cache.note(NOTE)
        if known is not None:
            return cls.of(encoder, Window.from_json(known))
        declared = smallest_window(encoder.declared_windows)
        content = None if declared is None else declared - encoder.special_tokens
        return cls(encoder, None, content, "declared; bench window measures it")

    @property
    def content(self) -> int | None:
        """How many tokens of an input the encoder reads, where they are known."""
        return self.window.content_tokens if self.window else None

    @property
    def room(self) -> int | None:
        """The most tokens of a chunk: the encoder's own prompt takes its part of the limit."""
        return None if self.limit is None else max(1, self.limit - prompt_tokens(self.encoder))

    @property
    def budget(self) -> Budget:
        """The budget of a chunker that follows this encoder, whatever ranks.

        The breadcrumb of a place must fit with its chunk.
        """
        crumb = Breadcrumb()

        def prefix_at(document: object, outline: object, offset: int) -> str:
            prefix = crumb.prefix_at(document, outline, offset)  # type: ignore[arg-type]
            return prefix + BETWEEN if prefix else ""

        return Budget(self.encoder.counter, self.room, prefix_at)


def smallest(encoders: Sequence[MeasuredEncoder]) -> MeasuredEncoder:
    """The encoder with the least room for a chunk; the first of those that have as little.

    Where no limit is known of an encoder, others go before it.
    """
    known = [each for each in encoders if each.room is not None]
    return min(known, key=lambda each: each.room or 0) if known else encoders[0]
