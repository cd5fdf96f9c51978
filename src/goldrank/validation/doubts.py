"""What a set of questions leans on: headings, code, the same evidence, a few documents."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from goldrank.corpus.corpus import Corpus
from goldrank.text.first_few import first_few
from goldrank.text.intervals import subtract
from goldrank.types import Evidence, Need, Query, Span

SHOWN = 4
_CODE = ("fence", "code")


@dataclass(frozen=True, slots=True)
class Asked:
    """One need with the query that has it."""

    query_id: str
    need: Need


def doubts_of(queries: Sequence[Query], corpus: Corpus) -> list[str]:
    """What to know of located queries before anything is concluded from them, with numbers.

    None of it is a mistake: it says what the numbers of a run will rest on.
    """
    asked = [
        Asked(query.query_id, need)
        for query in queries
        for need in query.needs
        if need.here and any(each.grade for each in need.here)
    ]
    if not asked:
        return []
    texts = {document.doc_id: document.text for document in corpus.documents}
    headings, code = _headings(corpus), _code(corpus)
    headed = [each for each in asked if _all_in(each.need, headings, texts)]
    coded = [each for each in asked if _all_in(each.need, code, texts)]
    return [
        *_leaning(headed, asked, "a heading", "a breadcrumb repeats it, and body text does not"),
        *_leaning(coded, asked, "code", "words of the question seldom stand there"),
        *_shared(asked),
        _balance(asked, corpus),
    ]


def _leaning(found: Sequence[Asked], asked: Sequence[Asked], where: str, why: str) -> Iterator[str]:
    if found:
        yield (
            f"{_of(len(found), len(asked), 'need')} {_has(len(found))} all evidence in {where}: "
            f"{why} ({_named(found)})"
        )


def _shared(asked: Sequence[Asked]) -> Iterator[str]:
    by_place: dict[tuple[tuple[str, int, int], ...], list[Asked]] = defaultdict(list)
    for each in asked:
        by_place[tuple(sorted(_place(evidence) for evidence in each.need.here))].append(each)
    groups = [group for group in by_place.values() if len({e.query_id for e in group}) > 1]
    if groups:
        count = sum(len(group) for group in groups)
        first = " and ".join(dict.fromkeys(each.query_id for each in groups[0]))
        yield (
            f"{_of(count, len(asked), 'need')} {_has(count)} the evidence of another query's need, "
            f"in {len(groups):,} {'place' if len(groups) == 1 else 'places'}: what ranks it well is "
            f"counted more than once (first {first})"
        )


def _balance(asked: Sequence[Asked], corpus: Corpus) -> str:
    counts = Counter(
        doc_id for each in asked for doc_id in dict.fromkeys(e.doc_id for e in each.need.here)
    )
    listed, half = counts.most_common(), 0
    held = 0
    for _, count in listed:
        held, half = held + count, half + 1
        if 2 * held >= sum(counts.values()):
            break
    most, share = listed[0][0], listed[0][1] / len(asked)
    return (
        f"evidence is in {len(counts):,} of {len(corpus.documents):,} documents; half of it is in "
        f"{half:,}, and {share:.0%} of the needs in {most}"
    )


def _all_in(need: Need, places: Mapping[str, list[Span]], texts: Mapping[str, str]) -> bool:
    """Whether every alternative lies in `places`, white space not counted."""
    return all(
        each.is_span
        and _inside(Span(each.start or 0, each.end or 0), places[each.doc_id], texts[each.doc_id])
        for each in need.here
    )


def _inside(span: Span, places: Sequence[Span], text: str) -> bool:
    return not any(text[rest.start : rest.end].strip() for rest in subtract([span], places))


def _headings(corpus: Corpus) -> dict[str, list[Span]]:
    return {
        doc_id: [Span(heading.start, heading.end) for heading in outline.headings]
        for doc_id, outline in corpus.outlines.items()
    }


def _code(corpus: Corpus) -> dict[str, list[Span]]:
    return {
        doc_id: [Span(block.start, block.end) for block in outline.blocks if block.kind in _CODE]
        for doc_id, outline in corpus.outlines.items()
    }


def _place(evidence: Evidence) -> tuple[str, int, int]:
    return evidence.doc_id, evidence.start or 0, -1 if evidence.end is None else evidence.end


def _of(count: int, every: int, what: str) -> str:
    return f"{count:,} of {every:,} {what}s ({count / every:.0%})"


def _has(count: int) -> str:
    return "has" if count == 1 else "have"


def _named(found: Sequence[Asked]) -> str:
    return first_few(list(dict.fromkeys(each.query_id for each in found)), SHOWN)
