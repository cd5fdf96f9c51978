from __future__ import annotations

from tests.chunkers.contract import budget, texts

from goldrank.chunkers.paragraph import ParagraphChunker

CHUNKER = ParagraphChunker("paragraph")


def test_every_block_is_a_chunk_and_heading_lines_are_in_none():
    text = "# A\n\none\ntwo\n\n- x\n- y\n\n## B\n\n```\na\n\nb\n```\n\n> ## Quoted\n> text\n"
    assert texts(CHUNKER, text) == [
        "one\ntwo",
        "- x\n- y",
        "```\na\n\nb\n```",
        "> ## Quoted\n> text",
    ]


def test_paragraphs_of_one_section_stay_apart():
    assert texts(CHUNKER, "# A\n\none\n\ntwo\n\nthree\n") == ["one", "two", "three"]


def test_link_definitions_are_not_lost():
    assert texts(CHUNKER, "see [x]\n\n[x]: https://example.org\n") == [
        "see [x]",
        "[x]: https://example.org",
    ]


def test_a_block_over_the_limit_is_cut_by_itself():
    assert texts(CHUNKER, "a b c. d e\n\nf\n", budget(4)) == ["a b c.", "d e", "f"]


def test_a_plain_text_has_no_headings_to_drop():
    assert texts(CHUNKER, "# one\n\ntwo\n", format="text") == ["# one", "two"]


def test_trimmed_offsets_leave_the_indentation_out():
    assert texts(CHUNKER, "# A\n\n    code\n\n  text \n") == ["code", "text"]
