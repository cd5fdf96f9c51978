"""What a table and a column of it are: names, types, units, heads, and what they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal

import numpy as np
import pandas as pd

from goldrank.errors import GoldrankError
from goldrank.measuring.measures import parse_measure

Type = Literal["text", "whole", "number", "yes/no", "JSON"]
Format = Literal[
    "", "plain", "count", "tenth", "hundredth", "thousandth", "change", "percent", "bounds", "rank"
]

MEASURE: Final = "{measure}"
"""The name of a family of columns: one for each measure that a suite asks for."""

RANKER: Final = "{ranker}"
"""The name of a family of columns: one for each of some rankers, under its name."""

_KINDS: Final[dict[Type, str]] = {
    "text": "OSU",
    "JSON": "OSU",
    "whole": "iu",
    "number": "iuf",
    "yes/no": "b",
}
"""The kinds of numpy that a column of each type may have."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column, or a family of them: `{k}` in a name is a number, `{measure}` a measure's name,
    `{ranker}` a ranker's.

    `missing` says where it has no value; empty where it always has one. `optional` says when the
    column itself is there; empty where it always is. `head` stands above it wherever it is shown,
    and `format` is how.

    >>> recall = Column("recall@{k}", "number", "the share of needs found in the first k")
    >>> recall.covers("recall@5"), recall.covers("recall@five")
    (True, False)
    """

    name: str
    type: Type
    meaning: str
    unit: str = ""
    label: str = ""
    format: Format = ""
    missing: str = ""
    optional: str = ""

    @property
    def head(self) -> str:
        """What is written above it."""
        return self.label or self.name

    @property
    def is_family(self) -> bool:
        """Whether it stands for several columns, or none."""
        return "{" in self.name

    def covers(self, name: str) -> bool:
        """Whether a column of that name is this one, or one of this family."""
        if self.name == MEASURE:
            return _is_measure(name)
        if self.name == RANKER:
            return True  # it stands behind all others of its table
        if not self.is_family:
            return name == self.name
        pattern = re.escape(self.name).replace(r"\{k\}", "[1-9][0-9]*")
        return re.fullmatch(pattern, name) is not None

    def named(self, name: str) -> Column:
        """Itself, under the name that one of its family has."""
        if self.name in (MEASURE, RANKER):
            return replace(self, name=name, label=self.label or name)
        digits = name.rpartition("@")[2]
        return replace(self, name=name, label=self.label.replace("{k}", digits))


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a run: what a row is, the columns that tell rows apart, and all columns.

    `key` is empty where rows may be alike. `for_people` says that it is written as CSV too, and
    `people_read` the column and the value of the rows that are in it, where those are not all.
    `optional` says when it has rows; without any it is not written. Empty where it always is.
    """

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    for_people: bool = False
    people_read: tuple[str, str] | None = None
    optional: str = ""

    def column(self, name: str) -> Column:
        """The column of that name; an error names the table."""
        for each in self.columns:
            if each.covers(name):
                return each.named(name)
        raise GoldrankError(f"table {self.name}: expected a column of its schema, got {name!r}")

    def empty(self) -> pd.DataFrame:
        """The table without rows, with the columns that it always has."""
        return pd.DataFrame(columns=self._always)

    @property
    def _always(self) -> list[str]:
        return [each.name for each in self.columns if not (each.optional or each.is_family)]

    def is_written(self, found: pd.DataFrame) -> bool:
        """Whether a run's folder has it."""
        return not self.optional or len(found) > 0

    def rows_for_people(self, found: pd.DataFrame) -> pd.DataFrame:
        """The rows that are written as CSV."""
        if self.people_read is None:
            return found
        column, value = self.people_read
        return found[found[column] == value]

    def check(self, found: pd.DataFrame) -> None:
        """Raise where a table is not as it is said here: its columns, their types, or its key."""
        names = [str(name) for name in found.columns]
        for name, dtype in zip(names, found.dtypes, strict=True):
            wanted = self.column(name).type
            if len(found) and dtype.kind not in _KINDS[wanted]:
                raise GoldrankError(f"table {self.name}: expected {wanted} in {name}, got {dtype}")
        if left := [name for name in self._always if name not in names]:
            raise GoldrankError(f"table {self.name}: expected the column {left[0]}, it has {names}")
        key = [name for name in self.key if name in names]
        again = found.duplicated(key).to_numpy() if key else np.zeros(0, bool)
        if again.any():
            twice = found[key].iloc[int(again.argmax())].to_dict()
            raise GoldrankError(f"table {self.name}: expected each key once, got {twice} again")


@cache
def _is_measure(name: str) -> bool:
    try:
        return bool(parse_measure(name))
    except GoldrankError:
        return False
