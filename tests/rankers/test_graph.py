"""Rankers over one chunker's units: what rests on what, and what a new one has to bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.tiny import run_tiny, write_tiny

from goldrank.inspection.inspect import inspect
from goldrank.inspection.what_if import what_if
from goldrank.rankers.base import Material, Named, QueryBlock, RankerSettings, RunSettings, Side
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.fold import Fold
from goldrank.rankers.graph import Fitted, Scored, rests_on, sides_of, wholes_for
from goldrank.rankers.hits import Places
from goldrank.rankers.named import RankerTable, named_rankers
from goldrank.rankers.order import Scores, full_ranks
from goldrank.rankers.registry import KINDS
from goldrank.rankers.rrf import Rrf
from goldrank.rankers.vector import Vector
from goldrank.types import Chunk, Variant

RAW = Variant("raw", "raw", "raw")
MIXED = Variant("mixed", "raw", "title")
RANKERS = {"vector": Vector(), "bm25": Bm25(), "rrf": Rrf()}


@dataclass
class Small:
    """Three chunks in two documents, and how often each representation was asked for."""

    folds: Mapping[str, Fold]
    asked: list[str]
    count: int = 3

    def vectors(self, representation: str) -> NDArray[np.float32]:
        self.asked.append(f"vectors {representation}")
        return np.array([[1, 0], [0, 1], [1, 1]], dtype=np.float32)

    def texts(self, representation: str) -> list[str]:
        self.asked.append(f"texts {representation}")
        return ["cats sleep", "dogs bark", "cats and dogs"]

    @property
    def ranked(self) -> Places:
        return Places(
            [f"a#{n}-{n + 1}" for n in range(3)],
            [Chunk("a", n, n + 1) for n in range(3)],
            {"a": "abc"},
        )

    def fold(self, side: str) -> Fold | None:
        return self.folds.get(side)


def asked(*texts: str) -> QueryBlock:
    vectors = np.array([[1, 0]] * len(texts), dtype=np.float32)
    return QueryBlock(texts, texts, vectors)


def test_scores_are_those_of_each_ranker_by_itself() -> None:
    small = Small({}, [])
    scored = Scored(Fitted(RANKERS, small), asked("cats", "dogs"))
    alone = Vector().fit(small.vectors("raw")).scores([[1, 0], [1, 0]])
    words = Bm25().fit(small.texts("raw")).scores(["cats", "dogs"])
    assert scored("vector", RAW).tolist() == alone.tolist()
    assert scored("bm25", RAW).tolist() == words.tolist()
    fused = Rrf().fuse([full_ranks(alone), full_ranks(words)])
    assert scored("rrf", RAW).tolist() == fused.tolist()


def test_every_representation_is_fitted_once_whatever_asks() -> None:
    small = Small({}, [])
    fitted = Fitted(RANKERS, small)
    took: list[str] = []
    for text in ("cats", "dogs"):
        scored = Scored(fitted, asked(text), lambda name, seconds: took.append(name))
        for variant in (RAW, MIXED):
            for name in ("rrf", "vector", "bm25"):
                scored(name, variant)
    assert sorted(small.asked) == ["texts raw", "texts title", "vectors raw"]
    # A block: the vectors of one representation, the words and the fusion of two.
    assert sorted(took) == ["bm25"] * 4 + ["rrf"] * 4 + ["vector"] * 2


def test_where_documents_are_ranked_each_side_folds_before_it_is_fused() -> None:
    fold = Fold.of([0, 1, 1], documents=2)
    small = Small({"dense": fold, "lexical": fold}, [], count=2)
    rows = Scored(Fitted(RANKERS, small), asked("cats")).rows("rrf", RAW)
    best = fold(Vector().fit(small.vectors("raw")).scores([[1, 0]]))
    assert rows["vector"].tolist() == best.tolist()
    words = fold(Bm25().fit(small.texts("raw")).scores(["cats"]))
    assert rows["rrf"].tolist() == Rrf().fuse([full_ranks(best), full_ranks(words)]).tolist()


@dataclass(frozen=True, slots=True)
class Longest:
    """A ranker that nobody else knows: the longest text first, combined with nothing."""

    settings: ClassVar[type[RankerSettings]] = RankerSettings
    usual_inputs: ClassVar[tuple[str, ...]] = ()
    title: ClassVar[str] = "length"
    reads: ClassVar[Side] = "lexical"
    combines: ClassVar[tuple[str, ...]] = ()
    is_reference: ClassVar[bool] = False
    encoder: ClassVar[None] = None
    known_to: ClassVar[None] = None
    score_name: ClassVar[str] = "length"
    digits: ClassVar[int] = 0

    name: str = "longest"
    step: float = 1.0
    fingerprint: str = "longest"

    @classmethod
    def made_of(cls, named: Named, shared: RunSettings) -> Longest:
        return cls(named.name)

    def units_of(self, material: Material, representation: str) -> Sequence[str]:
        return material.texts(representation)

    def block_of(self, asked: QueryBlock, inputs: Sequence[Scores]) -> Sequence[str]:
        return asked.texts

    def fit(self, units: Sequence[str]) -> Lengths:
        return Lengths(np.array([len(text) for text in units]))


@dataclass(frozen=True, slots=True, eq=False)
class Lengths:
    near: ClassVar[int] = 0
    remark: ClassVar[str] = ""

    lengths: NDArray[np.int64]

    @property
    def units(self) -> int:
        return len(self.lengths)

    def scores(self, queries: Sequence[str]) -> Scores:
        return np.tile(self.lengths, (len(queries), 1))


def test_a_new_ranker_is_a_class_and_a_line_of_the_registry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "longest", Longest)
    suite = write_tiny(tmp_path, top='rankers = ["bm25", "longest"]\n')
    run = run_tiny(suite)
    mine = run.needs[(run.needs.ranker == "longest") & (run.needs.variant == "raw")]
    texts = list(run.chunks.chunk_id)
    lengths = (run.chunks.end - run.chunks.start).tolist()
    for row in mine.itertuples():
        gold = lengths[texts.index(row.chunk_id)]
        # Equal lengths rank in corpus order.
        before = lengths[: texts.index(row.chunk_id)]
        assert row.rank == 1 + sum(n > gold for n in lengths) + before.count(gold)
    assert run.fingerprints["rankers"]["longest"] == "longest"
    seen = inspect(run, "q1", ranker="longest", variant="raw").details[0]
    assert seen.candidates[0].reason.startswith(f"length {max(lengths)}")
    changed = what_if(
        run, "q1", "a much longer header than any text of this corpus has", variant="raw"
    )
    assert changed.ranks.set_index("ranker").after["longest"] == 1


def test_what_combines_nothing_rests_on_itself_alone() -> None:
    graph = named_rankers([], KINDS, {})
    for name, kind in KINDS.items():
        below = {each for one in kind.usual_inputs for each in rests_on(one, graph)}
        assert rests_on(name, graph)[-1] == name
        assert set(rests_on(name, graph)) == {name, *below}
        assert set(sides_of(name, graph)) == {graph[e].reads for e in (name, *below)} - {None}


def test_an_engine_is_held_against_what_is_whole_and_reads_the_same() -> None:
    tables = [
        RankerTable(name="store", kind="lancedb"),
        RankerTable(name="store e5", kind="lancedb", encoder="e5"),
        RankerTable(name="vector e5", kind="vector", encoder="e5"),
        RankerTable(name="words", kind="tantivy"),
        RankerTable(name="soft", kind="bm25", k1=0.9),
        RankerTable(name="both", kind="rrf", of=("store", "words")),
        RankerTable(name="own", kind="my:search"),
    ]
    graph = named_rankers(tables, ["vector", "bm25", "oracle"], {}, {"e5": "e5"})
    first, other = Variant("raw", "raw", "raw"), Variant("raw@e5", "raw", "raw", "e5")
    assert wholes_for("store", first, graph) == ["vector"]
    assert wholes_for("store e5", first, graph) == ["vector e5"]
    # Under the other encoder all three read its vectors.
    assert wholes_for("store", other, graph) == ["vector", "vector e5"]
    assert wholes_for("words", first, graph) == ["bm25", "soft"]
    assert wholes_for("own", first, graph) == ["vector", "bm25", "vector e5", "soft"]
    assert [wholes_for(name, first, graph) for name in ("both", "vector", "oracle")] == [[], [], []]
