from __future__ import annotations

import pytest
from tests.chunkers.contract import texts

from goldrank.chunkers.section import SectionChunker

DEFAULT = SectionChunker("section")


def words(count: int) -> str:
    """`count` characters of five-letter words and spaces, ending in a letter."""
    return ("abcde " * count)[:count].rstrip().ljust(count, "z")


def test_small_sections_merge_forward_until_they_are_large_enough():
    small = SectionChunker("s", min_characters=12, max_characters=40)
    # "## A\n\naaa" has 9 characters, with B 20: enough. C is the last, with nothing to merge into.
    assert texts(small, "## A\n\naaa\n\n## B\n\nbbb\n\n## C\n\nccc\n") == [
        "## A\n\naaa\n\n## B\n\nbbb",
        "## C\n\nccc",
    ]


def test_small_sections_merge_however_far_down_they_stand():
    text = f"## Long\n\n{words(900)}\n\n## A\n\n{words(50)}\n\n## B\n\n{words(60)}\n"
    assert [len(t) for t in texts(DEFAULT, text)] == [9 + 900, 6 + 50 + 2 + 6 + 60]


def test_sections_do_not_merge_into_one_that_would_have_to_be_cut():
    text = f"## A\n\n{words(100)}\n\n## B\n\n{words(700)}\n\n{words(400)}\n"
    assert [len(t) for t in texts(DEFAULT, text)] == [6 + 100, 6 + 700 + 2 + 400]


@pytest.mark.parametrize(("second", "count"), [(1082, 1), (1083, 2)])
def test_a_merge_of_exactly_the_ceiling_is_made(second, count):
    # 6 + 104 characters, a blank line, 6 + second: 1200 with 1082.
    text = f"## A\n\n{words(104)}\n\n## B\n\n{words(second)}"
    assert len(texts(DEFAULT, text)) == count


@pytest.mark.parametrize(("first", "count"), [(193, 1), (194, 2)])
def test_a_section_of_200_characters_is_large_enough(first, count):
    text = f"## A\n\n{words(first)}\n\n## B\n\n{words(50)}"
    assert len(texts(DEFAULT, text)) == count


def test_a_level_1_heading_cuts_nothing():
    text = f"intro\n\n# Title\n\n{words(300)}\n\n## B\n\n{words(300)}\n\n# Again\n\nend\n"
    first, second = texts(DEFAULT, text)
    assert first.startswith("intro\n\n# Title")
    assert second.startswith("## B")
    assert second.endswith("# Again\n\nend")


def test_text_before_the_first_heading_is_a_chunk():
    text = f"{words(250)}\n\n### B\n\n{words(250)}\n"
    assert texts(DEFAULT, text)[0] == words(250)


def test_a_section_over_the_ceiling_is_cut_between_paragraphs():
    paragraphs = [words(500), words(600), words(700)]
    found = texts(DEFAULT, "## A\n\n" + "\n\n".join(paragraphs))
    assert found == ["## A\n\n" + "\n\n".join(paragraphs[:2]), paragraphs[2]]


def test_a_paragraph_over_the_ceiling_is_cut_not_passed_on():
    found = texts(DEFAULT, "## A\n\n" + "x" * 3000)
    assert max(map(len, found)) == 1200
    assert "".join(found) == "## A\n\n" + "x" * 3000


def test_a_heading_line_without_body_is_not_lost():
    assert texts(DEFAULT, "## Empty\n\n## B\n\nmore\n") == ["## Empty\n\n## B\n\nmore"]
