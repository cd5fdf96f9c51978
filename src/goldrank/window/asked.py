"""The window of an endpoint whose tokens nobody knows: in characters, in few requests."""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.encoders.base import Encoder, RefusedError
from goldrank.errors import GoldrankError
from goldrank.types import Span
from goldrank.window.characters import FEW, InText, stretches_of, summed
from goldrank.window.manner import Manner
from goldrank.window.moves import ProbedEncoder, Text
from goldrank.window.pieces import pieces_of
from goldrank.window.probe import Probe
from goldrank.window.taken import longest_taken
from goldrank.window.text_map import TextMap, map_text
from goldrank.window.units import Spare, spare_of, units_of

STRETCHES = 4  # each costs money
WORDS = 1024  # of the text in which pieces are looked for


def asked_in_text(encoder: Encoder, texts: Sequence[str]) -> tuple[InText, Manner]:
    """What an endpoint reads of the longest stretches of `texts`, and what it does with long ones.

    Where it refuses some, those tell its window: how far each is taken, and read.

    Raises:
        GoldrankError: nothing that is changed in any of them moves its vector, or the vectors
            differ from call to call.
    """
    stretches = sorted(stretches_of([t for t in texts if t.strip()]), key=len, reverse=True)
    stretches = stretches[:STRETCHES]
    heads = [text[: _taken(encoder, text)] for text in stretches]
    refused = [n for n, text in enumerate(stretches) if len(heads[n]) < len(text)]
    spare = spare_of(texts)
    asked = ProbedEncoder(encoder, spare, min(heads, key=len, default="")[:400])
    if refused:
        stretches, heads = [stretches[n] for n in refused], [heads[n] for n in refused]
        maps = [_headed(asked, head) for head in heads]
    else:
        maps = [map_text(Text(text, asked), FEW) for text in stretches]
    if stretches and not any(found.high for found in maps):
        raise GoldrankError(
            f'encoder "{encoder.name}": expected its vector to change with the words of a text, and '
            f"it does not (noise {asked.noise:.1e}); nothing can be ranked with it"
        )
    found = summed(stretches, maps)
    shortest = min(map(len, heads), default=0)
    pieces = None
    if heads and all(each.end == len(head) for each, head in zip(maps, heads, strict=True)):
        pieces = _pieces(encoder, min(heads, key=len) if refused else heads[0], spare, asked.noise)
    return found, Manner(
        "characters",
        found.low if found.kind == "end" else None,
        shortest if refused else found.longest,
        shortest + 1 if refused else None,
        *(pieces or (None, None)),
    )


def _taken(encoder: Encoder, text: str) -> int:
    return longest_taken(encoder, lambda size: text[:size], len(text))


def _headed(asked: ProbedEncoder, head: str) -> TextMap:
    """How far the longest head that is taken is read: the shortest that has its vector."""
    text = Text(head, asked)
    low, high = 0, len(head)
    if text.same([head[: len(head) - _last_word(head)]])[0]:
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if text.same([head[:middle]])[0] else (middle, high)
    span = (Span(0, high),)
    return TextMap(span, span)


def _last_word(head: str) -> int:
    """How many characters the last two words take, the last of which may be cut."""
    units = units_of(head)
    return len(head) - units[-2].start if len(units) > 2 else 1


def _pieces(encoder: Encoder, text: str, spare: Spare, noise: float) -> tuple[int, float] | None:
    """The size of pieces in characters, and how like their mean a text is."""
    words = text.split()[:WORDS]
    others = [word for known in spare.by_script.values() for word in known] or words[::-1]
    # Other words may be more tokens: at the very end of what is taken they would be refused.
    length = len(words) * 3 // 4
    try:
        found = pieces_of(Probe(encoder, words, others), length, noise)
    except RefusedError:
        return None
    return (len(" ".join(words[: found.words])), found.cosine) if found else None
