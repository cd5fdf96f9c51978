"""The texts to search, read and outlined, and what could not be read."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from goldrank.corpus.markdown import MARKDOWN
from goldrank.corpus.reader import Reader
from goldrank.corpus.registry import OTHERWISE, own_reader
from goldrank.corpus.sessions import SUFFIXES, session_of
from goldrank.corpus.unread import Unread, read_as_markdown
from goldrank.errors import GoldrankError
from goldrank.formats.base import Converted, Format
from goldrank.formats.convert import convert
from goldrank.formats.registry import format_named
from goldrank.formats.writer import counted
from goldrank.outline import Outline
from goldrank.types import Conversion, Document

_ABSTRACT_KEYS = ("abstract", "summary", "description")
NOTHING = Unread()


@dataclass(frozen=True, slots=True, order=True)
class Skipped:
    """Something that was found and not read, and why.

    `characters` is what the corpus lost by it, white space not counted, as in coverage: 0 where
    nothing is lost (the same file under a second name), `None` where it cannot be counted.
    """

    path: str
    reason: str
    characters: int | None = None


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents sorted by `doc_id`, the outline of each by its id, and what was skipped.

    `root` is the absolute path that was read, `unread` what was left out of it on purpose, `about`
    what is to be said of the metadata beside it.
    """

    documents: tuple[Document, ...]
    outlines: Mapping[str, Outline] = field(repr=False)
    skipped: tuple[Skipped, ...] = ()
    root: str = ""
    unread: Unread = NOTHING
    about: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        parsed: Iterable[tuple[Document, Outline]],
        skipped: Iterable[Skipped] = (),
        root: str = "",
        unread: Unread = NOTHING,
    ) -> Corpus:
        """A corpus of `parsed` documents in any order; two with one id are an error."""
        pairs = sorted(parsed, key=lambda pair: pair[0].doc_id)
        outlines = {document.doc_id: outline for document, outline in pairs}
        if len(outlines) < len(pairs):
            doc_id, count = Counter(pair[0].doc_id for pair in pairs).most_common(1)[0]
            raise GoldrankError(
                f"corpus {root}: expected one document per doc_id, got {count} named {doc_id!r}; "
                "rename all but one"
            )
        documents = tuple(document for document, _ in pairs)
        listed = tuple(sorted(skipped, key=_by_path))
        return cls(documents, MappingProxyType(outlines), listed, root, unread)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What was doubtful in the documents, each with the document's id before it."""
        return tuple(
            f"{doc_id}: {warning}"
            for doc_id, outline in self.outlines.items()
            for warning in outline.warnings
        )

    @property
    def as_markup(self) -> tuple[str, ...]:
        """Which documents are read as Markdown although their names say that they are not."""
        if not self.unread.files:
            return ()  # the ids of a JSONL file are no names of files
        as_they_stand = (each for each in self.documents if each.conversion is None)
        return read_as_markdown(document.doc_id for document in as_they_stand)

    @property
    def not_read(self) -> tuple[str, ...]:
        """What is in the files of converted documents and not in their texts, counted."""
        dropped = [d.conversion.dropped for d in self.documents if d.conversion is not None]
        losing = [each for each in dropped if each]
        if not losing:
            return ()
        total: Counter[str] = sum((Counter(each) for each in losing), Counter())
        verb = "is" if total.total() == 1 else "are"
        files = "1 document" if len(losing) == 1 else f"{len(losing):,} documents"
        return (f"{counted(total)} in {files} {verb} not read; bench read DOC shows what is",)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was left out on purpose, read as it stands, or lost where a file was converted."""
        return (*self.unread.remarks, *self.as_markup, *self.not_read, *self.about)

    def document(self, doc_id: str) -> Document:
        """The document named `doc_id`."""
        at = bisect_left(self.documents, doc_id, key=lambda document: document.doc_id)
        if at < len(self.documents) and self.documents[at].doc_id == doc_id:
            return self.documents[at]
        raise GoldrankError(f"corpus {self.root}: it has no document {doc_id!r}")


def _by_path(skipped: Skipped) -> tuple[str, str]:
    return skipped.path, skipped.reason


def make_document(
    doc_id: str, data: bytes, source_uri: str = "", *, encoding: str = "utf-8"
) -> Document:
    r"""The document that the bytes of a file hold.

    Its reader follows from the suffix of `doc_id`: `.txt` is plain text, what has no reader of its
    own is Markdown, and a format such as HTML is converted to Markdown first. The title is the front matter's `title`, else the first level-1 heading,
    else the stem of `doc_id`. Raises `UnicodeDecodeError` where `data` is not in `encoding`, and
    `UnreadableError` where it cannot be converted.

    >>> make_document("hr/leave.md", b"\xef\xbb\xbf# Parental leave\r\n").title
    'Parental leave'
    """
    return parse_document(doc_id, data, source_uri, encoding=encoding)[0]


def parse_document(
    doc_id: str,
    data: bytes,
    source_uri: str = "",
    *,
    encoding: str = "utf-8",
    kept: Path | None = None,
) -> tuple[Document, Outline]:
    """The same as `make_document`, with the outline, which is parsed on the way.

    What a format is converted to is kept in the folder `kept`, and taken from there.
    """
    sha256 = hashlib.sha256(data).hexdigest()
    if (format := format_named(doc_id)) is not None:
        made = convert(format, data, sha256, encoding, kept)
        return _converted(format, made, doc_id, sha256, source_uri)
    if doc_id.lower().endswith(SUFFIXES) and (session := session_of(doc_id, data, source_uri)):
        return session.document, session.outline
    reader = own_reader(doc_id) or OTHERWISE
    return parse_text(reader, doc_id, reader.text(data, encoding), sha256, source_uri)


def _converted(
    format: Format, made: Converted, doc_id: str, sha256: str, source_uri: str
) -> tuple[Document, Outline]:
    """The document of a converted text: its first heading goes before the title that a file names."""
    read, outline = parse_text(MARKDOWN, doc_id, made.text, sha256, source_uri)
    named = "title" in read.metadata or first_title(outline) is not None
    document = replace(
        read,
        title=read.title if named else _line(made.values.get("title")) or read.title,
        metadata=MappingProxyType({**made.values, **read.metadata}),
        format=format.name,
        conversion=Conversion(format.converter, MappingProxyType(dict(made.dropped)), made.marks),
    )
    return document, outline


def parse_text(
    reader: Reader, doc_id: str, text: str, sha256: str, source_uri: str = ""
) -> tuple[Document, Outline]:
    """The document of a text that is decoded already: every character of it has its place."""
    text = text.replace("\0", "\ufffd")
    parsed = reader.parse(text)
    outline, values = parsed.outline, parsed.values
    document = Document(
        doc_id=doc_id,
        text=text,
        title=_line(values.get("title")) or first_title(outline) or PurePosixPath(doc_id).stem,
        abstract=next(filter(None, (_line(values.get(key)) for key in _ABSTRACT_KEYS)), None),
        metadata=MappingProxyType(dict(values)),
        source_uri=source_uri,
        sha256=sha256,
        format=reader.format,
    )
    return document, outline


def first_title(outline: Outline) -> str | None:
    """The first level-1 heading that has words and is in no quote or list."""
    titles = (
        heading.title
        for heading in outline.headings
        if heading.level == 1 and not heading.containers
    )
    return next(filter(None, titles), None)


def _line(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return " ".join(str(value).split()) or None
