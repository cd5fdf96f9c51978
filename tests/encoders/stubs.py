"""Encoders whose vectors and windows are known, to try everything else on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from goldrank.encoders.base import About, Reading, Role, Vectors
from goldrank.text.tokens import TokenCounter, WordCounter


@dataclass(frozen=True)
class BagStub:
    """A bag of the words from `first` to `window`: each word has its own direction.

    `calls` keeps what was encoded; `noise` is added anew at every call, from a seeded stream.
    """

    window: int | None = 8
    first: int = 0
    width: int = 16
    noise: float = 0.0
    prompt: str = ""
    fingerprint: str = "stub"
    declared_windows: Mapping[str, int | None] = field(default_factory=dict)
    calls: list[list[str]] = field(default_factory=list)
    stream: np.random.Generator = field(default_factory=lambda: np.random.default_rng(7))
    name: str = "stub"
    special_tokens: int = 0
    has_tokenizer: bool = True
    about: About = field(default_factory=About)
    counter: TokenCounter = field(default_factory=WordCounter)

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        return [self._reading(self.prompt + text, len(self.prompt), window) for text in texts]

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        self.calls.append(list(texts))
        rows = [self._vector(self.prompt + text) for text in texts]
        made = np.array(rows, dtype=np.float64).reshape(len(texts), self.width)
        made += self.stream.uniform(-self.noise, self.noise, made.shape)
        return made.astype(np.float32)

    @property
    def encoded(self) -> int:
        return sum(len(call) for call in self.calls)

    def _vector(self, text: str) -> Vectors:
        words = [text[s.start : s.end] for s in self.counter.spans(text)][self.first : self.window]
        return sum((word_vector(word, self.width) for word in words), np.zeros(self.width))

    def _reading(self, text: str, prompt: int, window: int | None) -> Reading:
        spans = self.counter.spans(text)
        read = len(spans) if window is None else min(window, len(spans))
        end = len(text) if read == len(spans) else (spans[read - 1].end if read else 0)
        words = "\0".join(text[s.start : s.end] for s in spans[:read])
        key = hashlib.sha256(f"{self.fingerprint}\0{words}".encode()).digest()
        return Reading(len(spans), read, max(0, end - prompt), key)


@dataclass(frozen=True)
class KnowingStub(BagStub):
    """Knows the words that begin with a or b; every other one is the same to it."""

    def _reading(self, text: str, prompt: int, window: int | None) -> Reading:
        whole = super()._reading(text, prompt, window)
        spans = self.counter.spans(text)[: whole.read]
        unknown = tuple(span for span in spans if text[span.start] not in "ab")
        return replace(whole, unknown=unknown, unknown_tokens=len(unknown))

    def _vector(self, text: str) -> Vectors:
        return super()._vector(re.sub(r"\b[^\Wab]\w*", "unknown", text))


@lru_cache(maxsize=200_000)
def word_vector(word: str, width: int) -> Vectors:
    """A unit direction made of the word's own sha256."""
    seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
    made = np.random.default_rng(seed).standard_normal(width)
    return made / np.linalg.norm(made)
