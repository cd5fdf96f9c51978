"""From the vectors of tokens to one vector of a text, in numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.base import Vectors

POOLINGS = ("mean", "cls")


def pooled(tokens: NDArray[Any], mask: NDArray[np.int64], how: str) -> Vectors:
    """One vector a text: the mean of its tokens, or its first (`"cls"`); zero where it has none.

    `tokens` has shape (texts, tokens, dimensions), `mask` is 1 where there is a token and else 0.

    >>> tokens = np.array([[[1.0, 2.0], [3.0, 6.0], [9.0, 9.0]]])
    >>> pooled(tokens, np.array([[1, 1, 0]]), "mean").tolist()
    [[2.0, 4.0]]
    """
    if how == "cls":
        return (tokens[:, 0] * mask[:, :1]).astype(np.float32)
    is_token = mask[:, :, None] > 0
    sums = np.where(is_token, tokens, 0).sum(axis=1, dtype=np.float64)
    made: Vectors = (sums / np.maximum(is_token.sum(axis=1), 1)).astype(np.float32)
    return made


def as_long_as_one(vectors: NDArray[Any]) -> Vectors:
    """Each vector divided by its length; zero stays zero, and what is not finite is not finite.

    >>> as_long_as_one(np.array([[3.0, 4.0], [0.0, 0.0]])).tolist()
    [[0.6, 0.8], [0.0, 0.0]]
    """
    with np.errstate(invalid="ignore", over="ignore"):
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
        return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
