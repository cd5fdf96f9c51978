"""A TOML table or a JSON object as plain values, within the bounds of a YAML mapping."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.text.yaml_values import MAX_DEPTH, MAX_VALUES

_DECODER = json.JSONDecoder()


def toml_mapping(source: str) -> dict[str, Any] | None:
    r"""The values of `source`, dates in ISO form; `None` where it has none.

    Raises `ValueError` or `RecursionError` where it does not parse, `GoldrankError` where it is too
    deep or large.

    >>> toml_mapping("title = 'Leave'\nsince = 2024-01-31\n")
    {'title': 'Leave', 'since': '2024-01-31'}
    """
    return _plain_table(tomllib.loads(source.replace("\r\n", "\n").replace("\r", "\n")))


def json_mapping(source: str) -> tuple[dict[str, Any] | None, int]:
    """The values of the object that begins `source`, and where it ends; raises as above.

    >>> json_mapping('{"title": "Leave"} and so on')
    ({'title': 'Leave'}, 18)
    """
    value, end = _DECODER.raw_decode(source)
    return (_plain_table(value) if isinstance(value, dict) else None), end


def _plain_table(table: Mapping[str, Any]) -> dict[str, Any] | None:
    steps = iter(range(MAX_VALUES))
    return {key: _plain(value, steps, 2) for key, value in table.items()} or None


def _plain(value: Any, steps: Iterator[int], depth: int) -> Any:
    if depth > MAX_DEPTH or next(steps, None) is None:
        raise GoldrankError(f"it comes to more than {MAX_VALUES:,} values or {MAX_DEPTH} levels")
    if isinstance(value, dict):
        return {key: _plain(each, steps, depth + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, steps, depth + 1) for each in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)
