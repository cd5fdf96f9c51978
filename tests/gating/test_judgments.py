"""Judgments that changed are drift: the code is judged on those of the baseline, or not at all."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.baselines import PARTS, baseline
from tests.tiny import FILES, QUERIES, write_tiny

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import KnownQuery, known_evidence
from goldrank.gating.baseline_file import write_baseline
from goldrank.gating.gate import Accepted, gate_suite
from goldrank.gating.gated_run import light_baseline, run_light
from goldrank.gating.judgments import rejudged
from goldrank.gating.verdicts import NotComparable
from goldrank.suites.suite import load_suite
from goldrank.suites.suite_tables import GateSettings

EASY = {"doc_id": "leave.md", "quote": "Ask your manager"}


def judged(*needs, corpus: str = "c", documents=None):
    made = baseline([1], documents=documents or {"a.md": "1", "b.md": "1"})
    known = tuple(tuple(need) for need in needs)
    return replace(
        made, queries={"q1": KnownQuery("t", known)}, fingerprints={**PARTS, "corpus": corpus}
    )


ONE = known_evidence("a.md", 5, "the answer")
OTHER = known_evidence("b.md", 9, "an easier answer")


def counts(before, after) -> list[tuple[int, int, int]]:
    return [(one.added, one.removed, one.regraded) for one in rejudged(before, after)]


def test_an_alternative_more_or_less_a_need_more_and_another_grade_are_judgments() -> None:
    assert counts(judged([ONE]), judged([ONE, OTHER])) == [(1, 0, 0)]
    assert counts(judged([ONE, OTHER]), judged([ONE])) == [(0, 1, 0)]
    assert counts(judged([ONE]), judged([ONE], [OTHER])) == [(1, 0, 0)]
    assert counts(judged([ONE]), judged([replace(ONE, grade=2)])) == [(0, 0, 1)]


def test_the_same_judgment_elsewhere_or_more_often_is_none() -> None:
    moved = replace(ONE, start=50)
    assert counts(judged([ONE]), judged([moved], corpus="d")) == []
    assert counts(judged([ONE]), judged([ONE, replace(ONE, doc_id="b.md")])) == []


def test_evidence_whose_document_changed_is_the_corpus_s_doing() -> None:
    now = {"a.md": "1", "b.md": "2"}
    gone = judged([ONE], corpus="d", documents=now)
    assert counts(judged([ONE, OTHER]), gone) == []
    reworded = known_evidence("b.md", 9, "an easier reply")
    assert counts(judged([ONE, OTHER]), judged([ONE, reworded], corpus="d", documents=now)) == []
    elsewhere = known_evidence("a.md", 70, "something else")
    added = judged([ONE, OTHER, elsewhere], corpus="d", documents=now)
    assert counts(judged([ONE, OTHER]), added) == [(1, 0, 0)]


def saved(folder: Path, **options) -> tuple[Path, Path]:
    suite = write_tiny(folder, **options)
    loaded = load_suite(suite)
    light = light_baseline(run_light(loaded, folder / "cache"), loaded)
    return suite, write_baseline(light, folder / "b.json")


def judge_anew(folder: Path) -> None:
    """Two alternatives for q1: one place and its neighbour."""
    first = {
        **QUERIES[0],
        "evidence": [{**QUERIES[0]["evidence"][0], "need": 1}, {**EASY, "need": 1}],
    }
    lines = [json.dumps(one) for one in (first, QUERIES[1])]
    (folder / "queries.jsonl").write_text("\n".join(lines) + "\n")


def test_a_gate_refuses_judgments_made_anew_and_shows_both_ranks(tmp_path) -> None:
    suite, file = saved(tmp_path)
    judge_anew(tmp_path)
    with pytest.raises(NotComparable, match="1 query was judged anew") as told:
        gate_suite(load_suite(suite), file, tmp_path / "cache")
    assert told.value.exit_code == 3
    assert "q1: 1 added" in str(told.value)
    assert "on the old" in str(told.value)
    assert "on the new" in str(told.value)


def test_what_is_accepted_is_judged_as_the_baseline_judged(tmp_path) -> None:
    suite, file = saved(tmp_path)
    judge_anew(tmp_path)
    result = gate_suite(load_suite(suite), file, tmp_path / "cache", accepted=Accepted(True))
    # Nothing else changed, so on the old judgments every rank is what it was.
    assert (result.exit_code, result.worse, result.better) == (0, (), 0)
    assert [drift.what for drift in result.drift] == ["judgments"]


def test_a_regression_does_not_hide_behind_easier_judgments(tmp_path) -> None:
    rest = '[[gate]]\nmeasure = "RR"\nalpha = "off"\n'
    suite, file = saved(tmp_path, rest=rest)
    judge_anew(tmp_path)
    # A chunker that cuts every evidence apart: on the old judgments both needs are split.
    suite.write_text(
        suite.read_text()
        + '[[chunker]]\nname = "heading"\nkind = "fixed"\nlimit = 3\nreserve = 0\n'
    )
    result = gate_suite(load_suite(suite), file, tmp_path / "cache", accepted=Accepted(True))
    assert result.exit_code == 1


def test_a_need_of_grade_0_is_not_ranked_and_moves_no_other(tmp_path) -> None:
    not_it = {**EASY, "grade": 0, "need": 1}
    first = {**QUERIES[0], "evidence": [not_it, {**QUERIES[0]["evidence"][0], "need": 2}]}
    suite, file = saved(tmp_path, queries=(first, QUERIES[1]))
    result = gate_suite(load_suite(suite), file, tmp_path / "cache")
    assert (result.exit_code, result.needs_compared, result.worse) == (0, 2, ())


def test_most_of_the_needs_must_be_compared(tmp_path) -> None:
    suite, file = saved(tmp_path)
    (tmp_path / "corpus" / "leave.md").unlink()
    with pytest.raises(NotComparable, match=r"only 1 of the baseline's 2 needs.*left out: q1"):
        gate_suite(load_suite(suite), file, tmp_path / "cache")


def test_documents_that_are_gone_leave_too_little_to_judge(tmp_path) -> None:
    allowed = '[[gate]]\nmeasure = "RR"\nmin_compared = 0.5\n'
    suite, file = saved(tmp_path, rest=allowed)
    (tmp_path / "corpus" / "leave.md").write_text(FILES["leave.md"][:30])
    assert gate_suite(load_suite(suite), file, tmp_path / "cache").needs_compared == 1


def test_a_gate_that_was_loosened_says_so(tmp_path) -> None:
    suite, file = saved(tmp_path)
    suite.write_text(suite.read_text() + '[[gate]]\nmeasure = "RR"\nmax_drop = 0.5\n')
    result = gate_suite(load_suite(suite), file, tmp_path / "cache")
    assert [drift.what for drift in result.drift] == ["policies"]
    assert any("max_drop=0.5" in sentence for sentence in result.sentences)


def test_a_variant_that_no_vector_ranker_reads_does_not_name_the_coverage(tmp_path) -> None:
    only = (
        '[[variant]]\nname = "lexonly"\ndense = "raw"\nlexical = "title"\nrankers = ["bm25"]\n'
        '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'
    )
    suite, file = saved(tmp_path, rest=only)
    assert list(json.loads(file.read_text())["coverage"]) == ["heading/raw"]
    assert gate_suite(load_suite(suite), file, tmp_path / "cache").exit_code == 0


def test_systems_that_no_policy_is_about_are_reported_without_weight(tmp_path) -> None:
    rest = '[[gate]]\nmeasure = "RR"\nsystem = ["*/raw/vector", "*/raw/rrf"]\n'
    suite, file = saved(tmp_path, rest=rest)
    result = gate_suite(load_suite(suite), file, tmp_path / "cache")
    assert {one.system for one in result.policies} == {"heading/raw/vector", "heading/raw/rrf"}
    others = {one.system for one in result.others}
    assert "heading/raw/bm25" in others
    assert others.isdisjoint(one.system for one in result.policies)
    assert any(line.startswith("Without weight") for line in result.sentences)


def replace_evidence(folder: Path) -> None:
    """Other evidence for q1: nothing of the old is left."""
    lines = [json.dumps(one) for one in ({**QUERIES[0], "evidence": [EASY]}, QUERIES[1])]
    (folder / "queries.jsonl").write_text("\n".join(lines) + "\n")


def test_evidence_that_was_replaced_can_be_accepted(tmp_path) -> None:
    suite, file = saved(tmp_path)
    replace_evidence(tmp_path)
    with pytest.raises(NotComparable, match="q1: 1 added, 1 removed"):
        gate_suite(load_suite(suite), file, tmp_path / "cache")
    result = gate_suite(load_suite(suite), file, tmp_path / "cache", accepted=Accepted(True))
    assert (result.exit_code, result.needs_compared, result.worse) == (0, 2, ())


def test_an_edit_of_one_document_does_not_excuse_judgments_in_another() -> None:
    # Its own document, a.md, is as it was; b.md is not.
    now = {"a.md": "1", "b.md": "2"}
    other = known_evidence("a.md", 90, "an easier answer")
    assert counts(judged([ONE]), judged([other], corpus="d", documents=now)) == [(1, 1, 0)]
    assert counts(judged([ONE]), judged(corpus="d", documents=now)) == [(0, 1, 0)]
    # The same where a.md was edited is a quote that follows its text.
    now = {"a.md": "2", "b.md": "1"}
    assert counts(judged([ONE]), judged([other], corpus="d", documents=now)) == []
    assert counts(judged([ONE]), judged([other], [OTHER], corpus="d", documents=now)) == [(1, 0, 0)]


def test_a_query_id_may_hold_spaces_and_colons(tmp_path) -> None:
    first = {**QUERIES[0], "query_id": "a b: c"}
    suite, file = saved(tmp_path, queries=(first, QUERIES[1]))
    lines = [json.dumps(one) for one in ({**first, "evidence": [EASY]}, QUERIES[1])]
    (tmp_path / "queries.jsonl").write_text("\n".join(lines) + "\n")
    with pytest.raises(NotComparable, match="a b: c: 1 added, 1 removed"):
        gate_suite(load_suite(suite), file, tmp_path / "cache")


def test_a_query_that_had_no_evidence_is_as_good_as_new(tmp_path) -> None:
    empty = {"query_id": "q3", "text": "who pays", "evidence": []}
    suite, file = saved(tmp_path, queries=(*QUERIES, empty))
    lines = [json.dumps(one) for one in (*QUERIES, {**empty, "evidence": [EASY]})]
    (tmp_path / "queries.jsonl").write_text("\n".join(lines) + "\n")
    result = gate_suite(load_suite(suite), file, tmp_path / "cache")
    assert result.needs_compared == 2
    assert any("1 query is new and not compared (q3)" in line for line in result.sentences)


def test_a_gate_may_ask_for_a_measure_that_the_run_shows_nowhere_else(tmp_path) -> None:
    suite, file = saved(tmp_path, rest='[[gate]]\nmeasure = "nDCG@7"\n')
    result = gate_suite(load_suite(suite), file, tmp_path / "cache")
    assert {one.measure for one in result.policies} == {"nDCG@7"}
    suite.write_text(suite.read_text().replace("nDCG@7", "nDCG@8"))
    with pytest.raises(NotComparable, match="the baseline has no nDCG@8"):
        gate_suite(load_suite(suite), file, tmp_path / "cache")


def test_new_judgments_join_no_clusters(tmp_path) -> None:
    suite, file = saved(tmp_path)
    # Both queries share leave.md now, twice; on the old judgments each has its own document.
    easy = [{**EASY, "need": 2}, {"doc_id": "leave.md", "quote": "Call before nine", "need": 3}]
    lines = [
        json.dumps({**query, "evidence": [{**query["evidence"][0], "need": 1}, *easy]})
        for query in QUERIES
    ]
    (tmp_path / "queries.jsonl").write_text("\n".join(lines) + "\n")
    result = gate_suite(load_suite(suite), file, tmp_path / "cache", accepted=Accepted(True))
    assert {one.clusters for one in result.policies if one.measure == "RR"} == {2}


def test_a_run_that_lacks_a_measure_of_the_gate_is_no_baseline(tmp_path) -> None:
    suite = load_suite(write_tiny(tmp_path))
    run = run_light(suite, tmp_path / "cache")
    asking = suite.model_copy(update={"gate": (GateSettings(measure="nDCG@7"),)})
    with pytest.raises(GoldrankError, match="asks for nDCG@7, which this run of tiny was not"):
        light_baseline(run, asking)
