"""What an encoder reads of queries: up to the end of the window, and what its tokenizer knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldrank.encoders.base import Encoder, Reading, Role
from goldrank.encoders.notes import Notes
from goldrank.window.characters import SURE, InText
from goldrank.window.measured import Window
from goldrank.window.readings import hold
from goldrank.window.sizes import Sizes, sizes_of

SIDES: tuple[Role, Role] = ("query", "document")


def read_queries(
    encoder: Encoder, window: Window | None, texts: Sequence[str], cache: Notes
) -> list[Reading]:
    """What is not shown to be unread of each query.

    Where the encoder's tokens are not known and it reads from the beginning to one end, queries
    that may be longer are asked for theirs; where it is not so, or queries have a prompt of their
    own, nothing is known of a query.
    """
    content = window.content_tokens if window else None
    readings = encoder.read(texts, "query", content)
    if window is None or window.text is None or not _alike(encoder):
        return readings
    long = [n for n, text in enumerate(texts) if may_be_cut(text, window.text)]
    if long:
        held = hold(encoder, window, [texts[n] for n in long], cache).high
        for n, reading in zip(long, held, strict=True):
            readings[n] = reading
    return readings


def _alike(encoder: Encoder) -> bool:
    """Whether both sides give the model the same: its window was measured on the document side."""
    one, other = (encoder.read(["a"], side, None)[0] for side in SIDES)
    return one.key == other.key


def may_be_cut(text: str, found: InText) -> bool:
    """Whether a text may be longer than what was found to be read of a corpus's own texts."""
    if found.sizes is None:
        return False  # nothing is cut, or it does not read from the beginning to one end
    least = Sizes(*found.sizes)
    return any(own > SURE * size for own, size in zip(sizes_of(text), least, strict=True))


def unread_terms(
    text: str, reading: Reading, tokenize: Callable[[str], list[str]]
) -> frozenset[str]:
    """The terms of a query that the encoder does not read, in whole or in part.

    >>> from goldrank.types import Span
    >>> cut = Reading(4, 3, 12, b"")
    >>> sorted(unread_terms("ask your manager first", cut, str.split))
    ['first', 'manager']
    """
    return frozenset(tokenize(text)) - frozenset(tokenize(reading.pieces(text)))
