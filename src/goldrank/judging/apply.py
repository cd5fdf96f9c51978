"""What judges have said, as evidence of a query file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.locate import Locator
from goldrank.evidence.problems import MisplacedError
from goldrank.evidence.queries import Named, RawQuery, read_queries
from goldrank.evidence.written import query_object
from goldrank.inspection.sections import PLACE
from goldrank.judging.answers import Place, named_place
from goldrank.judging.grades import Judged, Unit, merged, read_grades
from goldrank.text.whole_file import write_whole


@dataclass(frozen=True, slots=True)
class Applied:
    """The queries with the evidence that judges found, and what became of the judgments.

    `added` places are new, `untrimmed` of them are whole units; `known` lie where evidence is
    already. `several` are the queries with more than one need, to which nothing is added, since a
    grade does not say of which need it is.
    """

    queries: tuple[RawQuery, ...]
    added: int
    untrimmed: int
    known: int
    several: tuple[str, ...]


def apply_grades(
    queries: Path, judgments: Iterable[Path], corpus: Corpus, out: Path, least: int = 1
) -> Applied:
    """Write `out`, a new query file: that of `queries`, with what judges found as evidence.

    Raises `GoldrankError` where `out` is there already, or as `applied` does.
    """
    if out.exists():
        raise GoldrankError(f"{out} is there already; name a new file with --out")
    found = applied(read_queries(queries), merged(map(read_grades, judgments)), corpus, least)
    lines = [json.dumps(query_object(query), ensure_ascii=False) for query in found.queries]
    write_whole(out, "".join(f"{line}\n" for line in lines).encode())
    return found


def applied(
    queries: Sequence[RawQuery], judged: Mapping[Unit, Judged], corpus: Corpus, least: int = 1
) -> Applied:
    """Add each unit with a grade of `least` or more to the need of its query, with that grade.

    The stretch that a judge named is the evidence, else the whole unit; one that overlaps evidence
    of the query is known already. Raises `GoldrankError` where a judgment is of a query or a place
    that is not there.
    """
    _refuse_strangers(queries, judged)
    locator = Locator.of(corpus)
    done, added, untrimmed, known = [], 0, 0, 0
    several = []
    for query in queries:
        accepted = [
            each
            for unit, each in judged.items()
            if unit[0] == query.query_id and each.grade >= least
        ]
        if accepted and len(query.needs) > 1:
            several.append(query.query_id)
            accepted = []
        own = [*_places(query, locator)]
        before = len(own)
        for each in accepted:
            place = _place(each, locator)
            if any(_overlap(place, other) for other in own):
                known += 1
                continue
            own.append(place)
            untrimmed += each.span is None
        added += len(own) - before
        new = tuple(named_place(place, locator) for place in own[before:])
        done.append(_with(query, new))
    return Applied(tuple(done), added, untrimmed, known, tuple(several))


def _with(query: RawQuery, new: tuple[Named, ...]) -> RawQuery:
    if not new:
        return query
    held = query.needs[0] if query.needs else ()
    return replace(query, needs=((*held, *new),), answerable=True)


def _places(query: RawQuery, locator: Locator) -> list[Place]:
    try:
        return [
            Place(found.doc_id, found.start or 0, _end(found.end, found.doc_id, locator))
            for group in query.needs
            for named in group
            for found in locator.evidence(named)
        ]
    except MisplacedError as error:
        raise GoldrankError(
            f"{query.source}:{query.line}: query {query.query_id}: {error}"
        ) from error


def _end(end: int | None, doc_id: str, locator: Locator) -> int:
    return len(locator.documents[doc_id].text) if end is None else end


def _place(judged: Judged, locator: Locator) -> Place:
    document = locator.documents.get(judged.doc_id)
    said = f"the judgment of {judged.unit_id} for query {judged.query_id}"
    if document is None:
        raise GoldrankError(f"{said}: no document {judged.doc_id} in the corpus")
    if judged.span is not None:
        start, end = judged.span
        if document.text[start:end] != judged.quote:
            raise GoldrankError(f"{said}: {judged.doc_id} has changed since; judge the pool again")
    else:
        match = PLACE.fullmatch(judged.unit_id.removeprefix(judged.doc_id))
        start, end = (int(match["start"]), int(match["end"])) if match else (0, len(document.text))
        if not document.text[start:end].strip():
            raise GoldrankError(f"{said}: {judged.doc_id} has no text there; it has changed since")
    return Place(judged.doc_id, start, end, grade=judged.grade)


def _overlap(one: Place, other: Place) -> bool:
    return one.doc_id == other.doc_id and one.start < other.end and other.start < one.end


def _refuse_strangers(queries: Sequence[RawQuery], judged: Mapping[Unit, Judged]) -> None:
    known = {query.query_id for query in queries}
    strangers = sorted({query_id for query_id, _ in judged} - known)
    if strangers:
        raise GoldrankError(
            f"{len(strangers)} judged queries are not in the query file, such as {strangers[0]!r}; "
            "name the query file of the run that was pooled"
        )
