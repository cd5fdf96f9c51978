"""What a folder holds that nobody has prepared: its formats, sizes, headings and language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goldrank.corpus.corpus import Corpus, Skipped
from goldrank.corpus.registry import EVERY
from goldrank.corpus.unread import suffix_of
from goldrank.diagnosis.languages import language_of
from goldrank.diagnosis.tables import headings_of
from goldrank.errors import GoldrankError
from goldrank.evidence.queries import try_queries
from goldrank.progress import Progress
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.running.cutting import chunk_corpus
from goldrank.running.prepared import Prepared, planned, prepare
from goldrank.suites.suite import make_suite

QUERY_FILES = ("queries.jsonl", "questions.jsonl")
"""The names under which a file of judged questions is looked for."""
CONTAINER = "corpus.jsonl"


@dataclass(frozen=True, slots=True)
class Seen:
    """What there is in a folder.

    `read` and `unread` count files by suffix. `headed` are the documents that have a heading,
    `sections` the different section paths, `empty` those of them that tell nothing. `tokens` are
    the median and the longest tenth of the sections that the default chunker makes, in tokens of
    the bundled encoder. `language` is empty where no list of function words fits.
    """

    path: Path
    documents: int
    characters: int
    read: dict[str, int]
    unread: dict[str, int]
    skipped: Sequence[Skipped]
    headed: int
    sections: int
    empty: int
    tokens: tuple[int, int]
    language: str
    queries: Path | None

    @property
    def has_headings(self) -> bool:
        """Whether at least half of the documents have one."""
        return 2 * self.headed >= self.documents

    @property
    def name(self) -> str:
        """What the suite is called: as the folder, or the file."""
        found = self.path.stem if self.path.name != CONTAINER else self.path.parent.name
        kept = "".join(c for c in found.lstrip(".") if c.isprintable() and c not in "/\\")
        return kept.strip() or "corpus"


def look_at(folder: Path, cache_folder: Path, progress: Progress, near: Sequence[Path]) -> Seen:
    """Read the documents in `folder`; no model is loaded.

    Judged questions are looked for in the folder and in `near`.

    Raises:
        GoldrankError: there is no such folder, or it holds no document that is read.
    """
    path = folder / CONTAINER if (folder / CONTAINER).is_file() else folder
    table = {
        "name": "look",
        "corpus": {"path": str(path), "include": list(EVERY)},
        "queries": {"path": []},
        "chunker": [{"name": "heading"}],
    }
    prepared = planned(prepare(make_suite(table, "init", folder), progress), cache_folder)
    corpus = prepared.corpus
    chunks = chunk_corpus(prepared, prepared.parts.chunkers[0])
    headings = headings_of("heading", chunks, corpus, Tokenizer())
    texts = [document.text for document in corpus.documents]
    return Seen(
        path=path,
        documents=len(texts),
        characters=sum(map(len, texts)),
        read=_suffixes(path, corpus),
        unread=dict(Counter(corpus.unread.suffixes).most_common()),
        skipped=[each for each in corpus.skipped if each.characters != 0],
        headed=sum(bool(corpus.outlines[d.doc_id].headings) for d in corpus.documents),
        sections=len(headings),
        empty=int(headings["empty"].sum()),
        tokens=_tokens(prepared, corpus),
        language=language_of(texts, Tokenizer()),
        queries=_queries([folder, *near], corpus),
    )


def _suffixes(path: Path, corpus: Corpus) -> dict[str, int]:
    if path.is_file():  # its documents are no files
        return {suffix_of(path.name): len(corpus.documents)}
    return dict(Counter(suffix_of(d.doc_id) for d in corpus.documents).most_common())


def _tokens(prepared: Prepared, corpus: Corpus) -> tuple[int, int]:
    counter = prepared.encoder.counter
    counts = [
        counter.count(document.text[section.start : section.end])
        for document in corpus.documents
        for section in corpus.outlines[document.doc_id].sections
        if document.text[section.body_start : section.end].strip()
    ]
    median, longest = np.quantile(counts or [0], [0.5, 0.9], method="higher")
    return int(median), int(longest)


def _queries(folders: Sequence[Path], corpus: Corpus) -> Path | None:
    """The first file of judged questions whose evidence is in this corpus."""
    ids = {document.doc_id for document in corpus.documents}
    for place in dict.fromkeys(folder / name for folder in folders for name in QUERY_FILES):
        try:
            found, _ = try_queries(place)
        except GoldrankError:
            continue
        named = {named.doc_id for query in found for need in query.needs for named in need}
        if named & ids:
            return place
    return None
