"""What is detectable and needed, against closed forms and each other."""

from __future__ import annotations

import numpy as np
import pytest

from goldrank.measuring.sizes import Finding, detectable, queries_needed, standard_error


def test_without_clusters_the_standard_error_is_that_of_a_mean() -> None:
    values = np.resize([0.5, 0.0, -0.25, 0.0], 300)
    assert standard_error(values) == pytest.approx(values.std(ddof=1) / 300**0.5)


def test_queries_that_repeat_each_other_count_once() -> None:
    values = [0.5, -0.5, 0.25, 0.0]
    repeated, clusters = np.repeat(values, 10), np.repeat(np.arange(4), 10).tolist()
    assert standard_error(repeated, clusters) == pytest.approx(standard_error(values))


def test_what_is_detectable_and_what_is_needed_are_each_other_s_inverse() -> None:
    changes = np.resize([0.5, 0.0, -0.25, 0.0], 300)
    effect = detectable(changes, finding=Finding(tolerance=0.01))
    assert effect is not None
    # Student's t for what is seen, the normal law for what would be.
    assert queries_needed(changes, effect, finding=Finding(tolerance=0.01)) == pytest.approx(
        300, abs=3
    )


def test_a_drop_within_the_tolerance_is_found_by_no_number_of_queries() -> None:
    changes = np.resize([0.5, 0.0, -0.25, 0.0], 300)
    assert queries_needed(changes, 0.01, finding=Finding(tolerance=0.01)) is None
    far, near = (queries_needed(changes, e, finding=Finding(tolerance=0.01)) for e in (0.03, 0.02))
    # Beyond the tolerance .02 and .01: half as far, four times as many.
    assert far is not None
    assert near == pytest.approx(4 * far, abs=4)


def test_nothing_is_known_of_a_spread_that_was_not_seen() -> None:
    assert detectable([0.0] * 9) is None
    assert detectable([0.5, 0.0, 0.5], ["a", "a", "a"]) is None
    assert queries_needed([0.5], 0.5) is None
    assert queries_needed([0.5, 0.0], 0) is None
