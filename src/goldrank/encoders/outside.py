"""What an encoder reads that is only handed texts: a function, a service, another library."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldrank.encoders.base import Reading
from goldrank.encoders.user_tokenizer import FastTokenizer
from goldrank.text.tokens import TokenCounter


@dataclass(frozen=True, slots=True)
class OutsideReader:
    """Reads as a window of the tokens of `counter` does.

    `is_its_own` says whether these are the tokens of the encoder; else they are words, and what is
    behind a window of them may be read. `fingerprint` is the encoder's.

    >>> from goldrank.text.tokens import WordCounter
    >>> OutsideReader(WordCounter(), False, "mine").read("", ["five words in this text"], 4)[0].end
    18
    """

    counter: TokenCounter
    is_its_own: bool
    fingerprint: str

    @property
    def special_tokens(self) -> int:
        """How many the tokenizer adds to every input; without one, none are known."""
        return self.counter.special_tokens if isinstance(self.counter, FastTokenizer) else 0

    def read(self, prompt: str, texts: Sequence[str], window: int | None) -> list[Reading]:
        """What a window of `window` tokens (prompt included) holds of each text.

        The key is of what the window holds where the tokens are the encoder's, else of the whole
        text.
        """
        return [self._reading(prompt, text, window) for text in texts]

    def _reading(self, prompt: str, text: str, window: int | None) -> Reading:
        if isinstance(self.counter, FastTokenizer):
            found = self.counter.read(prompt, text, window)
            return replace(found, key=self._key((prompt + text)[: len(prompt) + found.end]))
        spans = self.counter.spans(prompt + text)
        if window is None or len(spans) <= window:
            return Reading(len(spans), len(spans), len(text), self._key(prompt + text))
        # One character may be several tokens: it counts as read when all of them are.
        end = min(spans[window - 1].end, spans[window].start) if window else 0
        read = (prompt + text)[:end] if self.is_its_own else prompt + text
        return Reading(len(spans), window, max(0, end - len(prompt)), self._key(read))

    def _key(self, text: str) -> bytes:
        return hashlib.sha256(f"{self.fingerprint}\0{text}".encode()).digest()
