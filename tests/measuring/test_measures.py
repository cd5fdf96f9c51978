"""Measures are trec_eval's to twelve digits, and a miss is always in the mean."""

from __future__ import annotations

import time

import numpy as np
import pytest
import pytrec_eval
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.measuring.judgments import Gold, Judgments
from goldrank.measuring.measures import Measure, mean, median_rank, parse_measure
from goldrank.rankers.order import full_ranks, ordered, quantise

# Ours and trec_eval's names of the same measures.
THEIRS = {
    "RR": "recip_rank",
    "AP": "map",
    "nDCG": "ndcg",
    "Rprec": "Rprec",
    **{f"R@{k}": f"recall_{k}" for k in (1, 3, 5, 10, 1000)},
    **{f"P@{k}": f"P_{k}" for k in (1, 3, 5, 10)},
    **{f"Success@{k}": f"success_{k}" for k in (1, 3, 5, 10)},
    **{f"nDCG@{k}": f"ndcg_cut_{k}" for k in (1, 3, 5, 10, 1000)},
    **{f"AP@{k}": f"map_cut_{k}" for k in (1, 3, 5, 10)},
}
ASKED = {
    "recip_rank", "map", "ndcg", "Rprec", "recall.1,3,5,10,1000", "P.1,3,5,10",
    "success.1,3,5,10", "ndcg_cut.1,3,5,10,1000", "map_cut.1,3,5,10",
}  # fmt: skip


def one(name: str, *needs: list[Gold]) -> float:
    return float(parse_measure(name)(Judgments.of([list(needs)]))[0])


def ranked(order: str, gold: str) -> list[Gold]:
    """One need whose gold units are those of `gold`, ranked as `order` has them."""
    units = order.split()
    return [Gold(units.index(u) + 1 if u in units else None, unit=u) for u in gold.split()]


def random_queries(seed: int, queries: int) -> list[tuple[list[str], dict[str, int]]]:
    """Rankings with many ties, short lists, graded judgments, and gold that is not retrieved."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(queries):
        n = int(random.integers(1, 40))
        row = quantise(random.integers(0, 6, n) / 10, 1e-6, random.random(n) < random.random())
        judged = random.choice(n + 10, size=int(random.integers(1, n + 5)), replace=False)
        qrel = {f"d{u}": int(random.integers(-1, 4)) for u in judged}
        made.append(([f"d{p}" for p in ordered(row)], qrel))
    return made


@pytest.mark.parametrize("seed", range(4))
def test_measures_equal_trec_evals_on_runs_with_ties(seed):
    made = random_queries(seed, 600)
    run = {
        f"q{i}": {unit: float(len(order) - r) for r, unit in enumerate(order)}
        for i, (order, _) in enumerate(made)
        if order
    }
    qrels = {f"q{i}": qrel for i, (_, qrel) in enumerate(made)}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, ASKED).evaluate(run)
    needs = [
        [[Gold(order.index(u) + 1 if u in order else None, g, u) for u, g in qrel.items()]]
        for order, qrel in made
    ]
    judged = Judgments.of(needs)
    for name, their_name in THEIRS.items():
        ours = parse_measure(name)(judged)
        # trec_eval says nothing of a query that the run lacks: ours is 0.
        expected = [theirs.get(f"q{i}", {}).get(their_name, 0.0) for i in range(len(made))]
        assert np.abs(ours - expected).max() < 1e-12, name


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 3)), min_size=1, max_size=8))
def test_one_need_a_gold_chunk_makes_recall_over_needs_recall_over_chunks(entries):
    gold = [[Gold(rank, 1)] for rank in {rank for rank, _ in entries}]
    assert one("recall@5", *gold) == one("R@5", *gold)


@given(st.lists(st.lists(st.integers(1, 50), max_size=3), min_size=1, max_size=6), st.randoms())
def test_values_follow_their_queries_and_the_mean_follows_none(ranks, random):
    queries = [[[Gold(r) for r in need]] for need in ranks]
    order = random.sample(range(len(queries)), len(queries))
    for name in ("RR@10", "nDCG@10", "AP", "recall@5"):
        values = parse_measure(name)(Judgments.of(queries))
        again = parse_measure(name)(Judgments.of([queries[i] for i in order]))
        assert again.tolist() == values[order].tolist()
        assert mean(again) == mean(values)


def test_renaming_a_tied_unit_changes_nothing_because_place_decides():
    # trec_eval gives RR 1.0 for gold m7 tied with m3, and 0.5 for m7 tied with m9.
    row = quantise([[0.4, 0.4]], 1e-6)
    first, second = full_ranks(row)[0]
    assert (one("RR", [Gold(int(first))]), one("RR", [Gold(int(second))])) == (1.0, 0.5)
    assert (1.0 + 0.5) / 2 == 0.75  # the mean over both orders of the tie


def test_a_query_that_the_run_lacks_scores_zero_and_stays_in_the_mean():
    queries = [[[Gold(1)]], [[Gold(2)]], [[Gold(None)]], [[Gold(None)]]]
    judged = Judgments.of(queries)
    assert mean(parse_measure("RR")(judged)) == (1 + 1 / 2 + 0 + 0) / 4 == 0.375
    assert mean(parse_measure("R@10")(judged)) == 0.5


@pytest.mark.parametrize("name", ["RR", "RR@5", "R@5", "recall@5", "P@5", "AP", "nDCG", "Rprec"])
def test_nothing_retrieved_is_a_miss_not_an_error(name):
    assert one(name, ranked("", "a")) == 0.0
    assert one(name, ranked("x y z w", "a")) == 0.0


def test_no_query_has_no_mean():
    with pytest.raises(GoldrankError, match="no query could be scored"):
        mean(parse_measure("RR")(Judgments.of([])))


def test_a_gold_chunk_for_two_needs_is_not_found_twice():
    assert one("R@4", [Gold(1, unit="c7")], [Gold(1, unit="c7")]) == 1.0
    assert one("R@3", ranked("c7", "c4 c7 c9")) == pytest.approx(1 / 3)
    assert one("recall@4", [Gold(1)], [Gold(1)]) == 1.0


def test_rr_is_of_the_first_gold_chunk_of_any_need():
    need = ranked("n1 g2 g1 n2 g3", "g1 g2 g3")
    assert [gold.rank for gold in need] == [3, 2, 5]
    assert one("RR", need) == one("RR", *[[gold] for gold in need]) == 0.5


def test_recall_divides_by_all_gold_chunks_also_where_k_is_smaller():
    need = ranked("g1 x", "g1 g2 g3 g4")
    assert (one("R@1", need), one("RR@1", need), one("Success@1", need)) == (0.25, 1.0, 1.0)


def test_a_short_list_does_not_shrink_the_denominator():
    need = ranked("a", "a b c d e f g h i j")
    assert one("R@10", need) == 0.1
    assert one("P@10", need) == 0.1


def test_a_unit_named_as_the_query_is_a_unit_like_others():
    assert one("R@5", ranked("9 8 7 6 5", "5 6 7 8 9")) == 1.0


def test_the_second_chunk_of_a_need_adds_to_r_but_not_to_recall():
    # Need one has chunks at 1 and 2; need two has one at 9.
    needs = [Gold(1), Gold(2)], [Gold(9)]
    assert one("recall@5", *needs) == 1 / 2
    assert one("R@5", *needs) == pytest.approx(2 / 3)


def test_a_split_need_is_a_miss_in_every_mean():
    needs = [Gold(1)], []
    assert one("recall@5", *needs) == one("R@5", *needs) == one("AP", *needs) == 0.5
    assert one("nDCG", *needs) == pytest.approx(1 / (1 + 1 / np.log2(3)))
    assert one("RR", *needs) == 1.0


def test_grades_are_gains_and_a_binary_measure_counts_one_and_up():
    need = [Gold(1, 1), Gold(2, 3), Gold(3, 0)]
    dcg, ideal = 1 + 3 / np.log2(3), 3 + 1 / np.log2(3)
    assert one("nDCG@10", need) == pytest.approx(dcg / ideal, abs=1e-15)
    assert one("P@3", need) == pytest.approx(2 / 3)


def test_only_grades_of_zero_score_zero():
    assert [one(name, [Gold(1, 0)]) for name in ("RR", "nDCG", "recall@1", "AP", "Rprec")] == [
        0.0
    ] * 5


def test_a_cutoff_is_inclusive():
    assert one("RR@3", [Gold(3)]) == pytest.approx(1 / 3)
    assert one("RR@2", [Gold(3)]) == 0.0


@pytest.mark.parametrize("name", [*THEIRS, "RR@10", "recall@5"])
def test_a_name_parses_to_a_measure_with_that_name(name):
    assert str(parse_measure(name)) == name
    assert parse_measure(name) == parse_measure(name)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("ndcg@10", "nDCG@10"),
        ("nDGC@10", "nDCG@10"),
        ("MRR", "RR"),
        ("mrr@10", "RR@10"),
        ("MAP", "AP"),
        ("Recall@5", "recall@5"),
        ("recall_5", "recall@5"),
        ("precision@3", "P@3"),
        ("hit_rate@3", "Success@3"),
        ("R", "R@5"),
        ("P@0", "P@5"),
        ("Rprec@5", "Rprec"),
        ("succes@5", "Success@5"),
        ("nDCG@", "nDCG"),
        ("nDCG@05", "nDCG@5"),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(name, nearest):
    with pytest.raises(GoldrankError, match=rf"did you mean '{nearest}'\?"):
        parse_measure(name)


@given(st.text(max_size=12))
def test_any_other_text_is_refused_with_a_name_that_is_known(text):
    try:
        parse_measure(text)
    except GoldrankError as error:
        suggestion = str(error).rsplit("'", 2)[1]
        assert str(parse_measure(suggestion)) == suggestion


def test_a_measure_is_a_value():
    assert {parse_measure("RR@5"), Measure("RR", 5)} == {Measure("RR", 5)}


def test_a_median_takes_a_miss_as_beyond_the_last():
    assert median_rank([1, 2, 9]) == 2.0
    assert median_rank([1, 2, None, None]) is None  # half way between 2 and beyond
    assert median_rank([None, 1, 2, None, 4]) == 4.0
    with pytest.raises(GoldrankError, match="expected at least one rank"):
        median_rank([])


def test_27_systems_by_1000_queries_are_measured_in_seconds():
    random = np.random.default_rng(0)
    ranks = random.integers(1, 41_000, size=(1000, 3)).tolist()
    queries = [[[Gold(a), Gold(b)], [Gold(c)]] for a, b, c in ranks]
    measures = [
        parse_measure(n) for n in ("RR", "RR@10", "R@5", "recall@5", "nDCG@10", "AP", "P@5")
    ]
    since = time.process_time()
    for _ in range(27):
        judged = Judgments.of(queries)
        for measure in measures:
            measure(judged)
    assert time.process_time() - since < 5  # half a second when nothing else runs
