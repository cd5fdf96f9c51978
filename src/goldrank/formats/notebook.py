"""Jupyter notebooks: the text of their cells, without what running them printed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from goldrank.formats.base import Converted, Format, UnreadableError
from goldrank.formats.writer import Writer
from goldrank.text.markdown import parse_blocks
from goldrank.text.unclosed import unclosed_blocks

Cell = Mapping[str, Any]


def convert(data: bytes, encoding: str) -> Converted:
    """Markdown cells as they stand, code cells as code; a notebook is JSON in UTF-8.

    Source: the notebook format, versions 3 and 4 (nbformat).
    """
    notebook = _notebook(data)
    writer = Writer()
    language = _language(notebook)
    for number, cell in enumerate(_cells(notebook), 1):
        _write(writer, cell, f"cell {number}", language)
    title = _mapping(notebook.get("metadata")).get("title")
    if isinstance(title, str) and title.strip():
        writer.values["title"] = title
    return writer.finish()


def _notebook(data: bytes) -> Cell:
    text = data.decode("utf-8-sig")
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"it is no JSON: {str(error)[:80]}") from None
    if not isinstance(notebook, dict) or not ({"cells", "worksheets"} & notebook.keys()):
        raise UnreadableError("it is JSON and no notebook: it has no cells")
    return notebook


def _cells(notebook: Cell) -> Iterator[Cell]:
    # Up to version 3 the cells lay in worksheets.
    for sheet in _list(notebook.get("worksheets")):
        yield from (_mapping(each) for each in _list(_mapping(sheet).get("cells")))
    yield from (_mapping(each) for each in _list(notebook.get("cells")))


def _write(writer: Writer, cell: Cell, place: str, language: str) -> None:
    kind = cell.get("cell_type")
    source = _source(cell.get("source", cell.get("input")))
    writer.drop("outputs", len(_list(cell.get("outputs"))))
    writer.drop("images", len(_mapping(cell.get("attachments"))))
    if kind == "code":
        writer.code(source, language, place)
    elif kind == "heading":
        level = cell.get("level")
        writer.heading(level if isinstance(level, int) else 1, source, place)
    elif kind == "markdown":
        # An open fence would swallow the cells below, which no notebook shows so.
        is_open = any(unclosed_blocks(parse_blocks(source + "\n\n# x\n")[0], 1))
        writer.code(source, place=place) if is_open else writer.markdown(source, place)
    elif source.strip():
        writer.drop("raw cells")


def _source(value: Any) -> str:
    text = (
        "".join(each for each in value if isinstance(each, str))
        if isinstance(value, list)
        else value
    )
    # JSON may hold halves of characters, which no file can.
    return text.encode("utf-8", "replace").decode() if isinstance(text, str) else ""


def _language(notebook: Cell) -> str:
    metadata = _mapping(notebook.get("metadata"))
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        found = _mapping(metadata.get(key)).get(name)
        if isinstance(found, str):
            return found
    return ""


def _mapping(value: Any) -> Cell:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


NOTEBOOK = Format(
    "notebook",
    "Jupyter notebooks",
    (".ipynb",),
    convert,
    keeps="Markdown cells as they stand, code cells as code",
    drops=("outputs", "images", "raw cells"),
    places="cells",
)
