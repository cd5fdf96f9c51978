"""What is wrong with a suite, its corpus or its queries: where, why, and what to put instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from goldrank.errors import GoldrankError

Level = Literal["error", "warning"]
Key = str | int


@dataclass(frozen=True, slots=True)
class Fix:
    """One value of a query to be replaced; `path` leads to it from the query's own object.

    Where a single text stood before, a list of one text is written as that text.
    """

    path: tuple[Key, ...]
    value: Any


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to mend. An error stops a run or makes its numbers wrong; a warning does neither.

    `source` is the file that holds it and `line` its line there (from 1), `None` where it has no
    line. `suggestion` is ready to be pasted into that line; `fixes` are what `--fix` would write.

    >>> str(Problem("q1", "queries.jsonl", 3, "missing", "its quote is not in leave.md"))
    'query q1: its quote is not in leave.md'
    """

    query_id: str | None
    source: str
    line: int | None
    kind: str
    message: str
    suggestion: str = ""
    fixes: tuple[Fix, ...] = ()
    level: Level = "error"

    def __str__(self) -> str:
        return self.message if self.query_id is None else f"query {self.query_id}: {self.message}"


class MisplacedError(GoldrankError):
    """Evidence is not where a query says it is; it carries what a `Problem` needs."""

    def __init__(
        self, kind: str, message: str, suggestion: str = "", fixes: tuple[Fix, ...] = ()
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.suggestion = suggestion
        self.fixes = fixes
