"""Several encoders in one suite: their names, and the variants that each of them encodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

from goldrank.encoders.registry import encoder_settings
from goldrank.encoders.settings import EncoderSettings
from goldrank.errors import GoldrankError


def encoders_of(
    tables: Sequence[Mapping[str, Any]], source: str, folder: Path = Path()
) -> tuple[EncoderSettings, ...]:
    """The settings of the encoders of a suite in `folder`; where there are several, each has a name.

    Raises:
        GoldrankError: a table that is none of an encoder, two encoders of one name, or a name that
            cannot be part of a variant's.

    >>> tables = [{"model": "bundled"}, {"model": "models/e5-small"}]
    >>> [encoder.name for encoder in encoders_of(tables, "suite.toml")]
    ['bundled', 'e5-small']
    """
    try:
        made = [encoder_settings(table, folder) for table in tables]
    except GoldrankError as error:
        raise GoldrankError(f"{source}: {error}") from None
    if len(made) == 1:
        return tuple(made)
    named = [e if e.name else e.model_copy(update={"name": _short(e.model)}) for e in made]
    counts = Counter(encoder.name for encoder in named)
    for name, count in counts.items():
        if count > 1:
            raise GoldrankError(
                f"{source}: two encoders are named {name!r}; give each [[encoder]] a name of its own"
            )
        if not name.strip() or not name.isprintable() or set(name) & set("/@"):
            raise GoldrankError(
                f"{source}: encoder {name!r}: a name is printable text without / and @"
            )
    return tuple(named)


def crossed(
    variants: Sequence[Mapping[str, Any]],
    encoders: Sequence[EncoderSettings],
    rankers: Sequence[str],
    dense: Collection[str],
) -> list[dict[str, Any]]:
    """The variants, and each of them again for every encoder but the first, as `NAME@ENCODER`.

    Only what ranks by vectors (`dense`) ranks those: the words of a variant are the same whoever encodes
    it. Variants stay as they are where one of them names its encoder.
    """
    own = [dict(variant) for variant in variants]
    if len(encoders) < 2 or any(variant.get("encoder") for variant in own):
        return own
    return own + [
        {
            **variant,
            "name": f"{variant['name']}@{encoder.name}",
            "encoder": encoder.name,
            "rankers": by,
        }
        for encoder in encoders[1:]
        for variant in own
        if (by := tuple(r for r in variant.get("rankers") or rankers if r in dense))
    ]


def _short(model: str) -> str:
    """The last part of a model's name, or the callable of `module:callable`."""
    return PurePath(model).name.rpartition(":")[2]
