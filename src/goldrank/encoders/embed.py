"""From texts to vectors, through the cache: each distinct input is encoded once."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.base import About, Encoder, Reading, Role, Vectors
from goldrank.encoders.cache import VectorCache
from goldrank.encoders.fixed_shape import FIXED_ROWS, FixedShape
from goldrank.errors import GoldrankError

SORTED_TOGETHER = 1024  # inputs sorted by length at a time: long enough that batches are even
Progress = Callable[[int, int], None]
Check = Callable[[Sequence[Reading], bool], None]
"""Told the readings and whether something is missing, before anything is encoded or stored."""
Places = NDArray[np.intp]


@dataclass(frozen=True)
class Embedded:
    """The vectors of some texts and what it took to have them.

    `vectors` has shape (texts, dimensions), `readings` says what the window holds of each. `unique` counts the inputs that differ after
    truncation, `cached` those of them that were stored before, `encoded` what the encoder was
    given now (a batch that lacks one input is encoded whole), `zero` the texts whose vector is
    zero and which therefore resemble nothing.
    """

    vectors: Vectors
    readings: Sequence[Reading]
    unique: int
    encoded: int
    cached: int
    zero: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Batching:
    """How texts are batched, and who is told.

    `progress` is told the inputs done and the inputs in all. `deterministic` encodes in one fixed
    shape (see `FixedShape`): a vector then depends on nothing but its input. A batch has `rows`
    texts, by default as many as the encoder says. What `check` raises keeps all of them from being stored. `readings` are those of the
    texts, where they were read before.
    """

    progress: Progress | None = None
    deterministic: bool = False
    rows: int | None = None
    check: Check | None = None
    readings: Sequence[Reading] | None = None


USUAL = Batching()


def embed(
    encoder: Encoder,
    texts: Sequence[str],
    side: Role,
    window: int | None,
    cache: VectorCache,
    batching: Batching = USUAL,
) -> Embedded:
    """Encode what the cache lacks, store it batch by batch, and return what is stored.

    `window` is in content tokens. Batches are planned from all inputs, cached or not, so a run that
    was killed and resumed encodes the batches that an undisturbed one does.

    Raises:
        GoldrankError: the encoder returned another number of vectors than texts, another width
            than before, or a value that is not finite; names the text.
    """
    began = time.perf_counter()
    progress, rows = batching.progress, batching.rows or encoder.about.rows
    shape = _shape(encoder, window, rows) if batching.deterministic else None
    known = batching.readings
    readings = encoder.read(texts, side, window) if known is None else known
    keys = [reading.key for reading in readings]
    inputs = _distinct(keys)
    stored_as = [_salted(keys[n], shape.salt if shape else b"") for n in inputs]
    vectors, found = cache.get(stored_as)
    if batching.check is not None:
        batching.check(readings, not found.all())
    before, encoded = found.copy(), 0
    if progress is not None:
        progress(int(found.sum()), len(inputs))
    for batch in _planned([readings[n].read for n in inputs], before, shape, encoder.about, rows):
        if not found[batch].all():
            stored, computed = _stored(
                cache,
                encoder.name,
                [stored_as[n] for n in batch],
                [texts[inputs[n]] for n in batch],
                lambda part: shape.encode(part, side) if shape else encoder.encode(part, side),
            )
            vectors = _widened(vectors, stored)
            vectors[batch] = stored
            found[batch] = True
            encoded += computed
        if progress is not None:
            progress(int(found.sum()), len(inputs))
    place = {keys[n]: row for row, n in enumerate(inputs)}
    all_vectors = vectors[np.array([place[key] for key in keys], dtype=np.intp)]
    return Embedded(
        vectors=all_vectors,
        readings=readings,
        unique=len(inputs),
        encoded=encoded,
        cached=int(before.sum()),
        zero=int((~all_vectors.any(axis=1)).sum()),
        seconds=time.perf_counter() - began,
    )


def lacking(
    encoder: Encoder,
    readings: Sequence[Reading],
    window: int | None,
    cache: VectorCache,
    fixed: bool,
) -> list[int]:
    """The places of the distinct inputs that `embed` would encode; `fixed` is `deterministic`."""
    shape = _shape(encoder, window, encoder.about.rows) if fixed else None
    inputs = _distinct([reading.key for reading in readings])
    stored_as = [_salted(readings[n].key, shape.salt if shape else b"") for n in inputs]
    _, found = cache.get(stored_as)
    return [n for n, is_stored in zip(inputs, found, strict=True) if not is_stored]


def _shape(encoder: Encoder, window: int | None, rows: int) -> FixedShape:
    return FixedShape(encoder, window, min(rows, FIXED_ROWS))


def _distinct(keys: Sequence[bytes]) -> list[int]:
    """The first place of each key, in order."""
    return sorted({key: n for n, key in reversed(list(enumerate(keys)))}.values())


def plan(lengths: Sequence[int], rows: int, tokens: int | None = None) -> list[Places]:
    """Batches of at most `rows` places, longest first within each 1,024 inputs.

    Rows of one batch are padded to its longest, so batches of like lengths waste least. With
    `tokens`, those of a batch are together no more, unless it is one alone.

    >>> [batch.tolist() for batch in plan([3, 9, 4, 8], rows=2)]
    [[1, 3], [2, 0]]
    >>> [batch.tolist() for batch in plan([3, 9, 4, 8], rows=4, tokens=12)]
    [[1], [3, 2], [0]]
    """
    batches = []
    for start in range(0, len(lengths), SORTED_TOGETHER):
        block = np.array(lengths[start : start + SORTED_TOGETHER])
        order = start + np.argsort(-block, kind="stable")
        whole = [order[n : n + rows] for n in range(0, len(order), rows)]
        batches += whole if tokens is None else _within(whole, lengths, tokens)
    return batches


def _within(batches: Sequence[Places], lengths: Sequence[int], tokens: int) -> list[Places]:
    """The batches, cut where one has more than `tokens`."""
    cut = []
    for batch in batches:
        ends, held = [0], 0
        for at, place in enumerate(batch):
            if at > ends[-1] and held + lengths[place] > tokens:
                ends, held = [*ends, at], 0
            held += lengths[place]
        cut += [batch[start:end] for start, end in pairwise([*ends, len(batch)])]
    return cut


def _planned(
    lengths: Sequence[int],
    cached: NDArray[np.bool_],
    shape: FixedShape | None,
    about: About,
    rows: int,
) -> list[Places]:
    if about.meter is not None:
        # What is cached is not paid again: it is not sent as company of what is missing.
        missing = np.flatnonzero(~cached)
        return [missing[b] for b in plan([lengths[int(n)] for n in missing], rows, about.tokens)]
    if shape is None:
        return plan(lengths, rows, about.tokens)
    # In a fixed shape the company of a text does not matter, so what is cached stays out.
    missing = np.flatnonzero(~cached)
    return [missing[batch] for batch in plan([lengths[int(n)] for n in missing], shape.room)]


def _stored(
    cache: VectorCache,
    name: str,
    keys: list[bytes],
    texts: list[str],
    encode: Callable[[Sequence[str]], Vectors],
) -> tuple[Vectors, int]:
    # Another run may have stored this batch since the cache was read.
    stored, found = cache.get(keys)
    if found.all():
        return stored, 0
    vectors = checked(name, texts, encode(texts), stored.shape[1])
    return cache.put(keys, vectors), len(texts)


def checked(name: str, texts: Sequence[str], vectors: Vectors, width: int = 0) -> Vectors:
    """`vectors` as float32, if they are one finite row a text, `width` wide where that is known."""
    made = np.asarray(vectors, dtype=np.float32)
    where = f'encoder "{name}", texts beginning with "{texts[0][:60]}"'
    if made.ndim != 2 or len(made) != len(texts):
        raise GoldrankError(
            f"{where}: expected {len(texts)} vectors, got an array of shape {made.shape}; "
            "it must return one row for each text"
        )
    if made.shape[1] == 0 or width not in (0, made.shape[1]):
        raise GoldrankError(
            f"{where}: expected {width or 'some'} dimensions, got {made.shape[1]}; all vectors of "
            "an encoder have one width (if the encoder changed, give it another version)"
        )
    wrong = np.flatnonzero(~np.isfinite(made).all(axis=1))
    if len(wrong):
        raise GoldrankError(
            f'encoder "{name}": expected finite numbers, got NaN or infinity for the text '
            f'"{texts[wrong[0]][:60]}" ({len(wrong)} of {len(texts)} in its batch); '
            "nothing of the batch was stored"
        )
    return made


def _widened(vectors: Vectors, stored: Vectors) -> Vectors:
    if vectors.shape[1] == stored.shape[1]:
        return vectors
    return np.zeros((len(vectors), stored.shape[1]), dtype=np.float32)


def _salted(key: bytes, salt: bytes) -> bytes:
    return hashlib.sha256(salt + key).digest() if salt else key
