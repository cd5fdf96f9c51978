"""What `bench validate` says of filters before a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.filters.corpora import write_filtered
from tests.tiny import FILES, QUERIES

from goldrank.errors import GoldrankError
from goldrank.runs.run_suite import work_through
from goldrank.suites.suite import load_suite
from goldrank.validation.validate import Validation, validate_file

METADATA = {"leave.md": {"tenant": "acme"}, "pay.md": {"tenant": "bolt"}}


def validated(folder: Path, asked: dict, metadata: dict = METADATA) -> Validation:
    queries = [{**QUERIES[0], "filter": asked}, QUERIES[1]]
    suite = write_filtered(folder, metadata, FILES, queries, "", "")
    return validate_file(suite, folder / "cache")


def kinds(found: Validation) -> list[tuple[str | None, str, str]]:
    return [(p.query_id, p.kind, p.level) for p in found.problems if p.kind in ("filter", "hidden")]


def test_a_filter_that_leaves_the_evidence_is_no_problem(tmp_path):
    assert kinds(validated(tmp_path, {"tenant": "acme"})) == []


def test_hidden_evidence_is_a_warning_that_says_which_rule_hides_it(tmp_path):
    found = validated(tmp_path, {"tenant": "bolt"})
    assert kinds(found) == [("q1", "hidden", "warning")]
    said = next(p.message for p in found.problems if p.kind == "hidden")
    assert "hides all evidence of need 1 (leave.md: tenant, another value)" in said


@pytest.mark.parametrize(
    ("asked", "metadata", "who"),
    [
        ({"tenent": "acme"}, METADATA, "q1"),
        ({"as_of": "soon"}, METADATA, "q1"),
        ({"as_of": "2026-01-01"}, {**METADATA, "pay.md": {"from": "May"}}, None),
    ],
)
def test_what_stops_a_run_is_an_error_of_validate_too(tmp_path, asked, metadata, who):
    found = validated(tmp_path, asked, metadata)
    assert kinds(found) == [(who, "filter", "error")]
    with pytest.raises(GoldrankError):
        work_through(load_suite(tmp_path / "tiny.toml"), tmp_path / "cache")
