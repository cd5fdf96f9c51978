"""What every command of a suite starts from, made once before any work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from goldrank.chunkers.base import Budget
from goldrank.corpus.corpus import Corpus
from goldrank.encoders.base import Encoder
from goldrank.progress import Progress, Silent
from goldrank.running.measured_encoder import MeasuredEncoder, smallest
from goldrank.suites.inputs import read
from goldrank.suites.parts import Parts, make_parts
from goldrank.suites.suite import Suite
from goldrank.window.measured import Window


@dataclass(frozen=True, slots=True)
class Prepared:
    """A suite, its parts and its corpus, and who is told how the work goes on.

    `known` are the encoders whose limits are known, by the names that variants call them: the
    first is the empty name.
    """

    suite: Suite
    parts: Parts
    corpus: Corpus
    progress: Progress
    known: Mapping[str, MeasuredEncoder] = field(default_factory=dict)

    def reader(self, name: str) -> MeasuredEncoder:
        """One of the encoders, with its window where that is known."""
        return self.known.get(name) or MeasuredEncoder(self.parts.encoders[name])

    @property
    def encoder(self) -> Encoder:
        """The first encoder of the suite, whatever ranks."""
        return self.parts.encoder

    @property
    def window(self) -> Window | None:
        """The first encoder's window, where it was measured."""
        return self.reader("").window

    def followed(self, chunker: str) -> MeasuredEncoder:
        """The encoder whose window is a chunker's limit: the one that it names, or the smallest."""
        named = self.parts.follows.get(chunker)
        if named is not None:
            return self.reader(named)
        return smallest([self.reader(name) for name in self.parts.encoders])

    def budget(self, chunker: str) -> Budget:
        """The budget of a chunker, whatever ranks."""
        return self.followed(chunker).budget

    def measured(self, windows: Mapping[str, Window | None]) -> Prepared:
        """With the windows that were measured, by encoder."""
        encoders = self.parts.encoders
        known = {n: MeasuredEncoder.of(encoders[n], window) for n, window in windows.items()}
        return replace(self, known=known)


def prepare(suite: Suite, progress: Progress | None = None) -> Prepared:
    """Make a suite's parts and read its corpus; no window is known yet."""
    shown = progress or Silent()
    parts = make_parts(suite)
    return Prepared(suite, parts, read(suite, shown), shown)


def planned(prepared: Prepared, cache_folder: Path) -> Prepared:
    """With the limits that a run would have; no weights are loaded."""
    documents, encoders = prepared.corpus.documents, prepared.parts.encoders
    known = {n: MeasuredEncoder.planned(e, cache_folder, documents) for n, e in encoders.items()}
    return replace(prepared, known=known)
