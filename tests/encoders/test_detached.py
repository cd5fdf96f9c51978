"""Tensors are taken as they come: with gradients, of half precision, alone, in lists, in lists of lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

from goldrank.encoders.detached import detached

ROWS = [[1.0, 2.0], [0.5, -4.0]]  # exact in every precision


@pytest.mark.parametrize(
    "made",
    [
        lambda: torch.tensor(ROWS, requires_grad=True),
        lambda: torch.tensor(ROWS, requires_grad=True) * 1,
        lambda: torch.tensor(ROWS, dtype=torch.bfloat16, requires_grad=True),
        lambda: [torch.tensor(row, requires_grad=True) for row in ROWS],
        lambda: tuple(torch.tensor(row, dtype=torch.float16) for row in ROWS),
        lambda: [[torch.tensor(x, requires_grad=True) for x in row] for row in ROWS],
        lambda: [torch.tensor(ROWS[0], requires_grad=True), ROWS[1]],
        lambda: torch.nn.Parameter(torch.tensor(ROWS)),
        lambda: np.array(ROWS),
        lambda: ROWS,
    ],
)
def test_numpy_reads_the_same_numbers(made: Callable[[], Any]) -> None:
    assert np.array(detached(made())).tolist() == ROWS
