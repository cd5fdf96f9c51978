"""A session of `bench audit read`: which chunk is looked at, and the reader's file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from goldrank.auditing.chunks import AuditedChunks
from goldrank.auditing.classes import ChunkClass
from goldrank.auditing.keys import meant
from goldrank.auditing.readings import Reading, ReadingFile
from goldrank.auditing.sample import sample_of
from goldrank.errors import GoldrankError
from goldrank.judging.appended import named_file
from goldrank.judging.passages import Passage
from goldrank.judging.walk import Walk

FOLDER = Path("audits")


@dataclass(slots=True)
class Auditing:
    """The sampled chunks of a suite in order, what is looked at, and what was said.

    `read_last` is the chunk that was read last in this session, and `guess_seen` those of which
    the reader has seen the rule's guess. `guess` is what is shown of the one before.
    """

    audited: AuditedChunks
    sample: Sequence[int]
    file: ReadingFile
    walk: Walk[str]
    read_last: str = ""
    guess_seen: frozenset[str] = frozenset()
    guess: str = ""

    @property
    def at(self) -> int:
        """The position among all chunks of the one that is looked at."""
        return self.sample[self.walk.at]

    @property
    def passage(self) -> Passage:
        """The chunk that is looked at."""
        return self.audited.passage(self.at)

    @property
    def nearest(self) -> Passage | None:
        """The chunk under another heading that is most like it."""
        near = self.audited.nearest.get(self.at)
        return None if near is None else self.audited.passage(near[0])

    def do(self, typed: str) -> bool:
        """Do what a line says; false where the reader leaves. Raises `GoldrankError` for nonsense."""
        self.guess = ""
        said = meant(typed)
        if isinstance(said, ChunkClass):
            self._read(said)
        elif said == "skip":
            self.walk.go_on()
        elif said == "back":
            self.walk.go_back("chunk of the sample")
        elif said == "guess":
            self.guess = self._guess()
        return said != "quit"

    def _read(self, said: ChunkClass) -> None:
        self.read_last = self.walk.key
        seen = self.read_last in self.guess_seen
        self.file.add(Reading(self.read_last, said.name, seen))
        self.walk.go_on()

    def _guess(self) -> str:
        if not self.read_last:
            raise GoldrankError("no chunk was read yet in this session; read one first")
        guesses = self.audited.guesses
        if guesses is None:
            raise GoldrankError("the rule knows English alone, and the corpus is not")
        self.guess_seen |= {self.read_last}
        name = guesses[self.audited.at[self.read_last]]
        return f"you said {self.file.last[self.read_last]}, the rule says {name}: {self.read_last}"


def open_audit(
    audited: AuditedChunks,
    reader: str,
    size: int,
    seed: int = 0,
    by_document: bool = False,
    folder: Path = FOLDER,
) -> Auditing:
    """Go on where a reader's session stopped, or begin.

    Raises `GoldrankError` where the reader's file is of another sample, or cannot be written.
    """
    design = audited.design(size, seed, by_document)
    sample = sample_of(audited.chunks, design)
    file = ReadingFile.open(named_file(folder, reader, "--reader"), design)
    keys = [audited.chunks[at].chunk_id for at in sample]
    return Auditing(audited, sample, file, Walk.begun(keys, file.last))
