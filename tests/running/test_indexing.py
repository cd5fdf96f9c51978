"""From chunks to indexes: what is pooled, and what repeats."""

from __future__ import annotations

from goldrank.encoders.base import Reading
from goldrank.running.indexing import counted, first_units
from goldrank.types import Chunk
from goldrank.window.input_checks import distinct_cut


def test_progress_is_told_what_is_new():
    told: list[int] = []
    advance = counted(told.append)
    for done in (2, 2, 5):
        advance(done, 5)
    assert told == [2, 0, 3]


def test_only_the_first_of_each_input_that_is_cut_is_verified():
    def reading(key: bytes, tokens: int) -> Reading:
        return Reading(tokens, min(tokens, 3), 1, key)

    readings = [reading(b"a", 3), reading(b"b", 4), reading(b"c", 9), reading(b"b", 4)]
    assert distinct_cut(readings) == [1, 2]


def test_each_document_begins_once():
    chunks = [Chunk("a", 0, 1), Chunk("c", 0, 1), Chunk("c", 1, 2)]
    assert first_units(chunks).tolist() == [0, 1]
