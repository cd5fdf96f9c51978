"""How long a text may be before an endpoint refuses it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from goldrank.encoders.base import Encoder, RefusedError


def longest_taken(
    encoder: Encoder, text: Callable[[int], str], limit: int, tried_first: Sequence[int] = ()
) -> int:
    """The largest size up to `limit` at which `encoder` takes `text(size)`; found by halves.

    One text a request, each once. `limit` itself is tried first: where nothing is refused, that
    is all. Then the sizes `tried_first`, which are guesses.

    Raises:
        RefusedError: it does not take the smallest either, so it is not for its length.
    """
    if (refused := _refusal(encoder, text(limit))) is None:
        return limit
    low, high = 0, limit
    guesses = [size for size in tried_first if 0 < size < limit]
    while high - low > 1:
        size = next((n for n in guesses if low < n < high), (low + high) // 2)
        said = _refusal(encoder, text(size))
        low, high, refused = (size, high, refused) if said is None else (low, size, said)
    if low == 0:
        raise refused
    return low


def _refusal(encoder: Encoder, text: str) -> RefusedError | None:
    try:
        encoder.encode([text], "document")
    except RefusedError as error:
        return error
    return None
