"""Which settings of a suite are swept: `--set rrf.k=10,60,100`, found in its tables by name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.representations.registry import BUILT_IN
from goldrank.suggest import unknown
from goldrank.suites.suite_tables import VariantSettings

MOST = 200
"""How many combinations are run at most: each is a run."""
NAMED = ("ranker", "chunker", "variant", "representation", "encoder")
"""The tables of a suite that have names."""
WHOLE = ("bm25", "rrf")
"""The rankers whose settings are a table of their own."""
KEPT = ("queries", "gold", "corpus", "context", "seed", "measures", "cutoffs", "gate", "name")
"""What is the same under every setting: the questions, their gold, and how they are judged."""


@dataclass(frozen=True, slots=True)
class Axis:
    """One setting, by its path in the suite, and the values that it takes."""

    path: str
    values: tuple[Any, ...]


def axis_of(text: str) -> Axis:
    """A setting and its values as the command line has them, each as TOML writes it.

    A value that is no TOML is a text.

    >>> axis_of("rrf.k=10,60.5"), axis_of("bm25.stemming=german,english").values
    (Axis(path='rrf.k', values=(10, 60.5)), ('german', 'english'))
    """
    path, equals, written = text.partition("=")
    path = path.strip()
    if not equals or not path or not written.strip():
        raise GoldrankError(f"--set: expected PATH=VALUE,VALUE,… as rrf.k=10,60, got {text!r}")
    try:
        values = tuple(tomllib.loads(f"v = [{written}]")["v"])
    except tomllib.TOMLDecodeError:
        values = tuple(map(_value, written.split(",")))
    twice = [value for n, value in enumerate(values) if value in values[:n]]
    if twice:
        raise GoldrankError(f"--set {path}: the value {twice[0]!r} stands twice; give each once")
    return Axis(path, values)


def _value(written: str) -> Any:
    try:
        return tomllib.loads(f"v = {written}")["v"]
    except tomllib.TOMLDecodeError:
        return written.strip()


def combinations(axes: Sequence[Axis]) -> list[tuple[Any, ...]]:
    """Every combination of values, the last setting changing first.

    Raises `GoldrankError` for none, a setting that stands twice, or more than `MOST`.

    >>> combinations([Axis("a.x", (1, 2)), Axis("a.y", (3, 4))])
    [(1, 3), (1, 4), (2, 3), (2, 4)]
    """
    if not axes:
        raise GoldrankError("nothing to sweep: give --set PATH=VALUE,VALUE,… at least once")
    paths = [axis.path for axis in axes]
    twice = [path for n, path in enumerate(paths) if path in paths[:n]]
    if twice:
        raise GoldrankError(f"--set {twice[0]} stands twice; give all of its values in one")
    made = list(product(*(axis.values for axis in axes)))
    if len(made) > MOST:
        raise GoldrankError(
            f"{len(made):,} combinations: expected at most {MOST}, each of which is a run; sweep "
            "fewer values, or one setting after the other"
        )
    return made


def with_settings(
    table: Mapping[str, Any], axes: Sequence[Axis], values: Sequence[Any]
) -> dict[str, Any]:
    """The table of a suite under one combination.

    >>> table = {"chunker": [{"name": "heading", "limit": 200}], "bm25": {"k1": 1.5}}
    >>> axes = [Axis("heading.limit", (100,)), Axis("bm25.k1", (0.9,))]
    >>> with_settings(table, axes, (100, 0.9))
    {'chunker': [{'name': 'heading', 'limit': 100}], 'bm25': {'k1': 0.9}}
    """
    changed = deepcopy(dict(table))
    set_by: dict[tuple[int, str], str] = {}
    for axis, value in zip(axes, values, strict=True):
        place = _place(changed, axis.path)
        first = set_by.setdefault((id(place.table), place.key), axis.path)
        if first != axis.path:
            raise GoldrankError(
                f"--set {first} and --set {axis.path} are one setting; give all of its values in one"
            )
        place.table[place.key] = value
    return changed


def written_value(table: Mapping[str, Any], path: str) -> Any:
    """What a suite's table has at a path; `None` where nothing is written there."""
    place = _place(deepcopy(dict(table)), path)
    return place.table.get(place.key)


def part_of(table: Mapping[str, Any], path: str) -> tuple[str, str]:
    """The kind and the name of the part that a path changes.

    >>> part_of({"ranker": [{"name": "wide", "kind": "rrf"}]}, "wide.k")
    ('ranker', 'wide')
    """
    place = _place(deepcopy(dict(table)), path)
    return place.kind, place.name


def with_built_in(table: Mapping[str, Any]) -> dict[str, Any]:
    """The table of a suite with one for each representation that needs none, so that it can be set."""
    written = list(table.get("representation", ()))
    names = {each.get("name") for each in written}
    built_in = [{"name": name} for name in BUILT_IN if name not in names]
    return {**table, "representation": [*written, *built_in]}


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a path leads: a table that may be changed, the key in it, and whose it is."""

    table: dict[str, Any]
    key: str
    kind: str = ""
    name: str = ""


def _place(suite: dict[str, Any], path: str) -> _Place:
    parts = path.split(".")
    if parts[0] in KEPT:
        raise GoldrankError(
            f"--set {path}: {parts[0]} is the same under every setting, so that they can be compared"
        )
    found = [each for each in _places(suite, parts) if _takes(each)]
    if not found:
        heads = [*WHOLE, *(name for _, name, _ in _named(suite))]
        what = unknown("part of the suite", parts[0], heads)
        raise GoldrankError(f"--set {path}: {what}; a setting is written PART.KEY, as rrf.k")
    if len(found) > 1:
        ways = " or ".join(f"{each.kind}.{path}" for each in found)
        raise GoldrankError(f"--set {path}: several parts have that name; write {ways}")
    return found[0]


def _places(suite: dict[str, Any], parts: Sequence[str]) -> Iterator[_Place]:
    for kind, name, table in _named(suite):
        for head in (name, f"{kind}.{name}"):
            rest = _after(head, parts)
            if rest:
                yield _inside(_Place(table, "", kind, name), rest)
    own = {name for _, name, _ in _named(suite)}
    if parts[0] in WHOLE and parts[0] not in own and len(parts) > 1:
        yield _inside(_Place(suite.setdefault(parts[0], {}), "", "ranker", parts[0]), parts[1:])


def _takes(place: _Place) -> bool:
    """Whether a key may be meant: a variant has few, and shares its name with its representation."""
    of_variants = VariantSettings.model_fields
    return {
        "variant": place.key in of_variants,
        "representation": place.key not in of_variants,
    }.get(place.kind, True)


def _after(head: str, parts: Sequence[str]) -> Sequence[str]:
    """What of a path is left behind a name, which may hold points itself."""
    names = head.split(".")
    return parts[len(names) :] if list(parts[: len(names)]) == names else ()


def _inside(place: _Place, keys: Sequence[str]) -> _Place:
    table = place.table
    for key in keys[:-1]:
        inner = table.setdefault(key, {})
        if not isinstance(inner, dict):
            raise GoldrankError(f"--set {'.'.join(keys)}: {key} is no table")
        table = inner
    return _Place(table, keys[-1], place.kind, place.name)


def _named(suite: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for kind in NAMED:
        written = suite.get(kind, ())
        tables = [written] if isinstance(written, dict) else written
        for table in tables:
            name = str(table.get("name") or (kind if kind == "encoder" else ""))
            if name:
                yield kind, name, table
