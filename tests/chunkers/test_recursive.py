from __future__ import annotations

import pytest
from tests.chunkers.contract import budget, cut, texts

from goldrank.chunkers.recursive import RecursiveChunker
from goldrank.errors import GoldrankError


def characters(limit: int, overlap: int = 0, **settings: object) -> RecursiveChunker:
    return RecursiveChunker("r", limit, "characters", 0, overlap, **settings)


def test_equal_chunks_keep_their_own_places():
    assert [(c.start, c.end) for c in cut(characters(4), "beep beep")] == [(0, 4), (5, 9)]


def test_three_equal_words_with_uneven_spaces_keep_their_places():
    chunks = cut(characters(4), "beep  beep\nbeep")
    assert [(c.start, c.end) for c in chunks] == [(0, 4), (6, 10), (11, 15)]


def test_separators_count_with_overlap():
    found = texts(characters(5, 2), "ox   yak   emu   bat")
    assert found == ["ox", "yak", "emu", "bat"]  # two of them with three spaces are 8


def test_the_overlap_holds_where_nothing_separates():
    assert texts(characters(4, 1), "klmnopqr") == ["klmn", "nopq", "qr"]


def test_the_coarsest_separator_is_tried_first():
    text = "a b. c d\n\ne f. g h\ni"
    assert texts(characters(11), text) == ["a b. c d", "e f. g h\ni"]
    assert texts(characters(8), text) == ["a b. c d", "e f. g h", "i"]
    assert texts(characters(4), text) == ["a b.", "c d", "e f.", "g h", "i"]


def test_small_neighbours_are_merged_and_share_whole_pieces():
    assert texts(characters(5, 3), "aa bb cc dd") == ["aa bb", "bb cc", "cc dd"]
    assert texts(characters(5, 1), "aa bb cc dd") == [
        "aa bb",
        "cc dd",
    ]  # no whole piece is so small


def test_as_many_pieces_are_shared_as_leave_room_for_the_next():
    # "b c" would be small enough to share, but "b c ddddd" has nine characters.
    assert texts(characters(8, 5), "aa b c ddddd") == ["aa b c", "c ddddd"]


def test_a_long_piece_is_cut_without_dragging_its_neighbours_along():
    assert texts(characters(6), "ab\n\ncdefgh ijk\n\nlm") == ["ab", "cdefgh", "ijk", "lm"]


def test_tokens_of_the_final_text_are_counted():
    # The full stop is a token too: three and one, three and two.
    assert texts(RecursiveChunker("r", 3), "one two. three. four") == ["one two.", "three. four"]


@pytest.mark.parametrize(
    "settings",
    [{"overlap": 5}, {"overlap": -1}, {"separators": ("\n", 1)}, {"separators": "\n"}],
)
def test_settings_that_make_no_sense_are_refused(settings):
    with pytest.raises(GoldrankError, match=next(iter(settings))):
        RecursiveChunker("r", 5, **settings)


def test_an_overlap_as_large_as_the_window_is_refused_when_the_window_is_known():
    with pytest.raises(GoldrankError, match="overlap"):
        cut(RecursiveChunker("r", overlap=8), "text", budget(8))


def test_user_separators_are_texts_not_patterns():
    assert texts(characters(3, separators=(".",)), "ab.cd") == ["ab.", "cd"]
