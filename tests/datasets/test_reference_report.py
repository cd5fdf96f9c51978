"""What the bundled dataset was written to show is what the reference report shows."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import goldrank

REPORT = Path(__file__).resolve().parents[2] / "reports" / "handbook"
HEADER_HELPS = ("pronoun", "imperative", "list-item", "underspecified", "twin", "repeated", "tail")


@pytest.fixture(scope="module")
def by_tag() -> pd.DataFrame:
    """MRR by vector: one row a tag, one column a variant."""
    run = goldrank.load(REPORT)
    rows = run.measurements.merge(run.queries[["query_id", "tags"]])
    return rows[rows.ranker == "vector"].pivot_table(index="tags", columns="variant", values="RR")


@pytest.mark.parametrize("tag", HEADER_HELPS)
def test_a_breadcrumb_helps_where_the_subject_stands_in_the_heading(by_tag: pd.DataFrame, tag: str):
    assert by_tag.breadcrumb[tag] > by_tag.raw[tag] + 0.2


def test_a_breadcrumb_does_about_nothing_to_chunks_that_name_their_subject(by_tag: pd.DataFrame):
    assert abs(by_tag.breadcrumb["self-contained"] - by_tag.raw["self-contained"]) < 0.05


def test_a_breadcrumb_does_not_help_under_empty_headings(by_tag: pd.DataFrame):
    assert by_tag.breadcrumb["empty-heading"] < by_tag.raw["empty-heading"]


def test_nothing_helps_where_the_evidence_is_split(by_tag: pd.DataFrame):
    assert (by_tag.loc["split"] == 0).all()


def test_an_abstract_that_overflows_harms_every_kind_of_question(by_tag: pd.DataFrame):
    others = by_tag.drop(index="split")
    assert (others.abstract < others.raw).all()


def test_an_abstract_that_fits_harms_chunks_that_need_no_header(by_tag: pd.DataFrame):
    assert by_tag["abstract-120"]["self-contained"] < by_tag.raw["self-contained"] - 0.05
