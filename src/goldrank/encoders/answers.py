"""The vectors in an endpoint's answer, each at the place of its text, or what is wrong with it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any

import numpy as np

from goldrank.encoders.base import Vectors


class WrongAnswerError(ValueError):
    """An answer that is not one row of numbers for each text; says what came."""


def vectors_of(answer: object, count: int, dimensions: int | None = None) -> Vectors:
    """The rows of `{"data": [{"index": 0, "embedding": [...]}, ...]}`, in the order of the texts.

    Rows come by their `index`, where they have one, else as they stand. An embedding is a list of
    numbers, or those as little-endian float32 in base64.

    Raises:
        WrongAnswerError: not `count` rows, indexes that are no order, or rows of other widths.

    >>> rows = [{"index": 1, "embedding": [0, 1]}, {"index": 0, "embedding": [1, 0]}]
    >>> vectors_of({"data": rows}, 2).tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    data = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise WrongAnswerError('expected a list "data" of rows, and there is none')
    if len(data) != count:
        raise WrongAnswerError(f"expected {count} rows, got {len(data)}")
    rows = [_row(entry.get("embedding")) for entry in _in_order(data)]
    widths = sorted({len(row) for row in rows})
    if len(widths) > 1 or 0 in widths:
        raise WrongAnswerError(
            f"expected rows of one width, got {' and '.join(map(str, widths[:3]))}"
        )
    if dimensions is not None and widths not in ([], [dimensions]):
        raise WrongAnswerError(f"expected {dimensions} dimensions, got {widths[0]}")
    return np.array(rows, dtype=np.float32).reshape(count, widths[0] if widths else 0)


def _in_order(data: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    indexes = [row.get("index") for row in data]
    if all(index is None for index in indexes):
        return list(data)
    if sorted(n for n in indexes if isinstance(n, int)) != list(range(len(data))):
        raise WrongAnswerError(
            f'expected each "index" from 0 to {len(data) - 1} once, got {indexes[:8]}'
        )
    return sorted(data, key=lambda row: row["index"])


def _row(embedding: object) -> Vectors:
    try:
        if isinstance(embedding, str):
            return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4")
        with np.errstate(over="ignore"):  # what is no float32 is infinite, and refused as that
            row = np.array(embedding, dtype=np.float64).astype(np.float32)
    except (TypeError, ValueError, binascii.Error):
        raise WrongAnswerError("expected each embedding to be a list of numbers") from None
    if row.ndim != 1:
        raise WrongAnswerError("expected each embedding to be a list of numbers")
    return row
