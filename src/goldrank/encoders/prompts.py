"""What a model's folder says of the prompts that it was trained with, where a run leaves them out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import NamedTuple

from goldrank.encoders.base import Role
from goldrank.encoders.declared import Declared

MEANT_FOR: Mapping[Role, tuple[str, ...]] = {
    "query": ("query",),
    "document": ("document", "passage", "corpus"),
}


class Family(NamedTuple):
    """Models of one name, and the prompts that their authors trained them with."""

    name: str
    pattern: str
    prompts: Mapping[Role, str]


FAMILIES = (
    # The larger ones with instructions have a prompt for each task: nothing can be said of them.
    Family(
        "E5",
        r"\be5-(?!.*(instruct|mistral))",
        {"query": "query: ", "document": "passage: "},
    ),
    Family(
        "BGE",
        r"\bbge-(small|base|large)-en\b",
        {"query": "Represent this sentence for searching relevant passages: "},
    ),
    Family(
        "Nomic",
        r"\bnomic-embed-text\b",
        {"query": "search_query: ", "document": "search_document: "},
    ),
)


def prompt_remarks(
    called: str, declared: Declared, query: str | None, document: str | None
) -> tuple[str, ...]:
    """A sentence for each side that is encoded without a prompt that the model seems to want.

    `called` is what its user calls it; `query` and `document` are the prompts that a suite sets,
    `None` where it sets none. What the folder declares goes before what a name lets one suspect.
    """
    given: Mapping[Role, str | None] = {"query": query, "document": document}
    return tuple(said for side in given for said in _remarks(called, declared, side, given[side]))


def _remarks(called: str, declared: Declared, side: Role, given: str | None) -> Iterator[str]:
    used = declared.prompts.get(side)
    if used:
        if given == "":
            yield (
                f"the model declares {json.dumps(used)} before each {side} and is run without it, "
                f"as {side}_prompt says; its vectors may be worse than it can"
            )
    elif given is None:
        yield from (_other_name(declared, side) or _suspected(called, declared, side))


def _other_name(declared: Declared, side: Role) -> list[str]:
    """A prompt whose name means the side, and that the library does not put before it."""
    names = [n for part in MEANT_FOR[side] for n in declared.prompts if part in n.casefold()]
    return [
        f"the model declares a prompt {json.dumps(name)}, which encode_{side} of "
        "sentence-transformers does not use, and so it is not used here; if the model was trained "
        f"with it, set {side}_prompt = {json.dumps(declared.prompts[name], ensure_ascii=False)}"
        for name in names[:1]
    ]


def _suspected(called: str, declared: Declared, side: Role) -> Iterator[str]:
    """A prompt of the family that a name belongs to; what was made of a model may want another."""
    named = declared.config.get("_name_or_path")
    names = {"its config.json names": named, "it is called": PurePath(called).name}
    for where, name in names.items():
        if declared.prompts or not isinstance(name, str):
            continue
        for family, prompt in _wanted(name, side):
            yield (
                f"{where} {json.dumps(name[:80])}: models called {family} are trained with "
                f"{json.dumps(prompt)} before each {side}, and its folder declares no prompt; if it "
                f'is one of them, set {side}_prompt = {json.dumps(prompt)}, else {side}_prompt = ""'
            )
            return


def _wanted(name: str, side: Role) -> Iterator[tuple[str, str]]:
    for family in FAMILIES:
        prompt = family.prompts.get(side)
        if prompt and re.search(family.pattern, name.casefold()):
            yield family.name, prompt
