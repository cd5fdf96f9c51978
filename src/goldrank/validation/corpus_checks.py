"""What a corpus lacks: files that were not read, documents and sections that hold no text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goldrank.corpus.corpus import Corpus
from goldrank.evidence.gold import GoldRule, gold_chunks, ink
from goldrank.evidence.problems import Problem
from goldrank.evidence.queries import RawQuery
from goldrank.outline import Section
from goldrank.types import Chunk, Query

LISTED = 3


def skipped_files(corpus: Corpus) -> Iterator[Problem]:
    """Files that were found and not read, where text was lost by it."""
    for skipped in corpus.skipped:
        if skipped.characters != 0:
            lost = "" if skipped.characters is None else f"; {skipped.characters:,} characters lost"
            message = f"not read: {skipped.reason}{lost}"
            yield _problem(corpus, skipped.path, None, "skipped", message)


def doubtful_documents(corpus: Corpus) -> Iterator[Problem]:
    """What the reading of documents found odd, as a front matter that does not parse."""
    for doc_id, outline in corpus.outlines.items():
        for warning in outline.warnings:
            yield _problem(corpus, doc_id, None, "document", warning)


def unread_files(corpus: Corpus, source: str) -> Iterator[Problem]:
    """Files that no pattern names and that may hold text; `strict` refuses them in a run too."""
    if corpus.unread.may_hold_text:
        message = f"{corpus.unread.unnamed}; add patterns to include, or name them in exclude"
        yield Problem(None, source, None, "unread", message, level="warning")


def read_as_they_stand(corpus: Corpus, source: str) -> Iterator[Problem]:
    """Documents that are read as Markdown although they are something else."""
    for said in corpus.as_markup:
        yield Problem(None, source, None, "markup", said, level="warning")


def empty_parts(corpus: Corpus) -> Iterator[Problem]:
    """Documents without body text, and headings with neither text nor headings under them."""
    for document in corpus.documents:
        outline = corpus.outlines[document.doc_id]
        if not outline.body_spans(document.text):
            message = "has no text below its front matter and headings: no chunk can come of it"
            yield _problem(corpus, document.doc_id, None, "empty-document", message)
            continue
        for section, after in zip(outline.sections, [*outline.sections[1:], None], strict=True):
            if _is_empty_leaf(section, after, document.text) and section.heading is not None:
                message = f"heading {' > '.join(section.titles)!r} has nothing under it"
                yield _problem(
                    corpus, document.doc_id, section.heading.line, "empty-section", message
                )


def _is_empty_leaf(section: Section, after: Section | None, text: str) -> bool:
    if text[section.body_start : section.end].strip():
        return False
    return after is None or after.written[: len(section.written)] != section.written


def evidence_too_long(
    queries: Sequence[Query],
    raw: Mapping[str, RawQuery],
    corpus: Corpus,
    chunks: Mapping[str, Sequence[Chunk]],
    rule: GoldRule,
) -> Iterator[Problem]:
    """Needs that no chunk of any of the suite's chunkers holds: a certain miss, whatever ranks.

    `too-long` where the evidence has more characters (white space not counted) than the largest
    chunk of any chunker, `split` where a boundary goes through it everywhere.
    """
    documents = {document.doc_id: document for document in corpus.documents}
    judged = [q for q in queries if all(e.is_span for need in q.needs for e in need.evidence)]
    inks = {doc_id: ink(document.text) for doc_id, document in documents.items()}
    cuts = [chunk for cut in chunks.values() for chunk in cut]
    largest = max((_size(inks, c.doc_id, c.start, c.end) for c in cuts), default=0)
    split = [
        {
            (need.query, need.need)
            for need in gold_chunks(judged, cut, documents, rule)
            if need.is_split
        }
        for cut in chunks.values()
    ]
    for query, number in sorted(set.intersection(*split)) if split else []:
        need = judged[query].needs[number]
        size = min(_size(inks, e.doc_id, e.start, e.end) for e in need.evidence)
        yield _unholdable(raw[judged[query].query_id], number, size, largest, sorted(chunks))


def _size(
    inks: Mapping[str, NDArray[np.int64]], doc_id: str, start: int | None, end: int | None
) -> int:
    return int(inks[doc_id][end or 0] - inks[doc_id][start or 0])


def _unholdable(
    query: RawQuery, number: int, size: int, largest: int, chunkers: Sequence[str]
) -> Problem:
    which = "its evidence" if len(query.needs) == 1 else f"the evidence of its need {number + 1}"
    names = ", ".join(chunkers[:LISTED])
    if size > largest:
        kind = "too-long"
        why = (
            f"{which} has {size:,} characters without white space, and the largest chunk of "
            f"{names} has {largest:,}"
        )
    else:
        kind = "split"
        why = f"{which} lies across a boundary in {names}, and no chunk holds it whole"
    message = f"{why}: a miss at every rank; quote less, or make it several needs"
    return Problem(query.query_id, query.source, query.line, kind, message, level="warning")


def _problem(corpus: Corpus, path: str, line: int | None, kind: str, message: str) -> Problem:
    root = Path(corpus.root)
    source = root / path if root.is_dir() else root
    return Problem(None, str(source), line, kind, f"{path}: {message}", level="warning")
