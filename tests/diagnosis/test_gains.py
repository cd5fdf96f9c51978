"""On which side a representation gains."""

from __future__ import annotations

import pandas as pd
from tests.diagnosis.test_fusion import RANKERS, needs

from goldrank.diagnosis.gains import gain_sources
from goldrank.types import Variant

VARIANTS = {
    "raw": Variant("raw", "raw", "raw"),
    "crumb": Variant("crumb", "crumb", "crumb"),
    "left": Variant("left", "crumb", "raw"),
    "right": Variant("right", "raw", "crumb"),
    "other": Variant("other", "title", "crumb"),
}


def systems(**means: float) -> pd.DataFrame:
    rows = [("c", name, "rrf", mean, mean - means["raw"]) for name, mean in means.items()]
    return pd.DataFrame(rows, columns=["chunker", "variant", "ranker", "RR", "RR_change"])


def test_a_gain_is_told_by_side_with_the_needs_that_moved():
    ranks = needs(
        raw_rrf=[4, 2, None], left_rrf=[1, 3, 9], right_rrf=[4, 2, None], crumb_rrf=[1] * 3
    )
    means = systems(raw=0.25, crumb=1.0, right=0.25, left=0.5)
    found = gain_sources(means, ranks, VARIANTS, "raw", RANKERS)
    assert found.side.tolist() == ["vector", "lexical", "both"]
    assert found.variant.tolist() == ["left", "right", "crumb"]
    assert found.RR_change.tolist() == [0.25, 0.0, 0.75]
    assert found.higher.tolist() == [2, 0, 3]
    assert found.lower.tolist() == [1, 0, 0]


def test_a_variant_that_changes_each_side_otherwise_has_no_one_source():
    ranks = needs(raw_rrf=[4], other_rrf=[1])
    assert gain_sources(systems(raw=0.25, other=1.0), ranks, VARIANTS, "raw", RANKERS).empty


def test_without_the_baseline_under_rrf_there_is_nothing_to_compare():
    ranks = needs(crumb_rrf=[1])
    means = systems(raw=0.25, crumb=1.0)
    assert gain_sources(means[means.variant == "crumb"], ranks, VARIANTS, "raw", RANKERS).empty
    assert gain_sources(means, ranks, VARIANTS, "nothing", RANKERS).empty
