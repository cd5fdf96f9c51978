"""All chunkers by kind."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.fixed import FixedChunker
from goldrank.chunkers.given import make_given_chunker
from goldrank.chunkers.heading import HeadingChunker
from goldrank.chunkers.load import make_user_chunker
from goldrank.chunkers.paragraph import ParagraphChunker
from goldrank.chunkers.recursive import RecursiveChunker
from goldrank.chunkers.section import SectionChunker
from goldrank.chunkers.whole import WholeChunker
from goldrank.errors import GoldrankError
from goldrank.suggest import did_you_mean, listed

KINDS: Mapping[str, Callable[..., Chunker]] = {
    "heading": HeadingChunker,
    "section": SectionChunker,
    "paragraph": ParagraphChunker,
    "recursive": RecursiveChunker,
    "fixed": FixedChunker,
    "whole": WholeChunker,
    "given": make_given_chunker,
    "user": make_user_chunker,
}
BUILT_IN = tuple(kind for kind in KINDS if kind not in ("given", "user"))


def make_chunker(kind: str, name: str, **settings: Any) -> Chunker:
    """The chunker of `kind` under `name`; a kind `module:callable` is the user's own.

    Raises `GoldrankError` for a kind or setting that does not exist, with the nearest that does,
    and for a value that makes no sense.

    >>> make_chunker("fixed", "small", limit=128, overlap=16).name
    'small'
    >>> make_chunker("fixed", "small", overlaps=16)
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: chunker 'small': unknown setting 'overlaps' of kind 'fixed'; \
did you mean 'overlap'? (known: limit, unit, reserve, overlap)
    """
    if ":" in kind:
        kind, settings = "user", {"callable": kind, **settings}
    if kind not in KINDS:
        hint = did_you_mean(kind, KINDS, alike=0.4)
        raise GoldrankError(
            f"chunker {name!r}: unknown kind {kind!r}{hint} "
            f"(known: {', '.join(KINDS)}, or module:callable)"
        )
    known = [setting for setting in inspect.signature(KINDS[kind]).parameters if setting != "name"]
    for setting in settings:
        if setting not in known:
            hint = f"{did_you_mean(setting, known, alike=0.4)} {listed(known)}"
            raise GoldrankError(
                f"chunker {name!r}: unknown setting {setting!r} of kind {kind!r}{hint}"
            )
    if kind == "user" and "callable" not in settings:
        raise GoldrankError(f'chunker {name!r}: say which: callable = "module:callable"')
    values = {key: tuple(v) if isinstance(v, list) else v for key, v in settings.items()}
    return KINDS[kind](name, **values)
