"""The primary measure decides, whatever is shown beside it; the sentence says so."""

from __future__ import annotations

import numpy as np
import pytest

from goldrank.comparing.comparison import Difference, Pair
from goldrank.comparing.decision import decided
from goldrank.comparing.families import Asking, UntestedDifference, UntestedPair
from goldrank.gating.chance import Resampling
from goldrank.measuring.paired import effect


def raw_pair(columns: dict[str, np.ndarray], run: str = "", name: str = "a/b/c") -> UntestedPair:
    """A pair with these changes; every measure goes from .5."""
    queries = tuple(f"q{n}" for n in range(len(next(iter(columns.values())))))
    measures = [
        UntestedDifference(Difference(m, 0.5, 0.5 + c.mean(), True, len(c)), queries, c)
        for m, c in columns.items()
    ]
    counted = UntestedDifference(Difference("chunks", 10, 12, False))
    return UntestedPair(Pair(name, name, (), (), (), (), (), run=run), [*measures, counted], [])


def asking(count: int, per_cluster: int = 1) -> Asking:
    return Asking(Resampling({f"q{n}": f"d{n // per_cluster}" for n in range(count)}, 0, 999))


def changes(mean: float, count: int = 60, seed: int = 0) -> np.ndarray:
    noise = np.random.default_rng(seed).normal(0, 0.2, count)
    return noise - noise.mean() + mean


def test_the_primary_measure_says_the_same_whatever_stands_beside_it() -> None:
    mine = changes(0.06)
    alone = asking(60).pairs([raw_pair({"RR": mine})], "RR")[0].measures[0]
    noise = {f"m{n}": changes(0, seed=n) for n in range(12)}
    beside = asking(60).pairs([raw_pair({"RR": mine, **noise})], "RR")[0].measures[0]
    assert alone == beside
    assert alone.p_corrected == effect(mine, resamples=999).p_value
    assert alone.says() == "better"


def test_secondary_measures_are_corrected_for_each_other() -> None:
    columns = {"RR": changes(0.06), "AP": changes(0.06, seed=1)}
    columns |= {f"m{n}": changes(0, seed=n) for n in range(2, 14)}
    pair = asking(60).pairs([raw_pair(columns)], "RR")[0]
    found = {one.measure: one for one in pair.measures}
    assert found["AP"].p_value is not None
    assert found["AP"].p_corrected is not None
    assert found["AP"].p_corrected > 3 * found["AP"].p_value
    assert [one.measure for one in pair.measures if one.primary] == ["RR"]
    assert found["chunks"].p_corrected is None


@pytest.mark.parametrize("mean", [0.0, 0.04, 0.05, 0.06, 0.1])
def test_intervals_and_verdicts_agree_over_several_pairs(mean: float) -> None:
    pairs = [raw_pair({"RR": changes(mean, seed=n)}, name=f"a/b/{n}") for n in range(6)]
    for pair in asking(60, 2).pairs(pairs, "RR"):
        one = pair.measures[0]
        assert one.clusters == 30
        assert one.interval is not None
        outside = one.interval.low > 0 or one.interval.high < 0
        assert outside == (one.says() in ("better", "worse"))


def test_queries_of_one_document_count_once() -> None:
    values = np.repeat(changes(0.06, 30), 10)
    shared = asking(300, 10).pairs([raw_pair({"RR": values})], "RR")[0].measures[0]
    single = asking(30).pairs([raw_pair({"RR": changes(0.06, 30)})], "RR")[0].measures[0]
    assert shared.p_value == single.p_value
    assert shared.detectable == pytest.approx(single.detectable)


def said(*pairs: UntestedPair, count: int = 60) -> tuple[str, ...]:
    return decided(asking(count).pairs(list(pairs), "RR"))


def test_one_sentence_ships_what_is_better_and_holds_back_what_is_worse() -> None:
    assert said(raw_pair({"RR": changes(0.2)}))[0].startswith(
        "Ship: MRR 0.500 -> 0.700, +0.200 (95"
    )
    worse = said(raw_pair({"RR": changes(-0.2)}))[0]
    assert worse.startswith("Do not ship: MRR 0.500 -> 0.300, -0.200 (95")
    assert "60 queries" in worse


def test_what_may_be_chance_names_the_queries_that_would_tell() -> None:
    # 16 queries of spread .2 and a mean of .05: (2.8016 * .2 / .05)^2 is about 125.
    told = said(raw_pair({"RR": changes(0.05, 16)}), count=16)[0]
    assert told.startswith("Cannot tell with 16 queries: MRR 0.500 -> 0.550 (+0.050) may be chance")
    needed = int(told.split("about ")[1].split(" ")[0])
    spread = changes(0.05, 16).std(ddof=1)
    assert needed == int(np.ceil((2.8016 * spread / 0.05) ** 2))


def test_one_system_that_is_worse_holds_back_another_that_is_better() -> None:
    pairs = [
        raw_pair({"RR": changes(0.2)}, name="a/b/up"),
        raw_pair({"RR": changes(-0.2)}, name="a/b/down"),
    ]
    told = said(*pairs)[0]
    assert told.startswith("Do not ship: MRR of a/b/down 0.500 -> 0.300")
    assert told.endswith("; better: a/b/up.")


def test_no_change_at_all_is_nothing_to_decide() -> None:
    assert said(raw_pair({"RR": np.zeros(60)})) == ("Nothing to decide: MRR is as it was.",)


def test_each_run_has_its_sentence() -> None:
    told = said(raw_pair({"RR": changes(0.2)}, "new"), raw_pair({"RR": changes(-0.2)}, "old"))
    assert told[0].startswith("new: Ship: ")
    assert told[1].startswith("old: Do not ship: ")
