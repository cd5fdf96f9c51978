"""The nearest known names to one that is not known: "did you mean …?" is said here alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches

ALIKE = 0.6
"""How like a name must be to be suggested: difflib's ratio, in [0, 1]."""


def nearest_names(
    word: str, known: Iterable[str], alike: float = ALIKE, most: int = 1
) -> list[str]:
    """At most `most` of the known names that are like `word`, the nearest first.

    >>> nearest_names("braedcrumb", ["raw", "title", "breadcrumb"])
    ['breadcrumb']
    """
    return get_close_matches(word, list(known), n=most, cutoff=alike)


def did_you_mean(
    word: str,
    known: Iterable[str],
    alike: float = ALIKE,
    most: int = 1,
    shown: Callable[[str], str] = repr,
) -> str:
    """The end of a sentence about a name that is not known; empty where nothing is like it.

    >>> did_you_mean("limt", ["limit", "unit"]), did_you_mean("limt", ["unit", "name"], shown=str)
    ("; did you mean 'limit'?", '')
    """
    return offer(nearest_names(word, known, alike, most), shown)


def offer(names: Sequence[str], shown: Callable[[str], str] = repr) -> str:
    """The same of names that are chosen already.

    >>> offer(["limit", "unit"]), offer([])
    ("; did you mean 'limit', 'unit'?", '')
    """
    return f"; did you mean {', '.join(map(shown, names))}?" if names else ""


def unknown(what: str, got: str, known: Iterable[str], alike: float = 0.5) -> str:
    """What of a kind is not known, the nearest that is, and all that are.

    >>> unknown("kind", "braedcrumb", ["raw", "breadcrumb"])
    "unknown kind 'braedcrumb'; did you mean 'breadcrumb'? (known: raw, breadcrumb)"
    """
    known = list(dict.fromkeys(known))
    return f"unknown {what} {got!r}{did_you_mean(got, known, alike)} {listed(known)}"


def listed(known: Iterable[str]) -> str:
    """The known names, as an error lists them.

    >>> listed(["raw", "title"]), listed([])
    ('(known: raw, title)', '(known: none)')
    """
    return f"(known: {', '.join(known) or 'none'})"
