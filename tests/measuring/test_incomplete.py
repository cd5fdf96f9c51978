"""Measures over incomplete judgments are trec_eval's."""

from __future__ import annotations

import pytest
import pytrec_eval
from hypothesis import example, given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.measuring.incomplete import bpref, condensed, gold_of
from goldrank.measuring.judgments import Judgments
from goldrank.measuring.measures import parse_measure

UNITS = [f"u{n:02}" for n in range(12)]


@example(UNITS, 3, {"u00": 0, "u01": 0, "u02": 1})  # more before it than are relevant
@given(
    st.permutations(UNITS),
    st.integers(0, 12),
    st.dictionaries(st.sampled_from(UNITS), st.integers(0, 3), min_size=1),
)
def test_bpref_and_condensed_measures_are_those_of_trec_eval(
    order: list[str], depth: int, grades: dict[str, int]
):
    ranking = order[:depth]
    if not any(grades.values()):
        with pytest.raises(GoldrankError, match="none"):
            bpref(ranking, grades)
        return
    oracle = pytrec_eval.RelevanceEvaluator({"q": grades}, {"bpref", "ndcg_cut_5", "recip_rank"})

    def asked(units: list[str]) -> dict[str, float]:
        run = {unit: float(len(units) - place) for place, unit in enumerate(units)}
        found = oracle.evaluate({"q": run}).get("q")  # nothing for what nothing is retrieved
        return found or dict.fromkeys(("bpref", "ndcg_cut_5", "recip_rank"), 0.0)

    assert bpref(ranking, grades) == pytest.approx(asked(ranking)["bpref"], abs=1e-9)
    short = condensed(ranking, grades)
    judgments = Judgments.of([[gold_of(short, grades)]])
    for name, theirs in (("nDCG@5", "ndcg_cut_5"), ("RR", "recip_rank")):
        (value,) = parse_measure(name)(judgments)
        assert value == pytest.approx(asked(short)[theirs], abs=1e-9)
