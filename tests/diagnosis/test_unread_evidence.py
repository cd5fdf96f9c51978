"""How much of its evidence a gold chunk's vector did not read."""

from __future__ import annotations

import pytest

from goldrank.diagnosis.unread_evidence import unread_share
from goldrank.types import Chunk, Evidence, Span

TEXTS = {"a.md": "ab cd ef gh", "b.md": "ab cd ef gh"}
WHOLE = Chunk("a.md", 0, 11)


@pytest.mark.parametrize(
    ("read", "share"),
    [
        ([Span(0, 11)], 0.0),
        ([], 1.0),
        ([Span(0, 5)], 0.5),
        ([Span(0, 6)], 0.5),
        ([Span(0, 2)], 0.75),
    ],
)
def test_the_share_is_of_characters_without_white_space(read, share):
    assert unread_share(WHOLE, read, [Evidence("a.md", 0, 11)], TEXTS) == share


def test_only_the_evidence_inside_the_chunk_counts():
    # Of "cd ef gh" the chunk has "cd ef"; its vector read "cd".
    chunk = Chunk("a.md", 3, 8)
    assert unread_share(chunk, [Span(3, 5)], [Evidence("a.md", 3, 11)], TEXTS) == 0.5


def test_text_beyond_the_evidence_may_go_unread():
    assert unread_share(WHOLE, [Span(0, 5)], [Evidence("a.md", 0, 5)], TEXTS) == 0.0
    assert unread_share(WHOLE, [Span(0, 5)], [Evidence("a.md", 6, 11)], TEXTS) == 1.0


def test_the_alternative_that_was_read_best_counts():
    evidence = [Evidence("a.md", 6, 11), Evidence("a.md", 3, 8), Evidence("b.md", 0, 2)]
    assert unread_share(WHOLE, [Span(0, 5)], evidence, TEXTS) == 0.5


def test_a_chunk_without_evidence_lost_none():
    assert unread_share(WHOLE, [], [Evidence("b.md", 0, 2), Evidence("a.md")], TEXTS) == 0.0


def test_a_vector_that_begins_after_the_evidence_read_none_of_it():
    assert unread_share(WHOLE, [Span(6, 11)], [Evidence("a.md", 0, 5)], TEXTS) == 1.0


def test_what_is_read_before_and_behind_a_gap_counts_together():
    # "ab" and "gh" of "ab cd ef gh" are read: half of it.
    read = [Span(0, 2), Span(9, 11)]
    assert unread_share(WHOLE, read, [Evidence("a.md", 0, 11)], TEXTS) == 0.5
