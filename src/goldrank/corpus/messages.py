"""A transcript of one message a line: who said it, when, and what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldrank.corpus.transcript import Said, Unsaid, moment_of
from goldrank.formats.base import UnreadableError

TIMES = ("time", "timestamp")


def takes(record: Mapping[str, Any]) -> bool:
    """Whether a line is such a message: `role` and `content` stand in it.

    >>> takes({"role": "user", "content": "Hello", "time": "2026-03-01T09:00:00Z"})
    True
    """
    return isinstance(record.get("role"), str) and "content" in record


def message(record: Mapping[str, Any]) -> Said | Unsaid:
    """What a line says; its `content` is a text, or a list of texts and of `{"text": ...}`.

    >>> message({"role": "user", "content": "Hello", "time": "2026-03-01T09:00:00Z"}).text
    'Hello'
    """
    content = record["content"]
    parts = content if isinstance(content, list) else [content]
    held = [part.get("text") if isinstance(part, Mapping) else part for part in parts]
    texts = [text for text in held if isinstance(text, str)]
    if len(texts) < len(held):
        raise UnreadableError(f'expected "content" to be text, got {content!r:.60}')
    time = next((record[key] for key in TIMES if key in record), None)
    return Said(record["role"], moment_of(time), "\n\n".join(texts))
