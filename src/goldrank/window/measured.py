"""What an encoder reads of its input: measured, never taken from a configuration."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from goldrank.encoders.base import Encoder
from goldrank.encoders.declared import smallest_window
from goldrank.encoders.notes import Notes
from goldrank.errors import GoldrankError
from goldrank.text.tokens import TokenCounter
from goldrank.types import Document
from goldrank.window.asked import asked_in_text
from goldrank.window.characters import InText, digest, measure_in_text
from goldrank.window.manner import Manner
from goldrank.window.pieces import pieces_of
from goldrank.window.probe import Probe, make_probe, rows
from goldrank.window.same_encoder import check_same
from goldrank.window.taken import longest_taken

SHORTEST, LONGEST = 1024, 8192  # words: how long the longest probe is, unless something is declared
MARGIN = 4.0  # times the noise: a change must stand out of it
LARGEST_NOISE = 1e-5  # what may count as noise between two rows of one batch
MORE = 64  # words: so much more than is declared is tried at an endpoint
NOTE = "window"
INSIDE = "inside"
PLACES = 64  # words inside the window that are changed, one in each stretch of it
AT_ONCE = 16  # texts in one call


class NotOneEndError(GoldrankError):
    """An encoder does not read from the beginning of a text to one end."""


@dataclass(frozen=True)
class Window:
    """How much an encoder reads, in tokens.

    `content_tokens` counts what a text and its prompt may take, `tokens` the special tokens too;
    both are `None` where no end was found in `tested` content tokens. `noise_floor` is the
    largest difference of a component between two vectors of one text in different batches,
    `pair_noise` the same within one batch. `last_change` is what changing the last word inside
    did, `first_unread` the largest that any word behind it did. `text` is what was found in
    characters, where the encoder's tokens are not known or it does not read from the beginning to
    one end: then nothing else is known. `manner` is what an endpoint does with long texts.
    """

    tokens: int | None
    content_tokens: int | None
    special_tokens: int
    noise_floor: float
    pair_noise: float
    declared: Mapping[str, int | None]
    tested: int
    last_change: float
    first_unread: float
    text: InText | None = None
    manner: Manner | None = None

    @property
    def refuses(self) -> bool:
        """Whether a longer text is an error, so that none may be sent."""
        return self.manner is not None and self.manner.refused is not None

    @property
    def tolerance(self) -> float:
        """The largest difference within one batch that means "as it was"."""
        return max(MARGIN * self.pair_noise, min(self.noise_floor, LARGEST_NOISE))

    @property
    def warnings(self) -> tuple[str, ...]:
        """Where what is declared is not what was measured."""
        found = "no end" if self.tokens is None else str(self.tokens)
        bound = self.tested + self.special_tokens if self.tokens is None else self.tokens
        return tuple(
            f"measured {found} {'<' if bound < limit else '>'} declared {limit} ({where})"
            for where, limit in self.declared.items()
            if limit is not None and (bound != limit if self.tokens is not None else bound > limit)
        )

    def to_json(self) -> dict[str, Any]:
        """What JSON can hold."""
        made = {**asdict(self), "declared": dict(self.declared)}
        del made["text"]
        if self.manner is None:
            del made["manner"]
        return made if self.text is None else {**made, "text": self.text.to_json()}

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Window:
        """The window that `to_json` wrote."""
        text = value.get("text")
        found = None if text is None else InText.from_json(text)
        return cls(**{**value, "text": found, "manner": Manner.from_json(value.get("manner"))})


def measure_window(
    encoder: Encoder, words: Iterable[str] = (), longest: int | None = None
) -> Window:
    """Find the largest place where changing one word changes the vector at all.

    The text is made of distinct words that are one token each; both texts of a comparison are
    encoded in one call. The search by halves is only right where reading ends once, so places on
    both sides of the found end are tried as well. `words` adds to the words tried, `longest`
    bounds the length of the text in words (default: four times what is declared, at most 8,192).

    Raises:
        GoldrankError: the encoder does not read a beginning of its input and nothing else.
    """
    probe = make_probe(encoder, words)
    tried = min(longest or _longest(encoder), len(probe.words))
    prompt = prompt_tokens(encoder)
    limit = _taken(probe, prompt, tried)
    noise_floor, pair_noise = _noise(probe, limit)
    threshold = max(MARGIN * pair_noise, min(noise_floor, LARGEST_NOISE))
    end = _as_declared(probe, prompt, limit, threshold)
    if end is None:
        inside, length = _first_unread_length(probe, limit, threshold)
        end = None if length is None else _last_that_matters(probe, inside, length, threshold)
    if end == 0:
        raise GoldrankError(
            f'encoder "{encoder.name}": expected its vector to change with the first word of a text, '
            f"and it does not (noise {threshold:.1e}): its vectors are all alike, or differ from call "
            "to call; nothing can be ranked with it"
        )
    last, unread = _check_both_sides(probe, end, limit, threshold)
    pieces = pieces_of(probe, limit, threshold) if end is None and _is_asked(encoder) else None
    if end is None and limit < tried:
        end = limit  # nothing longer can be sent
    content = None if end is None else end + prompt
    manner = None
    if _is_asked(encoder):
        refused = limit + prompt + 1 if limit < tried else None
        size, cosine = (None, None) if pieces is None else (pieces.words, pieces.cosine)
        manner = Manner("tokens", content, limit + prompt, refused, size, cosine)
    specials = encoder.special_tokens
    return Window(
        tokens=None if content is None else content + specials,
        content_tokens=content,
        special_tokens=specials,
        noise_floor=noise_floor,
        pair_noise=pair_noise,
        # In the order in which JSON gives them back: a warm run must not tell them otherwise.
        declared=dict(sorted(encoder.declared_windows.items())),
        tested=limit + prompt,
        last_change=last,
        first_unread=unread,
        manner=manner,
    )


def window_of(encoder: Encoder, cache: Notes, texts: Sequence[str] = ()) -> Window:
    """The window of an encoder: as remembered in its cache, else measured and remembered.

    Without a tokenizer it is measured on `texts`, the corpus's own, and so is that of an encoder
    that is found not to read from the beginning to one end.
    """
    if encoder.has_tokenizer:
        try:
            return _window_in_tokens(encoder, cache)
        except NotOneEndError:
            if not texts:
                raise
    return _window_in_text(encoder, cache, texts)


def limit_of(encoder: Encoder, window: Window | None) -> int | None:
    """The content tokens that an input may have, as the encoder's counter counts; `None` for any."""
    if window is None or window.text is None:
        return window.content_tokens if window else None
    return None if window.text.words is None else window.text.words + prompt_tokens(encoder)


def _window_in_tokens(encoder: Encoder, cache: Notes) -> Window:
    known, inside = cache.note(NOTE), cache.note(INSIDE)
    if isinstance(inside, str):
        raise NotOneEndError(inside)
    if known is not None and inside:
        return Window.from_json(known)
    before = spent(encoder)
    try:
        window = measure_window(encoder) if known is None else Window.from_json(known)
        check_inside(encoder, window)
        window = _counted(encoder, window, before)
    except NotOneEndError as error:
        cache.remember(INSIDE, str(error))
        raise
    cache.remember(NOTE, window.to_json())
    cache.remember(INSIDE, True)
    return window


def made_up(encoder: Encoder) -> list[str]:
    """A text of distinct words, for who has no corpus."""
    probe = make_probe(encoder)
    return [probe.text(len(probe.words) // 2)]


def note_of(texts: Sequence[str]) -> str:
    """Under which name the window on some texts is remembered."""
    return f"window in {digest(texts)}"


def _window_in_text(encoder: Encoder, cache: Notes, texts: Sequence[str]) -> Window:
    note = note_of(texts)
    known = cache.note(note)
    if known is None:
        before = spent(encoder)
        check_same(encoder, texts, cache)
        known = _counted(encoder, in_text(encoder, texts), before).to_json()
        cache.remember(note, known)
    return Window.from_json(known)


def in_text(encoder: Encoder, texts: Sequence[str]) -> Window:
    """The window measured in characters of `texts`.

    Raises:
        GoldrankError: nothing moves its vectors, or they differ from call to call.
    """
    if _is_asked(encoder):
        found, manner = asked_in_text(encoder, texts)
    else:
        found, manner = measure_in_text(encoder, texts), None
    declared = dict(sorted(encoder.declared_windows.items()))
    return Window(
        None, None, encoder.special_tokens, 0.0, 0.0, declared, 0, 0.0, 0.0, found, manner
    )


class InCharacters(NamedTuple):
    """How many characters of a corpus's own text a window holds; `n` documents are that long."""

    median: float
    low: float
    high: float
    n: int


def window_in_characters(
    window: Window, counter: TokenCounter, documents: Sequence[Document]
) -> InCharacters | None:
    """The median over the long documents, and the 10th and 90th percentile.

    A document counts with the mean of its full windows, cut one after another. `None` where the
    window has no end or no document is longer than it.
    """
    if not window.content_tokens:
        return None
    sizes = [_characters(window.content_tokens, counter, document.text) for document in documents]
    long = [size for size in sizes if size is not None]
    if not long:
        return None
    low, median, high = np.percentile(long, [10, 50, 90])
    return InCharacters(float(median), float(low), float(high), len(long))


def _characters(content: int, counter: TokenCounter, text: str) -> float | None:
    spans = counter.spans(text)
    full = len(spans) // content
    if len(spans) <= content:
        return None
    firsts = [spans[n * content].start for n in range(full)]
    lasts = [spans[(n + 1) * content - 1].end for n in range(full)]
    return float(np.mean(np.subtract(lasts, firsts)))


def _longest(encoder: Encoder) -> int:
    declared = smallest_window(encoder.declared_windows)
    if declared is None:
        return SHORTEST
    beyond = declared + MORE if _is_asked(encoder) else 0
    return max(beyond, min(LONGEST, max(SHORTEST, 4 * declared)))


def _is_asked(encoder: Encoder) -> bool:
    return encoder.about.is_remote


def _taken(probe: Probe, prompt: int, limit: int) -> int:
    """The longest probe, in words, that an endpoint takes."""
    encoder = probe.encoder
    if not _is_asked(encoder):
        return limit
    declared = (smallest_window(encoder.declared_windows) or 0) - encoder.special_tokens - prompt
    return longest_taken(encoder, probe.text, limit, (declared, declared + 1))


def spent(encoder: Encoder) -> tuple[int, int]:
    """How many requests of how many tokens an encoder has sent for money."""
    meter = encoder.about.meter
    return (meter.requests, meter.sent) if meter else (0, 0)


def _counted(encoder: Encoder, window: Window, before: tuple[int, int]) -> Window:
    """The window, with what measuring it took."""
    if window.manner is None:
        return window
    requests, tokens = (now - then for now, then in zip(spent(encoder), before, strict=True))
    return replace(window, manner=replace(window.manner, requests=requests, tokens=tokens))


def prompt_tokens(encoder: Encoder) -> int:
    """How many tokens the prompt of the document side takes."""
    text = "a"
    return encoder.read([text], "document", None)[0].tokens - encoder.counter.count(text)


def check_inside(encoder: Encoder, window: Window) -> None:
    """Change words at random places inside the window: each must move the vector.

    Raises:
        NotOneEndError: one does not, as where an encoder leaves out the middle, or words of a stride.
    """
    probe = make_probe(encoder)
    content = window.tested if window.content_tokens is None else window.content_tokens
    length = min(content - prompt_tokens(encoder), len(probe.words))
    chance = random.Random(length)
    edges = np.linspace(0, length, min(PLACES, max(length, 1)) + 1).astype(int).tolist()
    places = [chance.randint(low + 1, high) for low, high in pairwise(edges) if low < high]
    for n in range(0, len(places), AT_ONCE - 1):
        part = places[n : n + AT_ONCE - 1]
        made = rows(encoder, [probe.text(length), *(probe.changed(length, p) for p in part)])
        for place, row in zip(part, made[1:], strict=True):
            if float(np.abs(row - made[0]).max()) > window.tolerance:
                continue
            if probe.difference(length, place) <= window.tolerance:
                raise NotOneEndError(
                    f'encoder "{encoder.name}": expected it to read the first {length} words of a '
                    f"text without a gap, but changing word {place} does not change the vector; "
                    "coverage in tokens cannot be told of an encoder that leaves out words inside"
                )


def _noise(probe: Probe, limit: int) -> tuple[float, float]:
    """The differences between vectors of one text: in other batches, and within one."""
    length = max(1, min(100, len(probe.words) // 2, limit // 2))
    text, longer = probe.text(length), probe.text(2 * length)
    together = rows(probe.encoder, [text] * 8)
    others = [rows(probe.encoder, batch)[:1] for batch in ([text], [text, longer], [text] * 3)]
    within = float(np.ptp(together, axis=0).max())
    return float(np.ptp(np.concatenate([together, *others]), axis=0).max()), within


def _as_declared(probe: Probe, prompt: int, limit: int, threshold: float) -> int | None:
    """The declared end, if two comparisons bear it out: that is quicker than a search."""
    declared = smallest_window(probe.encoder.declared_windows)
    end = 0 if declared is None else declared - probe.encoder.special_tokens - prompt
    if not 0 < end < limit or probe.difference(end + 1, end) <= threshold:
        return None
    return end if probe.difference(end + 1, end + 1) <= threshold else None


def _first_unread_length(probe: Probe, limit: int, threshold: float) -> tuple[int, int | None]:
    """The longest tried text whose last word matters, and the first whose last word does not."""
    inside, length = 0, min(16, limit)
    while probe.difference(length, length) > threshold:
        inside = length
        if length == limit:
            return inside, None
        length = min(2 * length, limit)
    return inside, length


def _last_that_matters(probe: Probe, low: int, length: int, threshold: float) -> int:
    """The largest place that matters in a text of `length` words; `low` matters."""
    high = length
    while high - low > 1:
        middle = (low + high) // 2
        if probe.difference(length, middle) > threshold:
            low = middle
        else:
            high = middle
    return low


def _check_both_sides(
    probe: Probe, end: int | None, limit: int, threshold: float
) -> tuple[float, float]:
    """Try places before and behind the end; what the last one did, and the most behind it."""
    length = limit if end is None else min(limit, max(2 * end, end + 64))
    inside = length if end is None else end
    before = {1, *(max(1, inside - n) for n in (0, 1))}
    before |= {int(place) for place in np.linspace(1, max(1, inside), 5)}
    behind = {place for n in (1, 2, 8) if (place := inside + n) <= length}
    if end is not None and end < length:
        behind |= {int(place) for place in np.linspace(end + 1, length, 4)}
    changes = {place: probe.difference(length, place) for place in sorted(before | behind)}
    for place, change in changes.items():
        if (change > threshold) != (place <= inside):
            raise NotOneEndError(
                f'encoder "{probe.encoder.name}": expected it to read the first {inside} words of '
                f"a text of {length} and no other, but word {place} "
                f"{'changes' if change > threshold else 'does not change'} the vector (by "
                f"{change:.1e}, noise {threshold:.1e}); coverage cannot be told of an encoder that "
                "does not read from the beginning to one end"
            )
    return changes[inside], max((changes[place] for place in behind), default=0.0)
