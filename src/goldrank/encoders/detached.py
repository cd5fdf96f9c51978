"""Numbers out of the tensors that an encoder returns, gradients and devices left behind."""

from __future__ import annotations

from typing import Any


def detached(made: Any) -> Any:
    """What numpy can read: tensors, alone or in lists, without gradients and on the CPU.

    >>> import torch
    >>> row = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> [each.tolist() for each in detached([row, [3.0, 4.0]])[:1]]
    [[1.0, 2.0]]
    """
    if isinstance(made, list | tuple):
        return [
            detached(each) if hasattr(each, "__len__") or _is_tensor(each) else each
            for each in made
        ]
    if not _is_tensor(made):
        return made
    return made.detach().cpu().float().numpy()


def _is_tensor(value: Any) -> bool:
    # No import of torch: an encoder that does not use it shall not load it.
    return type(value).__module__.partition(".")[0] == "torch" and hasattr(value, "detach")
