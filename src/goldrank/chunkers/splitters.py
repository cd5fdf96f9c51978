"""Calling a foreign splitter and reading what it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Integral
from typing import Any, TypeGuard

from goldrank.chunkers.places import Piece
from goldrank.errors import GoldrankError
from goldrank.types import Span

# LangChain and LlamaIndex split by `split_text`, Chonkie by `chunk`. LlamaIndex's objects are
# callable too, but on nodes, so a method goes before the call.
METHODS = ("split_text", "chunk")
TEXTS = ("text", "page_content")
STARTS = ("start_index", "start_char_idx")
Splitter = Callable[[str], Any]


def as_splitter(label: str, found: object) -> Splitter:
    """The call `text -> chunks` of a splitter object or of a function.

    >>> as_splitter("words", str.split)("it is")
    ['it', 'is']
    """
    for method in METHODS:
        if callable(split := getattr(found, method, None)):
            return split  # type: ignore[no-any-return]
    if not callable(found):
        raise GoldrankError(
            f"{label}: expected a function of a text, or an object with "
            f"{' or '.join(METHODS)}, got {type(found).__name__}"
        )
    return found


def call_splitter(splitter: Splitter, text: str) -> list[Piece | Span]:
    """What `splitter` makes of `text`: pieces to be located, or spans that it vouches for.

    Raises `TypeError` for a result that is no list of chunks; whatever the splitter raises
    passes through.
    """
    result = splitter(text)
    if result is None or isinstance(result, str | bytes | Mapping):
        raise TypeError(f"expected a list of chunks, got {type(result).__name__}")
    return [_read(number, item) for number, item in enumerate(iter(result), 1)]


def _read(number: int, item: object) -> Piece | Span:
    if isinstance(item, str):
        return Piece(item)
    if isinstance(item, tuple | list) and len(item) == 2 and all(map(_is_whole, item)):
        return Span(*map(int, item))
    text = next((t for name in TEXTS if isinstance(t := getattr(item, name, None), str)), None)
    if text is None:
        raise TypeError(
            f"chunk {number}: expected a text, a pair (start, end), or an object with "
            f"{' or '.join(TEXTS)}, got {_shown(item)}"
        )
    return Piece(text, _hint(item))


def _hint(item: object) -> int | None:
    metadata = getattr(item, "metadata", None)
    kept = metadata.get("start_index") if isinstance(metadata, Mapping) else None
    starts = (*(getattr(item, name, None) for name in STARTS), kept)
    return next((int(start) for start in starts if _is_whole(start) and start >= 0), None)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, Integral) and not isinstance(value, bool)  # numpy's are Integral too


def _shown(item: object) -> str:
    return f"{type(item).__name__} {repr(item)[:60]}"
