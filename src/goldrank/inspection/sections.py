"""One section of a document, or one chunk in its place, exactly as chunks and gold see them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.errors import GoldrankError
from goldrank.outline import Outline, Section
from goldrank.suggest import nearest_names, offer
from goldrank.suites.inputs import every_file
from goldrank.text.quotes import trimmed
from goldrank.types import Chunk, Document, Span

PLACE = re.compile(r"(?:(?P<doc_id>.*)#)?(?P<start>\d+)-(?P<end>\d+)")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of a document under its section path, and a part of it that is looked at.

    `span` is what is shown, `marked` the chunk in it (`span` itself for a section). Both are
    offsets of the document's text.
    """

    document: Document
    titles: tuple[str, ...]
    span: Span
    marked: Span

    @property
    def place(self) -> str:
        """Where the marked part begins: its offsets, and the place in the original file."""
        span, original = self.marked, self.document.place_at(self.marked.start)
        offsets = f"{self.document.doc_id}[{span.start}:{span.end}]"
        return f"{offsets}, {original}" if original else offsets

    @property
    def text(self) -> str:
        """The document's text in `span`."""
        return self.document.text[self.span.start : self.span.end]

    @property
    def pieces(self) -> tuple[str, str, str]:
        """What stands before the marked part, the part itself, and what stands behind it."""
        text = self.document.text
        return (
            text[self.span.start : self.marked.start],
            text[self.marked.start : self.marked.end],
            text[self.marked.end : self.span.end],
        )


def find_document(named: str, corpus: Path | None) -> tuple[Document, Outline]:
    """A document by its id in a corpus, or by the path of its file where no corpus is given.

    Raises:
        GoldrankError: there is no such file and no such id; suggests the nearest.
    """
    file = Path(named)
    if corpus is None:
        read = read_corpus(file, every_file())
        if not read.documents:
            reasons = "; ".join(skipped.reason for skipped in read.skipped)
            raise GoldrankError(f"cannot read {named}: {reasons or 'it holds no document'}")
        return read.documents[0], read.outlines[read.documents[0].doc_id]
    return _by_id(named, read_corpus(corpus, every_file()))


def _by_id(named: str, corpus: Corpus) -> tuple[Document, Outline]:
    documents = {document.doc_id: document for document in corpus.documents}
    ends = [doc_id for doc_id in documents if doc_id.endswith(f"/{named}")]
    doc_id = named if named in documents else ends[0] if len(ends) == 1 else None
    if doc_id is None:
        near = ends or nearest_names(named, documents, alike=0.4, most=3) or sorted(documents)[:5]
        raise GoldrankError(
            f"no document {named!r} among the {len(documents)} of {corpus.root}{offer(near, str)}"
        )
    return documents[doc_id], corpus.outlines[doc_id]


def read_whole(document: Document) -> Excerpt:
    """All of a document, as chunks and gold see it."""
    span = Span(0, len(document.text))
    return Excerpt(document, (), span, span)


def read_section(document: Document, outline: Outline, heading: str) -> Excerpt:
    r"""The body of the one section that `heading` names: its text, heading line left out.

    `heading` is the section's own title, or the last titles of its path joined by ` > `. White
    space at both ends is not part of it, as in evidence that is named by a section.

    Raises:
        GoldrankError: no section, or several, are named so; lists the real headings.

    >>> from goldrank.corpus.corpus import make_document
    >>> from goldrank.outline import parse_outline
    >>> document = make_document("a.md", b"# Leave\n\n## Notice\n\nIn writing.\n")
    >>> read_section(document, parse_outline(document.text), "Notice").text
    'In writing.'
    """
    sections = [s for s in outline.sections if s.path]
    tail = tuple(part.strip() for part in heading.split(" > "))
    found = [s for s in sections if tail in (s.path[-len(tail) :], s.written[-len(tail) :])]
    if not found:
        listed = "; ".join(dict.fromkeys(" > ".join(s.titles) for s in sections)) or "none"
        raise GoldrankError(
            f"{document.doc_id} has no section {heading!r}; its sections are: {listed}"
        )
    if len(found) > 1:
        paths = "; ".join(f"{' > '.join(s.titles)} (--chunk {s.body_start}-{s.end})" for s in found)
        raise GoldrankError(
            f"{document.doc_id} has {len(found)} sections {heading!r}: {paths}; name more of the "
            "path, joined by ' > ', or take the place"
        )
    if not document.text[found[0].body_start : found[0].end].strip():
        raise GoldrankError(
            f"{document.doc_id}: the section {heading!r} has nothing under its heading"
        )
    span = trimmed(document.text, found[0].body_start, found[0].end)
    return Excerpt(document, found[0].titles, span, span)


def read_chunk(document: Document, outline: Outline, chunk_id: str) -> Excerpt:
    """A chunk in its place: everything of the sections that it lies in, continuations joined.

    `chunk_id` is the id of a chunk of this document, or its offsets alone, `10-42`.

    Raises:
        GoldrankError: no place, a place outside the document, or another document's chunk.
    """
    chunk = _chunk(document, chunk_id)
    sections = [s for s in outline.sections if s.start < chunk.end and s.end > chunk.start]
    start = min([chunk.start, *(_shown_from(s) for s in sections)])
    end = max([chunk.end, *(trimmed(document.text, s.body_start, s.end).end for s in sections)])
    titles = outline.titles_at(chunk.start)
    return Excerpt(document, titles, Span(start, end), Span(chunk.start, chunk.end))


def _shown_from(section: Section) -> int:
    return section.start


def _chunk(document: Document, chunk_id: str) -> Chunk:
    place = PLACE.fullmatch(chunk_id)
    if place is None:
        raise GoldrankError(
            f"expected the id of a chunk, such as {document.doc_id}#10-42, or its offsets, 10-42; "
            f"got {chunk_id!r}"
        )
    if place["doc_id"] not in (None, document.doc_id):
        raise GoldrankError(f"chunk {chunk_id} is of {place['doc_id']}, not of {document.doc_id}")
    chunk = Chunk(document.doc_id, int(place["start"]), int(place["end"]))
    if chunk.end > len(document.text):
        raise GoldrankError(
            f"chunk {chunk.chunk_id} ends beyond the document's {len(document.text)} characters"
        )
    return chunk
