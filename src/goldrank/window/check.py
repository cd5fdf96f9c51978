"""In every run: does the encoder read this corpus's own long texts as far as was measured?"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from goldrank.encoders.base import Encoder, Reading
from goldrank.encoders.notes import Notes
from goldrank.errors import GoldrankError
from goldrank.window.measured import Window, prompt_tokens
from goldrank.window.probe import make_probe, pair_difference

WORD = re.compile(r"\w+")
OTHERS = ("river", "stone", "window", "garden", "seven", "winter")


class WrongWindowError(GoldrankError):
    """The corpus's own texts are not read as far as the window says."""


@dataclass(frozen=True)
class Verified:
    """How many over-long texts were tried, and the differences seen."""

    pairs: int
    largest_behind: float = 0.0
    smallest_before: float = float("inf")


def verify_window(
    encoder: Encoder, window: Window, texts: Sequence[str], sample: int = 8
) -> Verified:
    """Encode over-long texts in pairs: what lies behind the end must not matter, what lies before must.

    Up to `sample` of the texts that the window cuts are taken, evenly from all. Each is encoded
    beside itself with everything behind the end replaced, then beside itself with the last word
    before the end replaced. Where it cuts none, the last word of the longest texts is tried.

    Raises:
        GoldrankError: a vector changed that should not, or the other way round; says which text.
    """
    readings = encoder.read(texts, "document", window.content_tokens)
    chosen = _chosen(readings, sample)
    behind = [_behind(encoder, window, texts[n], readings[n]) for n in chosen]
    before = [_before(encoder, window, texts[n], readings[n]) for n in chosen]
    for number, change in zip(chosen, behind, strict=True):
        if change is not None and change > window.tolerance:
            raise _wrong(encoder, window, texts[number], "behind", "must not", change)
    for number, change in zip(chosen, before, strict=True):
        if change is not None and change <= window.tolerance:
            raise _wrong(encoder, window, texts[number], "before", "must", change)
    return Verified(
        pairs=sum(change is not None for change in (*behind, *before)),
        largest_behind=max((c for c in behind if c is not None), default=0.0),
        smallest_before=min((c for c in before if c is not None), default=float("inf")),
    )


def verify_end(encoder: Encoder, window: Window) -> None:
    """Encode two pairs of probes: the window, measured in an earlier run perhaps, is what it was.

    Raises:
        GoldrankError: the encoder reads less than was measured, or more.
    """
    content = window.content_tokens
    if content is None:
        return
    probe = make_probe(encoder)
    end = content - prompt_tokens(encoder)
    if not 0 < end < len(probe.words):
        return
    for place, must, is_read in ((end, "must", True), (end + 1, "must not", False)):
        change = probe.difference(end + 1, place)
        if (change > window.tolerance) != is_read:
            side = "before" if is_read else "behind"
            raise _wrong(encoder, window, probe.text(end + 1), side, must, change)


def verify_once(
    encoder: Encoder, window: Window, texts: Sequence[str], cache: Notes, sample: int = 8
) -> Verified | None:
    """`verify_window`, unless the cache remembers that it was done for exactly these texts.

    Raises:
        GoldrankError: as `verify_window`, or it was refused for these texts before.
    """
    seen = hashlib.sha256(repr((window.to_json(), sample)).encode())
    for text in texts:
        seen.update(hashlib.sha256(text.encode()).digest())
    note = f"verified {seen.hexdigest()}"
    known = cache.note(note)
    if isinstance(known, dict):
        raise GoldrankError(known["refused"])
    if known:
        return None
    try:
        verified = verify_window(encoder, window, texts, sample)
    except WrongWindowError as error:
        cache.remember(note, {"refused": str(error)})
        raise
    cache.remember(note, True)
    return verified


def _chosen(readings: Sequence[Reading], sample: int) -> list[int]:
    if long := [n for n, reading in enumerate(readings) if reading.is_cut]:
        even = np.linspace(0, len(long) - 1, min(sample, len(long))).astype(int)
        return [long[n] for n in dict.fromkeys(even.tolist())]
    longest = sorted(range(len(readings)), key=lambda n: (-readings[n].tokens, n))
    return [n for n in longest[:sample] if readings[n].tokens]


def _behind(encoder: Encoder, window: Window, text: str, reading: Reading) -> float | None:
    """What replacing everything behind the end does; `None` where it cannot be done cleanly."""
    word = next((m for m in WORD.finditer(text) if m.start() < reading.end < m.end()), None)
    # The word that the end cuts stays whole: half a word is other tokens.
    for start in dict.fromkeys((word.end() if word else reading.end, reading.end)):
        other = text[:start] + WORD.sub(_another, text[start:])
        if other != text and _read(encoder, window, other).key == reading.key:
            return pair_difference(encoder, text, other)
    return None


def _before(encoder: Encoder, window: Window, text: str, reading: Reading) -> float | None:
    """What replacing the last word before the end does; `None` where there is none."""
    words = [m for m in WORD.finditer(text) if m.end() <= reading.end]
    if not words:
        return None
    last = words[-1]
    other = text[: last.start()] + _another(last) + text[last.end() :]
    changed = _read(encoder, window, other)
    # Two unknown words are one and the same to the model, whatever the key is made of.
    both = _is_unknown(last.start(), reading) and _is_unknown(last.start(), changed)
    if both or changed.key == reading.key:
        return None
    return pair_difference(encoder, text, other)


def _is_unknown(place: int, reading: Reading) -> bool:
    return any(span.start <= place < span.end for span in reading.unknown)


def _another(word: re.Match[str]) -> str:
    """Another word for the one found, the same at every run."""
    place = word.start() % len(OTHERS)
    return OTHERS[place] if OTHERS[place] != word.group().casefold() else OTHERS[place - 1]


def _read(encoder: Encoder, window: Window, text: str) -> Reading:
    return encoder.read([text], "document", window.content_tokens)[0]


def _wrong(
    encoder: Encoder, window: Window, text: str, side: str, must: str, change: float
) -> GoldrankError:
    return WrongWindowError(
        f'encoder "{encoder.name}": its window was measured as {window.tokens} tokens, but in the '
        f'text beginning with "{text[:60]}" what lies {side} that end {must} change the vector, '
        f"and the change is {change:.1e} (noise {window.tolerance:.1e}); every coverage figure "
        "would be wrong. Delete this encoder's cache to measure again, or report the encoder"
    )
