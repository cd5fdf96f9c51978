"""From the settings of a suite to an encoder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from goldrank.encoders.base import Encoder
from goldrank.encoders.models import BUNDLED
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.encoders.user import UserEncoder
from goldrank.errors import GoldrankError

TARGET = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*")


def make_encoder(model: str = BUNDLED, folders: Sequence[Path] = (), **settings: Any) -> Encoder:
    """The encoder that `model` names: `"bundled"`, a folder, a hub name, or `module:callable`,
    whose module is looked for in `folders` first.

    Raises:
        GoldrankError: a setting that this encoder does not have; suggests the nearest.

    >>> make_encoder().name
    'bundled'
    >>> make_encoder("my_encoder:encode", version="2").name
    'my_encoder:encode'
    >>> make_encoder(batchsize=8)
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: encoder "bundled": no setting "batchsize"; did you mean "batch_size"?
    """
    own = TARGET.fullmatch(model) is not None
    kind = UserEncoder if own else SentenceTransformerEncoder
    known = [field.name for field in fields(kind) if field.repr][1:]
    for name in settings:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f'did you mean "{near[0]}"?' if near else f"it has {', '.join(known)}"
            raise GoldrankError(f'encoder "{model}": no setting "{name}"; {hint}')
    if own:
        return UserEncoder(model, **settings, folders=tuple(map(str, folders)))
    return SentenceTransformerEncoder(model, **settings)


def tokenizer_path(named: str, folder: Path) -> str:
    """A tokenizer as a suite in `folder` names it: a path beside it, else as it is.

    >>> tokenizer_path("my_encoder:tokens", Path("."))
    'my_encoder:tokens'
    """
    return str(folder / named) if (folder / named).exists() else named
