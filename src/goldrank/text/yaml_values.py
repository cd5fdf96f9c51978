"""A YAML mapping as plain values.

It is read as data and nothing else: no tag makes an object, a date stays as it was written, and
what aliases may expand to is bounded, as is depth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

import yaml
from yaml.constructor import SafeConstructor

from goldrank.errors import GoldrankError

MAX_DEPTH = 50  # levels of nesting
MAX_VALUES = 10_000  # values after every alias is written out

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_SCALARS: Mapping[str, Callable[[SafeConstructor, Any], Any]] = {
    "tag:yaml.org,2002:null": SafeConstructor.construct_yaml_null,
    "tag:yaml.org,2002:bool": SafeConstructor.construct_yaml_bool,
    "tag:yaml.org,2002:int": SafeConstructor.construct_yaml_int,
    "tag:yaml.org,2002:float": SafeConstructor.construct_yaml_float,
}
_MERGE = "tag:yaml.org,2002:merge"


def yaml_mapping(source: str) -> dict[str, Any] | None:
    """The values of `source`; `None` where it is no mapping.

    Raises `yaml.YAMLError` where it does not parse, `GoldrankError` where it is too deep or large.
    """
    _check_depth(source)
    node = yaml.compose(source, Loader=_Loader)
    if not isinstance(node, yaml.MappingNode):
        return None
    return dict(_pairs(node, iter(range(MAX_VALUES)), 1))


def _check_depth(source: str) -> None:
    # Composing recurses, events do not: measure before building.
    depth = 0
    for event in yaml.parse(source, Loader=_Loader):
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise GoldrankError(f"it is nested deeper than {MAX_DEPTH} levels")


def _pairs(node: yaml.MappingNode, steps: Iterator[int], depth: int) -> Iterator[tuple[str, Any]]:
    for key, value in node.value:
        if key.tag == _MERGE:
            yield from _merged(value, steps, depth + 1)
    for key, value in node.value:
        if not isinstance(key, yaml.ScalarNode):
            raise GoldrankError(f"a key must be a plain value, got a {key.id}")
        if key.tag != _MERGE:
            yield key.value, _value(value, steps, depth + 1)


def _merged(node: yaml.Node, steps: Iterator[int], depth: int) -> Iterator[tuple[str, Any]]:
    """`<<: *base` or `<<: [*first, *second]`, where the first one wins."""
    _count(steps, depth)
    if isinstance(node, yaml.MappingNode):
        yield from _pairs(node, steps, depth)
    elif isinstance(node, yaml.SequenceNode):
        for each in reversed(node.value):
            yield from _merged(each, steps, depth + 1)
    else:
        raise GoldrankError("<< takes a mapping or a list of mappings, got a plain value")


def _value(node: yaml.Node, steps: Iterator[int], depth: int) -> Any:
    _count(steps, depth)
    if isinstance(node, yaml.MappingNode):
        return dict(_pairs(node, steps, depth))
    if isinstance(node, yaml.SequenceNode):
        return [_value(each, steps, depth + 1) for each in node.value]
    return _scalar(node)


def _count(steps: Iterator[int], depth: int) -> None:
    # An alias may expand to far more than the file holds, or to itself.
    if depth > MAX_DEPTH or next(steps, None) is None:
        raise GoldrankError(
            f"it comes to more than {MAX_VALUES:,} values or {MAX_DEPTH} levels, aliases expanded"
        )


def _scalar(node: yaml.Node) -> Any:
    construct = _SCALARS.get(node.tag)
    if construct is None:
        return node.value
    try:
        value = construct(SafeConstructor(), node)
    except (ValueError, KeyError, OverflowError):
        return node.value  # `!!int x`, or more digits than Python converts
    return value if not isinstance(value, float) or isfinite(value) else node.value
