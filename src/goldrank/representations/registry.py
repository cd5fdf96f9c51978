"""Representations by the kind that a suite names."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.representations.abstract import Abstract
from goldrank.representations.base import Representation
from goldrank.representations.breadcrumb import Breadcrumb, Title
from goldrank.representations.contexts import read_contexts
from goldrank.representations.raw import Raw
from goldrank.suggest import unknown

KINDS: dict[str, Callable[..., Representation]] = {
    "raw": Raw,
    "breadcrumb": Breadcrumb,
    "title": Title,
    "abstract": Abstract,
}
BUILT_IN = tuple(KINDS)
"""Representations that need no settings, under their own names."""


def make_representation(kind: str, name: str, **settings: Any) -> Representation:
    """A representation of a kind, with its settings; an unknown name suggests the nearest one.

    >>> make_representation("abstract", "short", max_tokens=120)
    Abstract(name='short', max_tokens=120, position='lead')
    """
    if kind == "contexts":
        return _contexts(name, settings)
    if kind not in KINDS:
        raise GoldrankError(f"representation {name}: {unknown('kind', kind, [*KINDS, 'contexts'])}")
    factory = KINDS[kind]
    known = [f.name for f in dataclasses.fields(factory) if f.name != "name"]  # type: ignore[arg-type]
    for setting in settings:
        if setting not in known:
            raise GoldrankError(f"representation {name}: {unknown('setting', setting, known)}")
    return factory(name=name, **settings)


def _contexts(name: str, settings: dict[str, Any]) -> Representation:
    rest = {key: value for key, value in settings.items() if key != "path"}
    if "path" not in settings:
        raise GoldrankError(f"representation {name}: contexts needs a path, the JSONL file of them")
    for setting in rest:
        if setting != "position":
            raise GoldrankError(
                f"representation {name}: {unknown('setting', setting, ['path', 'position'])}"
            )
    return read_contexts(Path(settings["path"]), name, **rest)
