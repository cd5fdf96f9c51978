"""A ranker that knows nothing and one that knows everything have known values."""

from __future__ import annotations

import numpy as np

from goldrank.measuring.judgments import Gold, Judgments
from goldrank.measuring.measures import mean, parse_measure
from goldrank.rankers.order import rank_of
from goldrank.rankers.reference import Oracle, Random

MRR = parse_measure("RR")


def mrr(block: np.ndarray, gold: list[int]) -> float:
    ranks = [rank_of(row, position) for row, position in zip(block, gold, strict=True)]
    return mean(MRR(Judgments.of([[[Gold(r.rank if r else None)]] for r in ranks])))


def test_a_random_ranker_scores_the_harmonic_number_over_n():
    n, queries = 100, 4000
    expected = sum(1 / rank for rank in range(1, n + 1)) / n
    assert abs(expected - 0.051873775176) < 1e-12
    index = Random(seed=5).fit(n)
    got = mrr(index.scores([f"q{i}" for i in range(queries)]), [i % n for i in range(queries)])
    # The variance of 1/rank is mean(1/rank²) - mean² = 0.0137, so four standard errors are 0.0074.
    assert abs(got - expected) < 0.0074


def test_an_oracle_scores_one_and_a_backward_one_scores_one_over_n():
    n, gold = 100, [0, 42, 99]
    grades = [{position: 1} for position in gold]
    assert mrr(Oracle().fit(n).scores(grades), gold) == 1.0
    assert abs(mrr(Oracle(backwards=True).fit(n).scores(grades), gold) - 1 / n) < 1e-15


def test_another_ranker_gives_another_mean():
    n, gold = 100, [3] * 50
    ids = [f"q{i}" for i in range(50)]
    random = mrr(Random().fit(n).scores(ids), gold)
    assert random not in (1.0, mrr(Random(seed=1).fit(n).scores(ids), gold))


def test_an_oracle_puts_the_better_grade_first():
    row = Oracle().fit(4).scores([{1: 1, 3: 2}])[0]
    assert [rank_of(row, p).rank for p in (3, 1)] == [1, 2]


def test_an_order_depends_on_seed_and_query_alone():
    index = Random(seed=1).fit(30)
    block = index.scores(["a", "b", "a"])
    assert (block[0] == block[2]).all()
    assert (block[0] != block[1]).any()
    assert (block[1] == index.scores(["b"])[0]).all()
    assert (block[1] != Random(seed=2).fit(30).scores(["b"])[0]).any()
    assert sorted(block[0].tolist()) == list(range(30))


def test_settings_are_in_the_fingerprints():
    assert Random(1).fingerprint != Random(2).fingerprint
    assert Oracle().fingerprint != Oracle(backwards=True).fingerprint
