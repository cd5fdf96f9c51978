from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from tests.chunkers.contract import TEXTS

from goldrank.chunkers.graphemes import boundary_after, boundary_before, trim


def boundaries(text: str) -> list[int]:
    """The slow twin: every boundary, from the front."""
    return [0, *(cluster.end() for cluster in regex.finditer(r"\X", text))]


@given(text=TEXTS, data=st.data())
def test_the_boundary_found_nearby_is_that_of_a_walk_from_the_front(text, data):
    known = boundaries(text)
    floor = data.draw(st.sampled_from(known))
    at = data.draw(st.integers(floor, len(text)))
    assert boundary_before(text, floor, at) == max(b for b in known if b <= at)
    assert boundary_after(text, floor, at) == min(b for b in known if b >= at)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\r\n", None),
        ("", None),
        ("\u00a0it\u3000", (1, 3)),
        (" \u0301a", (0, 3)),  # the accent stands on the space
        ("a \u0301", (0, 3)),
        ("\u200b", (0, 1)),  # no white space
    ],
)
def test_trimming_leaves_whole_graphemes(text, expected):
    assert trim(text, 0, len(text)) == expected
