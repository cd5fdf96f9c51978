"""The words of any text, and quite other words to put in their place."""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

from goldrank.types import Span

IDEOGRAPH = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
UNIT = re.compile(rf"[{IDEOGRAPH}]|(?:(?![{IDEOGRAPH}])\w)+")
POOL = 600  # words of one script that may replace others
CONTENT = 4  # letters: shorter words are often stop words, which an encoder may leave out
OFTEN = 0.3  # share of texts: what stands in more of them is taken for a stop word
TRIES = 40

Size = tuple[str, int, int]


def units_of(text: str) -> list[Span]:
    """Where each word stands; in scripts that write no spaces, each character.

    >>> [tuple(span) for span in units_of("It is 測量.")]
    [(0, 2), (3, 5), (6, 7), (7, 8)]
    """
    return [Span(*match.span()) for match in UNIT.finditer(text)]


@lru_cache(maxsize=65_536)
def script_of(letter: str) -> str:
    """The script of a letter, as its Unicode name begins.

    >>> script_of("a"), script_of("я"), script_of("測"), script_of("7")
    ('LATIN', 'CYRILLIC', 'CJK', 'DIGIT')
    """
    return unicodedata.name(letter, "NONE").split()[0]


def main_script(text: str) -> str:
    """The script of most of the first letters of a text."""
    seen = Counter(script_of(letter) for letter in text[:2000] if letter.isalpha())
    return seen.most_common(1)[0][0] if seen else "NONE"


def size_of(word: str) -> Size:
    """Its script, characters and bytes: a word of the same size moves nothing behind it."""
    return script_of(word[0]), len(word), len(word.encode())


@dataclass(frozen=True)
class Spare:
    """Words of a corpus that may stand for others, by script and by size, the frequent ones first."""

    by_script: dict[str, list[str]]
    by_size: dict[Size, list[str]]
    letters: dict[tuple[str, int], list[str]]
    usual: str
    rare: frozenset[str] = field(default_factory=frozenset)

    def likes(self, word: str) -> bool:
        """Whether a word is one that an encoder is likely to look at: no digits, no stop word."""
        single = re.fullmatch(rf"[{IDEOGRAPH}]", word) is not None
        return word.isalpha() and (single or len(word) >= CONTENT) and word.casefold() in self.rare

    def others(
        self, word: str, count: int, seed: str, same_size: bool, absent: Set[str] = frozenset()
    ) -> list[str]:
        """At most `count` words that are quite another than `word`, the same at every call.

        With `same_size` they have its script, characters and bytes. None is among `absent`
        (case folded).
        """
        chance = random.Random(f"{seed} {word}")
        taken = {word.casefold()}
        found: list[str] = []
        for make in self._sources(word, same_size, chance):
            for _ in range(TRIES):
                made = make()
                if made is None or len(found) == count:
                    break
                folded = made.casefold()
                if folded not in taken and folded not in absent and not _alike(made, word):
                    found.append(made)
                    taken.add(folded)
        return found

    def another_letter(self, word: str, start: int, seed: str) -> str:
        """`word` with other letters from `start` on."""
        chance = random.Random(f"{seed} {word} {start}")
        tail = "".join(self._letter(letter, chance) for letter in word[start:])
        return word[:start] + tail

    def _sources(
        self, word: str, same_size: bool, chance: random.Random
    ) -> list[Callable[[], str | None]]:
        pool = self.by_size.get(size_of(word), []) if same_size else self._pool(word)
        of_pool = lambda: chance.choice(pool) if pool else None  # noqa: E731
        made_up = lambda: "".join(self._letter(letter, chance) for letter in word)  # noqa: E731
        return [of_pool, made_up]

    def _pool(self, word: str) -> list[str]:
        own = self.by_script.get(script_of(word[0]), [])
        return own if len(own) >= TRIES else self.by_script.get(self.usual, [])

    def _letter(self, letter: str, chance: random.Random) -> str:
        known = self.letters.get((script_of(letter), len(letter.encode())), [])
        if not known:
            return letter
        place = chance.randrange(len(known))
        # Its neighbour, where the letter itself was drawn.
        return known[place - 1] if known[place] == letter.lower() else known[place]


def _alike(one: str, other: str) -> bool:
    return len(one) > 1 and one[:2].casefold() == other[:2].casefold()


def spare_of(texts: Sequence[str]) -> Spare:
    """The words of `texts` that may replace others."""
    total: Counter[str] = Counter()
    within: Counter[str] = Counter()
    for text in texts:
        words = [text[s.start : s.end].casefold() for s in units_of(text)]
        total.update(words)
        within.update(set(words))
    most = max(2.0, OFTEN * len(texts))
    order = sorted((w for w in total if w.isalpha()), key=lambda w: (-total[w], w))
    rare = [w for w in order if within[w] <= most]
    by_script: dict[str, list[str]] = {}
    by_size: dict[Size, list[str]] = {}
    for word in rare:
        by_size.setdefault(size_of(word), []).append(word)
        if len(word) >= CONTENT or script_of(word[0]) in ("CJK", "HIRAGANA", "KATAKANA"):
            by_script.setdefault(script_of(word[0]), []).append(word)
    usual = max(by_script, key=lambda s: (len(by_script[s]), s), default="LATIN")
    return Spare(
        {name: words[:POOL] for name, words in by_script.items()},
        {size: words[:POOL] for size, words in by_size.items()},
        _letters(order),
        usual,
        frozenset(rare),
    )


def _letters(words: Iterable[str]) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], set[str]] = {("LATIN", 1): set("abcdefghijklmnopqrstuvwxyz")}
    for letter in {letter for word in words for letter in word}:
        found.setdefault((script_of(letter), len(letter.encode())), set()).add(letter)
    found.setdefault(("DIGIT", 1), set()).update("0123456789")
    return {key: sorted(letters) for key, letters in found.items()}
