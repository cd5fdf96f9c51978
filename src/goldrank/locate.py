"""Finding the evidence that queries name: a span is found, or an error says why not."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.outline import Outline, Section
from goldrank.queries import Named, RawQuery
from goldrank.types import Document, Evidence, Need, Query, Span

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Problem:
    """Evidence that could not be located: which query, where in its file, and why."""

    query_id: str
    source: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"query {self.query_id}: {self.message}"


def locate_queries(raw: Sequence[RawQuery], corpus: Corpus, strict: bool = False) -> list[Query]:
    """Locate the evidence of every query, or raise one error that names those that failed.

    Evidence given by offsets whose text stands word for word elsewhere makes those places
    alternatives of the same need, unless `strict`.
    """
    queries, problems = try_locate(raw, corpus, strict)
    if problems:
        shown = "; ".join(str(problem) for problem in problems[:SHOWN])
        more = f"; and {len(problems) - SHOWN} more" if len(problems) > SHOWN else ""
        failed = len({problem.query_id for problem in problems})
        raise GoldrankError(
            f"{failed} of {len(raw)} queries name evidence that is not there as named: {shown}{more}"
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
        needs: list[Need] = []
        failed = len(problems)
        for group in query.needs:
            try:
                needs.append(locator.need(group))
            except GoldrankError as error:
                problems.append(Problem(query.query_id, query.source, query.line, str(error)))
        if len(problems) == failed:
            queries.append(Query(query.query_id, query.text, query.tags, tuple(needs), query.line))
    return queries, problems


@dataclass(frozen=True, slots=True)
class Locator:
    """The documents to search, and a copy of each with its white space folded."""

    documents: Mapping[str, Document]
    outlines: Mapping[str, Outline]
    folded: Mapping[str, str]
    strict: bool = False

    @classmethod
    def of(cls, corpus: Corpus, strict: bool = False) -> Locator:
        """A locator over `corpus`."""
        documents = {document.doc_id: document for document in corpus.documents}
        folded = {key: fold(document.text) for key, document in documents.items()}
        return cls(documents, corpus.outlines, folded, strict)

    def need(self, group: Sequence[Named]) -> Need:
        """The located alternatives of one need, in the order of the file, repeats last."""
        found: dict[tuple[str, int | None, int | None], Evidence] = {}
        repeats: dict[tuple[str, int | None, int | None], Evidence] = {}
        for named in group:
            for evidence in self.evidence(named):
                found.setdefault((evidence.doc_id, evidence.start, evidence.end), evidence)
                if named.start is not None and not self.strict:
                    for twin in self._repeats(evidence):
                        repeats.setdefault((twin.doc_id, twin.start, twin.end), twin)
        extra = [twin for place, twin in repeats.items() if place not in found]
        return Need((*found.values(), *extra), len(extra))

    def evidence(self, named: Named) -> list[Evidence]:
        """The places that one entry names."""
        document = self.documents.get(named.doc_id)
        if document is None:
            near = get_close_matches(named.doc_id, self.documents, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise GoldrankError(f"no document {named.doc_id} in the corpus{hint}")
        if named.start is not None and named.end is not None:
            return [self._at(document, named, Span(named.start, named.end))]
        if named.quote is not None:
            spans = self._quoted(document, named, named.quote)
        elif named.section:
            spans = self._whole_section(document, named)
        else:
            return [Evidence(document.doc_id, grade=named.grade)]
        return [self._at(document, replace(named, quote=None), span) for span in spans]

    def _at(self, document: Document, named: Named, span: Span) -> Evidence:
        text = document.text[span.start : span.end]
        if span.end > len(document.text) or not text.strip():
            raise GoldrankError(
                f"{document.doc_id}[{span.start}:{span.end}] holds no text; the document has "
                f"{len(document.text)} characters: correct the offsets"
            )
        if named.quote is not None and fold(text) != fold(named.quote):
            raise GoldrankError(
                f"the text at {document.doc_id}[{span.start}:{span.end}] has changed: expected "
                f"{short(named.quote)}, found {short(text)}{self._now_at(document, named.quote)}"
            )
        return Evidence(document.doc_id, span.start, span.end, text, named.grade)

    def _now_at(self, document: Document, quote: str) -> str:
        matches = occurrences(document.text, quote)
        if matches:
            return f"; the quote now stands at [{matches[0].start}:{matches[0].end}]"
        return f"; nearest text: {short(nearest(document.text, quote))}"

    def _quoted(self, document: Document, named: Named, quote: str) -> list[Span]:
        matches = occurrences(document.text, quote)
        scope = ""
        if named.section:
            scope = f" under {' > '.join(named.section)}"
            sections = self._sections(document, named)
            matches = [m for m in matches if any(s.start <= m.start < s.end for s in sections)]
        if not matches:
            elsewhere = self._elsewhere(document, quote) if not named.section else ""
            raise GoldrankError(
                f"quote {short(quote)} is not in {document.doc_id}{scope}; nearest text: "
                f"{short(nearest(document.text, quote), 160)}{elsewhere}"
            )
        if len(matches) > 1 and not named.any:
            raise GoldrankError(
                f"quote {short(quote)} occurs {len(matches)} times in {document.doc_id} "
                f"({self._where(document, matches)}); "
                'add "section" to say which, or "any": true if each of them answers'
            )
        return matches

    def _elsewhere(self, document: Document, quote: str) -> str:
        needle = fold(quote)
        others = [key for key, text in self.folded.items() if needle in text]
        return f" (the quote stands in {', '.join(others[:3])})" if others else ""

    def _where(self, document: Document, matches: Sequence[Span]) -> str:
        outline = self.outlines[document.doc_id]
        paths = [
            " > ".join(outline.path_at(match.start)) or "before any heading" for match in matches
        ]
        return ", ".join(paths[:4]) + (", ..." if len(paths) > 4 else "")

    def _whole_section(self, document: Document, named: Named) -> list[Span]:
        sections = [
            s
            for s in self._sections(document, named)
            if s.path[-len(named.section) :] == named.section
        ]
        if len(sections) > 1 and not named.any:
            raise GoldrankError(
                f"section {' > '.join(named.section)} occurs {len(sections)} times in "
                f"{document.doc_id}; name more of its path"
            )
        return [trimmed(document.text, section.body_start, section.end) for section in sections]

    def _sections(self, document: Document, named: Named) -> list[Section]:
        """The named sections and those under them; the named ones alone where they match."""
        tail = named.section
        sections = self.outlines[document.doc_id].sections
        ends = [
            i for s in sections for i in range(len(s.path)) if s.path[: i + 1][-len(tail) :] == tail
        ]
        if not ends:
            titles = sorted({" > ".join(s.path) for s in sections if s.path})
            near = get_close_matches(" > ".join(tail), titles, n=3, cutoff=0.3) or titles[:8]
            raise GoldrankError(
                f"no section {' > '.join(tail)} in {document.doc_id}; it has {', '.join(near)}"
            )
        return [
            s
            for s in sections
            if any(s.path[: i + 1][-len(tail) :] == tail for i in range(len(s.path)))
        ]

    def _repeats(self, evidence: Evidence) -> list[Evidence]:
        needle = fold(evidence.quote)
        found: list[Evidence] = []
        for doc_id, text in self.folded.items():
            if needle in text:
                document = self.documents[doc_id]
                for span in occurrences(document.text, evidence.quote):
                    found.append(
                        Evidence(
                            doc_id, *span, document.text[span.start : span.end], evidence.grade
                        )
                    )
        return found


def occurrences(text: str, quote: str) -> list[Span]:
    r"""Where `quote` stands in `text`, any run of white space matching any other.

    >>> occurrences("Run  make.\nRun\nmake.", "Run make.")
    [Span(start=0, end=10), Span(start=11, end=20)]
    """
    words = quote.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    return [Span(*match.span()) for match in pattern.finditer(text)]


def fold(text: str) -> str:
    """`text` with each run of white space as one space."""
    return " ".join(text.split())


def trimmed(text: str, start: int, end: int) -> Span:
    """`[start, end)` without the white space at both ends."""
    part = text[start:end]
    return Span(start + len(part) - len(part.lstrip()), start + len(part.rstrip()))


def nearest(text: str, quote: str) -> str:
    """The line group of `text` that shares most with `quote` (difflib's ratio on words)."""
    words = quote.casefold().split()
    blocks = [block for block in re.split(r"\n\s*\n", text) if block.strip()]
    wanted = set(words)
    scored = sorted(blocks, key=lambda block: -len(wanted & set(block.casefold().split())))[:5]
    best = max(
        scored,
        key=lambda b: difflib.SequenceMatcher(None, words, b.casefold().split()[:400]).ratio(),
        default="",
    )
    return _window(best, words)


def _window(block: str, words: list[str]) -> str:
    tokens = block.split()
    size = len(words)
    if len(tokens) <= size * 2:
        return block
    wanted = set(words)
    hits = [token.casefold() in wanted for token in tokens]
    best = max(range(len(tokens) - size + 1), key=lambda i: sum(hits[i : i + size]))
    return " ".join(tokens[best : best + size])


def short(text: str, width: int = 70) -> str:
    """`text` on one line, quoted, cut at `width` characters."""
    line = fold(text)
    return f'"{line}"' if len(line) <= width else f'"{line[: width - 1]}…"'
