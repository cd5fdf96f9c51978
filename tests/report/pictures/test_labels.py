"""Labels stand in order, apart from each other, and inside."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from goldrank.report.pictures.labels import constant_parts, parts_said, short, spread
from goldrank.types import System


@given(st.lists(st.floats(0, 1, allow_nan=False), max_size=20))
def test_no_two_labels_are_nearer_than_the_gap_and_all_are_inside(places: list[float]) -> None:
    found = spread(places, 0.04, 0.0, 1.0)
    assert len(found) == len(places)
    assert all(np.diff(sorted(found)) >= 0.04 - 1e-9)
    assert all(-1e-9 <= place <= 1 + 1e-9 for place in found)
    order = sorted(range(len(places)), key=lambda n: (places[n], n))
    assert [found[n] for n in order] == sorted(found)


def test_a_label_that_has_room_stays_where_it_is() -> None:
    assert spread([0.2, 0.8], 0.1, 0, 1) == [0.2, 0.8]


def test_a_long_name_loses_its_middle_and_hidden_characters_are_shown() -> None:
    assert short("x" * 100, 11) == "xxxxx…xxxxx"
    assert short("a\u202eb") == "a\\u{202e}b"
    assert short("标题/原文/向量") == "标题/原文/向量"


def test_what_is_the_same_of_all_systems_is_said_once() -> None:
    systems = [System("heading", "raw", "bm25"), System("heading", "raw", "vector")]
    assert parts_said(systems) == ["bm25", "vector"]
    assert constant_parts(systems) == "heading/raw"
    assert constant_parts(systems[:1]) == ""
    assert parts_said(systems[:1]) == ["heading/raw/bm25"]
