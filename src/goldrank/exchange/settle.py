"""What a reader found, held against itself: each id once, each place where it is said to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.base import ANYWHERE, JudgedSet
from goldrank.exchange.ledger import Ledger
from goldrank.text.loose import loosely
from goldrank.text.quotes import fold, occurrences
from goldrank.types import Document, Span

LONGEST_LOOSE = 200_000
"""Characters of a document in which a quote is looked for however it is typed."""


def settled(judged: JudgedSet, ledger: Ledger) -> JudgedSet:
    """The same set with only what can be judged by; all else is left out and said.

    An offset that is wrong is put right where its quote stands; a quote of no document is looked for
    in all of them.
    """
    documents = list(_documents(judged.documents, ledger))
    places = _Places({each.doc_id: each.text for each in documents}, ledger)
    return JudgedSet(documents, list(_queries(judged.queries, places, ledger)))


def _documents(documents: Sequence[Document], ledger: Ledger) -> Iterator[Document]:
    first: dict[str, Document] = {}
    for document in documents:
        if not document.doc_id.strip() or not _is_text(document.doc_id + document.title):
            why = "has no id, or one that is no Unicode text"
            ledger.leave_out("document", why, document.doc_id)
            continue
        earlier = first.setdefault(document.doc_id, document)
        if earlier is document:
            yield document
        elif earlier.text == document.text:
            ledger.leave_out("document", "is there twice with one text", document.doc_id)
        else:
            why = "has the id of an earlier one with another text"
            ledger.leave_out("document", why, document.doc_id)


def _queries(queries: Sequence[RawQuery], places: _Places, ledger: Ledger) -> Iterator[RawQuery]:
    seen: set[str] = set()
    asked: set[str] = set()
    for query in queries:
        why = _unusable(query, seen)
        if why:
            count = sum(map(len, query.needs))
            ledger.leave_out("query", why, query.query_id)
            ledger.leave_out("judgment", "its query was left out", query.query_id, count)
            continue
        seen.add(query.query_id)
        if query.text in asked:
            said = "asks in the words of an earlier one: both count, and bench validate says so"
            ledger.change("query", said, query.query_id)
        asked.add(query.text)
        groups = tuple(tuple(places.placed(query, group)) for group in query.needs)
        needs = tuple(group for group in groups if group)
        if needs and not query.answerable:
            said = "is said to have no answer, and has judgments: taken as answerable"
            ledger.change("query", said, query.query_id)
        elif query.answerable and not needs:
            ledger.change("query", "has no judgment: ranked, and in no mean", query.query_id)
        yield replace(query, needs=needs, answerable=query.answerable or bool(needs))


def _unusable(query: RawQuery, seen: set[str]) -> str:
    if not query.text.strip():
        return "has no text"
    if not query.query_id.strip():
        return "has no id"
    if query.query_id in seen:
        return "has the id of an earlier one"
    every = "".join([query.query_id, query.text, query.cluster, *query.tags])
    return "" if _is_text(every) else "holds half of a surrogate pair"


def _is_text(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


@dataclass(frozen=True, slots=True)
class _Places:
    """The texts of documents by id, and the same with white space folded."""

    texts: Mapping[str, str]
    ledger: Ledger
    folded: dict[str, str] = field(default_factory=dict)

    def placed(self, query: RawQuery, group: Sequence[Named]) -> Iterator[Named]:
        """The judgments of one need that stand in a document, each place once."""
        found: dict[tuple[str, int | None, int | None, str | None], Named] = {}
        for named in group:
            which = f"{query.query_id}: {named.quote or named.doc_id}"
            for at, place in enumerate(self._put_right(named, which)):
                if at:
                    self.ledger.found("judgment")  # one of no document stands in several
                key = place.doc_id, place.start, place.end, place.quote
                if key in found:
                    self.ledger.leave_out("judgment", "is there twice", which)
                else:
                    found[key] = place
        yield from found.values()

    def _put_right(self, named: Named, which: str) -> list[Named]:
        if named.quote is not None:
            if not named.quote.strip() or not _is_text(named.quote):
                return self._lost("names an empty text", which)
            named = replace(named, quote=named.quote.replace("\0", "\ufffd"))
        if named.grade < 0:
            self.ledger.change("judgment", "has a grade below 0: taken as 0", which)
            named = replace(named, grade=0)
        if named.doc_id == ANYWHERE and named.quote is not None:
            return self._anywhere(named, which)
        if named.doc_id not in self.texts:
            return self._lost("names a document that is not there", which)
        return self._in_document(named, which)

    def _in_document(self, named: Named, which: str) -> list[Named]:
        text = self.texts[named.doc_id]
        if named.start is not None and named.end is not None:
            here = text[max(named.start, 0) : max(named.end, 0)]
            inside = 0 <= named.start < named.end <= len(text) and here.strip()
            if inside and (named.quote is None or fold(here) == fold(named.quote)):
                return [named]
            if named.quote is None:
                return self._lost("its offsets hold no text", which)
            return self._moved(named, text, named.start, which)
        return self._quoted(named, text, which) if named.quote is not None else [named]

    def _moved(self, named: Named, text: str, start: int, which: str) -> list[Named]:
        """Offsets that hold another text: the place of the quote that is nearest to them."""
        spans = self._spans(named.quote or "", text)
        if not spans:
            return self._lost("its text is not in its document", which)
        nearest = min(spans, key=lambda span: (abs(span.start - start), span.start))
        self.ledger.change("judgment", "its offsets held another text: put right", which)
        quote = text[nearest.start : nearest.end]
        return [replace(named, start=nearest.start, end=nearest.end, quote=quote)]

    def _quoted(self, named: Named, text: str, which: str) -> list[Named]:
        quote = named.quote or ""
        spans = occurrences(text, quote)
        if not spans:
            return self._typed_otherwise(named, text, which)
        if len(spans) > 1:
            said = "its text is there several times: each place answers"
            self.ledger.change("judgment", said, which)
        return [replace(named, any=len(spans) > 1)]

    def _typed_otherwise(self, named: Named, text: str, which: str) -> list[Named]:
        spans = self._spans(named.quote or "", text)
        if not spans:
            return self._lost("its text is not in its document", which)
        self.ledger.change("judgment", "its text is typed otherwise: taken as it stands", which)
        quotes = [text[span.start : span.end] for span in spans]
        return [
            replace(named, start=span.start, end=span.end, quote=quote)
            for span, quote in zip(spans, quotes, strict=True)
        ]

    def _anywhere(self, named: Named, which: str) -> list[Named]:
        """A text of no document: in each that holds it."""
        quote = fold(named.quote or "")
        holding = [key for key in self.texts if quote in self._folded(key)]
        loose = holding or [
            key for key, text in self.texts.items() if self._spans(named.quote or "", text)
        ]
        if not loose:
            return self._lost("its text is in no document", which)
        if len(loose) > 1:
            self.ledger.change("judgment", "its text is in several documents: each answers", which)
        found = []
        for key in loose:
            found += self._quoted(replace(named, doc_id=key), self.texts[key], which)
        return found

    def _folded(self, doc_id: str) -> str:
        if doc_id not in self.folded:
            self.folded[doc_id] = fold(self.texts[doc_id])
        return self.folded[doc_id]

    def _spans(self, quote: str, text: str) -> list[Span]:
        found = occurrences(text, quote)
        if found or len(text) > LONGEST_LOOSE:
            return found
        return loosely(text, quote)

    def _lost(self, why: str, which: str) -> list[Named]:
        self.ledger.leave_out("judgment", why, which)
        return []
