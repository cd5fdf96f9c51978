"""What a part of a run is made of, in words that are the same on every machine."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

DEPTH = 4


def described_value(value: Any, depth: int = DEPTH) -> Any:
    """`value` as what JSON can hold: no address in memory, no folder, and the code of functions.

    A dataclass is its kind and its compared fields. A function or class is its name and the
    sha256 of its module's file, so that another version of the user's own code is another value.
    Any other object is its class and its attributes, to a depth that ends every circle.

    >>> described_value((1, None, Path("/home/me/contexts.jsonl")))
    [1, None, 'contexts.jsonl']
    >>> described_value(len)
    {'name': 'builtins:len', 'sha256': ''}
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Path):
        return value.name
    if isinstance(value, Mapping):
        return sorted([repr(key), described_value(value[key], depth)] for key in value)
    if isinstance(value, list | tuple):
        return [described_value(item, depth) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(repr(item) for item in value)
    return _object(value, depth)


def _object(value: Any, depth: int) -> Any:
    if depth == 0:
        return _named(type(value))
    if is_dataclass(value) and not isinstance(value, type):
        kept = [field.name for field in fields(value) if field.compare]
        inside = {name: described_value(getattr(value, name), depth - 1) for name in kept}
        return {**inside, "kind": type(value).__name__}
    if isinstance(value, partial):
        inner = [value.func, value.args, value.keywords]
        return {"partial": [described_value(part, depth - 1) for part in inner]}
    owner = getattr(value, "__self__", None)
    if hasattr(value, "__qualname__") and not _is_instance(owner):
        return _named(value)
    if _is_instance(owner):
        return {**_named(value), "of": described_value(owner, depth - 1)}
    attributes = getattr(value, "__dict__", {})
    inside = {str(key): described_value(each, depth - 1) for key, each in attributes.items()}
    return {**_named(type(value)), "attributes": sorted(inside.items())}


def _is_instance(owner: Any) -> bool:
    """Whether a method is bound to an object, not to a module or a class."""
    return owner is not None and not isinstance(owner, type(sys) | type)


def _named(value: Any) -> dict[str, str]:
    module, name = str(getattr(value, "__module__", "")), str(getattr(value, "__qualname__", ""))
    file = getattr(sys.modules.get(module), "__file__", None)
    own = Path(file) if isinstance(file, str) and "site-packages" not in file else None
    data = own.read_bytes() if own is not None and own.is_file() and own.suffix == ".py" else b""
    return {
        "name": f"{module}:{name}",
        "sha256": hashlib.sha256(data).hexdigest() if data else "",
    }
