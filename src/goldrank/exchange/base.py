"""What a format of judged sets promises: to say whether a path is one, to read it, to write it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, RawQuery
from goldrank.exchange.ledger import Ledger, Thing
from goldrank.types import Document

ANYWHERE = "\0"
"""The `doc_id` of a judgment that names a text and not the document it stands in."""
UNNAMED = "?"
"""That of one whose document should be named and is not: there is no such document."""


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """Documents, and queries whose needs name places in them."""

    documents: Sequence[Document]
    queries: Sequence[RawQuery]

    @property
    def kept(self) -> dict[Thing, int]:
        """How many of each it holds."""
        judgments = sum(len(group) for query in self.queries for group in query.needs)
        return {
            "document": len(self.documents),
            "query": len(self.queries),
            "judgment": judgments,
        }

    @property
    def has_spans(self) -> bool:
        """Whether every judgment is of a place in a document, and none of a whole one."""
        entries = [named for query in self.queries for group in query.needs for named in group]
        return bool(entries) and all(is_place(named) for named in entries)


def is_place(named: Named) -> bool:
    """Whether a judgment is of a place in a document."""
    return named.start is not None or named.quote is not None or bool(named.section)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a reader beside the path.

    `split` is which judgments, where there are several; `corpus` where the documents are, where the
    judgments lie apart from them; `columns` what a column is called, by what it means.
    """

    split: str | None = None
    corpus: Path | None = None
    columns: Mapping[str, str] = field(default_factory=dict)


Read = Callable[[Path, Asked, Ledger], JudgedSet]
Write = Callable[[JudgedSet, Path, Ledger], JudgedSet]


@dataclass(frozen=True, slots=True)
class Format:
    """One format by its name; a new one is a file and a line in the registry.

    `fits` looks at a path, reads little, and never raises for what is no such format. `read` counts
    what it finds in the ledger as it finds it, and what it leaves out; what it returns need not be
    in place yet: that is looked after once, for every format. `write` fills a folder that is
    there and empty, says what it cannot hold, and returns what it has written.
    """

    name: str
    title: str
    fits: Callable[[Path], bool]
    read: Read
    write: Write | None = None


def needs_corpus(what: str, asked: Asked, otherwise: Path | None = None) -> Path:
    """Where the documents of `what` are: as asked, else `otherwise` where it is there."""
    if asked.corpus is not None:
        return asked.corpus
    if otherwise is not None and otherwise.exists():
        return otherwise
    beside = f" and there is no {otherwise}" if otherwise is not None else ""
    raise GoldrankError(
        f"{what} names places in documents and does not hold them{beside}; say where they are with "
        "--corpus"
    )
