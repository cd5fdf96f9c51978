"""One line on a measured window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goldrank.runs.windows import FIRST, OTHERS


def window_sentence(window: Mapping[str, Any], used: bool = True) -> str:
    """One line on a measured window, as it stands in a run's record; on each, where there are several.

    Where no vector is `used`, it is there for the chunkers alone.

    >>> window_sentence({})
    'No vector is used, so no window was measured.'
    """
    if OTHERS in window:
        first = {key: value for key, value in window.items() if key not in (FIRST, OTHERS)}
        named = {window[FIRST]: first, **window[OTHERS]}
        said = {name: window_sentence(own, used) for name, own in named.items()}
        return " ".join(one.replace("indow:", f"indow of {name}:", 1) for name, one in said.items())
    if not window:
        return "No vector is used, so no window was measured."
    if not used:
        return (
            f"No vector is used; the window is a limit of the chunkers. {window_sentence(window)}"
        )
    if window.get("text") is not None:
        found = in_text(window["text"])
    elif window["tokens"] is None:
        found = f"none found up to {window['tested']} tokens"
    else:
        found = (
            f"{window['tokens']} tokens ({window['content_tokens']} of content, "
            f"{window['special_tokens']} special), measured"
        )
    declared = ", ".join(f"{where} {tokens(n)}" for where, n in sorted(window["declared"].items()))
    return f"Window: {found}; declared: {declared or 'nothing'}."


def in_text(found: Mapping[str, Any]) -> str:
    """What was found in characters of a corpus's own texts.

    >>> in_text({"kind": "none", "longest": 1200, "n": 3})
    'none found up to 1,200 characters, measured on 3 stretches of the corpus'
    """
    stretches = "1 stretch" if found["n"] == 1 else f"{found['n']} stretches"
    tried = f"measured on {stretches} of the corpus"
    if found["kind"] == "none":
        return f"none found up to {found['longest']:,} characters, {tried}"
    if found["kind"] == "other":
        return (
            f"unknown: it does not read from the beginning of a text to one end, {tried}; coverage "
            "is told between two bounds"
        )
    if found["unit"]:
        return f"{found['size']:,} {found['unit']}, {tried}"
    return (
        f"{found['low']:,} to {found['high']:,} characters (median {found['median']:,.0f}), {tried}; "
        "it hands in no tokenizer"
    )


def tokens(count: int | None) -> str:
    """A number of tokens, or that there is none."""
    return "none" if count is None else f"{count:,}"
