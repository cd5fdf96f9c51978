"""The user's own modules, found beside a suite as Python finds them beside a script."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib.machinery import PathFinder
from pathlib import Path

from goldrank.own_code.own_files import OwnFile, is_installed, own_files

READ_AS = "__goldrank_read_as__"  # on a module: the sha256 of the source that was imported


@contextmanager
def importing_from(folders: Sequence[str | Path], module: str) -> Iterator[None]:
    """Look for `module` in `folders` first, and only while the block runs.

    A module of that name that was imported from another place before, for another suite, say, is
    imported anew, and so is one whose source has changed since, or that imports such a one: code
    is never taken from a namesake, and never from what a file was before, as in a notebook.
    """
    files = own_files(folders, module)
    with finding_in(folders, files):
        _forget_namesake(module, [str(folder) for folder in folders])
        _forget_others(files)
        yield


@contextmanager
def finding_in(folders: Sequence[str | Path], files: Sequence[OwnFile]) -> Iterator[None]:
    """Let the user's code import from `folders` while the block runs, as functions of it may.

    What is imported of `files` is marked with what its source was.
    """
    named = [str(folder) for folder in folders]
    sys.path[:0] = named
    importlib.invalidate_caches()
    # A compiled file is known by its time in seconds and its size: within a second it may be old.
    compiles, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = compiles
        for folder in named:
            with suppress(ValueError):
                sys.path.remove(folder)
        for file in files:
            if (known := sys.modules.get(file.module)) is not None:
                vars(known).setdefault(READ_AS, file.sha256)


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


def _forget_others(files: Sequence[OwnFile]) -> None:
    """Forget all of `files` where one that is loaded is not what lies there now.

    All of them, since a module keeps what it took from another.
    """
    if any(_is_other(file) for file in files):
        for file in files:
            if not _is_installed(file.module):
                sys.modules.pop(file.module, None)


def _is_other(file: OwnFile) -> bool:
    known = sys.modules.get(file.module)
    if known is None or _is_installed(file.module):
        return False
    namesake = getattr(known, "__file__", None) != str(file.path)
    return namesake or getattr(known, READ_AS, file.sha256) != file.sha256


def _is_installed(module: str) -> bool:
    """Whether the module that is loaded under a name is Python's own or a package's."""
    place = getattr(sys.modules.get(module), "__file__", None)
    return module in sys.stdlib_module_names or (place is not None and is_installed(Path(place)))
