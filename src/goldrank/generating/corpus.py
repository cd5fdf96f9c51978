"""A made corpus: its documents one after another, and the questions on its sections."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from goldrank.errors import GoldrankError
from goldrank.generating.dice import Dice
from goldrank.generating.sections import MAKERS, Made
from goldrank.generating.words import AREAS, subject_of

TAIL_CHUNKS = 2
"""The pieces of a `tail` section under the default chunker and a window of 256 tokens."""

TAGS = [tag for tag in MAKERS if tag != "twin-other"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be made: about `chunks` chunks, `queries` questions, from `seed`.

    Raises `GoldrankError` for counts below 1, a seed below 0, and more questions than there are
    sections to ask about.

    >>> Asked(chunks=130, queries=11, seed=7).documents
    10
    """

    chunks: int
    queries: int
    seed: int

    def __post_init__(self) -> None:
        for name, value, least in (
            ("--chunks", self.chunks, 1),
            ("--queries", self.queries, 1),
            ("--seed", self.seed, 0),
        ):
            if value < least:
                raise GoldrankError(f"{name}: expected {least} or more, got {value}")
        most = self.documents * len(TAGS)
        if self.queries > most:
            raise GoldrankError(
                f"--queries {self.queries}: {self.chunks} chunks are {self.documents} documents with "
                f"{most} sections that a question is about; ask for {most} or fewer, or for more chunks"
            )

    @property
    def documents(self) -> int:
        """The documents of so many chunks: each has one section a phenomenon."""
        return max(1, round(self.chunks / (len(MAKERS) - 1 + TAIL_CHUNKS)))


@dataclass(frozen=True, slots=True)
class MadeDocument:
    """A document: where it stands, and its sections by tag."""

    doc_id: str
    title: str
    sections: dict[str, Made]

    @property
    def text(self) -> str:
        """The Markdown of its file."""
        parts = [f"# {self.title}"]
        parts += [f"## {made.heading}\n\n{made.text}" for made in self.sections.values()]
        return "\n\n".join(parts) + "\n"


def document_of(seed: int, number: int) -> MadeDocument:
    """The document of this number (from 0), which is the same however many there are."""
    sections = {}
    for at, (tag, make) in enumerate(MAKERS.items()):
        # The second of two twins is about what the first is about.
        subject = subject_of(number * len(MAKERS) + at - (tag == "twin-other"))
        sections[tag] = make(subject, Dice(seed, str(number), tag))
    area = AREAS[number % len(AREAS)]
    return MadeDocument(f"{area}/part-{number:06d}.md", f"Part {number} of {area} rules", sections)


def documents(asked: Asked) -> Iterator[MadeDocument]:
    """All documents, made one at a time."""
    return (document_of(asked.seed, number) for number in range(asked.documents))


def queries(asked: Asked) -> Iterator[str]:
    """The questions as lines of a query file, each on another section, spread over all documents.

    Their tags take turns, so each phenomenon has as many as the others, or one more.
    """
    for number in range(asked.queries):
        turn, at = divmod(number, len(TAGS))
        tag = TAGS[at]
        document = document_of(asked.seed, number * asked.documents // asked.queries)
        made = document.sections[tag]
        evidence = [
            {"doc_id": document.doc_id, "section": [made.heading], "quote": quote, "need": need}
            for need, quote in enumerate(made.quotes, 1)
        ]
        query = {
            "query_id": f"{tag}-{turn:05d}",
            "text": made.question,
            "tags": [tag],
            "origin": "synthetic",
            "evidence": evidence,
        }
        yield json.dumps(query, ensure_ascii=False)
