"""LanceDB as a ranker: held against brute force where it reads every vector, and kept where not."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from goldrank.errors import GoldrankError
from goldrank.rankers import engines
from goldrank.rankers.lancedb_store import IndexName, LanceDb, LanceDbSettings, Stored
from goldrank.rankers.order import NOT_RETRIEVED, full_ranks, shares_found, top
from goldrank.rankers.vector import Vector

INDEXES = [name for name in get_args(IndexName) if name != "FLAT"]


def vectors(count: int, dimensions: int = 16, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((count, dimensions)).astype(np.float32)


def store(similarity: str = "cosine", **settings: Any) -> LanceDb:
    return LanceDb(LanceDbSettings(**settings), "store", similarity)


@pytest.mark.parametrize("similarity", ["cosine", "dot"])
def test_without_an_index_it_gives_the_first_of_the_exact_ranking(tmp_path, similarity) -> None:
    units, asked = vectors(120) * np.linspace(0.5, 2, 120)[:, None], vectors(7, seed=1)
    found = store(similarity, index="FLAT", depth=9).fit(Stored(units, tmp_path)).scores(asked)
    exact = Vector(similarity=similarity).fit(units).scores(asked)
    for mine, whole in zip(found, exact, strict=True):
        assert top(mine, 20).tolist() == top(whole, 9).tolist()
    assert list(tmp_path.iterdir()) == []  # it is in memory: nothing is trained


def test_its_scores_are_minus_the_distances_and_equal_vectors_tie(tmp_path) -> None:
    units = np.array([[1, 0], [0, 2], [3, 3], [0, 5]], dtype=np.float32)
    [row] = store(index="FLAT").fit(Stored(units, tmp_path)).scores(np.array([[0, 1]]))
    # The cosines are 0, 1, 0.707107 and 1; a distance is 1 less the cosine.
    assert row.tolist() == [-1_000_000, 0, -292_893, 0]
    assert full_ranks(row[None]).tolist() == [[4, 1, 3, 2]]


@pytest.mark.parametrize("index", INDEXES)
def test_every_index_is_built_as_it_is_named_and_gives_k_units(tmp_path, index) -> None:
    units, asked = vectors(300), vectors(4, seed=1)
    made = store(index=index, depth=20).fit(Stored(units, tmp_path))
    assert made.table.index_stats("vector_idx").index_type == index
    found = made.scores(asked)
    assert (np.count_nonzero(found != NOT_RETRIEVED, axis=1) == 20).all()
    exact = Vector().fit(units).scores(asked)
    # It does better than chance, which would find one of fifteen.
    assert shares_found(exact, found, 20).mean() > 0.25


@pytest.mark.parametrize("index", ["IVF_PQ", "IVF_HNSW_SQ"])
def test_what_was_trained_is_kept_and_asked_again(tmp_path, index) -> None:
    units, asked = vectors(300), vectors(4, seed=1)
    ranker = store(index=index, partitions=8, sample_rate=8, nprobes=2, depth=20)
    first, again = (ranker.fit(Stored(units, tmp_path)) for _ in range(2))
    assert first.built is not None
    assert again.built is not None
    assert (first.built.seconds is None, again.built.seconds) == (False, None)
    assert first.built.digest == again.built.digest
    assert (first.scores(asked) == again.scores(asked)).all()
    alone = np.concatenate([again.scores(asked[[n]]) for n in range(4)])
    assert (alone == first.scores(asked)).all()


def test_rankers_that_ask_otherwise_share_an_index_and_others_do_not(tmp_path) -> None:
    units = vectors(60)
    made = {"index": "IVF_FLAT", "partitions": 4, "sample_rate": 8}
    asked = [
        store(**made, nprobes=1),
        store(**made, nprobes=2, refine_factor=3, depth=5),
        store(**{**made, "partitions": 3}),
        store("dot", **made),
    ]
    digests = [ranker.fit(Stored(units, tmp_path)).built.digest for ranker in asked]  # type: ignore[union-attr]
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3
    assert len({ranker.fingerprint for ranker in asked}) == 4


def test_other_vectors_are_another_index(tmp_path) -> None:
    ranker = store(index="IVF_FLAT")
    one, other = (ranker.fit(Stored(vectors(20, seed=n), tmp_path)) for n in range(2))
    assert one.built.path != other.built.path  # type: ignore[union-attr]


def test_zero_vectors_are_never_returned_and_that_is_said(tmp_path) -> None:
    units = vectors(12)
    units[[3, 7]] = 0
    made = store(index="IVF_FLAT", depth=50).fit(Stored(units, tmp_path))
    block = made.scores(np.stack([units[0], np.zeros(16, np.float32)]))
    assert np.flatnonzero(block[0] == NOT_RETRIEVED).tolist() == [3, 7]
    assert (block[1] == NOT_RETRIEVED).all()  # a query that is zero is near to nothing
    assert made.remark == "store: 2 of 12 units are zero vectors, never returned"


def test_zero_vectors_alone_make_no_table_to_search(tmp_path) -> None:
    made = store().fit(Stored(np.zeros((3, 16), np.float32), tmp_path))
    assert (made.scores(vectors(2)) == NOT_RETRIEVED).all()
    assert made.built is None


def test_too_few_vectors_to_train_are_read_one_by_one_and_that_is_said(tmp_path) -> None:
    units, asked = vectors(255), vectors(3, seed=1)
    made = store(index="IVF_PQ", depth=10).fit(Stored(units, tmp_path))
    exact = Vector().fit(units).scores(asked)
    assert shares_found(exact, made.scores(asked), 10).tolist() == [1, 1, 1]
    assert "255 vectors are too few to train IVF_PQ, which takes 256" in made.remark
    assert store(index="IVF_PQ").fit(Stored(vectors(256), tmp_path)).remark == ""


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"index": "IVF_FLAT", "sub_vectors": 4}, "sub_vectors: IVF_FLAT has none"),
        ({"index": "FLAT", "nprobes": 4}, "nprobes: FLAT has none"),
        ({"index": "IVF_PQ", "ef": 400}, "ef: IVF_PQ has none; expected it for IVF_HNSW_FLAT"),
        (
            {"index": "IVF_HNSW_SQ", "ef": 19, "depth": 10, "refine_factor": 2},
            "ef: expected at least depth times refine_factor, 20, got 19",
        ),
    ],
)
def test_a_setting_that_an_index_has_not_is_one_line(settings, said) -> None:
    with pytest.raises(GoldrankError) as raised:
        store(**settings)
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize(
    ("settings", "dimensions", "said"),
    [
        (
            {"sub_vectors": 5},
            12,
            "ranker store: sub_vectors: expected a divisor of the 12 dimensions "
            "(1, 2, 3, 4, 6, 12), got 5",
        ),
        ({"index": "IVF_RQ"}, 12, "ranker store: index: IVF_RQ takes dimensions that 8 divides"),
    ],
)
def test_vectors_that_do_not_fit_are_one_line(tmp_path, settings, dimensions, said) -> None:
    with pytest.raises(GoldrankError) as raised:
        store(**settings).fit(Stored(vectors(300, dimensions), tmp_path))
    assert str(raised.value).startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_queries_of_another_width_are_one_line(tmp_path) -> None:
    made = store(index="FLAT").fit(Stored(vectors(5), tmp_path))
    with pytest.raises(GoldrankError, match="expected 16 dimensions as the index has, got 8"):
        made.scores(vectors(1, 8))


def test_what_the_store_raises_is_one_line(tmp_path) -> None:
    made = store(index="IVF_FLAT").fit(Stored(vectors(20), tmp_path))
    made.table.search = lambda vector: fails()
    with pytest.raises(GoldrankError) as raised:
        made.scores(vectors(1))
    assert str(raised.value) == "ranker store: RuntimeError: lance error: no such index"


def fails() -> Any:
    class Search:
        def __getattr__(self, name: str) -> Any:
            return lambda *_: self

        def to_arrow(self) -> None:
            raise RuntimeError("lance error: no such\nindex, /home/x/lance-1.0/src/index.rs:1:2")

    return Search()


def test_a_store_that_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(engines, "version", absent)
    with pytest.raises(GoldrankError, match=r"not installed; install goldrank\[lancedb\]"):
        store()


def test_nothing_is_left_outside_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    store(index="IVF_FLAT").fit(Stored(vectors(20), tmp_path / "cache")).scores(vectors(2))
    assert list((tmp_path / "temporary").iterdir()) == []
    assert [path.name for path in (tmp_path / "cache").iterdir()] == ["indexes"]


def test_a_folder_called_datasets_on_the_path_is_no_library(tmp_path) -> None:
    (tmp_path / "datasets").mkdir()
    code = (
        "import sys, numpy as np, sentence_transformers\n"
        "import datasets\n"
        "assert datasets.__file__ is None\n"
        "from pathlib import Path\n"
        "from goldrank.rankers.lancedb_store import LanceDb, LanceDbSettings, Stored\n"
        "store = LanceDb(LanceDbSettings(index='FLAT', depth=2), 'store', 'cosine')\n"
        "units = np.eye(3, dtype=np.float32)\n"
        "scores = store.fit(Stored(units, Path('kept'))).scores(units[:1])\n"
        "print(int(np.argmax(next(iter(scores)))))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert ran.stdout == "0\n", ran.stderr
