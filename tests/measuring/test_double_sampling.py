"""A rule's labels of a population are corrected by its errors on a sample."""

from __future__ import annotations

import numpy as np
import pytest

from goldrank.errors import GoldrankError
from goldrank.measuring.double_sampling import corrected_shares
from goldrank.measuring.shares import share_intervals

# What a rule with errors calls units of three classes: rows are the classes, columns the labels.
CONFUSION = np.array([[0.8, 0.15, 0.05], [0.1, 0.85, 0.05], [0.1, 0.2, 0.7]])


def population(stream: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    true = np.repeat(np.arange(3), [430, 330, 40])
    label = np.array([stream.choice(3, p=CONFUSION[each]) for each in true])
    return true, label


def sampled(true: np.ndarray, label: np.ndarray, size: int, stream: np.random.Generator):
    taken = stream.choice(len(true), size, replace=False)
    table = np.zeros((3, 3), int)
    np.add.at(table, (label[taken], true[taken]), 1)
    return table, np.bincount(label, minlength=3).tolist()


def test_it_is_what_a_hand_finds():
    found = corrected_shares([[8, 2, 0], [1, 8, 1], [0, 5, 5]], [50, 30, 20])
    # .5 * .8 + .3 * .1; .5 * .2 + .3 * .8 + .2 * .5; .3 * .1 + .2 * .5
    assert found.shares == pytest.approx((0.43, 0.44, 0.13))


def test_it_is_the_most_likely_of_all():
    """Tenenbein's likelihood, which a search cannot make larger."""
    table, of = np.array([[18, 4, 1], [3, 20, 2], [1, 4, 7]]), np.array([300, 260, 100])
    found = corrected_shares(table, of)

    def logarithm(joint: np.ndarray) -> float:
        rest = of - table.sum(axis=1)
        return float((table * np.log(joint)).sum() + rest @ np.log(joint.sum(axis=1)))

    best = (of / of.sum())[:, None] * table / table.sum(axis=1, keepdims=True)
    assert best.sum(axis=0) == pytest.approx(found.shares)
    stream = np.random.default_rng(0)
    for _ in range(2_000):
        other = np.abs(best + stream.normal(0, 0.01, (3, 3)))
        assert logarithm(other / other.sum()) <= logarithm(best)


def test_over_many_samples_it_is_right_in_the_mean_and_its_intervals_hold_together():
    stream = np.random.default_rng(1)
    true, label = population(stream)
    shares = np.bincount(true) / len(true)
    found, plain, held = [], [], 0
    for _ in range(2_000):
        table, of = sampled(true, label, 150, stream)
        each = corrected_shares(table, of)
        found.append(each.shares)
        plain.append(table.sum(axis=0) / 150)
        held += all(low <= s <= high for (low, high), s in zip(each.intervals, shares, strict=True))
    # One deviation of the mean of 2,000 samples is at most .001.
    assert np.abs(np.mean(found, axis=0) - shares).max() < 0.003
    labels_alone = np.bincount(label) / len(label)
    assert np.abs(labels_alone - shares).max() > 0.03
    assert held / 2_000 >= 0.94
    # The rule's labels are worth something: its estimates vary less than those of the sample alone.
    assert (np.var(found, axis=0)[:2] < 0.75 * np.var(plain, axis=0)[:2]).all()


def test_a_rule_that_says_nothing_leaves_what_the_sample_says():
    found = corrected_shares([[60, 30, 10]], [1_000])
    assert found.shares == pytest.approx((0.6, 0.3, 0.1))
    plain = share_intervals([60, 30, 10], 1_000)
    assert np.allclose(found.intervals, plain, atol=0.002)


def test_where_all_were_read_the_count_is_the_answer():
    found = corrected_shares([[8, 2], [1, 9]], [10, 10])
    assert [tuple(each) for each in found.intervals] == [(0.45, 0.45), (0.55, 0.55)]


def test_a_label_with_few_in_the_sample_is_pooled_and_one_that_nobody_has_is_left_out():
    few = corrected_shares([[40, 10, 0], [10, 39, 0], [0, 0, 1], [0, 0, 0]], [500, 400, 100, 0])
    pooled = corrected_shares([[40, 10, 0], [10, 39, 1]], [500, 500])
    assert few == pooled
    none = corrected_shares([[40, 10], [0, 0]], [500, 100])
    assert none.shares == pytest.approx((0.8, 0.2))


@pytest.mark.parametrize(
    ("table", "of"), [([[1, 2]], [3, 4]), ([[0, 0]], [3]), ([[2, 2]], [3]), ([1, 2], [3, 4])]
)
def test_what_does_not_fit_is_refused(table: list, of: list[int]):
    with pytest.raises(GoldrankError, match="expected"):
        corrected_shares(table, of)
