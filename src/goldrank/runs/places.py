"""Absolute paths of settings, kept apart: results are the same wherever the checkout lies."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

NAMED = ("path", "qrels", "metadata", "model", "tokenizer")
"""The settings that name a file or a folder."""


def apart(settings: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """The settings with only the last name of each absolute path, and those paths by their key.

    >>> apart({"corpus": {"path": "/home/me/docs"}, "name": "mine"})
    ({'corpus': {'path': 'docs'}, 'name': 'mine'}, {'corpus/path': '/home/me/docs'})
    """
    places: dict[str, str] = {}
    return {key: _apart(value, key, key, places) for key, value in settings.items()}, places


def together(settings: Mapping[str, Any], places: Mapping[str, str]) -> dict[str, Any]:
    """The settings with their absolute paths again.

    >>> together({"corpus": {"path": "docs"}}, {"corpus/path": "/home/me/docs"})
    {'corpus': {'path': '/home/me/docs'}}
    """
    return {key: _together(value, key, places) for key, value in settings.items()}


def _apart(value: Any, key: str, name: str, places: dict[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {k: _apart(v, f"{key}/{k}", str(k), places) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_apart(v, f"{key}/{n}", name, places) for n, v in enumerate(value)]
    if name in NAMED and isinstance(value, str) and PurePath(value).is_absolute():
        places[key] = value
        return PurePath(value).name
    return value


def _together(value: Any, key: str, places: Mapping[str, str]) -> Any:
    if isinstance(value, Mapping):
        return {k: _together(v, f"{key}/{k}", places) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_together(v, f"{key}/{n}", places) for n, v in enumerate(value)]
    return places.get(key, value)
