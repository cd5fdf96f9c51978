"""Does a change of a text move its vector? Asked of an encoder whose tokens nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from goldrank.encoders.base import Encoder, Vectors
from goldrank.encoders.embed import checked
from goldrank.errors import GoldrankError
from goldrank.types import Span
from goldrank.window.units import Spare, units_of

ROWS = 16  # texts in one call
TRIED = 3  # other words for one word, before it counts as read, or as not read
LETTERS = 8  # other letters for the last ones of a word: word parts hang together
TINY = 2e-5  # of the largest component: less is rounding
NOISY = 1e-2  # of the largest component: more noise than this, and nothing can be told
Word = Literal["read", "unread", "doubtful"]


class ProbedEncoder:
    """An encoder, and what one text's vector may differ by between calls; counts what it encodes.

    Raises:
        GoldrankError: its vectors differ from call to call.
    """

    def __init__(self, encoder: Encoder, spare: Spare, sample: str) -> None:
        self.encoder = encoder
        self.spare = spare
        self.encoded = 0
        self.noise = 0.0
        self._alone: dict[str, Vectors] = {}
        self._width = 0
        if sample:
            self.noise = self._noise(sample)

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """One row a text."""
        calls = [list(texts[n : n + ROWS]) for n in range(0, len(texts), ROWS)]
        self.encoded += len(texts)
        made = []
        for call in calls:
            rows = self.encoder.encode(call, "document")
            made.append(checked(self.encoder.name, call, rows, self._width))
            self._width = made[-1].shape[1]
        return np.concatenate(made)

    def same(self, base: Vectors, others: Vectors) -> list[bool]:
        """Which rows are `base`, but for noise."""
        allowed = max(4 * self.noise, TINY * float(np.abs(base).max(initial=0.0)))
        return [bool(np.abs(base - row).max(initial=0.0) <= allowed) for row in others]

    def differ_alone(self, word: str, others: Sequence[str]) -> list[str]:
        """Those of `others` that are another vector than `word` as texts of their own.

        An encoder may fold words together: a change of one for the other would tell nothing.
        """
        new = [w for w in dict.fromkeys([word, *others]) if w not in self._alone]
        if not others:
            return []
        if new:
            self._alone.update(zip(new, self.vectors(new), strict=True))
        same = self.same(self._alone[word], np.array([self._alone[w] for w in others]))
        return [w for w, is_same in zip(others, same, strict=True) if not is_same]

    def _noise(self, text: str) -> float:
        together = self.vectors([text] * 8)
        again = np.concatenate(
            [self.vectors([text]), self.vectors([text, text[: len(text) // 2]])[:1]]
        )
        noise = float(np.ptp(np.concatenate([together, again]), axis=0).max())
        if noise > NOISY * float(np.abs(together).max()):
            raise GoldrankError(
                f'encoder "{self.encoder.name}": expected the same vector for the same text, and '
                f"it differs by {noise:.1e} from call to call; nothing can be ranked with it"
            )
        return noise


class Text:
    """One text, its words, and what changes of it do to its vector."""

    def __init__(self, text: str, asked: ProbedEncoder) -> None:
        self.text = text
        self.units = units_of(text)
        self._asked = asked
        self._others: dict[tuple[int, bool, int], str] = {}

    @cached_property
    def base(self) -> Vectors:
        """The vector of the text as it is."""
        vector: Vectors = self._asked.vectors([self.text])[0]
        return vector

    @cached_property
    def folded(self) -> frozenset[str]:
        """Its words; none of them replaces another, as an encoder may count each once."""
        return frozenset(self.word(n).casefold() for n in range(len(self.units)))

    def word(self, n: int) -> str:
        """The word at a place."""
        span = self.units[n]
        return self.text[span.start : span.end]

    def likes(self, n: int) -> bool:
        """Whether the word at a place is one that an encoder is likely to look at."""
        return self._asked.spare.likes(self.word(n))

    def same(self, texts: Sequence[str]) -> list[bool]:
        """Which of `texts` have this text's vector."""
        return self._asked.same(self.base, self._asked.vectors(texts)) if texts else []

    def has_room(self, in_front: bool = False) -> bool:
        """Whether a word put behind the text, or in front of it, moves the vector.

        Then what stands at that end is inside, whatever is read besides.
        """
        edge = 0 if in_front else len(self.units) - 1
        near = self.word(edge) if self.units else "end"
        words = self._asked.spare.others(near, 2, "beside", False, self.folded)
        text = self.text.strip()
        more = [f"{word} {text}" if in_front else f"{text} {word}" for word in words]
        return not all(self.same(more))

    def block_moves(self, start: int, end: int, same_size: bool = False, tries: int = 2) -> bool:
        """Whether quite other words for all words from `start` to `end` move the vector."""
        return not all(self.same([self._block(start, end, same_size, n) for n in range(tries)]))

    def one(self, n: int, same_size: bool = True) -> Word:
        """Whether another word at one place moves the vector: always, never, or at times."""
        word = self.word(n)
        others = self._asked.spare.others(word, 2 * TRIED, f"{n}", same_size, self.folded)
        # An encoder that leaves the first words out is blind to a word alone: then any will do.
        telling = (self._asked.differ_alone(word, others) or others)[:TRIED]
        same = self.same([self._with(self.units[n], other) for other in telling])
        if not same:
            return "doubtful"
        return "unread" if all(same) else "doubtful" if any(same) else "read"

    def unread_tail(self, n: int) -> int:
        """The offset in the text from which the last letters of a word are not read."""
        span, word = self.units[n], self.word(n)
        for start in range(len(word) - 1, 0, -1):
            if not any(self.same(self._letters(span, word, start, len(word)))):
                return span.start + start + 1
        return span.end if len(word) == 1 else span.start + 1

    def _letters(self, span: Span, word: str, start: int, end: int) -> list[str]:
        spare = self._asked.spare
        made = [
            spare.another_letter(word[:end], start, f"{n}") + word[end:] for n in range(2 * LETTERS)
        ]
        made = list(dict.fromkeys(other for other in made if other != word))
        telling = self._asked.differ_alone(word, made) or made
        return [self._with(span, other) for other in telling[:LETTERS]]

    def _with(self, span: Span, word: str) -> str:
        return self.text[: span.start] + word + self.text[span.end :]

    def _block(self, start: int, end: int, same_size: bool, seed: int) -> str:
        parts, at = [], 0
        for n in range(start, end):
            span = self.units[n]
            parts += [self.text[at : span.start], self._other(n, same_size, seed)]
            at = span.end
        return "".join([*parts, self.text[at:]])

    def _other(self, n: int, same_size: bool, seed: int) -> str:
        key = n, same_size, seed
        if key not in self._others:
            word, spare = self.word(n), self._asked.spare
            made = spare.others(word, 1, f"{seed} {n}", same_size, self.folded)
            self._others[key] = made[0] if made else word
        return self._others[key]
