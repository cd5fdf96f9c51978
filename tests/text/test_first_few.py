"""A long list in a sentence: none of it is lost, and what is not shown is counted."""

import pytest

from goldrank.text.first_few import first_few


@pytest.mark.parametrize(
    ("count", "said"), [(0, ""), (1, "0"), (3, "0, 1, 2"), (4, "0, 1, 2 and 1 more")]
)
def test_only_a_list_that_is_longer_says_how_many_more(count: int, said: str):
    assert first_few([str(n) for n in range(count)], 3) == said


def test_sentences_are_joined_as_sentences_and_large_numbers_are_read_easily():
    said = first_few(["a"] * 1_236, 2, between="; ", last="; and ")
    assert said == "a; a; and 1,234 more"
