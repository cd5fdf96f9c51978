"""Tensors are taken as they come: with gradients, of half precision, alone, in lists, in lists of lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from goldrank.encoders.detached import detached

ROWS = [[1.0, 2.0], [0.5, -4.0]]  # exact in every precision


@pytest.mark.parametrize(
    "made",
    [
        lambda torch: torch.tensor(ROWS, requires_grad=True),
        lambda torch: torch.tensor(ROWS, requires_grad=True) * 1,
        lambda torch: torch.tensor(ROWS, dtype=torch.bfloat16, requires_grad=True),
        lambda torch: [torch.tensor(row, requires_grad=True) for row in ROWS],
        lambda torch: tuple(torch.tensor(row, dtype=torch.float16) for row in ROWS),
        lambda torch: [[torch.tensor(x, requires_grad=True) for x in row] for row in ROWS],
        lambda torch: [torch.tensor(ROWS[0], requires_grad=True), ROWS[1]],
        lambda torch: torch.nn.Parameter(torch.tensor(ROWS)),
        lambda torch: np.array(ROWS),
        lambda torch: ROWS,
    ],
)
def test_numpy_reads_the_same_numbers(made: Callable[[Any], Any]) -> None:
    import torch  # seconds, which every process that collects tests would spend

    assert np.array(detached(made(torch))).tolist() == ROWS
