from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldrank.inspection.marked_text import mark, within
from goldrank.representations.prefix import with_prefix
from goldrank.types import Chunk, Evidence, Span


@given(
    st.text(max_size=20),
    st.text(min_size=1, max_size=40),
    st.sampled_from(["lead", "tail"]),
    st.integers(0, 70),
    st.lists(st.tuples(st.integers(0, 70), st.integers(0, 70)), max_size=3),
)
def test_the_stretches_are_the_indexed_string_cut_and_nothing_else(prefix, body, where, end, spans):
    text = with_prefix(prefix, body, where)
    stretches = mark(text, end, [Span(min(s), max(s)) for s in spans])
    assert "".join(s.text for s in stretches) == text.text
    assert "".join(s.text for s in stretches if s.kind != "prefix") == body
    assert sum(len(s.text) for s in stretches if s.read) == min(end, len(text.text))


def test_what_lies_beyond_the_window_is_unread_whatever_it_is():
    # "Leave" and a blank line are 7 characters; "It must." then spans [7, 15), read to 10.
    text = with_prefix("Leave", "It must.")
    found = mark(text, 10, [Span(10, 15)])
    assert [(s.text, s.kind, s.read) for s in found] == [
        ("Leave\n\n", "prefix", True),
        ("It ", "chunk", True),
        ("must.", "evidence", False),
    ]


def test_evidence_that_begins_before_the_chunk_is_marked_from_the_chunk_on():
    text = with_prefix("Leave", "in writing, always")
    evidence = [Evidence("a.md", 95, 110), Evidence("b.md", 100, 105), Evidence("a.md", 300, 310)]
    # The chunk begins at 100 of the document and at 7 of the string.
    assert within(text, Chunk("a.md", 100, 118), evidence) == [Span(7, 17)]


def test_what_is_left_out_is_unread_though_reading_goes_on_behind_it():
    # "Leave" and a blank line are 7 characters; "ask 測量 now." spans [7, 19), 測量 [11, 13).
    text = with_prefix("Leave", "ask 測量 now, please")
    found = mark(text, 19, [Span(7, 13)], [Span(11, 12), Span(12, 13)])
    assert [(s.text, s.kind, s.read, s.left_out) for s in found] == [
        ("Leave\n\n", "prefix", True, False),
        ("ask ", "evidence", True, False),
        ("測量", "evidence", False, True),
        (" now, ", "chunk", True, False),
        ("please", "chunk", False, False),
    ]


def test_words_left_out_one_after_the_other_are_one_stretch_with_their_spaces():
    text = with_prefix("", "ሰላም ለሁሉም ነው ok")
    found = mark(text, None, [], [Span(0, 3), Span(4, 8), Span(9, 11)])
    assert [(s.text, s.read) for s in found] == [("ሰላም ለሁሉም ነው", False), (" ok", True)]
