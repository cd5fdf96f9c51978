"""Finding the user's callable by its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from goldrank.chunkers.splitters import as_splitter
from goldrank.chunkers.user import UserChunker
from goldrank.errors import GoldrankError
from goldrank.own_code.named import own_object


def make_user_chunker(
    name: str, callable: object, options: Mapping[str, Any] | None = None, version: str = ""
) -> UserChunker:
    """A chunker of `callable`: a name `module:callable`, a function, or a splitter object.

    `options` are the arguments of a class (which is then instantiated) or further arguments of a
    function. `version` stands for what its code reads from elsewhere. Errors say what of the name
    was not found.

    >>> make_user_chunker("lines", "builtins:str.splitlines").label
    'builtins:str.splitlines'
    """
    label = callable if isinstance(callable, str) else _label(callable)
    found = callable
    if isinstance(callable, str):
        module, _, path = callable.partition(":")
        if not module or not path:
            raise GoldrankError(f"expected a callable's name as module:callable, got {callable!r}")
        found = own_object(callable, callable)
    if isinstance(found, type) or options:
        found = _with_options(label, found, dict(options or {}))
    return UserChunker(name, as_splitter(label, found), label, version)


def _with_options(label: str, found: object, options: dict[str, Any]) -> object:
    if not isinstance(found, type):
        return partial(as_splitter(label, found), **options)
    try:
        return found(**options)
    except Exception as error:  # a constructor is foreign code
        raise GoldrankError(
            f"{label}: could not be made with the options {options}: "
            f"{type(error).__name__}: {error}"
        ) from error


def _label(found: object) -> str:
    named = found if hasattr(found, "__qualname__") else type(found)
    return f"{getattr(named, '__module__', '?')}:{getattr(named, '__qualname__', '?')}"
