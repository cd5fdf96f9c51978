"""What an audit knows of a suite's chunks: their texts, headings, near copies, and the rule's guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from goldrank.auditing.near_copies import Nearest, nearest_elsewhere
from goldrank.auditing.rule import LANGUAGE, Seen, guess, tells_no_subject
from goldrank.auditing.sample import Design, digest_of
from goldrank.diagnosis.headers import Headers, headers_of
from goldrank.diagnosis.twins import NEARLY
from goldrank.errors import GoldrankError
from goldrank.judging.passages import Passage
from goldrank.progress import Progress
from goldrank.running.cutting import chunk_corpus
from goldrank.running.prepared import Prepared, planned, prepare
from goldrank.suggest import unknown
from goldrank.suites.languages import stated_languages
from goldrank.suites.suite import Suite
from goldrank.types import Chunk


@dataclass(frozen=True)
class AuditedChunks:
    """All chunks that one chunker makes of a corpus, and their headers, by position."""

    chunker: str
    chunks: Sequence[Chunk]
    texts: Sequence[str]
    titles: Sequence[str]
    headers: Headers

    @cached_property
    def at(self) -> dict[str, int]:
        """The position of each chunk by its id."""
        return {chunk.chunk_id: at for at, chunk in enumerate(self.chunks)}

    @cached_property
    def nearest(self) -> Nearest:
        """The most alike chunk under another heading, for every chunk that has one."""
        return nearest_elsewhere(self.headers.own, self.headers.paths, range(len(self.chunks)))

    @cached_property
    def guesses(self) -> list[str] | None:
        """The rule's class of every chunk; `None` where it does not know the language."""
        if self.headers.language.corpus != LANGUAGE:
            return None
        return [guess(self._seen(at)) for at in range(len(self.chunks))]

    def design(self, size: int, seed: int, by_document: bool) -> Design:
        """A sample of these chunks; of no more than there are."""
        digest, of = digest_of(self.chunks, self.texts), len(self.chunks)
        return Design(self.chunker, of, digest, min(size, of), seed, by_document)

    def passage(self, at: int) -> Passage:
        """A chunk as a person is shown it."""
        chunk, path = self.chunks[at], self.headers.paths[at]
        return Passage(
            chunk.doc_id, chunk.start, chunk.end, self.texts[at], self.titles[at], tuple(path)
        )

    def refuse_others(self, design: Design, path: Path) -> None:
        """Raise where a file of readings is of other chunks than these."""
        found = self.design(design.size, design.seed, design.by_document)
        if found != design:
            raise GoldrankError(
                f"{path} is of other chunks ({design}; digest {design.digest}) than those of the "
                f"suite now ({len(self.chunks):,} chunks of {self.chunker}; digest "
                f"{found.digest}): the corpus or the chunker has changed; read them anew"
            )

    def _seen(self, at: int) -> Seen:
        words, language = self.headers.words, self.headers.language
        own = self.headers.own.kin(at)
        telling: list[str] = []
        for title in reversed(self.headers.paths[at]):
            terms = self.headers.own.tokenize(title)
            telling = [t for t in terms if t not in words.common and not tells_no_subject(t)]
            if telling:
                break
        held = [term for term in telling if language.stem(term) in own]
        missing = [term for term in telling if term not in held]
        alike = self.nearest.get(at, (at, 0.0))[1]
        return Seen(self.texts[at], held, missing, alike >= NEARLY)


def audited_chunks(
    suite: Suite, cache_folder: Path, progress: Progress, chunker: str | None = None
) -> AuditedChunks:
    """The chunks of a suite's chunker, by default its first; no vector is made.

    Raises `GoldrankError` where the suite has no chunker of that name.
    """
    return chunks_of(planned(prepare(suite, progress), cache_folder), chunker)


def chunks_of(prepared: Prepared, chunker: str | None = None) -> AuditedChunks:
    """The chunks of a prepared suite's chunker, by default its first."""
    known = {each.name: each for each in prepared.parts.chunkers}
    name = next(iter(known)) if chunker is None else chunker
    if name not in known:
        raise GoldrankError(f"--chunker: {unknown('chunker', name, list(known))}")
    chunks, corpus = chunk_corpus(prepared, known[name]), prepared.corpus
    documents = {document.doc_id: document for document in corpus.documents}
    return AuditedChunks(
        name,
        chunks,
        [documents[chunk.doc_id].text[chunk.start : chunk.end] for chunk in chunks],
        [documents[chunk.doc_id].title for chunk in chunks],
        headers_of(
            chunks, corpus, prepared.parts.tokenizer, stated=stated_languages(prepared.suite)
        ),
    )
