"""The user's own modules, found beside a suite as Python finds them beside a script."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import PathFinder
from pathlib import Path


@contextmanager
def importing_from(folders: Sequence[str | Path], module: str) -> Iterator[None]:
    """Look for `module` in `folders` first, and only while the block runs.

    A module of that name that was imported from another place before, for another suite, say, is
    imported anew: code is never taken from a namesake.
    """
    named = [str(folder) for folder in folders]
    sys.path[:0] = named
    importlib.invalidate_caches()
    _forget_namesake(module, named)
    try:
        yield
    finally:
        for folder in named:
            with suppress(ValueError):
                sys.path.remove(folder)


def beside(folders: Sequence[str | Path], module: str) -> Path | None:
    """The file or package of `module` in one of `folders`, `None` where it comes from elsewhere."""
    top = module.partition(".")[0]
    importlib.invalidate_caches()
    spec = PathFinder.find_spec(top, [str(folder) for folder in folders])
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin)
    return origin.parent if origin.name == "__init__.py" else origin


def _forget_namesake(module: str, folders: Sequence[str]) -> None:
    top = module.partition(".")[0]
    known = sys.modules.get(top)
    if known is None or top in sys.stdlib_module_names:
        return
    spec = PathFinder.find_spec(top, list(folders))
    if spec is None or spec.origin is None or spec.origin == getattr(known, "__file__", None):
        return
    for name in [name for name in sys.modules if name == top or name.startswith(top + ".")]:
        del sys.modules[name]
