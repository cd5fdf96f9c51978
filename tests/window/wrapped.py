"""Encoders as users write them, each with what it reads by its own definition.

Each is a way to cut a text into units, and a choice of those that it reads; its vector is the sum
of one direction for each unit read. The truth is worked out from the same two functions, so it
needs no probe.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from goldrank.encoders.base import About, Reading, Role, Vectors
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.text.intervals import Counted, union
from goldrank.text.tokens import TokenCounter, WordCounter
from goldrank.types import Span

WIDTH = 24
BUNDLED_READS = 254
STOPS = frozenset(
    [
        "the",
        "a",
        "an",
        "of",
        "to",
        "in",
        "and",
        "or",
        "is",
        "are",
        "be",
        "for",
        "on",
        "with",
        "by",
        "at",
        "as",
        "it",
        "this",
        "that",
        "you",
    ]
)
Unit = tuple[int, int, str]
Spans = Sequence[Span]
Cut = Callable[[str], list[Unit]]
Choice = Callable[[Sequence[Unit], str], list[int]]


@lru_cache(maxsize=200_000)
def direction(unit: str, fold: int = 0) -> Vectors:
    if fold:
        place = hashlib.sha256(unit.encode("utf-8", "replace")).digest()[0] % fold
        return np.eye(fold)[place]
    seed = int.from_bytes(hashlib.sha256(unit.encode("utf-8", "replace")).digest()[:8], "big")
    made: Vectors = np.random.default_rng(seed).standard_normal(WIDTH)
    return made


@dataclass(frozen=True)
class Wrapped:
    """An encoder that hands in no tokenizer, as a function wrapped by a user is."""

    name: str
    cut: Cut
    choose: Choice
    fold: int = 0  # dimensions of a hashing encoder; 0 is one direction for each unit
    has_tokenizer: bool = False
    special_tokens: int = 0
    about: About = field(default_factory=About)

    @property
    def fingerprint(self) -> str:
        return f"wrapped {self.name}"

    @property
    def counter(self) -> TokenCounter:
        return WordCounter()

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        return {}

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        return unread(texts, self.counter)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        return np.array([self._vector(text) for text in texts], dtype=np.float32)

    def truth(self, text: str) -> tuple[list[Span], list[Span]]:
        """The stretches read, at least and at most: between two units there may be marks."""
        units = self.cut(text)
        least, most = [], []
        for first, last in runs(self.choose(units, text)):
            start, end = units[first][0], units[last][1]
            least.append(Span(start, end))
            before = units[first - 1][1] if first else 0
            behind = units[last + 1][0] if last + 1 < len(units) else len(text)
            most.append(Span(min(before, start), max(behind, end)))
        return least, most

    def _vector(self, text: str) -> Vectors:
        units = self.cut(text)
        rows = [direction(units[n][2], self.fold) for n in self.choose(units, text)]
        made = np.sum(rows, axis=0) if rows else np.zeros(self.fold or WIDTH)
        size = float(np.linalg.norm(made))
        return made / size if size else made


class Bundled:
    """The bundled model behind a function that hands in no tokenizer."""

    name = "bundled model"
    fingerprint = "wrapped bundled model"
    counter = WordCounter()
    has_tokenizer = False
    special_tokens = 0
    about = About()
    declared_windows: Mapping[str, int | None] = {}

    def __init__(self) -> None:
        self.model = SentenceTransformerEncoder()

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        return unread(texts, self.counter)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        return self.model.encode(texts, side)

    def truth(self, text: str) -> tuple[list[Span], list[Span]]:
        """What its tokenizer says of 254 tokens; between the last and the next there may be space."""
        reading = self.model.read([text], "document", BUNDLED_READS)[0]
        spans = self.model.counter.spans(text)
        if len(spans) <= BUNDLED_READS:
            return [Span(0, len(text))], [Span(0, len(text))]
        behind = spans[BUNDLED_READS].start
        return [Span(0, reading.end)], [Span(0, max(behind, reading.end))]


def unread(texts: Sequence[str], counter: TokenCounter) -> list[Reading]:
    """Readings as of an encoder whose tokens are not known."""
    count = counter.count
    return [Reading(count(t), count(t), len(t), hashlib.sha256(t.encode()).digest()) for t in texts]


def is_wrong(text: str, low: Spans, high: Spans, least: Spans, most: Spans) -> bool:
    """Whether more is said to be read than is, or less, character by character."""
    return bool(beyond(text, low, most) or beyond(text, least, high))


def beyond(text: str, spans: Spans, allowed: Spans) -> int:
    """The characters, white space aside, in `spans` and not in `allowed`."""
    counted = Counted([Span(n, n + 1) for n, sign in enumerate(text) if not sign.isspace()])
    both = counted.characters_in(union([*spans, *allowed]))
    return both - counted.characters_in(union(allowed))


def runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Stretches of places that follow each other, by their first and last.

    >>> runs([0, 1, 2, 5, 6])
    [(0, 2), (5, 6)]
    """
    found: list[tuple[int, int]] = []
    for n in sorted(places):
        if found and n == found[-1][1] + 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found


def by(pattern: str, drop: Callable[[str], bool] = lambda unit: False, fold: bool = False) -> Cut:
    def cut(text: str) -> list[Unit]:
        found = [(m.start(), m.end(), m.group()) for m in re.finditer(pattern, text)]
        kept = [unit for unit in found if not drop(unit[2])]
        return [(s, e, u.casefold()) for s, e, u in kept] if fold else kept

    return cut


def bytes_of(text: str) -> list[Unit]:
    """One unit for each byte; a character is read when all of its bytes are."""
    return [
        (n, n + 1, f"{sign}{k}") for n, sign in enumerate(text) for k in range(len(sign.encode()))
    ]


def sub_words(text: str) -> list[Unit]:
    """The longest pieces that a made-up vocabulary has, from the left, as WordPiece cuts them."""
    units: list[Unit] = []
    for match in re.finditer(r"\w+|[^\w\s]", text):
        at = match.start()
        for piece in pieces_of(match.group()):
            units.append((at, at + len(piece), piece))
            at += len(piece)
    return units


@lru_cache(maxsize=200_000)
def pieces_of(word: str) -> tuple[str, ...]:
    found, at = [], 0
    while at < len(word):
        longest = range(min(len(word), at + 7), at, -1)
        stop = next(n for n in longest if n == at + 1 or known(word[at:n]))
        found.append(word[at:stop])
        at = stop
    return tuple(found)


def known(piece: str) -> bool:
    return hashlib.sha256(piece.encode("utf-8", "replace")).digest()[0] < 90


def head(size: int) -> Choice:
    return lambda units, text: list(range(min(size, len(units))))


def tail(size: int) -> Choice:
    return lambda units, text: list(range(max(0, len(units) - size), len(units)))


def middle(start: int, end: int) -> Choice:
    return lambda units, text: list(range(min(start, len(units)), min(end, len(units))))


def ends(size: int) -> Choice:
    return lambda units, text: sorted({*head(size)(units, text), *tail(size)(units, text)})


def strided(read: int, of: int) -> Choice:
    return lambda units, text: [n for n in range(len(units)) if n % of < read]


def without(start: int, end: int) -> Choice:
    return lambda units, text: [n for n in range(len(units)) if not start <= n < end]


def first_sentence(units: Sequence[Unit], text: str) -> list[int]:
    stop = re.search(r"[.!?](\s|$)", text)
    end = stop.end() if stop else len(text)
    return [n for n, unit in enumerate(units) if unit[0] < end]


def everything(units: Sequence[Unit], text: str) -> list[int]:
    return list(range(len(units)))


WORDS, MARKS, PIECES, SIGNS = by(r"\w+"), by(r"\w+|[^\w\s]"), by(r"\w{1,3}"), by(r"(?s).")
STOPLESS = by(r"\w+", lambda unit: unit.casefold() in STOPS, fold=True)
DIGITLESS = by(r"\w+", lambda unit: any(sign.isdigit() for sign in unit))

ENCODERS = (
    Wrapped("words: first 100", WORDS, head(100)),
    Wrapped("words and marks: first 60", MARKS, head(60)),
    Wrapped("words, no case: first 100", by(r"\w+", fold=True), head(100)),
    Wrapped("words without stop words: first 60", STOPLESS, head(60)),
    Wrapped("words without digits: first 80", DIGITLESS, head(80)),
    Wrapped("words: last 100", WORDS, tail(100)),
    Wrapped("words: both ends of 60", WORDS, ends(60)),
    Wrapped("words: 21 to 120", WORDS, middle(20, 120)),
    Wrapped("words: 40 of every 50", WORDS, strided(40, 50)),
    Wrapped("words: 200 of every 220", WORDS, strided(200, 220)),
    Wrapped("words: all but 301 to 400", WORDS, without(300, 400)),
    Wrapped("words: average of all", WORDS, everything),
    Wrapped("words: first sentence", WORDS, first_sentence),
    Wrapped("words: first 100, six dimensions", WORDS, head(100), fold=6),
    Wrapped("pieces of three letters: first 60", PIECES, head(60)),
    Wrapped("sub-words: first 120", sub_words, head(120)),
    Wrapped("sub-words: last 120", sub_words, tail(120)),
    Wrapped("sub-words: both ends of 60", sub_words, ends(60)),
    Wrapped("sub-words: 80 of every 100", sub_words, strided(80, 100)),
    Wrapped("sub-words: average of all", sub_words, everything),
    Wrapped("characters: first 500", SIGNS, head(500)),
    Wrapped("characters: last 500", SIGNS, tail(500)),
    Wrapped("characters: both ends of 300", SIGNS, ends(300)),
    Wrapped("characters: all but 601 to 900", SIGNS, without(600, 900)),
    Wrapped("bytes: first 500", bytes_of, head(500)),
)
