"""What every encoder promises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.meter import Meter
from goldrank.errors import GoldrankError
from goldrank.text.intervals import subtract
from goldrank.text.tokens import TokenCounter
from goldrank.types import Span

Role = Literal["query", "document"]
Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reading:
    """Which part of one input an encoder reads, found by its tokenizer alone.

    `tokens` counts the content tokens of the whole input (prompt included, special tokens not);
    `read` of them are inside the window; `end` is the offset in the text (prompt excluded) after
    the last character read, `len(text)` where nothing is cut. `key` is a sha256 of exactly what
    the model is given: two inputs with equal keys are the same input after truncation.
    `held` are the stretches of the text inside the window, where that is not all up to `end`.
    `unknown` are those of them that became the unknown token, `unknown_tokens` how many of the
    `read` tokens are it: the model is told that something stands there, and not what.
    """

    tokens: int
    read: int
    end: int
    key: bytes
    held: tuple[Span, ...] | None = None
    unknown: tuple[Span, ...] = ()
    unknown_tokens: int = 0

    @property
    def in_window(self) -> tuple[Span, ...]:
        """The stretches of the text inside the window, known to the tokenizer or not."""
        return (Span(0, self.end),) if self.held is None else self.held

    @property
    def spans(self) -> tuple[Span, ...]:
        """The stretches of the text that are read.

        >>> Reading(3, 3, 9, b"", unknown=(Span(4, 6),), unknown_tokens=1).spans
        (Span(start=0, end=4), Span(start=6, end=9))
        """
        return tuple(subtract(self.in_window, self.unknown)) if self.unknown else self.in_window

    @property
    def left_out(self) -> tuple[Span, ...]:
        """The stretches up to `end` that are not read: gaps, and what is unknown."""
        return tuple(subtract((Span(0, self.end),), self.spans))

    def unread(self, text: str) -> list[Span]:
        """The stretches of the text that are not read, white space apart."""
        gaps = subtract((Span(0, len(text)),), self.spans)
        return [gap for gap in gaps if text[gap.start : gap.end].strip()]

    def pieces(self, text: str) -> str:
        """What is read of the text; words on both sides of what is left out are two words."""
        return " ".join(text[span.start : span.end] for span in self.spans)

    @property
    def token_share(self) -> float:
        """The share of the tokens that are inside the window and known; 1 where there are none."""
        return (self.read - self.unknown_tokens) / self.tokens if self.tokens else 1.0

    @property
    def is_cut(self) -> bool:
        """Whether the window leaves something out."""
        return self.read < self.tokens


ROWS = 32  # texts in one call, where an encoder does not say otherwise


@dataclass(frozen=True)
class About:
    """What an encoder says of itself beside its vectors; by default nothing out of the ordinary.

    `similarity` is how its vectors are compared, `"cosine"` or `"dot"`. `remarks` are sentences
    for whoever reads a run of it. `code` are the user's own files that it is made of, with the
    sha256 of each. It is given `rows` texts at a time, and with `tokens` set only as many as have
    so many tokens of its counter together: what it returns is stored before it is given more.
    `meter` counts what it sends for money. Where `is_remote`, its vectors may become others while
    its fingerprint stays: then one text that is known is encoded before others are.

    >>> About().similarity
    'cosine'
    """

    similarity: str = "cosine"
    remarks: tuple[str, ...] = ()
    code: Mapping[str, str] = field(default_factory=dict)
    rows: int = ROWS
    tokens: int | None = None
    meter: Meter | None = None
    is_remote: bool = False


class RefusedError(GoldrankError):
    """An encoder does not take some texts, as one does that takes no long ones."""


class Encoder(Protocol):
    """Text to vectors.

    `encode` returns one float32 row for each text, in order, finite, of one width; it may load
    weights at its first call and at no other moment. Everything else works without weights. Texts
    that it does not take are a `RefusedError`.
    """

    @property
    def name(self) -> str:
        """What the user called it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes when any vector could: weights, tokenizer, window, pooling, normalisation, prompts, dtype, backend."""
        ...

    @property
    def counter(self) -> TokenCounter:
        """Counts as the encoder's tokenizer does, truncation and padding off."""
        ...

    @property
    def has_tokenizer(self) -> bool:
        """Whether `counter` counts what the encoder counts; else its window is told in characters."""
        ...

    @property
    def special_tokens(self) -> int:
        """How many tokens the tokenizer adds to every input."""
        ...

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        """Every window that is declared somewhere, in tokens with specials, by its source."""
        ...

    @property
    def about(self) -> About:
        """What it says of itself; `About()` where there is nothing to say."""
        ...

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` content tokens holds of each text."""
        ...

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Vectors of `texts`, shape (texts, dimensions)."""
        ...
