"""What must hold of the window before anything that was encoded is stored."""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.encoders.base import Encoder, Reading
from goldrank.encoders.notes import Notes
from goldrank.window.check import verify_end, verify_once
from goldrank.window.measured import Window
from goldrank.window.same_encoder import check_same
from goldrank.window.sizes import largest_places

LONGEST = 2
"""How many texts are verified where the window cuts none."""


def check_inputs(
    encoder: Encoder,
    window: Window | None,
    texts: Sequence[str],
    readings: Sequence[Reading],
    missing: bool,
    cache: Notes,
) -> None:
    """Verify the window on the inputs of a run; `missing` says whether some are to be encoded.

    Raises:
        GoldrankError: they are not read as far as was measured, now or when it was tried before.
    """
    if missing and encoder.about.is_remote:
        check_same(encoder, texts, cache)
    if window is None or window.text is not None:
        return  # what is read of each input was asked of the input itself
    if missing:
        verify_end(encoder, window)
    chosen = to_verify(texts, readings, missing)
    verify_once(encoder, window, [texts[n] for n in chosen], cache)


def check_queries(
    encoder: Encoder,
    window: Window | None,
    texts: Sequence[str],
    readings: Sequence[Reading],
    cache: Notes,
) -> None:
    """The same of queries: of those that the window cuts, since equal heads share a vector."""
    cut = [texts[n] for n in distinct_cut(readings)]
    if cut and window is not None and window.text is None:
        verify_once(encoder, window, cut, cache)


def to_verify(texts: Sequence[str], readings: Sequence[Reading], missing: bool) -> list[int]:
    """The inputs that tell whether the window is what it was: those that it cuts.

    Where it cuts none, the longest by tokens, and the largest by every other measure, as nobody
    knows what the encoder counts: they must be read to the end.
    """
    if (cut := distinct_cut(readings)) or not missing:
        return cut
    longest = sorted(range(len(readings)), key=lambda n: (-readings[n].tokens, n))[:LONGEST]
    return list(dict.fromkeys([*longest, *largest_places(texts, 1)]))


def distinct_cut(readings: Sequence[Reading]) -> list[int]:
    """The first of each different input that the window cuts, in order."""
    first = {r.key: n for n, r in reversed(list(enumerate(readings))) if r.is_cut}
    return sorted(first.values())
