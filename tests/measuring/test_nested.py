"""A choice is valued on other queries than those that made it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.measuring.clusters import numbered
from goldrank.measuring.nested import fold_of, nested_choice


def slowly(values, clusters, preferred, folds, repeats, seed):
    """The same, query by query: fold by fold, the best mean of the others, ties as they are said."""
    rng = np.random.default_rng(seed)
    held = [0.0] * len(values)
    for _ in range(repeats):
        place = fold_of(numbered(clusters), folds, rng)
        for n in range(len(values)):
            others = [row for m, row in enumerate(values) if place[m] != place[n]]
            means = [round(sum(column) / len(others), 12) for column in zip(*others, strict=True)]
            best = max(means)
            choice = (
                preferred
                if preferred is not None and means[preferred] == best
                else means.index(best)
            )
            held[n] += values[n][choice] / repeats
    return held


@given(
    st.lists(
        st.tuples(st.integers(0, 5), *[st.sampled_from([0.0, 0.25, 0.5, 1.0])] * 3),
        min_size=6,
        max_size=14,
    ).filter(lambda rows: len({row[0] for row in rows}) >= 3),
    st.sampled_from([None, 0, 2]),
)
def test_each_query_has_the_value_of_what_the_other_folds_choose(rows, preferred):
    values, clusters = [row[1:] for row in rows], [row[0] for row in rows]
    found = nested_choice(values, clusters, preferred, folds=3, repeats=2, seed=4)
    assert found.values == pytest.approx(slowly(values, clusters, preferred, 3, 2, 4))
    assert found.chosen.sum() == 6  # two repeats of three folds


def test_queries_of_one_document_are_never_parted():
    place = fold_of(numbered(["a", "b", "a", "c", "b", "d"]), 3, np.random.default_rng(1))
    assert place[0] == place[2]
    assert place[1] == place[4]
    assert set(place.tolist()) == {0, 1, 2}


def test_among_settings_that_are_alike_the_best_looks_better_and_nothing_is_left():
    gains, left = [], []
    for seed in range(40):
        drawn = np.random.default_rng(seed).random((60, 12))  # one distribution for all settings
        found = nested_choice(drawn, range(60), 0, folds=5, repeats=2, seed=seed)
        gains.append(drawn[:, found.best].mean() - drawn[:, 0].mean())
        left.append(found.values.mean() - drawn[:, 0].mean())
    assert np.mean(gains) > 0.04  # chosen in hindsight
    # The mean of what is left is 0 but for chance: each has a standard deviation of about .05.
    assert abs(np.mean(left)) < 3 * 0.05 / np.sqrt(40)


def test_one_cluster_cannot_be_parted():
    with pytest.raises(GoldrankError, match="expected two folds and clusters or more"):
        nested_choice([[1.0, 0.0], [0.0, 1.0]], ["a", "a"])
