"""The shape of a baseline file: every key, its type, and what must agree with what."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

FORMAT = 2

Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Cells = Annotated[
    str,
    StringConstraints(pattern=r"^([1-9][0-9]{0,11}|[-x])[os]?( ([1-9][0-9]{0,11}|[-x])[os]?)*$"),
]
EvidenceRow = tuple[str, Count | None, Count, str, int, str]
"""doc_id, start, words, sha256 of the quote, grade, quote."""


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class FingerprintsTable(BaseModel):
    """The fingerprints that a gate asks for; others may stand beside them."""

    model_config = ConfigDict(extra="allow", strict=True)

    corpus: str
    encoder: str
    gold: str
    chunkers: dict[str, str]
    variants: dict[str, str]
    rankers: dict[str, str]
    chunks: dict[str, str] = Field(default_factory=dict)


class CoveredTable(_Table):
    """Counts of one chunker and variant."""

    body: Count
    covered: Count
    chunks: Count
    cut: Count
    prefix_tokens: Annotated[float, Field(ge=0)]

    @model_validator(mode="after")
    def _parts_are_no_larger_than_the_whole(self) -> Self:
        if self.covered > self.body or self.cut > self.chunks:
            raise ValueError("covered is at most body, and cut at most chunks")
        return self


class BaselineTable(_Table):
    """A whole baseline file."""

    format: int
    goldrank: str
    suite: str
    legend: str
    fingerprints: FingerprintsTable
    window: Count | None
    policies: list[str]
    systems: Annotated[list[str], Field(min_length=1)]
    MRR: dict[str, Share]
    coverage: dict[str, CoveredTable]
    documents: Annotated[dict[str, str], Field(min_length=1)]
    ranks: Annotated[dict[str, list[Cells]], Field(min_length=1)]
    queries: dict[str, tuple[str, list[list[EvidenceRow]]]]
    tags: dict[str, list[str]] | None = None
    values: dict[str, dict[str, dict[str, Share]]]
    digest: str

    @model_validator(mode="after")
    def _one_rank_for_each_system_of_each_need(self) -> Self:
        if len(set(self.systems)) < len(self.systems):
            raise ValueError("systems: each is named once")
        for query, needs in self.ranks.items():
            known = self.queries.get(query)
            if known is None or _ranked(known[1]) != len(needs):
                raise ValueError(f"ranks and queries disagree on the needs of {query}")
            for cells in needs:
                if cells.count(" ") + 1 != len(self.systems):
                    raise ValueError(f"ranks of {query}: expected {len(self.systems)} in each need")
        for query, (_, judged) in self.queries.items():
            if _ranked(judged) and query not in self.ranks:
                raise ValueError(f"queries: {query} has no ranks")
        return self

    @model_validator(mode="after")
    def _a_value_for_each_system_and_query(self) -> Self:
        for measure, systems in self.values.items():
            for system in self.systems:
                if set(systems.get(system, ())) != set(self.ranks):
                    raise ValueError(
                        f"values: {measure} of {system} is not of the queries of ranks"
                    )
        if list(self.MRR) != self.systems:
            raise ValueError("MRR is not of the systems")
        return self


def _ranked(needs: list[list[EvidenceRow]]) -> int:
    """How many needs have evidence of grade 1 or more: only those are ranked."""
    return sum(any(row[4] > 0 for row in need) for need in needs)


def digest_of(table: dict[str, Any]) -> str:
    """A sha256 over the content of a baseline file but its own digest; layout does not matter.

    >>> digest_of({"a": 1, "digest": "x"}) == digest_of({"a": 1})
    True
    """
    content = {key: value for key, value in table.items() if key != "digest"}
    text = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return sha256(text.encode()).hexdigest()
