"""Where a value stands in a JSON text, so that it alone can be replaced."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from goldrank.evidence.problems import Key
from goldrank.types import Span

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


def value_at(text: str, path: Sequence[Key]) -> Span | None:
    """Where the value at `path` stands in a valid JSON `text`, `None` where there is none.

    Of a key that occurs twice the last counts, as in `json.loads`.

    >>> text = '{"a": [1, {"b": "x"}]}'
    >>> value_at(text, ("a", 1, "b"))
    Span(start=16, end=19)
    >>> value_at(text, ("a", 7)) is None
    True
    """
    span: Span | None = _value(text, 0)
    for key in path:
        if span is None:
            return None
        inside = dict(_members(text, span) if isinstance(key, str) else _numbered(text, span))
        span = inside.get(key)
    return span


def elements(text: str, span: Span) -> Iterator[Span]:
    """Where each element of the list at `span` stands; none of what is not a list.

    >>> [tuple(place) for place in elements("[10, [2]]", Span(0, 9))]
    [(1, 3), (5, 8)]
    """
    if text[span.start] != "[":
        return
    at = _skip(text, span.start + 1)
    while text[at] != "]":
        value = _value(text, at)
        yield value
        at = _after(text, value.end)


def _numbered(text: str, span: Span) -> Iterator[tuple[Key, Span]]:
    yield from enumerate(elements(text, span))


def _members(text: str, span: Span) -> Iterator[tuple[Key, Span]]:
    if text[span.start] != "{":
        return
    at = _skip(text, span.start + 1)
    while text[at] != "}":
        key = _value(text, at)
        value = _value(text, _skip(text, key.end) + 1)
        yield json.loads(text[key.start : key.end]), value
        at = _after(text, value.end)


def _value(text: str, at: int) -> Span:
    start = _skip(text, at)
    return Span(start, _DECODER.raw_decode(text, start)[1])


def _after(text: str, at: int) -> int:
    """The next element, or the bracket that closes."""
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
