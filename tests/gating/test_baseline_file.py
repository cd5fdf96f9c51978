"""A baseline file is whole and unedited, or it is refused with a reason."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.baselines import SYSTEM, baseline

from goldrank.errors import GoldrankError
from goldrank.gating.baseline_file import read_baseline, to_text, write_baseline
from goldrank.gating.baseline_schema import digest_of
from goldrank.gating.gate import gate
from goldrank.gating.gated_run import Gated
from goldrank.measuring.exact import Standing
from goldrank.suites.policy import policies_of

RUN = baseline({"q1": 1, "q2": Standing(None, split=True), "q3": 7})


def edited(path: Path, change, signed: bool = False) -> Path:
    """A baseline file after an edit; `signed` gives the edited content its own digest."""
    table = json.loads(write_baseline(RUN, path / "b.json").read_text(encoding="utf-8"))
    change(table)
    if signed:
        table["digest"] = digest_of(table)
    (path / "b.json").write_text(json.dumps(table), encoding="utf-8")
    return path / "b.json"


def worse_ranks(table):
    table["ranks"]["q1"] = ["500"]


def one_query_less(table):
    del table["ranks"]["q3"], table["queries"]["q3"]


def no_coverage(table):
    table["coverage"] = {}


def another_mean(table):
    table["MRR"][SYSTEM] = 0.9


def other_evidence(table):
    table["queries"]["q1"][1][0][0][1] = 99


@pytest.mark.parametrize(
    "change", [worse_ranks, one_query_less, no_coverage, another_mean, other_evidence]
)
def test_an_edit_is_refused_unless_it_is_meant(tmp_path, change) -> None:
    path = edited(tmp_path, change)
    with pytest.raises(GoldrankError, match="was edited after it was saved") as told:
        read_baseline(path)
    assert told.value.exit_code == 2
    assert "--accept-edited" in str(told.value)
    assert read_baseline(path, accept_edited=True).suite == "tiny"


def test_layout_and_line_ends_are_no_edit(tmp_path) -> None:
    path = edited(tmp_path, lambda table: None)  # json.dumps put all of it on one line
    assert read_baseline(path) == RUN
    path.write_bytes(to_text(RUN).replace("\n", "\r\n").encode())
    assert read_baseline(path) == RUN


def no_ranks(table):
    del table["ranks"]["q1"]


def no_query(table):
    del table["queries"]["q1"]


def a_rank_too_few(table):
    table["systems"].append("heading/raw/bm25")
    table["MRR"]["heading/raw/bm25"] = 0.0


def rank_zero(table):
    table["ranks"]["q1"] = ["0"]


def a_rank_in_words(table):
    table["ranks"]["q1"] = ["first"]


def a_number_as_text(table):
    table["window"] = "254"


def systems_as_text(table):
    table["systems"] = SYSTEM


def more_covered_than_there_is(table):
    table["coverage"]["heading/raw"]["covered"] = 2000


def an_unknown_key(table):
    table["rank"] = {}


def no_encoder(table):
    del table["fingerprints"]["encoder"]


def no_needs(table):
    table["queries"]["q1"][1] = []


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (no_ranks, "q1 has no ranks"),
        (no_query, "disagree on the needs of q1"),
        (a_rank_too_few, "ranks of q1: expected 2"),
        (rank_zero, r"ranks\.q1\.0"),
        (a_rank_in_words, r"ranks\.q1\.0"),
        (a_number_as_text, "window"),
        (systems_as_text, "systems"),
        (more_covered_than_there_is, r"coverage\.heading/raw"),
        (an_unknown_key, "rank"),
        (no_encoder, r"fingerprints\.encoder"),
        (no_needs, "disagree on the needs of q1"),
    ],
)
def test_what_does_not_fit_together_is_damage_and_its_place_is_named(
    tmp_path, change, place
) -> None:
    path = edited(tmp_path, change, signed=True)
    with pytest.raises(GoldrankError, match=f"damaged .*{place}") as told:
        read_baseline(path, accept_edited=True)
    assert told.value.exit_code == 2


def test_a_file_of_the_first_format_is_to_be_saved_again(tmp_path) -> None:
    def old(table):
        table["format"] = 1

    with pytest.raises(
        GoldrankError, match="expected a baseline of format 2, got 1; save it again"
    ):
        read_baseline(edited(tmp_path, old))


@given(cut=st.integers(0, len(to_text(RUN)) - 3))
def test_a_file_that_ends_early_is_refused(tmp_path_factory, cut: int) -> None:
    path = tmp_path_factory.mktemp("cut") / "b.json"
    path.write_text(to_text(RUN)[:cut], encoding="utf-8")
    with pytest.raises(GoldrankError) as told:
        read_baseline(path)
    assert told.value.exit_code == 2


KEYS = sorted(json.loads(to_text(RUN)))


@given(
    key=st.sampled_from(KEYS),
    value=st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=3)
    | st.just([[]])
    | st.just({"a": 1}),
)
def test_any_value_in_any_place_is_read_or_refused_and_never_a_crash(
    tmp_path_factory, key: str, value: object
) -> None:
    table = json.loads(to_text(RUN))
    table[key] = value
    table["digest"] = value if key == "digest" else digest_of(table)
    path = tmp_path_factory.mktemp("any") / "b.json"
    path.write_text(json.dumps(table), encoding="utf-8")
    assert outcome(path) in ("read", 2)


def outcome(path: Path) -> object:
    """`read`, or the exit code of the refusal; anything else is raised."""
    try:
        read_baseline(path)
    except GoldrankError as error:
        return error.exit_code
    return "read"


def places_of(value, place=()):
    """Where anything stands in a file."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield (*place, key)
        yield from places_of(value[key], (*place, key))


WHOLE = replace(
    RUN,
    fingerprints={**RUN.fingerprints, "chunks": {"heading": "3 ab"}},
    values={"AP": {SYSTEM: {"q1": 1.0, "q2": 0.0, "q3": 0.5}}},
    tags={"q1": ("twin",)},
    policies=("RR system=*",),
)
WRONG = (None, True, -1, 1.5, 10**40, "", "x", "9" * 5000, "\ud800", [], {}, [[1]], {"a": {}})


@pytest.mark.parametrize("place", list(places_of(json.loads(to_text(WHOLE)))), ids=str)
def test_nothing_wrong_anywhere_crashes_what_reads_a_baseline(tmp_path, place) -> None:
    for wrong in (*WRONG, "gone"):
        table = json.loads(to_text(WHOLE))
        *above, last = place
        inner = reduce(lambda part, key: part[key], above, table)
        if wrong == "gone":
            del inner[last]
        else:
            inner[last] = wrong
        path = tmp_path / "b.json"
        path.write_text(json.dumps(table), encoding="utf-8")
        assert gated_outcome(path) in (0, 1, 2, 3)


def gated_outcome(path: Path) -> int:
    """The exit code of a gate against a baseline file; anything but a refusal is raised."""
    try:
        before = read_baseline(path, accept_edited=True)
        return gate(before, Gated(WHOLE, {}), policies_of([]), resamples=9).exit_code
    except GoldrankError as error:
        return error.exit_code


def test_each_query_has_lines_of_its_own_so_that_a_diff_shows_which_moved() -> None:
    before = set(to_text(RUN).splitlines())
    after = set(
        to_text(baseline({"q1": 1, "q2": Standing(None, split=True), "q3": 8})).splitlines()
    )
    assert {line.partition(":")[0] for line in before - after} == {
        ' "q3"',
        f' "{SYSTEM}"',  # its mean
        '"digest"',
    }
