"""A file converted once: the outcome is kept by the sha256 of the file and what converts it."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from goldrank.formats.base import Converted, Format, UnreadableError


def convert(
    format: Format, data: bytes, sha256: str, encoding: str = "utf-8", kept: Path | None = None
) -> Converted:
    """What `format` makes of the bytes of a file, from the folder `kept` where it is there.

    The same bytes give the same text with the same versions. A fault of a converter in bytes that
    nobody foresaw is the file's, not the run's.

    Raises:
        UnreadableError: the file is not in the format, or what converts it is not installed.
        UnicodeDecodeError: it is text in another encoding.
    """
    if format.missing:
        raise UnreadableError(format.missing)
    file = None if kept is None else kept / _name(format, sha256, encoding)
    found = None if file is None else _kept(file)
    if found is not None:
        return found
    made = _converted(format, data, encoding)
    if file is not None:
        _keep(file, made)
    return made


def _converted(format: Format, data: bytes, encoding: str) -> Converted:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # libraries' doubts about a file; what is lost is counted
            made = format.convert(data, encoding)
    except (UnreadableError, UnicodeDecodeError):
        raise
    except RecursionError:
        raise UnreadableError(f"no {format.title} that can be read: nested too deep") from None
    except Exception as error:
        why = " ".join(str(error).split())[:120]
        said = f"{type(error).__name__}: {why}" if why else type(error).__name__
        raise UnreadableError(f"no {format.title} that can be read: {said}") from None
    return replace(made, text=made.text.replace("\0", "\ufffd"))


def _name(format: Format, sha256: str, encoding: str) -> str:
    made_by = hashlib.sha256(f"{format.converter} {encoding}".encode()).hexdigest()[:16]
    return f"{sha256[:2]}/{sha256}-{made_by}.json"


def _kept(file: Path) -> Converted | None:
    """What was kept; a file that is damaged is as good as none."""
    try:
        read = json.loads(file.read_text(encoding="utf-8"))
        marks = tuple((int(at), str(place)) for at, place in read["marks"])
        dropped = {str(what): int(count) for what, count in read["dropped"].items()}
        text, values = read["text"], read["values"]
        is_whole = isinstance(text, str) and isinstance(values, dict)
        return Converted(text, marks, dropped, values) if is_whole else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _keep(file: Path, made: Converted) -> None:
    value: dict[str, Any] = {
        "text": made.text,
        "marks": _lists(made.marks),
        "dropped": dict(made.dropped),
        "values": dict(made.values),
    }
    with suppress(OSError, ValueError):  # a full or read-only disk costs the time again, no more
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=file.parent, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as unfinished:
            json.dump(value, unfinished, ensure_ascii=False, sort_keys=True)
        Path(aside).replace(file)


def _lists(marks: Sequence[tuple[int, str]]) -> list[list[Any]]:
    return [list(mark) for mark in marks]
