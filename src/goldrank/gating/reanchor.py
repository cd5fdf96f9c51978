"""Evidence in a corpus that has changed: found again by the quote that the baseline remembers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.locate import Locator
from goldrank.evidence.queries import Named, RawQuery
from goldrank.gating.baseline import Baseline, KnownEvidence, known_evidence, text_digest
from goldrank.gating.compared_needs import same_evidence
from goldrank.gating.verdicts import MovedEvidence
from goldrank.text.quotes import occurrences
from goldrank.types import Evidence, Need, Query


@dataclass(frozen=True, slots=True)
class Anchored:
    """Located queries; which evidence stands elsewhere than in the baseline; which is gone.

    A need whose evidence is gone is no longer among the needs of its query.
    """

    queries: tuple[Query, ...]
    moved: tuple[MovedEvidence, ...]
    gone: tuple[str, ...]


def anchor(
    raw: Sequence[RawQuery], corpus: Corpus, baseline: Baseline, strict: bool = False
) -> Anchored:
    """Locate the evidence of queries in a corpus that is not the baseline's.

    Evidence that the query file no longer leads to, or leads to another text of by its offsets,
    is looked for by its old quote: in its document, then in all, where it must stand only once.
    Evidence that is new to the baseline must be found as the file names it, or an error says so.
    """
    finder = _Finder(Locator.of(corpus, strict), corpus, baseline)
    queries = [finder.query(query) for query in raw]
    return Anchored(tuple(queries), tuple(finder.moved), tuple(finder.gone))


class _Finder:
    """Collects what moved and what is gone while queries are located."""

    def __init__(self, locator: Locator, corpus: Corpus, baseline: Baseline) -> None:
        self._locator = locator
        self._texts = {document.doc_id: document.text for document in corpus.documents}
        self._baseline = baseline
        self.moved: list[MovedEvidence] = []
        self.gone: list[str] = []

    def query(self, raw: RawQuery) -> Query:
        known = self._baseline.queries.get(raw.query_id)
        old_needs = known.needs if known else ()
        needs = []
        for number, group in enumerate(raw.needs):
            old = old_needs[number] if number < len(old_needs) else ()
            need = self._need(raw, number, group, old)
            if need is not None:
                needs.append(need)
        return raw.located(tuple(needs))

    def _need(
        self, raw: RawQuery, number: int, group: Sequence[Named], old: Sequence[KnownEvidence]
    ) -> Need | None:
        try:
            need = self._locator.need(group)
        except GoldrankError as error:
            if not old:
                raise GoldrankError(f"query {raw.query_id}: {error}") from error
            need = None
        if need is not None and (not old or same_evidence(old, _known(need))):
            self._tell(raw, number, old, need.evidence, False)
            return need
        by_offsets = any(named.start is not None for named in group)
        if need is not None and not by_offsets:
            return need
        return self._again(raw, number, group, old)

    def _again(
        self, raw: RawQuery, number: int, group: Sequence[Named], old: Sequence[KnownEvidence]
    ) -> Need | None:
        grade = max((named.grade for named in group), default=1)
        found = [e for known in old if (e := self._find(known)) is not None]
        if not found:
            self.gone.append(
                f"{raw.query_id}: its evidence is gone from {', '.join(_places(old))} "
                f'("{old[0].quote[:60]}")'
            )
            return None
        self._tell(raw, number, old, found, True)
        return Need(tuple(dict.fromkeys(replace(e, grade=grade) for e in found)))

    def _find(self, known: KnownEvidence) -> Evidence | None:
        """The one place where the whole quote stands: in its own document, else anywhere."""
        if not known.quote:
            exists = known.doc_id in self._texts
            return Evidence(known.doc_id) if exists else None
        own = {known.doc_id: self._texts[known.doc_id]} if known.doc_id in self._texts else {}
        for texts in (own, self._texts):
            places = [e for doc_id, text in texts.items() for e in stands(text, doc_id, known)]
            if len(places) == 1:
                return places[0]
        return None

    def _tell(
        self,
        raw: RawQuery,
        number: int,
        old: Sequence[KnownEvidence],
        evidence: Sequence[Evidence],
        again: bool,
    ) -> None:
        """Only evidence whose old place holds it no longer has moved."""
        known = {(e.doc_id, e.start) for e in old}
        now = {(e.doc_id, e.start) for e in evidence}
        for one in old:
            twins = [e for e in evidence if same_evidence([one], [_as_known(e)])]
            fresh = [e for e in twins if (e.doc_id, e.start) not in known]
            if one.start is None or (one.doc_id, one.start) in now or not fresh:
                continue
            place = min(fresh, key=lambda e: (e.doc_id != one.doc_id, e.start or 0))
            self.moved.append(
                MovedEvidence(
                    raw.query_id,
                    number,
                    one.doc_id,
                    one.start,
                    place.doc_id,
                    place.start or 0,
                    again,
                    raw.line,
                )
            )


def stands(text: str, doc_id: str, known: KnownEvidence) -> list[Evidence]:
    """Where all of a remembered quote stands in `text`: its head is found, its whole is checked.

    >>> quote = known_evidence("a.md", 0, "Ask by noon.")
    >>> [(e.start, e.end) for e in stands("Please: ask. Ask  by noon.", "a.md", quote)]
    [(13, 26)]
    """
    found = []
    for head in occurrences(text, known.quote):
        end = _end_of_words(text, head.start, known.words)
        quote = text[head.start : end]
        whole = " ".join(quote.split())
        if text_digest(whole) == known.sha256:
            found.append(Evidence(doc_id, head.start, end, quote))
        elif known.words == len(known.quote.split()):
            # The quote ends inside a word of the text: its head is all of it.
            found.append(Evidence(doc_id, head.start, head.end, text[head.start : head.end]))
    return found


def _end_of_words(text: str, start: int, words: int) -> int:
    """Where so many words from `start` end."""
    place = start
    for _ in range(words):
        while place < len(text) and text[place].isspace():
            place += 1
        while place < len(text) and not text[place].isspace():
            place += 1
    return place


def _known(need: Need) -> list[KnownEvidence]:
    return [_as_known(evidence) for evidence in need.evidence]


def _as_known(evidence: Evidence) -> KnownEvidence:
    return known_evidence(evidence.doc_id, evidence.start, evidence.quote)


def _places(old: Sequence[KnownEvidence]) -> list[str]:
    return sorted({known.doc_id for known in old})
