"""The values that flow through a run. Each is checked once, when it is made."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from goldrank.errors import GoldrankError


@dataclass(frozen=True, slots=True)
class Conversion:
    """How a text came of a file in another format: by what, what is not in it, and what is where.

    `converter` names it with its versions, `dropped` counts each kind of things that are not read.
    `marks` are offsets of the text in order, each with the place of the original that begins there.
    """

    converter: str
    dropped: Mapping[str, int] = field(default_factory=dict)
    marks: tuple[tuple[int, str], ...] = ()

    def place_at(self, offset: int) -> str:
        """Where in the original the text at `offset` stands, as `page 3`; empty where unknown.

        >>> Conversion("pdf 1", marks=((0, "page 1"), (90, "page 2"))).place_at(89)
        'page 1'
        """
        at = bisect_right(self.marks, offset, key=lambda mark: mark[0]) - 1
        return self.marks[at][1] if at >= 0 else ""


@dataclass(frozen=True, slots=True)
class Document:
    """A text to search, as published.

    `text` is the decoded file without its byte-order mark; nothing else is changed, except that
    a stray NUL is U+FFFD. All offsets are Unicode code points into `text`. `sha256` is of the
    file's bytes. `source_uri` is absolute and the same at every read. `format` names the reader
    that outlined it. Where the file is in a format that is converted, `text` is Markdown that was
    made of it, as `conversion` says.
    """

    doc_id: str
    text: str
    title: str
    abstract: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source_uri: str = ""
    sha256: str = ""
    format: str = "markdown"
    conversion: Conversion | None = None

    def place_at(self, offset: int) -> str:
        """Where in the original file the text at `offset` stands, where that is another place."""
        return "" if self.conversion is None else self.conversion.place_at(offset)


@dataclass(frozen=True, slots=True, order=True)
class Chunk:
    """A stretch `[start, end)` of one document; its text is always `document.text[start:end]`.

    Chunks sort in corpus order: by document, then by place.

    >>> Chunk("leave.md", 10, 42).chunk_id
    'leave.md#10-42'
    >>> Chunk("leave.md", 42, 42)
    Traceback (most recent call last):
    ...
    goldrank.errors.GoldrankError: chunk of leave.md: expected 0 <= start < end, got [42, 42)
    """

    doc_id: str
    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise GoldrankError(
                f"chunk of {self.doc_id}: expected 0 <= start < end, got [{self.start}, {self.end})"
            )

    @property
    def chunk_id(self) -> str:
        """An id derived from the place alone, so that equal texts stay two chunks."""
        return f"{self.doc_id}#{self.start}-{self.end}"


class Span(NamedTuple):
    """A half-open stretch `[start, end)` of code points."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """A judged stretch of a document that answers a query.

    `start` and `end` are `None` for a judgment of a whole document. `quote` is the located
    slice, `text[start:end]`, whatever white space the query file had.
    """

    doc_id: str
    start: int | None = None
    end: int | None = None
    quote: str = ""
    grade: int = 1

    @property
    def is_span(self) -> bool:
        """Whether a stretch, not a whole document, was judged."""
        return self.start is not None and self.end is not None


@dataclass(frozen=True, slots=True)
class Need:
    """One thing a query requires; any of its evidence spans satisfies it.

    The last `repeats` of the spans are verbatim repeats that were found; the last `elsewhere` of
    those stand in other documents. `by_chance` counts the places in other documents that hold the
    text and are no evidence, since chance explains them. `hidden` is what would be evidence and the
    query's filter hides: its places, without their text.
    """

    evidence: tuple[Evidence, ...]
    repeats: int = 0
    elsewhere: int = 0
    by_chance: int = 0
    hidden: tuple[Evidence, ...] = ()

    @property
    def here(self) -> tuple[Evidence, ...]:
        """The evidence without the repeats in other documents."""
        return self.evidence[: len(self.evidence) - self.elsewhere]


ORIGIN = "origin:"
"""What the tag begins with that says where a query is from."""


@dataclass(frozen=True, slots=True)
class Query:
    """What the searcher typed, and what answers it."""

    query_id: str
    text: str
    tags: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()
    line: int | None = None  # where it stands in its file, for messages that point there
    cluster: str = ""  # what it shares chance with, where its file says so
    answerable: bool = True  # false where its file says that nothing answers it
    filter: Mapping[str, Any] = field(default_factory=dict, hash=False)  # what it may see

    @property
    def origin(self) -> str:
        """Where it is from, such as `synthetic`; empty where its file does not say so.

        >>> Query("q", "?", ("leave", "origin:synthetic")).origin
        'synthetic'
        """
        named = (tag for tag in self.tags if tag.startswith(ORIGIN))
        return next(named, "").removeprefix(ORIGIN)


@dataclass(frozen=True, slots=True)
class Variant:
    """One representation for the vector side and one for the lexical side, by name.

    `encoder` is whose vectors the vector side has; empty for the first encoder of the suite.
    """

    name: str
    dense: str
    lexical: str
    encoder: str = ""

    @property
    def encoded(self) -> str:
        """What its vector side is called: its representation, and an encoder that is not the first.

        >>> Variant("raw", "raw", "raw").encoded, Variant("b", "raw", "raw", "e5").encoded
        ('raw', 'raw@e5')
        """
        return f"{self.dense}@{self.encoder}" if self.encoder else self.dense

    def under(self, encoder: str | None) -> Variant:
        """As a ranker reads it that names an encoder; itself where that is its own, or `None`.

        >>> Variant("raw", "raw", "raw").under("e5")
        Variant(name='raw@e5', dense='raw', lexical='raw', encoder='e5')
        """
        if encoder is None or encoder == self.encoder:
            return self
        other = replace(self, encoder=encoder)
        return replace(other, name=other.encoded)

    def side(self, name: Literal["dense", "lexical"]) -> str:
        """What is indexed on one side, by its name."""
        return self.encoded if name == "dense" else self.lexical


class System(NamedTuple):
    """chunker x variant x ranker: what is compared."""

    chunker: str
    variant: str
    ranker: str

    def __str__(self) -> str:
        return "/".join(self)
