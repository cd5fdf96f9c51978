"""A quote that was typed otherwise than its text is found, and what is found can be pasted."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.text.loose import loosely
from goldrank.text.quotes import occurrences

TEXT = (
    "# Café\n\nThe board said “no” – twice.\nIt’s *never* paid in March; ask the cashier's desk "
    "first,\nthen your manager.\n\nNothing more.\n"
)


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ('The board said "no" - twice.', "The board said “no” – twice."),
        ("THE BOARD SAID “NO”", "The board said “no”"),
        ("It's never paid", "It’s *never* paid"),
        (
            "ask the cashier’s desk … your manager",
            "ask the cashier's desk first,\nthen your manager",
        ),
        ("said [...] twice", "said “no” – twice"),
        (unicodedata.normalize("NFD", "café"), "Café"),
    ],
)
def test_a_quote_is_found_however_it_is_typed(quote: str, found: str) -> None:
    assert occurrences(TEXT, quote) == []
    assert [TEXT[a:b] for a, b in loosely(TEXT, quote)] == [found]


@pytest.mark.parametrize(
    "quote", ["board said yes", "first ... The board", "", "…", "desk\nmanager"]
)
def test_other_words_another_order_and_nothing_are_not_found(quote: str) -> None:
    assert loosely(TEXT, quote) == []


def test_an_ellipsis_does_not_reach_across_a_whole_document() -> None:
    far = "begin here. " + "word " * 500 + "the end"
    assert loosely(far, "begin here … the end") == []


@given(st.text(min_size=1, max_size=60), st.data())
def test_any_stretch_of_any_text_is_found_in_it_in_either_composition(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    words = [w for w in text[start:end].split() if w.isalpha() and w.isascii()]
    for word in words:
        for typed in (word.upper(), word.lower(), f"**{word}**"):
            assert any(word.casefold() in text[a:b].casefold() for a, b in loosely(text, typed))
