"""Tables with a schema, and what is said of them, as text, Markdown, CSV and JSON. Nothing prints here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.errors import GoldrankError
from goldrank.frames.rows import rows_of
from goldrank.frames.schema import Column, Table
from goldrank.report.common.grids import cell
from goldrank.report.terminal.fitting import Fitting
from goldrank.report.terminal.run import plain
from goldrank.report.text.markdown import escaped, markdown_table
from goldrank.tables.files import csv_text
from goldrank.text.unsafe import escaped_json


@dataclass(frozen=True, slots=True, eq=False)
class ShownTable:
    """A table, the title over it, and the columns that people see beside its key: those with a format."""

    title: str
    schema: Table
    rows: pd.DataFrame

    @property
    def columns(self) -> list[Column]:
        """The names, then the numbers, in the order of the schema."""
        found = [self.schema.column(str(name)) for name in self.rows.columns]
        names = [each for each in found if each.type == "text" and not each.format]
        return [*names, *(each for each in found if each.format)]

    @property
    def names(self) -> int:
        """How many columns are names."""
        return sum(not each.format for each in self.columns)

    @property
    def head(self) -> list[str]:
        """What stands over the columns."""
        return [each.head for each in self.columns]

    def cells(self) -> list[list[str]]:
        """The rows as they are shown."""
        return [
            [
                cell(column, row) if column.format else str(row[column.name])
                for column in self.columns
            ]
            for row in rows_of(self.rows)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What is shown: a title, tables, the first of which is the CSV, and sentences."""

    title: str
    tables: Sequence[ShownTable]
    said: Sequence[str]

    def __post_init__(self) -> None:
        for table in self.tables:
            table.schema.check(table.rows)

    def to_json(self) -> dict[str, Any]:
        """The tables by name, and the sentences."""
        tables = {
            table.schema.name: json.loads(table.rows.to_json(orient="records"))
            for table in self.tables
        }
        return {"tables": tables, "sentences": list(self.said)}


def shown_text(found: Shown) -> RenderableType:
    """For a terminal."""
    parts: list[RenderableType] = []
    for table in found.tables:
        cells = [[plain(text) for text in row] for row in table.cells()]
        parts += [Fitting(plain(table.title).plain, table.head, cells, table.names), ""]
    return Group(*parts, *(Text("· ").append_text(plain(line)) for line in found.said))


def shown_markdown(found: Shown) -> str:
    """In Markdown; text from outside is escaped."""
    parts = [f"# {escaped(found.title)}"]
    for table in found.tables:
        parts.append(f"## {escaped(table.title)}")
        parts.append(markdown_table([escaped(h) for h in table.head], table.cells(), table.names))
    parts.append("\n".join(f"- {escaped(line)}" for line in found.said))
    return "\n\n".join(parts) + "\n"


def shown_csv(found: Shown) -> str:
    """The first table, under the names of its columns."""
    return csv_text(found.tables[0].rows)


def shown_json(found: Shown) -> str:
    """Everything."""
    text = json.dumps(found.to_json(), ensure_ascii=False, indent=1, allow_nan=False)
    return escaped_json(text) + "\n"


FORMATS: dict[str, Callable[[Shown], RenderableType]] = {
    "text": shown_text,
    "md": shown_markdown,
    "csv": shown_csv,
    "json": shown_json,
}


def written(style: str) -> Callable[[Shown], RenderableType]:
    """What writes in one format; everything but `text` is a plain string."""
    if style not in FORMATS:
        raise GoldrankError(f"--format: expected one of {', '.join(FORMATS)}; got {style!r}")
    return FORMATS[style]
