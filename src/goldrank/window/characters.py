"""The window of an encoder whose tokens nobody knows: in characters, on the corpus's own texts."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import median
from typing import Any, Literal

from goldrank.encoders.base import Encoder
from goldrank.errors import GoldrankError
from goldrank.text.tokens import WordCounter
from goldrank.types import Span
from goldrank.window.moves import ProbedEncoder, Text
from goldrank.window.sizes import Sizes, largest_places, sizes_of, smallest
from goldrank.window.text_map import TextMap, map_text, untold, whole
from goldrank.window.unit_ends import UNITS, count, ends_at, head_of
from goldrank.window.units import spare_of, units_of

STRETCH = 40_000  # characters of a document that are tried at most
STARTS = 3  # places in a long document from which it is read
EACH = 2  # texts by each measure of size
PROBES = 32  # single words changed in each stretch
FEW = 6  # the same, in the largest inputs of a run
SURELY = 1.25  # of the largest stretch that was taken, by every measure: what is longer is refused
SURE = 0.5  # of the smallest stretch that was read, by every measure: what is shorter is read whole
ROWS = 4_000  # texts encoded for one set of inputs, and so many more for each of them:
ROWS_EACH = 48  # before the rest is told roughly
GAPPED_EACH = 6  # the same where words inside are left out: only the most is told anyway
ALIKE = 4  # cut stretches that must agree on a unit
Kind = Literal["end", "none", "other"]


@dataclass(frozen=True, slots=True)
class InText:
    """What an encoder was found to read of stretches of a corpus, in characters.

    `kind` is "end" where each is read from its beginning to one end, "none" where all of all are
    read, "other" where neither is so or it cannot be told. `low`, `median` and `high` are over the
    `cut` stretches of `n` that are not read whole; `words` is what the least of those holds, and
    `sizes` the least by each measure. `longest` is the largest stretch tried, `step` half of the
    smallest gap in words. Where all cut stretches hold as many of one `unit`, that is `size`:
    only then is it known whether the last word is read whole.
    """

    kind: Kind
    low: int | None
    median: float | None
    high: int | None
    words: int | None
    n: int
    cut: int
    longest: int
    sizes: tuple[int, ...] | None = None
    step: int | None = None
    unit: str | None = None
    size: int | None = None

    def to_json(self) -> dict[str, Any]:
        """What JSON can hold."""
        return {**asdict(self), "sizes": list(self.sizes) if self.sizes else None}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> InText:
        """What `to_json` wrote."""
        sizes = value["sizes"]
        return cls(**{**value, "sizes": tuple(sizes) if sizes else None})


def stretches_of(texts: Sequence[str]) -> list[str]:
    """Stretches of the largest of `texts` by each measure and script, from several places."""
    found = []
    for n in largest_places(texts, EACH):
        text = texts[n]
        words = units_of(text)
        for part in range(STARTS if len(words) >= 100 * STARTS else 1):
            start = words[len(words) * part // STARTS].start if part else 0
            found.append(text[start : start + STRETCH])
    return list(dict.fromkeys(found))


def measure_in_text(encoder: Encoder, texts: Sequence[str]) -> InText:
    """Map stretches of `texts`.

    Raises:
        GoldrankError: nothing that is changed in any of them moves its vector, or the vectors
            differ from call to call.
    """
    stretches = stretches_of([text for text in texts if text.strip()])
    asked = ProbedEncoder(encoder, spare_of(texts), max(stretches, key=len, default=""))
    maps = [map_text(Text(text, asked), PROBES) for text in stretches]
    if stretches and not any(found.high for found in maps):
        raise GoldrankError(
            f'encoder "{encoder.name}": expected its vector to change with the words of a text, and '
            f"it does not (noise {asked.noise:.1e}): its vectors are all alike, or differ from call "
            "to call; nothing can be ranked with it"
        )
    return summed(stretches, maps)


def map_inputs(encoder: Encoder, found: InText, texts: Sequence[str]) -> list[TextMap]:
    """What is read of each of the inputs of a run.

    The largest by each measure are mapped first. Where those are read to their end, all are.
    Where reading ends once, inputs of less than half of the smallest stretch that was read by
    every measure are read whole, and each other one is asked for its own end. Else all are mapped,
    and only the most that is read is told. Asking costs a few times what encoding does, never
    more: behind `ROWS` and `ROWS_EACH` the inputs that are left are told roughly.
    """
    distinct = list(dict.fromkeys(texts))
    most = ROWS + ROWS_EACH * len(distinct)
    asked = ProbedEncoder(encoder, spare_of(distinct), max(distinct, key=len, default=""))
    probes = PROBES if found.kind == "other" else FEW
    chosen = [distinct[n] for n in largest_places(distinct, EACH)]
    maps = {text: map_text(Text(text, asked), probes, found.step) for text in chosen}
    here = summed(chosen, list(maps.values()))
    rest = [text for text in distinct if text not in maps]
    if "other" not in (found.kind, here.kind):
        sizes = smallest([Sizes(*each.sizes) for each in (found, here) if each.sizes])
        headed = _headed_maps(rest, found, sizes, asked, most)
        if headed is not None:
            maps.update(headed)
            return [_exactly(found, text, maps[text]) for text in texts]
    steps = [each.step for each in (found, here) if each.step]
    step = min(steps, default=None)
    most = asked.encoded + GAPPED_EACH * len(rest)
    maps.update({text: _other(text, asked, step, most) for text in rest})
    # Words of an input that were not changed may be left out too: how much at least is read of an
    # encoder with gaps is not told, only how much at most.
    return [replace(maps[text].cautious(), low=()) for text in texts]


def _headed_maps(
    texts: Sequence[str], found: InText, sizes: Sizes | None, asked: ProbedEncoder, most: int
) -> dict[str, TextMap] | None:
    """The maps of an encoder that reads from the beginning to one end; `None` where it does not."""
    maps = {}
    for text in texts:
        if sizes is None or _is_short(text, sizes):
            maps[text] = whole(text)
        elif asked.encoded > most:
            maps[text] = _roughly(text, sizes)
        else:
            maps[text] = _headed(text, asked, found)
        if not maps[text].is_head:
            return None
    return maps


def _exactly(found: InText, text: str, told: TextMap) -> TextMap:
    """The map as it is where its end is the one that the encoder's unit gives, else with doubt."""
    if found.unit and count(found.unit, text[: told.end]) == found.size:
        return told
    return told.cautious()


def _unit(ends: Sequence[str]) -> tuple[str | None, int | None]:
    """The unit of which all of several heads of texts hold as many."""
    if len(set(ends)) >= ALIKE:
        for name in UNITS:
            if len(sizes := {count(name, head) for head in ends}) == 1:
                return name, sizes.pop()
    return None, None


def digest(texts: Sequence[str]) -> str:
    """A sha256 of texts in their order."""
    seen = hashlib.sha256()
    for text in texts:
        seen.update(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest())
    return seen.hexdigest()


def _roughly(text: str, sizes: Sizes) -> TextMap:
    """At least the words that are few enough to be read whole, at most all."""
    ends = [0, *(unit.end for unit in units_of(text))]
    low = bisect_right(ends, False, key=lambda end: not _is_short(text[:end], sizes)) - 1
    return TextMap((Span(0, ends[low]),), (Span(0, len(text)),))


def _other(text: str, asked: ProbedEncoder, step: int | None, most: int) -> TextMap:
    if asked.encoded >= most:
        return untold(text)
    return map_text(Text(text, asked), PROBES, step)


def _headed(text: str, asked: ProbedEncoder, found: InText) -> TextMap:
    """The map of a text of an encoder that reads from the beginning to one end."""
    probe = Text(text, asked)
    if found.unit and found.size and ends_at(probe, found.unit, found.size):
        return head_of(text, found.unit, found.size)
    if probe.has_room():
        return whole(text)
    return map_text(probe, 1, finely=found.unit is not None)


def surely_longer(text: str, found: InText) -> bool:
    """Whether a text is longer, by every measure, than what was read of the stretches tried."""
    sizes = found.sizes or ()
    return bool(sizes) and all(
        own > SURELY * least for own, least in zip(sizes_of(text), sizes, strict=True)
    )


def _is_short(text: str, sizes: Sizes) -> bool:
    return all(own <= SURE * least for own, least in zip(sizes_of(text), sizes, strict=True))


def summed(texts: Sequence[str], maps: Sequence[TextMap]) -> InText:
    """What several stretches and their maps say together."""
    cut = [(t, m) for t, m in zip(texts, maps, strict=True) if m != whole(t)]
    ends = [m.end for _, m in cut]
    read = [sizes_of(t[: m.end]) for t, m in cut]
    least = smallest(read)
    steps = [m.smallest for m in maps if m.smallest]
    words = WordCounter().count
    unit, size = _unit([t[: m.end] for t, m in cut])
    kind: Kind = "none" if not cut else "end" if all(m.is_head for _, m in cut) else "other"
    return InText(
        kind=kind,
        low=min(ends, default=None),
        median=float(median(ends)) if ends else None,
        high=max(ends, default=None),
        words=min(words(t[: m.end]) for t, m in cut) if kind == "end" else None,
        n=len(texts),
        cut=len(cut),
        longest=max(map(len, texts), default=0),
        sizes=tuple(least) if least and kind == "end" else None,
        step=max(1, min(steps) // 2) if steps else None,
        unit=unit if kind == "end" else None,
        size=size if kind == "end" else None,
    )
