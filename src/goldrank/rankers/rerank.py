"""Reranking: the first units of a ranking in the order of another score, the rest as it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from goldrank.errors import GoldrankError
from goldrank.own_code.named import TARGET, module_of, own_object
from goldrank.own_code.own_files import own_files
from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings
from goldrank.rankers.hits import Places
from goldrank.rankers.order import NOT_RETRIEVED, Scores, quantise, top
from goldrank.rankers.pair_scores import CrossEncoderScorer, KeptScores, OwnScorer, PairScorer


class RerankSettings(RankerSettings):
    """The first units of the one ranker of `of`, in the order of a cross-encoder or of your own score."""

    model: str | None = None
    """A cross-encoder: a folder, or a name of the hub that lies in the local cache."""
    callable: str | None = None
    """Your own `module:callable`, called with a query and a list of texts: one number for each."""
    depth: int = Field(default=100, ge=1)
    """How many units of a ranking are reranked; the rest follows as it was."""
    batch_size: int = Field(default=32, ge=1)
    """How many pairs the model reads at a time."""
    device: Literal["cpu", "cuda", "auto"] = "cpu"
    """Where the model is loaded; `"auto"` takes a GPU where there is one."""
    version: str = ""
    """Yours to change where the code of your own does not show that its scores are others."""


@dataclass(frozen=True)
class Rerank:
    """The first `depth` units by `scorer(query, texts)`, the highest first; then the rest.

    Each text is the chunk's own, whatever the variant indexes of it. Equal scores stand in corpus
    order. A unit that the ranker below does not retrieve is not retrieved.
    """

    reads: ClassVar[None] = None
    settings: ClassVar[type[RerankSettings]] = RerankSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ("rrf",)
    title: ClassVar[str] = "rerank"
    encoder: ClassVar[None] = None
    is_reference: ClassVar[bool] = False
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = ""
    digits: ClassVar[int] = 4

    scorer: PairScorer
    depth: int = 100
    name: str = "rerank"
    combines: tuple[str, ...] = usual_inputs
    step: float = 1e-6

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Rerank:
        """Its own settings, over the one ranker that it reranks."""
        own: RerankSettings = named.settings
        if len(named.combines) != 1:
            raise GoldrankError(
                f"of: expected the one ranker to rerank, got {', '.join(named.combines)}"
            )
        return cls(_scorer(own, shared), own.depth, named.name, named.combines)

    @property
    def fingerprint(self) -> str:
        """Every setting, in words, what scores, and what it reranks, by name."""
        scored = f"rerank depth={self.depth} step={self.step:g} of={self.combines[0]}"
        return f"{scored} by {self.scorer.fingerprint}"

    def units_of(self, material: Material, representation: str) -> Places:
        """What is ranked, and the text of each."""
        return material.ranked

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> tuple[Sequence[str], Scores]:
        """The texts of the queries, and the scores of what it reranks."""
        return asked.texts, inputs[0]

    def fit(self, units: Places) -> RerankIndex:
        """Raises `GoldrankError` where documents are ranked: a cross-encoder reads chunks."""
        if units.by_document:
            raise GoldrankError(
                f'ranker {self.name}: a rerank reads chunks; expected unit = "chunk", got "document"'
            )
        return RerankIndex(self, units, KeptScores(self.name, self.scorer, units.cache_folder))


def _scorer(own: RerankSettings, shared: RunSettings) -> PairScorer:
    if (own.model is None) == (own.callable is None):
        raise GoldrankError("model: expected either a model or a callable to rerank with")
    if own.callable is None:
        beside = [folder / str(own.model) for folder in shared.folders[:1]]
        found = next((str(place) for place in beside if place.is_dir()), str(own.model))
        scorer = CrossEncoderScorer(found, own.batch_size, own.device)
        _ = scorer.fingerprint  # found missing before any work
        return scorer
    if not TARGET.fullmatch(own.callable):
        raise GoldrankError(f"callable: expected module:callable, got {own.callable!r}")
    function = own_object("callable", own.callable, shared.folders)
    if not callable(function):
        raise GoldrankError(f"callable: expected a function, got {function!r:.60}")
    folders: tuple[Path, ...] = shared.folders
    files = own_files(folders, module_of(own.callable))
    return OwnScorer(function, own.callable, own.version, files, folders)


@dataclass(frozen=True, slots=True, eq=False)
class RerankIndex:
    """What is ranked, and the scores of pairs that were asked for."""

    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    settings: Rerank
    places: Places
    kept: KeptScores

    @property
    def units(self) -> int:
        """How many units it ranks."""
        return len(self.places.ids)

    def scores(self, queries: tuple[Sequence[str], Scores]) -> Scores:
        """Scores in steps, shape (queries, units): those of the pairs, and lower ones for the rest."""
        texts, below = queries
        block = np.full(below.shape, NOT_RETRIEVED, dtype=np.int64)
        for query, row, out in zip(texts, below, block, strict=True):
            first = top(row, self.settings.depth)
            if not len(first):
                continue
            pairs = self.kept(query, [self.places.text(int(unit)) for unit in first])
            out[first] = quantise(pairs, self.settings.step)
            rest = np.setdiff1d(np.flatnonzero(row != NOT_RETRIEVED), first)
            # Below the lowest of the reranked, one step for each different score, so ties stay ties.
            levels, at = np.unique(row[rest], return_inverse=True)
            out[rest] = int(out[first].min()) - len(levels) + at
        return block
