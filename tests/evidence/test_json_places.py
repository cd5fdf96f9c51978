"""Where values stand in JSON."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from goldrank.evidence.json_places import elements, value_at
from goldrank.types import Span

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=12,
)


def paths_of(value, path=()):
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths_of(item, (*path, key))
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from paths_of(item, (*path, index))


@given(VALUES, st.sampled_from([None, 1]), st.booleans())
def test_the_text_at_every_path_is_the_value_there(value, indent, ascii_only):
    text = "\n " + json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    for path, expected in paths_of(value):
        span = value_at(text, path)
        assert span is not None
        assert json.loads(text[span.start : span.end]) == expected


def test_of_a_key_that_occurs_twice_the_last_counts_as_in_json():
    text = '{"a": 1, "a": 2}'
    span = value_at(text, ("a",))
    assert span is not None
    assert text[span.start : span.end] == "2" == str(json.loads(text)["a"])


def test_a_path_that_leads_nowhere_has_no_place():
    text = '{"a": [1], "b": "x"}'
    for path in (("c",), ("a", 1), ("a", "b"), ("b", 0), ("b", "x"), ("c", "d")):
        assert value_at(text, path) is None


def test_only_a_list_has_elements():
    assert list(elements('{"a": 1}', Span(0, 8))) == []
    assert list(elements("[ ]", Span(0, 3))) == []
    assert list(elements("[1 , 2]", Span(0, 7))) == [(1, 2), (5, 6)]
