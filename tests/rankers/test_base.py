"""What every ranker promises."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.convex import Combined, Convex
from goldrank.rankers.order import NOT_RETRIEVED
from goldrank.rankers.reference import Oracle, Random
from goldrank.rankers.registry import KINDS
from goldrank.rankers.rrf import Rrf
from goldrank.rankers.tantivy_engine import Tantivy, TantivySettings
from goldrank.rankers.vector import Vector


@dataclass(frozen=True)
class Subject:
    """A ranker with units and queries made from small numbers."""

    ranker: Any
    units: Callable[[list[int]], Any]
    queries: Callable[[list[int], int], Any]


def vectors(numbers: list[int], *_: int) -> np.ndarray:
    return np.array([[n % 3, n % 5, 1 - n % 2] for n in numbers], dtype=np.float32)


def texts(numbers: list[int], *_: int) -> list[str]:
    return [f"w{n % 3} x{n % 5} x{n % 2}" if n % 7 else "" for n in numbers]


def blocks(numbers: list[int], units: int) -> list[np.ndarray]:
    scores = np.array([[(n * p) % 4 for p in range(1, units + 1)] for n in numbers], dtype=np.int64)
    return [scores.reshape(len(numbers), units), (scores * 3 % 5).reshape(len(numbers), units)]


SUBJECTS = {
    "vector": Subject(Vector(), vectors, vectors),
    "bm25": Subject(Bm25(), texts, texts),
    "rank_bm25": Subject(Bm25(engine="rank_bm25"), texts, texts),
    "tantivy": Subject(Tantivy(TantivySettings()), texts, texts),
    "rrf": Subject(Rrf(), len, blocks),
    "convex": Subject(Convex(), len, lambda n, units: Combined(blocks(n, units))),
    "z-score": Subject(Convex("z-score", (1, 3)), len, lambda n, units: Combined(blocks(n, units))),
    "random": Subject(Random(), len, lambda numbers, _: [f"q{n}" for n in numbers]),
    "oracle": Subject(Oracle(), len, lambda numbers, units: [{n % units: 1} for n in numbers]),
}

NUMBERS = st.lists(st.integers(0, 34), min_size=1, max_size=6)


@pytest.fixture(params=SUBJECTS, name="subject")
def _subject(request) -> Subject:
    return SUBJECTS[request.param]


@given(units=NUMBERS, queries=NUMBERS)
@pytest.mark.parametrize("name", SUBJECTS)
def test_a_block_holds_whole_steps_for_every_query_and_unit(name, units, queries):
    subject = SUBJECTS[name]
    index = subject.ranker.fit(subject.units(units))
    block = index.scores(subject.queries(queries, len(units)))
    assert block.shape == (len(queries), index.units) == (len(queries), len(units))
    assert block.dtype == np.int64
    assert (np.abs(block[block != NOT_RETRIEVED]) < 2**62).all()


@given(units=NUMBERS, queries=NUMBERS)
@pytest.mark.parametrize("name", SUBJECTS)
def test_a_row_depends_on_its_query_alone(name, units, queries):
    subject = SUBJECTS[name]
    index = subject.ranker.fit(subject.units(units))
    block = index.scores(subject.queries(queries, len(units)))
    again = index.scores(subject.queries(queries[::-1], len(units)))[::-1]
    alone = [index.scores(subject.queries([query], len(units)))[0] for query in queries]
    assert (block == again).all()
    assert (block == np.array(alone)).all()


@given(units=NUMBERS, queries=NUMBERS)
@pytest.mark.parametrize("name", ["vector", "bm25", "rank_bm25", "tantivy"])
def test_units_that_are_alike_tie(name, units, queries):
    subject = SUBJECTS[name]
    block = subject.ranker.fit(subject.units(units * 2)).scores(subject.queries(queries, 0))
    assert (block[:, : len(units)] == block[:, len(units) :]).all()


def test_a_ranker_has_a_name_a_step_and_a_fingerprint(subject):
    assert subject.ranker.name in KINDS
    assert 0 < subject.ranker.step <= 1
    assert subject.ranker.fingerprint.startswith(subject.ranker.name)


def test_fitting_leaves_the_settings_as_they_were(subject):
    before = repr(subject.ranker)
    subject.ranker.fit(subject.units([1, 2, 3]))
    assert repr(subject.ranker) == before


def test_no_query_is_an_empty_block(subject):
    if subject.ranker.name == "vector":
        pytest.skip("a block of no vectors still has a width")
    index = subject.ranker.fit(subject.units([1, 2, 3]))
    assert index.scores(subject.queries([], 3)).shape == (0, 3)
