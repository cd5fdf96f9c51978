"""One line on a measured window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def window_sentence(window: Mapping[str, Any], used: bool = True) -> str:
    """One line on a measured window, as it stands in a run's record.

    Where no vector is `used`, it is there for the chunkers alone.

    >>> window_sentence({})
    'No vector is used, so no window was measured.'
    """
    if not window:
        return "No vector is used, so no window was measured."
    if not used:
        return (
            f"No vector is used; the window is a limit of the chunkers. {window_sentence(window)}"
        )
    if window["tokens"] is None:
        found = f"none found up to {window['tested']} tokens"
    else:
        found = (
            f"{window['tokens']} tokens ({window['content_tokens']} of content, "
            f"{window['special_tokens']} special), measured"
        )
    declared = ", ".join(f"{where} {tokens(n)}" for where, n in sorted(window["declared"].items()))
    return f"Window: {found}; declared: {declared or 'nothing'}."


def tokens(count: int | None) -> str:
    """A number of tokens, or that there is none."""
    return "none" if count is None else f"{count:,}"
