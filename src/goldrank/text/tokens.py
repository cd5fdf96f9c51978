"""Counting tokens, without knowing any encoder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from goldrank.types import Span


class TokenCounter(Protocol):
    """Counts content tokens: no special tokens, truncation and padding off.

    `len(spans(text)) == count(text)`; spans are code points of `text`, in order.
    """

    @property
    def fingerprint(self) -> str:
        """A short name that changes when counts could."""
        ...

    def count(self, text: str) -> int:
        """The number of content tokens of `text`."""
        ...

    def spans(self, text: str) -> list[Span]:
        """Where each token stands in `text`."""
        ...


@dataclass(frozen=True, slots=True)
class WordCounter:
    """Words and single punctuation marks, for tests and for encoders that have no tokenizer.

    >>> WordCounter().count("It must be requested, in writing.")
    8
    """

    fingerprint: str = "words"

    def count(self, text: str) -> int:
        """The number of words and punctuation marks."""
        return len(self.spans(text))

    def spans(self, text: str) -> list[Span]:
        """Where each stands."""
        return [Span(*match.span()) for match in re.finditer(r"\w+|[^\w\s]", text)]


class RememberingCounter:
    """A counter that asks another one only once about each text, for as long as it lives.

    An abstract stands before every chunk of its document, and is counted once.
    """

    def __init__(self, counter: TokenCounter) -> None:
        self._counter = counter
        self._spans: dict[str, list[Span]] = {}
        self._counts: dict[str, int] = {}

    @property
    def fingerprint(self) -> str:
        """The other counter's."""
        return self._counter.fingerprint

    def count(self, text: str) -> int:
        """The number of content tokens of `text`."""
        if text not in self._counts:
            self._counts[text] = self._counter.count(text)
        return self._counts[text]

    def spans(self, text: str) -> list[Span]:
        """Where each token stands in `text`."""
        if text not in self._spans:
            self._spans[text] = self._counter.spans(text)
        return self._spans[text]
