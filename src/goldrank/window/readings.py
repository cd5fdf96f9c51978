"""What an encoder reads of the inputs of a run: by its tokens, or between two bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldrank.encoders.base import Encoder, Reading
from goldrank.encoders.notes import Notes
from goldrank.text.tokens import TokenCounter
from goldrank.types import Span
from goldrank.window.characters import InText, digest, map_inputs
from goldrank.window.measured import Window
from goldrank.window.same_encoder import check_same

Bounds = tuple[tuple[Span, ...], tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class BoundedReadings:
    """Readings of some inputs: `low` is what is shown to be read, `high` what is not shown not to be.

    They are one and the same where the encoder's tokens are known.
    """

    low: Sequence[Reading]
    high: Sequence[Reading]

    @property
    def has_bounds(self) -> bool:
        """Whether they may differ."""
        return self.low is not self.high


def hold(
    encoder: Encoder, window: Window | None, texts: Sequence[str], cache: Notes
) -> BoundedReadings:
    """What is read of each of `texts` on the document side; the cache remembers what was found.

    Raises:
        GoldrankError: it must be measured anew, and the encoder gives other vectors than before.
    """
    readings = encoder.read(texts, "document", window.content_tokens if window else None)
    if window is None or window.text is None:
        return BoundedReadings(readings, readings)
    bounds = _bounds(encoder, window.text, texts, cache)
    count = encoder.counter
    pairs = list(zip(texts, readings, bounds, strict=True))
    return BoundedReadings(
        [_reading(text, reading, low, count) for text, reading, (low, _) in pairs],
        [_reading(text, reading, high, count) for text, reading, (_, high) in pairs],
    )


class HoldOnce:
    """`hold` of one encoder: texts that were asked of before are not read again.

    The bodies of chunks are asked of for every variant that puts something before them.
    """

    def __init__(self, encoder: Encoder, window: Window | None, cache: Notes) -> None:
        self._encoder, self._window, self._cache = encoder, window, cache
        self._known: dict[tuple[str, ...], BoundedReadings] = {}

    def __call__(self, texts: Sequence[str]) -> BoundedReadings:
        """What is read of each of `texts`."""
        key = tuple(texts)
        if key not in self._known:
            self._known[key] = hold(self._encoder, self._window, texts, self._cache)
        return self._known[key]


def _bounds(encoder: Encoder, found: InText, texts: Sequence[str], cache: Notes) -> list[Bounds]:
    note = f"held {digest([str(found), *texts])}"
    known = cache.note(note)
    if known is None:
        check_same(encoder, texts, cache)
        maps = map_inputs(encoder, found, texts)
        known = [[[list(span) for span in side] for side in (m.low, m.high)] for m in maps]
        cache.remember(note, known)
    return [
        (tuple(Span(*span) for span in low), tuple(Span(*span) for span in high))
        for low, high in known
    ]


def _reading(text: str, whole: Reading, spans: tuple[Span, ...], counter: TokenCounter) -> Reading:
    """`whole` with what is read of it: its tokens are those of the counter, words."""
    if spans == (Span(0, len(text)),):
        return whole
    end = spans[-1].end if spans else 0
    read = min(whole.tokens, sum(counter.count(text[s.start : s.end]) for s in spans))
    held = None if spans == (Span(0, end),) else spans
    return replace(whole, read=read, end=end, held=held)
