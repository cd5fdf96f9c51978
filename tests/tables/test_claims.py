"""Claims about a run's means, each held against chance."""

from __future__ import annotations

import numpy as np
import pandas as pd

from goldrank.measuring.paired import effect
from goldrank.tables.claims import Claims

RAW, CRUMB = ("heading", "raw", "vector"), ("heading", "breadcrumb", "vector")
RAW_WORDS, CRUMB_WORDS = ("heading", "raw", "bm25"), ("heading", "breadcrumb", "bm25")


def claims(values: dict[tuple[str, str, str], np.ndarray], per_cluster: int = 1) -> Claims:
    count = len(next(iter(values.values())))
    return Claims(values, tuple(f"d{n // per_cluster}" for n in range(count)))


def test_two_gains_of_one_size_are_nobody_s_alone() -> None:
    rng = np.random.default_rng(0)
    noise = [rng.normal(0, 0.3, 60) for _ in range(4)]
    held = claims(
        {RAW: noise[0], CRUMB: noise[1] + 0.3, RAW_WORDS: noise[2], CRUMB_WORDS: noise[3] + 0.25}
    )
    vector, words = (RAW, CRUMB), (RAW_WORDS, CRUMB_WORDS)
    assert held.gains([vector])[0].is_real
    assert not held.gains_apart([(vector, words)])[0].is_real
    apart = claims({**held.values, CRUMB_WORDS: noise[2]})
    assert apart.gains_apart([(vector, words)])[0].is_real


def test_the_best_of_twelve_variants_that_do_nothing_seldom_lifts() -> None:
    rng = np.random.default_rng(1)
    others = [("heading", f"v{n}", "vector") for n in range(12)]
    lifted = alone = 0
    for _ in range(60):
        values = {RAW: np.zeros(20)} | {name: rng.normal(0, 0.3, 20) for name in others}
        found = claims(values).gains([(RAW, other) for other in others])
        lifted += any(one.is_real for one in found)
        alone += any(one.p_value <= 0.05 for one in found)
    # 5 % of 60 and two standard errors; uncorrected it is 1 - .95^12 = 46 %.
    assert lifted <= 3 + 2 * (60 * 0.05 * 0.95) ** 0.5
    assert alone > 15


def test_the_interval_of_a_mean_is_wider_where_queries_share_documents() -> None:
    values = np.repeat(np.random.default_rng(2).uniform(0, 1, 30), 5)
    apart, shared = (claims({RAW: values}, size).mean(RAW).interval for size in (1, 5))
    assert apart is not None
    assert shared is not None
    # Five copies of each query count as one: the root of 5 wider.
    assert 1.8 < (shared.high - shared.low) / (apart.high - apart.low) < 2.8


def test_claims_come_from_tables_and_a_missing_value_is_zero() -> None:
    measurements = pd.DataFrame(
        [
            ("heading", "raw", "vector", "q1", 1.0),
            ("heading", "raw", "vector", "q2", 0.5),
            ("heading", "raw", "bm25", "q2", 0.25),
        ],
        columns=["chunker", "variant", "ranker", "query_id", "RR"],
    )
    queries = pd.DataFrame({"query_id": ["q1", "q2"]})
    evidence = pd.DataFrame({"query_id": ["q1", "q2"], "doc_id": ["a", "a"]})
    found = Claims.of(measurements, queries, evidence)
    assert found.clusters == ("a", "a")
    assert found.values[RAW_WORDS].tolist() == [0.0, 0.25]
    assert found.mean(RAW).p_value == effect([1.0, 0.5], ["a", "a"]).p_value
