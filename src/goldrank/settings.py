"""Tables of settings that are checked whole, and what is wrong with one, said with its key."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ConfigDict, ValidationError

from goldrank.suggest import did_you_mean, listed


class Settings(BaseModel):
    """A table of settings: a key that it does not have is a mistake, and nothing changes it."""

    # Strict: a switch is no number, and a number in quotes is text.
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, allow_inf_nan=False, use_attribute_docstrings=True
    )


def first_mistake(error: ValidationError, model: type[BaseModel], inside: str = "") -> str:
    """The first mistake of a table that is no `model`; `inside` is what its keys stand in."""
    detail = error.errors()[0]
    place = [part for part in detail["loc"] if not _is_type(part)]
    where = ".".join(str(part) for part in ([inside] if inside else []) + place)
    if detail["type"] == "extra_forbidden":
        known = known_keys(model, place[:-1])
        hint = did_you_mean(str(place[-1]), known, alike=0.5)
        return f"unknown key {where!r}{hint} {listed(sorted(known))}"
    if detail["type"] == "missing":
        return f"{where!r} is missing"
    if detail["type"] == "model_type":
        return f"{where!r}: expected a table, got {detail['input']!r}"
    return f"{where!r}: {_expected(detail['msg'])}, got {detail['input']!r}"


def known_keys(model: type[BaseModel], place: Sequence[Any] = ()) -> list[str]:
    """The keys of the table at `place` in a model; what is never written is none."""
    for part in place:
        if isinstance(part, str):
            annotation = model.model_fields[part].annotation
            model = next(m for m in _models(annotation))
    return [key for key, setting in model.model_fields.items() if not setting.exclude]


def _expected(message: str) -> str:
    """What pydantic expected, in the words of our other errors.

    >>> _expected("Input should be a valid tuple"), _expected("Value error, no such day")
    ('expected a list', 'no such day')
    """
    said = message.removeprefix("Value error, ").replace("a valid tuple", "a list")
    head, should, rest = said.partition("Input should be ")
    return f"expected {rest}" if should and not head else f"{said[0].lower()}{said[1:]}"


def _is_type(part: object) -> bool:
    """Whether a part of a location names an alternative of a type, not a key."""
    text = str(part)
    return text in ("str", "float") or "[" in text


def _models(annotation: Any) -> Iterable[type[BaseModel]]:
    """The models in an annotation such as `tuple[Model, ...]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models(argument)
