"""The table of a suite file, with what it extends: `extends = "base.toml"`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError

KEY = "extends"


def table_of(path: Path, above: tuple[Path, ...] = ()) -> dict[str, Any]:
    """The table of the suite file `path`, laid over that of the file which it extends.

    A table is laid over a table key by key; everything else, lists and `[[tables]]` too, is put in
    place of what was there. The name is a file's own and is not passed on. `above` are the
    files that led here.

    Raises:
        GoldrankError: a file is missing, is no TOML, extends itself, or extends a file of another
            folder, whose relative paths would name other things.
    """
    table = _read(path, above)
    if KEY not in table:
        return table
    base = _base(path, table.pop(KEY))
    trail = (*above, path.resolve())
    if base.resolve() in trail:
        circle = " -> ".join(each.name for each in (*trail, base))
        raise GoldrankError(f"{path}: {KEY}: it extends itself: {circle}")
    below = table_of(base, trail)
    below.pop("name", None)
    return _laid(below, table)


def _read(path: Path, above: tuple[Path, ...]) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        led = f"{above[-1]}: {KEY}: " if above else ""
        raise GoldrankError(f"{led}no such suite: {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise GoldrankError(f"cannot read the suite {path}: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise GoldrankError(f"{path}: not valid TOML: {error}") from error


def _base(path: Path, named: object) -> Path:
    if not isinstance(named, str) or not named.strip():
        raise GoldrankError(f"{path}: {KEY}: expected the name of a suite file, got {named!r}")
    base = path.parent / named
    if base.resolve().parent != path.resolve().parent:
        raise GoldrankError(
            f"{path}: {KEY}: expected a file in the same folder, since the paths of a suite are "
            f"relative to it, got {named!r}"
        )
    return base


def _laid(below: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """One table over another.

    >>> _laid({"a": {"x": 1, "y": [1]}, "b": 2}, {"a": {"y": [2]}})
    {'a': {'x': 1, 'y': [2]}, 'b': 2}
    """
    laid = dict(below)
    for key, value in over.items():
        before = laid.get(key)
        if isinstance(before, Mapping) and isinstance(value, Mapping):
            laid[key] = _laid(before, value)
        else:
            laid[key] = value
    return laid
