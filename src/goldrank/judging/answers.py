"""What a person has said of one question, and the line of a query file that says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.locate import Locator
from goldrank.evidence.problems import MisplacedError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.evidence.written import query_object
from goldrank.types import Evidence

UNFINISHED = "unfinished"
"""The key of a line whose question is still open; whoever reads queries ignores it."""
REJECTED = "rejected"
"""The key of the passages that were looked at and do not answer; ignored likewise."""


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a document; `need` says which need of the question it answers, from 1."""

    doc_id: str
    start: int
    end: int
    need: int = 1
    grade: int = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """The places that answer a question so far, and those that do not.

    `need` is the one that the next place is for. `finished` once the person went on.
    """

    places: tuple[Place, ...] = ()
    rejected: tuple[Place, ...] = ()
    need: int = 1
    answerable: bool = True
    finished: bool = False

    @property
    def is_said(self) -> bool:
        """Whether it says anything."""
        return bool(self.places or self.rejected or self.finished)

    def entry(self, question: RawQuery, locator: Locator) -> dict[str, Any]:
        """The object of a query file."""
        numbers = sorted({place.need for place in self.places})
        needs = [
            tuple(named_place(place, locator) for place in self.places if place.need == number)
            for number in numbers
        ]
        answered = replace(question, needs=tuple(needs), answerable=self.answerable)
        entry = query_object(answered)
        if self.rejected:
            entry[REJECTED] = [
                {"doc_id": each.doc_id, "start": each.start, "end": each.end}
                for each in self.rejected
            ]
        return {**entry, UNFINISHED: True} if self.is_said and not self.finished else entry

    @classmethod
    def read(cls, query: RawQuery, entry: Mapping[str, Any], locator: Locator) -> Answer:
        """What the line of a query says; the places of its evidence are found again.

        Raises `GoldrankError` where a document has changed since.
        """
        try:
            places = [
                Place(found.doc_id, *_offsets(found, locator), number, found.grade)
                for number, group in enumerate(query.needs, start=1)
                for named in group
                for found in locator.evidence(named)
            ]
        except MisplacedError as error:
            raise GoldrankError(
                f"{query.source}:{query.line}: query {query.query_id}: {error}; bench validate "
                "--fix mends what is unambiguous"
            ) from error
        rejected = tuple(Place(e["doc_id"], e["start"], e["end"]) for e in _rejected(entry))
        need = max((place.need for place in places), default=1)
        finished = not entry.get(UNFINISHED, False)
        return cls(tuple(places), rejected, need, query.answerable, finished)

    def with_place(self, place: Place) -> Answer:
        """With one more place, which is no longer a rejected one; the same again changes nothing."""
        others = tuple(each for each in self.places if _spot(each) != _spot(place))
        rejected = tuple(each for each in self.rejected if _spot(each) != _spot(place))
        return replace(self, places=(*others, place), rejected=rejected, answerable=True)


def named_place(place: Place, locator: Locator) -> Named:
    """How a query file names exactly this place.

    By its quote, with the offsets where that stands once in its document; where it stands there
    again, by the quote under its section, or else by the offsets.
    """
    text = locator.documents[place.doc_id].text[place.start : place.end]
    by_quote = Named(place.doc_id, text, grade=place.grade)
    section = locator.outlines[place.doc_id].section_at(place.start)
    if not _is_exactly(by_quote, place, locator) and section and section.path:
        for path in (section.path, section.written):
            under = replace(by_quote, section=tuple(path))
            if _is_exactly(under, place, locator):
                return under
    return replace(by_quote, start=place.start, end=place.end)


def _is_exactly(named: Named, place: Place, locator: Locator) -> bool:
    try:
        found = locator.evidence(named)
    except MisplacedError:
        return False
    return [(each.start, each.end) for each in found] == [(place.start, place.end)]


def _offsets(found: Evidence, locator: Locator) -> tuple[int, int]:
    """Where evidence stands; a judgment of a whole document is all of it."""
    whole = len(locator.documents[found.doc_id].text)
    return found.start or 0, whole if found.end is None else found.end


def _rejected(entry: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    listed = entry.get(REJECTED, [])
    if not isinstance(listed, list):
        return []
    return [
        each
        for each in listed
        if isinstance(each, dict)
        and isinstance(each.get("doc_id"), str)
        and all(isinstance(each.get(key), int) for key in ("start", "end"))
    ]


def _spot(place: Place) -> tuple[str, int, int]:
    return place.doc_id, place.start, place.end
