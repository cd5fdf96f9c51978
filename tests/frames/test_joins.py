"""Tables are joined by key, whatever the order of their rows, and never by halves."""

from __future__ import annotations

import pandas as pd
import pytest

from goldrank.errors import GoldrankError
from goldrank.frames.joins import joined

LEFT = pd.DataFrame({"query_id": ["a", "b"], "text": ["x", "y"]})


def test_a_value_goes_to_the_row_of_its_key_and_keeps_its_type():
    right = pd.DataFrame({"query_id": ["b", "a"], "rank": pd.array([None, 3], dtype="Int64")})
    found = joined(LEFT, right, ["rank"], ["query_id"])
    assert found["text"].tolist() == ["x", "y"]
    assert found["rank"].tolist() == [3, pd.NA]
    assert found["rank"].dtype == "Int64"


def test_a_key_that_occurs_twice_is_an_error():
    right = pd.DataFrame({"query_id": ["a", "a", "b"], "rank": [1, 2, 3]})
    with pytest.raises(GoldrankError, match=r"go together by query_id: .*not unique"):
        joined(LEFT, right, ["rank"], ["query_id"])


def test_a_row_without_a_counterpart_is_an_error_that_names_it():
    right = pd.DataFrame({"query_id": ["a"], "rank": [1]})
    with pytest.raises(GoldrankError, match=r"\{'query_id': 'b'\} is in one of them only"):
        joined(LEFT, right, ["rank"], ["query_id"])
