"""Finding the evidence that queries name: a span is found, or an error says why not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.chance import Chance
from goldrank.evidence.problems import Fix, MisplacedError, Problem
from goldrank.evidence.queries import Named, RawQuery
from goldrank.outline import Outline, Section, plain_title
from goldrank.suggest import nearest_names, offer
from goldrank.text.first_few import first_few
from goldrank.text.loose import loosely, same_letters
from goldrank.text.quotes import fold, nearest, occurrences, paste, short, stands_alone, trimmed
from goldrank.types import Document, Evidence, Need, Query, Span

SHOWN = 8

_Place = tuple[str, int | None, int | None]


def locate_queries(raw: Sequence[RawQuery], corpus: Corpus, strict: bool = False) -> list[Query]:
    """Locate the evidence of every query, or raise one error that names those that failed.

    Evidence given by offsets whose text stands word for word elsewhere in its document makes those
    places alternatives of the same need, and so do other documents where chance does not explain
    that they hold it (see `goldrank.evidence.chance`); none of it with `strict`.
    """
    queries, problems = try_locate(raw, corpus, strict)
    if problems:
        shown = first_few([str(problem) for problem in problems], SHOWN, "; ", "; and ")
        failed = len({problem.query_id for problem in problems})
        raise GoldrankError(
            f"{failed} of {len(raw)} queries name evidence that is not there as named: {shown}"
        )
    return queries


def try_locate(
    raw: Sequence[RawQuery], corpus: Corpus, strict: bool = False
) -> tuple[list[Query], list[Problem]]:
    """Like `locate_queries`, with the problems returned; a query with one is left out."""
    locator = Locator.of(corpus, strict)
    queries: list[Query] = []
    problems: list[Problem] = []
    for query in raw:
        found = [problem for group in query.needs for problem in _problems(locator, query, group)]
        problems += found
        if not found:
            needs = tuple(locator.need(group) for group in query.needs)
            queries.append(query.located(needs))
    return queries, problems


def _problems(locator: Locator, query: RawQuery, group: Sequence[Named]) -> Iterator[Problem]:
    for named in group:
        try:
            locator.evidence(named)
        except MisplacedError as error:
            yield Problem(
                query.query_id,
                query.source,
                query.line,
                error.kind,
                str(error),
                error.suggestion,
                error.fixes,
            )


@dataclass(frozen=True, slots=True)
class Locator:
    """The documents to search, and a copy of each with its white space folded."""

    documents: Mapping[str, Document]
    outlines: Mapping[str, Outline]
    folded: Mapping[str, str]
    chance: Chance
    strict: bool = False

    @classmethod
    def of(cls, corpus: Corpus, strict: bool = False) -> Locator:
        """A locator over `corpus`."""
        documents = {document.doc_id: document for document in corpus.documents}
        folded = {key: fold(document.text) for key, document in documents.items()}
        chance = Chance([document.text for document in corpus.documents])
        return cls(documents, corpus.outlines, folded, chance, strict)

    def need(self, group: Sequence[Named]) -> Need:
        """The located alternatives of one need, in the order of the file, repeats last."""
        found: dict[_Place, Evidence] = {}
        here: dict[_Place, Evidence] = {}
        elsewhere: dict[_Place, Evidence] = {}
        by_chance: set[_Place] = set()
        for named in group:
            for evidence in self.evidence(named):
                found.setdefault(_place(evidence), evidence)
                if named.start is None or self.strict:
                    continue
                for twin in self._repeats(evidence):
                    if twin.doc_id == evidence.doc_id:
                        here.setdefault(_place(twin), twin)
                    elif self.chance.explains(twin.quote):
                        by_chance.add(_place(twin))
                    else:
                        elsewhere.setdefault(_place(twin), twin)
        own = [twin for place, twin in here.items() if place not in found]
        others = [twin for place, twin in elsewhere.items() if place not in {**found, **here}]
        left = by_chance - {*found, *here, *elsewhere}
        evidence_of_all = (*found.values(), *own, *others)
        return Need(evidence_of_all, len(own) + len(others), len(others), len(left))

    def evidence(self, named: Named) -> list[Evidence]:
        """The places that one entry names; `MisplacedError` where they are not there as named."""
        document = self.documents.get(named.doc_id) or self._composed(named.doc_id)
        if document is None:
            raise self._no_document(named)
        if named.start is not None and named.end is not None:
            return [self._at(document, named, Span(named.start, named.end))]
        if named.quote is not None:
            spans = self._quoted(document, named, named.quote)
        elif named.section:
            spans = self._whole_section(document, named)
        else:
            return [Evidence(document.doc_id, grade=named.grade)]
        return [self._at(document, replace(named, quote=None), span) for span in spans]

    def _composed(self, doc_id: str) -> Document | None:
        """The one document of that name in another composition (NFC, NFD), as disks keep names."""
        wanted = same_letters(doc_id)
        same = [key for key in self.documents if same_letters(key) == wanted]
        return self.documents[same[0]] if len(same) == 1 else None

    def _no_document(self, named: Named) -> MisplacedError:
        near = nearest_names(named.doc_id, self.documents)
        hint = offer(near, str)
        elsewhere, suggestion = self._elsewhere(named.quote)
        suggestion = suggestion or (paste(doc_id=near[0]) if near else "")
        message = f"no document {named.doc_id} in the corpus{hint}{elsewhere}"
        return MisplacedError("no-document", message, suggestion)

    def _at(self, document: Document, named: Named, span: Span) -> Evidence:
        text = document.text[span.start : span.end]
        empty = span.end > len(document.text) or not text.strip()
        if named.quote is not None and (empty or fold(text) != fold(named.quote)):
            raise self._changed(document, named, named.quote, text)
        if empty:
            raise MisplacedError(
                "no-text",
                f"{document.doc_id}[{span.start}:{span.end}] holds no text; the document has "
                f"{len(document.text)} characters: correct the offsets",
            )
        return Evidence(document.doc_id, span.start, span.end, text, named.grade)

    def _changed(self, document: Document, named: Named, quote: str, text: str) -> MisplacedError:
        said = (
            f"the text at {document.doc_id}[{named.start}:{named.end}] has changed: expected "
            f"{short(quote)}, found {short(text)}"
        )
        matches = occurrences(document.text, quote)
        if len(matches) == 1:
            start, end = matches[0]
            fixes = (Fix((*named.path, "start"), start), Fix((*named.path, "end"), end))
            message = f"{said}; the quote now stands at [{start}:{end}]"
            return MisplacedError("moved", message, paste(start=start, end=end), fixes)
        if matches:
            places = ", ".join(f"[{match.start}:{match.end}]" for match in matches[:4])
            message = f"{said}; the quote now stands at {len(matches)} places: {places}"
            return MisplacedError(
                "ambiguous", message, paste(start=matches[0].start, end=matches[0].end)
            )
        there, suggestion = _nearest(document, quote, offsets=True)
        return MisplacedError("changed", said + there, suggestion)

    def _quoted(self, document: Document, named: Named, quote: str) -> list[Span]:
        everywhere = matches = occurrences(document.text, quote)
        scope = ""
        if named.section:
            scope = f" under {' > '.join(named.section)}"
            sections = self._sections(document, named, everywhere)
            matches = [m for m in matches if any(s.start <= m.start < s.end for s in sections)]
        if not matches and everywhere:
            raise self._under_another(
                document,
                named,
                everywhere,
                f"quote {short(quote)} is not in {document.doc_id}{scope}",
            )
        if not matches:
            there, suggestion = _nearest(document, quote)
            elsewhere, other = self._elsewhere(quote)
            message = f"quote {short(quote)} is not in {document.doc_id}{scope}{there}{elsewhere}"
            raise MisplacedError("missing", message, other or suggestion)
        if len(matches) > 1 and not named.any:
            outline = self.outlines[document.doc_id]
            paths = _told_apart([outline.section_at(match.start) for match in matches])
            raise MisplacedError(
                "ambiguous",
                f"quote {short(quote)} occurs {len(matches)} times in {document.doc_id} "
                f"({_listed(paths)}); "
                'add "section" to say which, or "any": true if each of them answers',
                _choices(paths),
            )
        return matches

    def _under_another(
        self, document: Document, named: Named, matches: Sequence[Span], said: str
    ) -> MisplacedError:
        """A quote that left its section: where it stands now, and a fix where that is one place."""
        paths = [self.outlines[document.doc_id].path_at(match.start) for match in matches]
        message = f"{said}; it stands under {_listed(paths)}"
        if len(matches) > 1 or not paths[0]:
            return MisplacedError("moved", message, _choices(paths))
        # As many titles as were named: one text is enough where the quote stands only once.
        section = list(paths[0][-len(named.section) :])
        fix = Fix((*named.path, "section"), section)
        return MisplacedError("moved", message, paste(section=section), (fix,))

    def _elsewhere(self, quote: str | None) -> tuple[str, str]:
        """Which other documents hold a quote, and a `doc_id` to paste where only one does."""
        if quote is None:
            return "", ""
        needle = fold(quote)
        others = [key for key, text in self.folded.items() if needle in text]
        said = f" (the quote stands in {', '.join(others[:3])})" if others else ""
        once = len(others) == 1 and self.folded[others[0]].count(needle) == 1
        return said, paste(doc_id=others[0]) if once else ""

    def _whole_section(self, document: Document, named: Named) -> list[Span]:
        sections = _fitting(self._sections(document, named), named.section, _ends)
        if len(sections) > 1 and not named.any:
            raise MisplacedError(
                "ambiguous",
                f"section {' > '.join(named.section)} occurs {len(sections)} times in "
                f"{document.doc_id}; name more of its path",
                _choices(_told_apart(sections)),
            )
        return [trimmed(document.text, section.body_start, section.end) for section in sections]

    def _sections(
        self, document: Document, named: Named, matches: Sequence[Span] = ()
    ) -> list[Section]:
        """The named sections and those under them."""
        tail = named.section
        sections = self.outlines[document.doc_id].sections
        found = _fitting(sections, tail, _is_under)
        if found:
            return found
        titles = {" > ".join(s.path): list(s.path) for s in sections if s.path}
        close = nearest_names(" > ".join(tail), sorted(titles), alike=0.3, most=3)
        near = close or sorted(titles)[:8]
        said = f"no section {' > '.join(tail)} in {document.doc_id}"
        if matches:
            raise self._under_another(document, named, matches, f"{said} holds the quote")
        suggestion = paste(section=titles[close[0]]) if close else ""
        raise MisplacedError("no-section", f"{said}; it has {', '.join(near)}", suggestion)

    def _repeats(self, evidence: Evidence) -> list[Evidence]:
        """The other places where its text stands word for word."""
        own = Span(evidence.start or 0, evidence.end or 0)
        whole = stands_alone(self.documents[evidence.doc_id].text, own)
        needle = fold(evidence.quote)
        found: list[Evidence] = []
        for doc_id in (doc_id for doc_id, folded in self.folded.items() if needle in folded):
            text = self.documents[doc_id].text
            for span in occurrences(text, evidence.quote):
                itself = doc_id == evidence.doc_id and span.start < own.end and own.start < span.end
                if not itself and (stands_alone(text, span) or not whole):
                    quote = text[span.start : span.end]
                    found.append(Evidence(doc_id, *span, quote, evidence.grade))
        return found


def _place(evidence: Evidence) -> _Place:
    return evidence.doc_id, evidence.start, evidence.end


def _ends(path: Sequence[str], tail: Sequence[str]) -> bool:
    return tuple(path[-len(tail) :]) == tuple(tail)


def _is_under(path: Sequence[str], tail: Sequence[str]) -> bool:
    return any(_ends(path[: i + 1], tail) for i in range(len(path)))


def _fitting(
    sections: Sequence[Section],
    tail: Sequence[str],
    fits: Callable[[Sequence[str], Sequence[str]], bool],
) -> list[Section]:
    """The sections that `tail` names; anchors may be written in it, and then tell namesakes apart."""
    bare = [plain_title(title) for title in tail]
    exact = [s for s in sections if fits(s.written, tail)] if bare != list(tail) else []
    return exact or [s for s in sections if fits(s.path, tail) or fits(s.path, bare)]


def _told_apart(sections: Sequence[Section | None]) -> list[tuple[str, ...]]:
    """The paths of `sections`, with their anchors where without them two would be one."""
    paths = [() if s is None else s.path for s in sections]
    written = [() if s is None else s.written for s in sections]
    return paths if len(set(paths)) == len(set(written)) else written


def _nearest(document: Document, quote: str, offsets: bool = False) -> tuple[str, str]:
    typed = loosely(document.text, quote)
    if len(typed) == 1:
        (span,) = typed
        place = {"start": span.start, "end": span.end} if offsets else {}
        text = fold(document.text[span.start : span.end])
        said = "; it stands there typed otherwise (case, marks, composition, or what … stands for)"
        return f"{said}: {short(text, 160)}", paste(quote=text, **place)
    near = nearest(document.text, quote)
    if near is None:
        return "; no text of it is like that", ""
    text = fold(document.text[near.span.start : near.span.end])
    place = {"start": near.span.start, "end": near.span.end} if offsets else {}
    return f"; nearest text: {short(text, 160)}", paste(quote=text, **place)


def _listed(paths: Sequence[Sequence[str]]) -> str:
    named = [" > ".join(path) or "before any heading" for path in paths]
    return ", ".join(named[:4]) + (", ..." if len(named) > 4 else "")


def _choices(paths: Sequence[Sequence[str]]) -> str:
    distinct = list(dict.fromkeys(tuple(path) for path in paths if path))
    return " or ".join(paste(section=list(path)) for path in distinct[:4])
