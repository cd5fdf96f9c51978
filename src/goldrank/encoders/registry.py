"""Encoders by kind: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from goldrank.encoders.http import HttpSettings
from goldrank.encoders.models import BUNDLED, beside
from goldrank.encoders.onnx import OnnxSettings
from goldrank.encoders.sentence_transformer import SentenceTransformerSettings
from goldrank.encoders.settings import EncoderSettings
from goldrank.encoders.static import StaticSettings
from goldrank.encoders.user import UserSettings
from goldrank.errors import GoldrankError
from goldrank.settings import first_mistake, known_keys
from goldrank.suggest import did_you_mean, listed

KINDS: Mapping[str, type[EncoderSettings]] = {
    "callable": UserSettings,
    "http": HttpSettings,
    "static": StaticSettings,
    "onnx": OnnxSettings,
    "sentence-transformers": SentenceTransformerSettings,
}
"""The first that takes a model, or whose folder it is, makes it; the last one takes every model."""


def encoder_settings(table: Mapping[str, Any], folder: Path = Path()) -> EncoderSettings:
    """The settings that a table of the encoder means, checked by their kind; its suite is in `folder`.

    Raises:
        GoldrankError: a kind or a setting that there is not, with the nearest that there is, or
            a value that makes no sense.

    >>> encoder_settings({"model": "my_encoder:encode", "version": "2"}).given
    {'version': '2'}
    >>> encoder_settings({"batchsize": 8})
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: encoder "bundled": no setting "batchsize"; did you mean "batch_size"?
    """
    table = {"model": BUNDLED, **table}
    kind = _kind_of(table, folder)
    known = known_keys(kind)
    for name in [name for name in table if name not in known]:
        if name not in kind.also_recorded or table[name] != kind.also_recorded[name]:
            raise GoldrankError(f'encoder "{table["model"]}": {_no_setting(name, known)}')
    try:
        return kind.model_validate({name: table[name] for name in table if name in known})
    except ValidationError as error:
        raise GoldrankError(first_mistake(error, kind, "encoder")) from None


def with_model(settings: EncoderSettings, model: str, folder: Path) -> dict[str, Any]:
    """The table of another model, named in `folder`, that runs where this one does.

    What was for the model before, as its prompts are, is not kept.
    """
    if model == settings.model:
        return settings.model_dump()
    given = {"kind": settings.kind, **settings.given}
    kept = {n: given[n] for n in settings.kept_for_another_model if n in given}
    kind = _kind_of({"model": model, "kind": kept.get("kind")}, folder)
    has = known_keys(kind)
    return {
        **{n: value for n, value in kept.items() if n in has},
        "model": kind.from_anywhere(model, folder),
    }


def _kind_of(table: Mapping[str, Any], folder: Path) -> type[EncoderSettings]:
    named = table.get("kind")
    if named is None:
        return _taking(str(table["model"]), folder)
    if named not in KINDS:
        hint = did_you_mean(str(named), KINDS, shown=_quoted)
        raise GoldrankError(
            f'encoder "{table["model"]}": unknown kind {named!r}{hint} {listed(KINDS)}'
        )
    return KINDS[named]


def _taking(model: str, folder: Path) -> type[EncoderSettings]:
    place = Path(beside(model, folder))
    is_folder = model != BUNDLED and place.is_dir()
    kinds = KINDS.values()
    return next(k for k in kinds if k.takes(model) or (is_folder and k.holds(place)))


def _no_setting(name: str, known: Sequence[str]) -> str:
    own = [key for key in known if key not in EncoderSettings.model_fields]
    hint = did_you_mean(name, known, shown=_quoted) or f"; it has {', '.join(own)}"
    return f'no setting "{name}"{hint}'


def _quoted(name: str) -> str:
    return f'"{name}"'
