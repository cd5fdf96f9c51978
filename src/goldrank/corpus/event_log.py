"""An agent's event log: events of many kinds, some of which hold a message in nested parts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from goldrank.corpus.transcript import Said, Unsaid, moment_of
from goldrank.formats.base import UnreadableError

DEEPEST = 8
"""Parts in parts: what is nested deeper is counted, and not read."""


def takes(record: Mapping[str, Any]) -> bool:
    """Whether an event holds a message: an object with `role` and `content`.

    >>> takes({"type": "user", "message": {"role": "user", "content": "Hello"}})
    True
    """
    inside = record.get("message")
    return isinstance(inside, Mapping) and isinstance(inside.get("role"), str)


def message(record: Mapping[str, Any]) -> Said | Unsaid:
    """What an event says: its texts, its calls of tools, and what the tools gave back.

    Events without a message, thoughts, pictures and other parts are counted by kind.

    >>> content = [{"type": "thinking", "thinking": "…"}, {"type": "text", "text": "Done."}]
    >>> event = {"timestamp": "2026-03-01T09:00:00Z", "message": {"role": "assistant", "content": content}}
    >>> said = message(event)
    >>> said.text, said.dropped
    ('Done.', {'parts of kind thinking': 1})
    """
    if not takes(record):
        return Unsaid(f"events of kind {_kind(record)}")
    inside = record["message"]
    dropped: Counter[str] = Counter()
    texts = [text for text in _texts(inside.get("content"), dropped, 0) if text.strip()]
    time = record.get("timestamp", inside.get("timestamp"))
    return Said(inside["role"], moment_of(time), "\n\n".join(texts), dict(dropped))


def _texts(content: Any, dropped: Counter[str], depth: int) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif isinstance(content, list) and depth < DEEPEST:
        for part in content:
            yield from _part(part, dropped, depth + 1)
    elif content is not None:
        if not isinstance(content, list):
            raise UnreadableError(f'expected "content" to be text or parts, got {content!r:.60}')
        dropped[f"parts nested deeper than {DEEPEST}"] += len(content)


def _part(part: Any, dropped: Counter[str], depth: int) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif not isinstance(part, Mapping):
        raise UnreadableError(f"expected a part to be an object, got {part!r:.60}")
    elif isinstance(part.get("text"), str):
        yield part["text"]
    elif "content" in part:
        yield from _texts(part["content"], dropped, depth)
    elif isinstance(part.get("name"), str) and (given := part.get("input", part.get("arguments"))):
        yield f"{part['name']} {json.dumps(given, ensure_ascii=False)}"
    else:
        dropped[f"parts of kind {_kind(part)}"] += 1


def _kind(record: Mapping[str, Any]) -> str:
    kind = record.get("type")
    return kind[:40] if isinstance(kind, str) and kind.isprintable() else "unknown"
