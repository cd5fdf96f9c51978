"""What a search function returns, and which of the ranked units each hit is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from goldrank.errors import GoldrankError
from goldrank.types import Chunk, Span

CONTRACT: Final = (
    "a hit is a text, the id of a chunk, a triple (doc_id, start, end), a dict with text, id, or "
    "doc_id, start and end, or a pair of one of these and its score"
)
How = Literal["text", "place", "id", ""]


class Hit(NamedTuple):
    """One hit as it was returned: a text or an id, or a place in a document, and its score."""

    text: str
    doc_id: str
    span: Span | None
    score: float | None

    @property
    def said(self) -> str:
        """What it is called where it is no unit."""
        if self.text or self.span is None:
            return self.text
        return f"{self.doc_id}#{self.span.start}-{self.span.end}"


@dataclass(frozen=True, slots=True)
class Places:
    """What is ranked and where it stands: the ids of the chunks, or of documents.

    `texts` are those of the documents, by id; `by_document` says that they are what is ranked.
    What is asked of a model or of foreign code may be kept in `cache_folder`.
    """

    ids: Sequence[str]
    chunks: Sequence[Chunk]
    texts: Mapping[str, str]
    by_document: bool = False
    cache_folder: Path | None = None

    def text(self, unit: int) -> str:
        """The own text of a chunk that is ranked."""
        chunk = self.chunks[unit]
        return self.texts[chunk.doc_id][chunk.start : chunk.end]


@dataclass(frozen=True, slots=True)
class Placed:
    """The hits of one query: which units they are, in order, and how many are none or one again.

    `how` says by what each was placed. `lost` are the texts or places of those that are no unit.
    """

    units: tuple[int, ...]
    scores: tuple[float | None, ...]
    how: tuple[How, ...]
    repeats: int
    lost: tuple[str, ...]


def hit_of(returned: Any) -> Hit:
    """Read one hit; raises `TypeError` for what is none.

    >>> hit_of(("a.md", 0, 4)), hit_of(("leave", 0.5))
    (Hit(text='', doc_id='a.md', span=Span(start=0, end=4), score=None), Hit(text='leave', doc_id='', span=None, score=0.5))
    """
    if isinstance(returned, str):
        return Hit(returned, "", None, None)
    if isinstance(returned, Mapping):
        return _of_mapping(returned)
    if isinstance(returned, tuple | list) and len(returned) == 2 and _is_number(returned[1]):
        return hit_of(returned[0])._replace(score=float(returned[1]))
    if isinstance(returned, tuple | list) and len(returned) == 3:
        doc_id, start, end = returned
        if isinstance(doc_id, str) and _is_whole(start) and _is_whole(end):
            return Hit("", doc_id, Span(int(start), int(end)), None)
    raise TypeError(f"got {type(returned).__name__} {returned!r:.60}")


def _of_mapping(returned: Mapping[str, Any]) -> Hit:
    score = returned.get("score")
    if score is not None and not _is_number(score):
        raise TypeError(f"got the score {score!r:.60}")
    own = None if score is None else float(score)
    if {"doc_id", "start", "end"} <= set(returned):
        place = returned["doc_id"], returned["start"], returned["end"]
        text = returned.get("text")
        found = hit_of(place)._replace(score=own)
        return found._replace(text=text) if isinstance(text, str) else found
    for key in ("text", "id"):
        if isinstance(returned.get(key), str):
            return Hit(returned[key], "", None, own)
    raise TypeError(f"got a dict with {', '.join(map(str, returned)) or 'nothing'}")


def _is_number(value: Any) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, bool | str)


def _is_whole(value: Any) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


@dataclass(slots=True)
class Placing:
    """Finds the unit of each hit: by its exact text, by its place in a document, or by its id.

    A place, or a text that is no unit's own, is the unit that shares most characters with it; of
    units with one text, the first that is not a hit yet. What is found once is kept.
    """

    places: Places
    _ids: dict[str, int] = field(init=False)
    _by_text: dict[str, list[int]] = field(init=False)
    _by_document: dict[str, list[int]] = field(init=False)
    _found: dict[str, Chunk | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._ids = {unit_id: n for n, unit_id in enumerate(self.places.ids)}
        by_text, by_document = defaultdict(list), defaultdict(list)
        for n, chunk in enumerate(self._chunks):
            by_text[self.places.text(n).strip()].append(n)
            by_document[chunk.doc_id].append(n)
        self._by_text, self._by_document = dict(by_text), dict(by_document)

    def __call__(self, hits: Iterable[Hit]) -> Placed:
        """Place the hits of one query; a unit that is hit again counts as a repeat."""
        units: dict[int, tuple[float | None, How]] = {}
        repeats, lost = 0, []
        for hit in hits:
            candidates, how = self._candidates(hit)
            free = next((unit for unit in candidates if unit not in units), None)
            if free is not None:
                units[free] = (hit.score, how)
            elif candidates:
                repeats += 1
            else:
                lost.append(hit.said)
        return Placed(
            tuple(units),
            tuple(score for score, _ in units.values()),
            tuple(how for _, how in units.values()),
            repeats,
            tuple(lost),
        )

    def _candidates(self, hit: Hit) -> tuple[Sequence[int], How]:
        """The units that a hit may be, the likeliest first, and by what."""
        if hit.text and (same := self._by_text.get(hit.text.strip())):
            return self._units(same), "text"
        if hit.span is not None:
            inside = hit.doc_id in self.places.texts
            end = len(self.places.texts[hit.doc_id]) if inside else 0
            valid = 0 <= hit.span.start < hit.span.end <= end
            chunk = Chunk(hit.doc_id, *hit.span) if valid else None
            return self._at(chunk), "place"
        if hit.text in self._ids:
            return [self._ids[hit.text]], "id"
        return self._at(self._stands(hit.text)), "text"

    def _units(self, chunks: Sequence[int]) -> Sequence[int]:
        """The ranked units of some chunks: themselves, or their documents."""
        if not self.places.by_document:
            return chunks
        return list(dict.fromkeys(self._ids[self._chunks[n].doc_id] for n in chunks))

    def _at(self, place: Chunk | None) -> Sequence[int]:
        """The unit that shares most characters with a place, the first of equals."""
        if place is None:
            return []
        if self.places.by_document:
            return [self._ids[place.doc_id]]
        shared = {
            n: min(place.end, self._chunks[n].end) - max(place.start, self._chunks[n].start)
            for n in self._by_document.get(place.doc_id, ())
        }
        best = max(shared, key=lambda n: (shared[n], -n), default=None)
        return [] if best is None or shared[best] <= 0 else [best]

    def _stands(self, text: str) -> Chunk | None:
        """Where a text stands first in the corpus."""
        wanted = text.strip()
        if text not in self._found:
            self._found[text] = next(
                (
                    Chunk(doc_id, at, at + len(wanted))
                    for doc_id, whole in self.places.texts.items()
                    if wanted and (at := whole.find(wanted)) >= 0
                ),
                None,
            )
        return self._found[text]

    @property
    def _chunks(self) -> Sequence[Chunk]:
        return self.places.chunks


def checked_scores(where: str, hits: Sequence[Hit]) -> None:
    """Scores stand at all hits or at none, and do not rise: the best hit comes first."""
    scores = [hit.score for hit in hits if hit.score is not None]
    if scores and len(scores) < len(hits):
        raise GoldrankError(f"{where}: expected a score at every hit or at none")
    for n, (one, other) in enumerate(pairwise(scores), start=1):
        if not one >= other:
            raise GoldrankError(
                f"{where}: expected the best hit first, and scores that do not rise; hit {n} has "
                f"{one}, hit {n + 1} has {other}"
            )
    if any(score != score or abs(score) == float("inf") for score in scores):
        raise GoldrankError(f"{where}: expected finite scores, got {scores}")
