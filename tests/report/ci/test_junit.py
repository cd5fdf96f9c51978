"""JUnit XML of a gate."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.gate_results import hostile, need, policy, result

from goldrank.errors import GoldrankError
from goldrank.gating.verdicts import Drift, GateResult, Verdict
from goldrank.report.ci.junit import gate_junit, refused_junit, write_junit

FOLDER = Path("/w")
# Of junit-10.xsd of Jenkins' xunit plugin: what each element may hold, in any order of children.
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase"},
    "testcase": {"failure", "error", "skipped", "system-out"},
}
ATTRIBUTES = {
    "testsuites": set(),
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testcase": {"name", "classname", "time"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
    "skipped": {"message"},
    "system-out": set(),
}


def parsed(text: str) -> ET.Element:
    root = ET.fromstring(text.encode())
    for element in root.iter():
        assert set(element.attrib) <= ATTRIBUTES[element.tag]
        assert {child.tag for child in element} <= CHILDREN.get(element.tag, set())
    (suite,) = root
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        assert int(suite.get(name, "")) == len(suite.findall(f"testcase/{tag}"))
    assert int(suite.get("tests", "")) == len(suite.findall("testcase"))
    return suite


def cases(of: GateResult) -> dict[str, ET.Element]:
    suite = parsed(gate_junit(of, FOLDER))
    return {case.get("name", ""): case for case in suite}


def test_each_policy_and_system_is_a_test_case_and_one_lists_the_needs():
    two = result(policy(Verdict.PASS), policy(Verdict.PASS, system="heading/raw/vector"))
    assert list(cases(two)) == [
        "MRR heading/raw/bm25",
        "MRR heading/raw/vector",
        "what is not as in the baseline",
        "needs that rank lower than in the baseline",
    ]


def test_a_policy_that_fails_the_build_is_a_failure_with_the_gates_sentence():
    failed = policy(Verdict.FAIL, True)
    failure = cases(result(failed))["MRR heading/raw/bm25"].find("failure")
    assert failure is not None
    assert (failure.get("type"), failure.get("message"), failure.text) == (
        "FAIL",
        failed.sentence,
        failed.sentence,
    )


def test_an_inconclusive_policy_is_skipped_and_a_failure_where_the_build_fails_on_it():
    allowed = cases(result(policy(Verdict.INCONCLUSIVE)))["MRR heading/raw/bm25"]
    assert [child.tag for child in allowed] == ["skipped"]
    refused = cases(result(policy(Verdict.INCONCLUSIVE, True)))["MRR heading/raw/bm25"]
    assert [(child.tag, child.get("type")) for child in refused] == [("failure", "INCONCLUSIVE")]


def test_every_need_that_ranks_lower_is_listed_and_none_is_a_failure():
    listing = cases(result(policy(Verdict.PASS), worse=(need(1), need(2, 3, 9))))
    case = listing["needs that rank lower than in the baseline"]
    assert case.findtext("system-out", "").splitlines() == [
        "q.jsonl:1: q1: rank 1 -> not found (heading/raw/bm25): text 1",
        "q.jsonl:2: q2: rank 3 -> rank 9 (heading/raw/bm25): text 2",
    ]


def test_a_name_with_dots_makes_no_package():
    of = replace(result(policy(Verdict.PASS)), suite="my.suite")
    assert {case.get("classname") for case in cases(of).values()} == {
        "goldrank.my_suite.MRR",
        "goldrank.my_suite.changes",
        "goldrank.my_suite.needs",
    }


def test_hostile_texts_stay_valid_and_readable():
    suite = parsed(gate_junit(hostile(), FOLDER))
    message = suite.find("testcase/failure")
    assert message is not None
    shown = message.get("message", "")
    assert "]]>" in shown
    assert "::error file=x::<b>&\"'|`" in shown
    assert not set("\x00\x1b\x0b\ufffe\ud800") & set(shown)


@given(st.text(st.characters(exclude_categories=()), max_size=30))
def test_no_text_whatever_breaks_the_file(text: str):
    assert len(parsed(refused_junit(text, text))) == 1


def test_a_refusal_is_an_error_not_a_missing_file():
    (case,) = parsed(refused_junit("handbook", "no baseline at x; save one"))
    error = case.find("error")
    assert error is not None
    assert error.get("message") == "no baseline at x; save one"


def test_a_file_goes_into_a_folder_that_is_made(tmp_path: Path):
    path = tmp_path / "new" / "gate.xml"
    write_junit(refused_junit("é", "x"), path)
    assert ET.parse(path).getroot().tag == "testsuites"
    with pytest.raises(GoldrankError, match="cannot write the JUnit file"):
        write_junit("", tmp_path)


def test_what_changed_is_listed_and_never_a_failure():
    drift = (Drift("policies", "The gate asks for something else."),)
    case = cases(replace(result(policy(Verdict.PASS)), drift=drift))[
        "what is not as in the baseline"
    ]
    assert case.findtext("system-out") == "The gate asks for something else."
    assert (
        cases(result(policy(Verdict.PASS)))["what is not as in the baseline"][0].text == "nothing"
    )
