"""Texts of distinct words, one token each, and what changing one of them does to a vector."""

from __future__ import annotations

import string
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, product

import numpy as np

from goldrank.encoders.base import Encoder, Vectors
from goldrank.errors import GoldrankError
from goldrank.text.tokens import TokenCounter

CONSONANTS, VOWELS = "bcdfghklmnprstvwz", "aeiou"
OTHERS = 6  # words tried at one place
PATTERNS = (
    (string.ascii_lowercase,) * 3,
    (CONSONANTS, VOWELS, CONSONANTS, VOWELS),
    (CONSONANTS, VOWELS, CONSONANTS, CONSONANTS),
    (CONSONANTS, CONSONANTS, VOWELS, CONSONANTS),
)
_WORDS: dict[Hashable, list[str]] = {}


def probe_words(counter: TokenCounter, more: Iterable[str] = ()) -> list[str]:
    """Distinct words that are one token each where they stand in a text, the short ones first.

    Words are made letter by letter, because which of them a vocabulary has is only known by
    asking; `more` adds words of a corpus.

    >>> from goldrank.text.tokens import WordCounter
    >>> probe_words(WordCounter())[:3]
    ['aaa', 'aab', 'aac']
    """
    made = ("".join(letters) for pattern in PATTERNS for letters in product(*pattern))
    candidates = list(dict.fromkeys(word.lower() for word in (*made, *more) if word.isalpha()))
    starts = list(accumulate((len(word) + 1 for word in candidates), initial=0))
    tokens = [0] * len(candidates)
    for span in counter.spans(" ".join(candidates)):
        tokens[bisect_right(starts, max(span.start, span.end - 1)) - 1] += 1
    return [word for word, count in zip(candidates, tokens, strict=True) if count == 1]


@dataclass(frozen=True)
class Probe:
    """A supply of words: the first half makes the text, the other half replaces words in it."""

    encoder: Encoder
    words: Sequence[str]
    spare: Sequence[str]

    def text(self, length: int) -> str:
        """A text of `length` words, which are as many tokens."""
        return " ".join(self.words[:length])

    def changed(self, length: int, position: int, other: int = 0) -> str:
        """The same text with another word at `position`, counted from 1; `other` says which."""
        words = list(self.words[:length])
        words[position - 1] = self.spare[(position - 1 + 7 * other) % len(self.spare)]
        return " ".join(words)

    def difference(self, length: int, position: int) -> float:
        """How far the vector moves when the word at `position` changes.

        An encoder may take two words for one: where nothing moves at all, others are tried.
        """
        for other in range(OTHERS):
            texts = self.text(length), self.changed(length, position, other)
            if moved := pair_difference(self.encoder, *texts) or 0.0:
                return moved
        return 0.0


def make_probe(encoder: Encoder, more: Iterable[str] = ()) -> Probe:
    """The words that this encoder's tokenizer has.

    Raises:
        GoldrankError: its vocabulary has too few to measure with.
    """
    more = tuple(more)
    words = _known(encoder, probe_words(encoder.counter, more)) if more else _own_words(encoder)
    half = len(words) // 2
    if half < 16:
        raise GoldrankError(
            f'encoder "{encoder.name}": expected at least 32 words of one token to measure its '
            f"window with, found {len(words)}; its tokenizer does not fit it, or hand in words"
        )
    # Every other word, so that both halves hold short words and long ones.
    return Probe(encoder, words[0 : 2 * half : 2], words[1 : 2 * half : 2])


def _own_words(encoder: Encoder) -> list[str]:
    """The words of an encoder that is given none, asked of it once: they are tens of thousands."""
    counter = encoder.counter
    counts = (type(counter), counter.fingerprint)
    words = _once(counts, lambda: probe_words(counter))
    return _once((*counts, type(encoder), encoder.fingerprint), lambda: _known(encoder, words))


def _once(key: Hashable, make: Callable[[], list[str]]) -> list[str]:
    if key not in _WORDS:
        _WORDS[key] = make()
    return _WORDS[key]


def _known(encoder: Encoder, words: Sequence[str]) -> list[str]:
    """Those of some words that the tokenizer knows: unknown ones are all the same to the model."""
    if not words:
        return []
    [reading] = encoder.read([" ".join(words)], "document", None)
    starts = list(accumulate((len(word) + 1 for word in words), initial=0))
    unknown = {bisect_right(starts, n) - 1 for span in reading.unknown for n in range(*span)}
    return [word for n, word in enumerate(words) if n not in unknown]


def pair_difference(encoder: Encoder, first: str, second: str) -> float | None:
    """The largest difference of a component between two texts that are encoded together.

    `None` where both vectors are zero.
    """
    # One call for both: the shape of the batch alone moves the last bits.
    one, other = rows(encoder, [first, second])
    if not (one.any() or other.any()):
        return None  # two zero vectors tell nothing of what was read
    return float(np.abs(one - other).max())


def rows(encoder: Encoder, texts: Sequence[str]) -> Vectors:
    """The document vectors of some texts; not finite ones are an error."""
    vectors = np.asarray(encoder.encode(texts, "document"), dtype=np.float32)
    if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
        raise GoldrankError(
            f'encoder "{encoder.name}": expected {len(texts)} finite vectors, got shape '
            f"{vectors.shape} or NaN for texts of distinct words; its window cannot be measured"
        )
    return vectors
