"""The rules of a suite over the metadata of a corpus: which documents a filter leaves, and why not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.filters.settings import FilterSettings
from goldrank.filters.values import is_nothing, moment, word, words
from goldrank.types import Document

Flags = NDArray[np.bool_]
Read = TypeVar("Read")

OTHER = "another value"
NOT_SAID = "not said"
NOT_YET = "not yet in force"
ENDED = "no longer in force"
SUPERSEDED = "superseded"

_EARLIEST = datetime.min.replace(tzinfo=UTC)
_LATEST = datetime.max.replace(tzinfo=UTC)


class Rule(Protocol):
    """One rule over the documents of a corpus, in corpus order."""

    @property
    def unsaid(self) -> Flags:
        """Which documents do not say what it asks for."""
        ...

    def fits(self, value: Any) -> Flags:
        """Which documents fit a query's value, shape (documents,).

        Raises `ValueError` for a value that the rule cannot read.
        """
        ...

    def why_not(self, value: Any, document: int) -> str:
        """Why one of those that do not fit does not, in a few words."""
        ...


@dataclass(frozen=True, slots=True)
class _Values:
    """`equal` and `any of`: the documents that have each value, and those that have none."""

    having: Mapping[str, Flags]
    unsaid: Flags
    allows_unsaid: bool
    read: Callable[[Any], frozenset[str]]

    def fits(self, value: Any) -> Flags:
        found = self.unsaid & self.allows_unsaid
        for each in self.read(value):
            found = found | self.having.get(each, np.zeros_like(found))
        return found

    def why_not(self, value: Any, document: int) -> str:
        return NOT_SAID if self.unsaid[document] else OTHER


@dataclass(frozen=True, slots=True)
class _InForce:
    """`in force at`: when each document begins and ends, and what begins later in its series."""

    begins: Sequence[datetime]
    ends: Sequence[datetime]
    series: Sequence[str | None]
    unsaid: Flags
    allows_unsaid: bool

    def fits(self, value: Any) -> Flags:
        at, latest = moment(value), self._latest(moment(value))
        return np.array(
            [
                self.allows_unsaid
                if self.unsaid[n]
                else self.begins[n] <= at < self.ends[n]
                and self.begins[n] >= latest.get(self.series[n], _EARLIEST)
                for n in range(len(self.begins))
            ],
            dtype=np.bool_,
        )

    def why_not(self, value: Any, document: int) -> str:
        if self.unsaid[document]:
            return NOT_SAID
        at = moment(value)
        if self.begins[document] > at:
            return NOT_YET
        later = self._latest(at).get(self.series[document], _EARLIEST)
        return SUPERSEDED if self.begins[document] < later else ENDED

    def _latest(self, at: datetime) -> dict[str | None, datetime]:
        """When the last revision of each series began that had begun by then."""
        latest: dict[str | None, datetime] = {}
        for begins, series in zip(self.begins, self.series, strict=True):
            if series is not None and begins <= at:
                latest[series] = max(begins, latest.get(series, _EARLIEST))
        return latest


def _one(value: Any) -> frozenset[str]:
    return frozenset([word(value)])


def rule_of(own: FilterSettings, documents: Sequence[Document]) -> Rule:
    """The rule of a table `[[filter]]` over documents.

    Raises `GoldrankError` for a field that the rule cannot read, with its document.

    >>> documents = [Document("a", "", "", metadata={"tenant": "acme"}), Document("b", "", "")]
    >>> rule_of(FilterSettings(name="tenant"), documents).fits("acme").tolist()
    [True, False]
    """
    allows = own.missing == "allowed"
    if own.rule == "in force at":
        begins = _column(own.begins, documents, moment)
        ends = _column(own.ends, documents, moment)
        unsaid = [b is None and e is None for b, e in zip(begins, ends, strict=True)]
        return _InForce(
            [_EARLIEST if each is None else each for each in begins],
            [_LATEST if each is None else each for each in ends],
            _column(own.series, documents, word),
            np.array(unsaid, dtype=np.bool_),
            allows,
        )
    read = _one if own.rule == "equal" else words
    column = _column(own.asked, documents, read)
    having: dict[str, Flags] = defaultdict(lambda: np.zeros(len(documents), dtype=np.bool_))
    for at, found in enumerate(column):
        for each in found or ():
            having[each][at] = True
    unsaid = [found is None for found in column]
    return _Values(dict(having), np.array(unsaid, dtype=np.bool_), allows, read)


def _column(
    field: str | None, documents: Sequence[Document], read: Callable[[Any], Read]
) -> list[Read | None]:
    """What each document says of a field; `None` where it says nothing."""
    return [None if field is None else _cell(field, each, read) for each in documents]


def _cell(field: str, document: Document, read: Callable[[Any], Read]) -> Read | None:
    value = document.metadata.get(field)
    if is_nothing(value):
        return None
    try:
        return read(value)
    except ValueError as error:
        raise GoldrankError(f"document {document.doc_id}: metadata {field!r}: {error}") from None
