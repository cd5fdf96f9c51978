"""Quotes in texts, and the stretch that is most like one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldrank.text.quotes import fold, nearest, occurrences, paste, short, trimmed


def near_text(text: str, quote: str) -> str | None:
    near = nearest(text, quote)
    return None if near is None else text[near.span.start : near.span.end]


def test_white_space_of_a_quote_matches_any_run_of_white_space():
    text = "Run\u00a0 make\r\n\tnow."
    assert occurrences(text, " Run make\nnow. ") == [(0, len(text))]


def test_signs_of_a_quote_are_no_pattern():
    assert occurrences("cost (a+b)* [x]", "(a+b)* [x]") == [(5, 15)]
    assert occurrences("aaab", "a+b") == []


def test_a_quote_of_white_space_occurs_nowhere():
    assert occurrences("a b", " \n") == []


def test_the_nearest_text_is_the_sentence_with_one_word_changed():
    text = "# T\n\nAsk your lead. It is due in 30 days at most. Then wait.\n\nOther words here.\n"
    assert near_text(text, "It is due in 21 days at most.") == "It is due in 30 days at most."


def test_the_nearest_text_begins_where_the_quote_would_though_its_first_word_changed():
    text = "Ask. They are due in 30 days at most. Then wait a while longer for it."
    assert near_text(text, "It are due in 30 days at most.") == "They are due in 30 days at most."


def test_the_nearest_text_ends_where_the_quote_would_though_its_last_word_changed():
    text = "Ask. It is due in 30 days sharp. Then wait."
    assert near_text(text, "It is due in 30 days flat.") == "It is due in 30 days sharp."


def test_the_nearest_text_stays_in_its_block():
    assert (
        near_text("one two three four\n\nfive six", "two three four nine ten") == "two three four"
    )


def test_a_block_may_hold_line_ends_and_blank_lines_part_blocks_with_crlf_too():
    text = "a b c\r\nd e f\r\n\r\ng h i"
    assert near_text(text, "b c d e") == "b c\r\nd e"
    assert near_text(text, "e f g h") in ("e f", "g h i", "d e f")


def test_a_text_like_nothing_has_no_nearest_text():
    assert nearest("alpha beta gamma", "wholly other words") is None
    assert nearest("", "words") is None
    assert nearest("a b", "   ") is None


def test_the_nearest_text_of_a_long_document_is_found_beyond_words_that_occur_everywhere():
    filler = "the quick note is in the book of the day.\n\n" * 500
    text = filler + "Badges are in the office of the porter.\n\n" + filler
    assert near_text(text, "Keys are in the office of the porter.") == (
        "Badges are in the office of the porter."
    )


@given(st.text(alphabet="ab \n.é👩", max_size=60), st.integers(0, 60), st.integers(1, 20))
def test_a_slice_of_a_text_is_its_own_nearest_text(text: str, start: int, size: int):
    quote = text[start : start + size].strip()
    found = occurrences(text, quote)
    if quote:
        assert trimmed(text, start, start + size) in found
        assert all(fold(text[a:b]) == fold(quote) for a, b in found)


@given(st.text(max_size=80), st.text(max_size=30))
def test_the_nearest_text_is_always_a_stretch_of_the_text(text: str, quote: str):
    near = nearest(text, quote)
    if near is not None:
        assert 0 <= near.span.start < near.span.end <= len(text)
        assert 0.4 <= near.ratio <= 1


def test_a_short_text_is_quoted_whole_and_a_long_one_is_cut():
    assert short("a\n b") == '"a b"'
    assert short("abcdef", 4) == '"abc…"'


def test_what_is_pasted_is_json():
    assert paste(quote='say "é"\n') == r'"quote": "say \"é\"\n"'
