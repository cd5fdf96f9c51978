"""Writes docs/suite.md, the reference of a suite's tables, from the settings that check them.

python scripts/suite.py            # write it
python scripts/suite.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
import types
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from goldrank.chunkers.registry import KINDS as CHUNKERS
from goldrank.contexts.registry import ContextSettings
from goldrank.encoders.registry import KINDS as ENCODERS
from goldrank.filters.settings import FilterSettings
from goldrank.rankers.bm25 import Bm25Settings
from goldrank.rankers.named import RankerTable
from goldrank.rankers.registry import KINDS as RANKERS
from goldrank.rankers.registry import OWN
from goldrank.rankers.rrf import RrfSettings
from goldrank.representations.registry import KINDS as REPRESENTATIONS
from goldrank.suites.suite import Suite
from goldrank.suites.suite_tables import (
    CorpusSettings,
    GateSettings,
    GoldSettings,
    QuerySettings,
    SpanSettings,
    VariantSettings,
)

PAGE = Path(__file__).resolve().parents[1] / "docs" / "suite.md"
INTRODUCTION = """\
# A suite

Written by `python scripts/suite.py` from the settings that a suite is checked against.

A suite is a TOML file. Only `[corpus]` with its `path` and `[queries]` with theirs must be there.
Paths are relative to the file. A key that a table does not have is an error which names the
nearest one. `bench/suites/handbook.toml` is the default suite; `bench validate SUITE` checks one.
`[[name]]` may be written several times.

`extends = "base.toml"` lays a suite over another one in the same folder, which may extend a third.
A table is laid over a table key by key. Everything else, lists and all `[[tables]]` of a name, takes
the place of what was there. The name is not passed on.
"""
TABLES: Mapping[str, type[BaseModel]] = {
    "[corpus]": CorpusSettings,
    "[queries]": QuerySettings,
    "[gold]": GoldSettings,
    "[[variant]]": VariantSettings,
    "[[context]]": ContextSettings,
    "[spans]": SpanSettings,
    "[bm25]": Bm25Settings,
    "[rrf]": RrfSettings,
    "[[filter]]": FilterSettings,
    "[[gate]]": GateSettings,
}
SAID = {  # of the settings of chunkers and representations, which are plain values
    "limit": "the most that a chunk may be, in `unit`; not set, the encoder's window; the name of an encoder follows the window of that one",
    "unit": "what `limit` and `overlap` count",
    "reserve": "what of the limit stays free: a number of units, or what the breadcrumb takes",
    "include_heading": "whether a chunk begins with its heading's line",
    "min_characters": "a shorter section is merged with the next, where both together are not too long",
    "max_characters": "a longer section is cut at blocks",
    "overlap": "how much of a chunk the next one repeats",
    "separators": "where text is cut, the first that makes it small enough",
    "path": "a JSONL or Parquet file of chunks with `doc_id`, `text`, and `start` and `end` or `order`, relative to the suite; not set, the corpus itself",
    "callable": "`module:callable`, looked for beside the suite",
    "options": "what the callable is called with beside the text",
    "version": "yours to change where the code cannot show that its chunks are others",
    "depth": "how many of the last headings are kept beside the title",
    "separator": "what stands between them",
    "style": "`path`, or `prose`: a sentence",
    "position": "whether it stands before the text or behind it",
    "max_tokens": "of the abstract, by the encoder's own tokenizer",
}


def page() -> str:
    """The whole page."""
    return (
        "\n\n".join(
            [
                INTRODUCTION.rstrip(),
                "## The suite itself\n\n" + table(rows_of(Suite)),
                *(
                    f"## {head}\n\n{_said(model)}\n\n{table(rows_of(model))}"
                    for head, model in TABLES.items()
                ),
                "## [encoder]\n\nBy default the bundled model. Several `[[encoder]]` tables stand side by side: see "
                "[several encoders](encoders.md).",
                *(
                    f'### kind = "{name}"\n\n{_said(model)}\n\n{table(rows_of(model))}'
                    for name, model in ENCODERS.items()
                ),
                "## [[ranker]]\n\nOne ranker under a name of its own; `vector`, `bm25` and `rrf` are "
                "there without a table. What a table of kind `bm25` or `rrf` leaves out is as in "
                "`[bm25]` or `[rrf]`.\n\n" + table(rows_of(RankerTable)),
                *(
                    f'### kind = "{name}"\n\n{_ranker(kind)}'
                    for name, kind in {**RANKERS, "module:callable": OWN}.items()
                ),
                "## [[chunker]]\n\nEach has a `name`, and a `kind` with its own settings.",
                *(
                    f'### kind = "{name}"\n\n{_said(kind)}{_values(kind)}'
                    for name, kind in CHUNKERS.items()
                ),
                "## [[representation]]\n\nEach has a `name`, and a `kind` with its own settings; those "
                "without settings are there under their own names. `contexts` takes the `path` of a "
                "JSONL file with a text for each chunk, and a `position`.",
                *(
                    f'### kind = "{name}"\n\n{_said(kind)}{_values(kind)}'
                    for name, kind in REPRESENTATIONS.items()
                ),
            ]
        )
        + "\n"
    )


def rows_of(model: type[BaseModel]) -> Iterable[tuple[str, str, str, str]]:
    """Each setting of a model: its name, type, default and meaning."""
    for name, field in model.model_fields.items():
        if field.exclude or (model is Suite and field.description is None):
            continue  # a table of its own, or nothing that is written
        told = "the file's name" if model is Suite and name == "name" else default(field)
        yield name, typed(field), told, field.description or ""


def table(rows: Iterable[tuple[str, str, str, str]]) -> str:
    """A table of Markdown."""
    made = [f"| `{name}` | {kind} | {value} | {said} |" for name, kind, value, said in rows]
    return "\n".join(["| key | type | default | meaning |", "|---|---|---|---|", *made])


def typed(field: FieldInfo) -> str:
    """The type of a setting as people say it, with its range."""
    return ", ".join([written(field.annotation), *limits_of(field.metadata)])


_SIGNS: Mapping[type, str] = {Ge: "at least", Gt: "above", Le: "at most"}
_NAMES: Mapping[type, str] = {Ge: "ge", Gt: "gt", Le: "le"}


def limits_of(metadata: Iterable[Any]) -> list[str]:
    """The limits of a number in words."""
    return [
        f"{_SIGNS[kind]} {getattr(each, _NAMES[kind])}"
        for each in metadata
        if (kind := type(each)) in _SIGNS
    ]


def written(annotation: Any) -> str:
    """A type in words.

    >>> written(int | None), written(Literal["a", "b"])
    ('whole number', '`a` or `b`')
    """
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return ", ".join([written(args[0]), *limits_of(args[1:])])
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(written(each) for each in args if each is not type(None)))
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in args)
    if origin is tuple:
        return f"list of {written(args[0])}s"
    plain = {
        int: "whole number",
        float: "number",
        str: "text",
        bool: "true or false",
        object: "text",
    }
    return plain.get(annotation, "table")


def default(field: FieldInfo) -> str:
    """The default of a setting as TOML would say it."""
    if field.is_required():
        return "must be there"
    return toml(field.get_default(call_default_factory=True))


def toml(value: Any) -> str:
    """A value as TOML would say it, in a cell; nothing for `None`."""
    if value is None:
        return "–"
    if isinstance(value, BaseModel):
        value = value.model_dump()
    if isinstance(value, tuple):
        value = list(value)
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _ranker(kind: Any) -> str:
    """A kind of ranker: what it combines by default, and its settings."""
    of = f"`of` is `{json.dumps(list(kind.usual_inputs))}` by default." if kind.usual_inputs else ""
    rows = list(rows_of(kind.settings))
    return "\n\n".join(each for each in (_said(kind), of, table(rows) if rows else "") if each)


def _values(kind: Callable[..., Any]) -> str:
    parameters = inspect.signature(kind, eval_str=True).parameters.values()
    rows = [
        (
            each.name,
            written(each.annotation),
            "must be there" if each.default is inspect.Parameter.empty else toml(each.default),
            f"{SAID[each.name][0].upper()}{SAID[each.name][1:]}.",
        )
        for each in parameters
        if each.name != "name"
    ]
    return f"\n\n{table(rows)}" if rows else ""


def _said(of: Any) -> str:
    """The first paragraph of a docstring, on one line."""
    first = inspect.cleandoc(of.__doc__ or "").split("\n\n")[0]
    return " ".join(first.split())


def main() -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    sys.stdout.write(f"{PAGE} is not what the settings say; run python scripts/suite.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
