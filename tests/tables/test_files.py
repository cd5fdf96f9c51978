"""Tables as files: the same rows are the same bytes, and no text runs in a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from goldrank.frames.rows import rows_by, rows_of
from goldrank.runs.places import apart, together
from goldrank.tables.files import FORMULA, harmless, write_csv, write_parquet
from goldrank.text.unsafe import IN_TABLES

TABLE = pd.DataFrame(
    {
        "id": ["=1+1", "-2", "leave", None],
        "rank": pd.array([1, None, 3, 4], dtype="Int64"),
        "share": [-0.1, 1 / 3, float("nan"), 1.0],
        "split": [True, False, True, False],
    }
)


def test_a_csv_is_exact_and_harmless(tmp_path: Path):
    write_csv(TABLE, tmp_path / "t.csv")
    assert (tmp_path / "t.csv").read_bytes() == (
        b"id,rank,share,split\n'=1+1,1,-0.1,True\n'-2,,0.3333333333333333,False\n"
        b"leave,3,,True\n,4,1.0,False\n"
    )


def test_the_same_rows_are_the_same_bytes_whatever_their_index(tmp_path: Path):
    write_parquet(TABLE, tmp_path / "a")
    write_parquet(TABLE.set_axis([9, 8, 7, 6]), tmp_path / "b")
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a"), TABLE)


@given(st.text(max_size=8))
def test_no_text_begins_like_a_formula(text: str):
    shown = str(harmless(text))
    kept = "".join("�" if IN_TABLES.match(c) else c for c in text)
    assert shown in (kept, "'" + kept)
    assert not shown.lstrip().startswith(FORMULA)


def test_rows_are_dictionaries_in_order_and_the_first_of_a_name_counts():
    table = pd.DataFrame({"a": ["x", "y", "x"], "b": [1, 2, 3]})
    assert [row["b"] for row in rows_of(table)] == [1, 2, 3]
    assert rows_by(table, "a") == {"x": {"a": "x", "b": 1}, "y": {"a": "y", "b": 2}}


NESTED = st.recursive(
    st.none() | st.integers() | st.sampled_from(["docs", "/home/me/docs", "/"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["path", "model", "name"]), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["corpus", "queries", "path"]), NESTED, max_size=3))
def test_settings_put_together_again_are_what_they_were(settings):
    kept, places = apart(settings)
    assert together(kept, places) == settings
    assert all(value.startswith("/") for value in places.values())


def test_only_absolute_paths_are_kept_apart():
    settings = {"encoder": {"model": "bundled"}, "corpus": {"path": "docs"}, "name": "/x"}
    assert apart(settings) == (settings, {})
