from __future__ import annotations

import time
from dataclasses import dataclass

import pytest
from tests.chunkers.contract import budget, cut, document_of, texts

from goldrank.chunkers.base import Budget
from goldrank.chunkers.heading import HeadingChunker
from goldrank.chunkers.registry import make_chunker
from goldrank.outline import parse_outline
from goldrank.text.tokens import WordCounter
from goldrank.types import Span

WHOLE = HeadingChunker("heading")
BARE = HeadingChunker("heading", include_heading=False)


@dataclass(frozen=True)
class LineCounter:
    """A line is a token."""

    fingerprint: str = "lines"

    def count(self, text: str) -> int:
        return len(self.spans(text))

    def spans(self, text: str) -> list[Span]:
        found, at = [], 0
        for line in text.splitlines(keepends=True):
            found.append(Span(at, at + len(line.rstrip())))
            at += len(line)
        return found


def test_each_section_is_one_chunk_with_its_heading_line_first():
    text = "# A\n\none\n\ntwo\n\n## B\n\nthree\n"
    assert texts(WHOLE, text) == ["# A\n\none\n\ntwo", "## B\n\nthree"]


def test_without_heading_lines_a_chunk_is_the_body_with_its_blank_lines():
    assert texts(BARE, "# A\n\none\n\ntwo\n\nthree\n") == ["one\n\ntwo\n\nthree"]


def test_text_before_the_first_heading_is_a_chunk():
    assert texts(WHOLE, "Read me first.\n\n# A\n\nb\n") == ["Read me first.", "# A\n\nb"]
    assert texts(BARE, "Read me first.\n\n# A\n\nb\n") == ["Read me first.", "b"]


@pytest.mark.parametrize(
    "text", ["just text\n", "\n\n  just text", "---\ntitle: T\n---\njust text"]
)
def test_a_document_without_headings_is_one_chunk(text):
    assert texts(WHOLE, text) == ["just text"]


@pytest.mark.parametrize("text", ["", "\n \n", "---\ntitle: T\n---\n"])
def test_a_document_without_body_has_no_chunk(text):
    assert texts(WHOLE, text) == []


@pytest.mark.parametrize("chunker", [WHOLE, BARE])
def test_a_leaf_without_body_is_its_heading_line_and_a_parent_is_nothing(chunker):
    text = "# Top\n\n## Empty\n\n## B\n\n### Deep\n\nmore\n\n## Last\n"
    titles = [t for t in texts(chunker, text) if "more" not in t]
    assert titles == ["## Empty", "## Last"]


def test_a_leaf_without_body_keeps_its_own_path():
    text = "# A\n\nbody\n\n## Empty\n\n## B\n\nmore\n\n## Last\n"
    outline = parse_outline(text)
    assert [outline.path_at(chunk.start)[-1] for chunk in cut(BARE, text)] == [
        "A",
        "Empty",
        "B",
        "Last",
    ]


def test_a_setext_leaf_without_body_is_both_its_lines():
    assert texts(BARE, "One\n---\n\nTwo\n---\n\nbody\n") == ["One\n---", "body"]


def test_a_heading_without_a_title_and_body_is_no_chunk():
    assert texts(WHOLE, "##\n\n## B\n\nmore\n") == ["## B\n\nmore"]


@pytest.mark.parametrize("heading", ["##", "## ##", "##\t", "## <!-- later -->"])
def test_sections_without_a_title_keep_their_text_in_chunks_of_their_own(heading):
    text = f"# Top\n\na\n\n{heading}\n\nb\n\n{heading}\n\nb\n"
    chunks = cut(BARE, text)
    assert [text[c.start : c.end] for c in chunks] == ["a", "b", "b"]
    assert len({c.chunk_id for c in chunks}) == 3
    assert [parse_outline(text).path_at(c.start) for c in chunks[1:]] == [("Top", "")] * 2


def test_sections_with_one_title_have_chunks_of_their_own():
    text = "# P\n\n## Setup\n\na\n\n## Setup\n\nb\n\n## setup\n\nc\n\n# P\n\n## Setup\n\nd\n"
    chunks = cut(BARE, text)
    assert [text[c.start : c.end] for c in chunks] == ["a", "b", "c", "d"]
    assert len({c.chunk_id for c in chunks}) == 4


def test_equal_texts_in_two_files_are_two_chunks():
    text = "# TLS\n\nSet the key.\n"
    given = budget()
    ids = [
        chunk.chunk_id
        for doc_id in ("v1/tls.md", "v2/tls.md")
        for chunk in WHOLE(document_of(text, doc_id=doc_id), parse_outline(text), given)
    ]
    assert ids == ["v1/tls.md#0-19", "v2/tls.md#0-19"]


def test_equal_bodies_under_one_path_in_one_file_are_two_chunks():
    chunks = cut(BARE, "## N\n\nsame\n\n## N\n\nsame\n")
    assert [(c.start, c.end) for c in chunks] == [(6, 10), (18, 22)]


def test_the_prefix_and_its_separator_count():
    # limit 20, "AB > CD" and a blank line take 9, so 11 characters are left for the body.
    prefixed = Budget(WordCounter(), None, lambda document, outline, offset: "AB > CD\n\n")
    chunker = HeadingChunker("h", limit=20, unit="characters")
    assert texts(chunker, "0123456789 abcdef", prefixed) == ["0123456789", "abcdef"]
    assert texts(chunker, "0123456789a", prefixed) == ["0123456789a"]
    assert texts(chunker, "0123456789ab", prefixed) == ["0123456789a", "b"]


def test_a_fixed_reserve_counts_in_place_of_the_prefix():
    prefixed = Budget(WordCounter(), 6, lambda document, outline, offset: "one two three four\n\n")
    assert texts(HeadingChunker("h", reserve=3), "a b c d", prefixed) == ["a b c", "d"]
    assert texts(HeadingChunker("h", reserve=0), "a b c d", prefixed) == ["a b c d"]


def test_a_prefix_that_leaves_the_text_less_than_half_of_the_limit_is_not_reserved_for():
    def of(prefix: str) -> list[str]:
        given = Budget(WordCounter(), 4, lambda document, outline, offset: prefix + "\n\n")
        return texts(WHOLE, "a b c d e", given)

    assert of("one two") == ["a b", "c d", "e"]
    assert of("one two three") == of("one two three four five") == ["a b c d", "e"]


@pytest.mark.parametrize("kind", ["heading", "paragraph", "recursive", "fixed"])
@pytest.mark.parametrize("words", [5, 20, 25, 26, 49, 50, 51, 90])
def test_no_heading_however_long_shreds_the_text_under_it(kind: str, words: int):
    heading = " ".join(f"h{n}" for n in range(words))
    body = " ".join(f"b{n}" for n in range(120))
    # Half of the limit of 50 at least is left for the text, heading line included where it is in it.
    chunks = cut(make_chunker(kind, kind), f"# {heading}\n\n{body}\n", budget(50, prefix=True))
    assert len(chunks) <= (120 + words) / 25 + 2


def test_a_section_over_the_limit_is_cut_between_paragraphs():
    text = "# A\n\none two three\n\nfour five\n\nsix seven eight\n"
    # 5 tokens: three + two fit together, a third paragraph does not.
    assert texts(BARE, text, budget(5)) == ["one two three\n\nfour five", "six seven eight"]


def test_a_paragraph_over_the_limit_is_cut_after_a_sentence_then_at_a_word():
    text = "# A\n\nIt is. We may go. Onward and upward and on\n"
    assert texts(BARE, text, budget(5)) == ["It is.", "We may go.", "Onward and upward and on"]
    assert texts(BARE, text, budget(4))[2:] == ["Onward and upward and", "on"]


def test_the_heading_line_is_never_cut_off_by_itself():
    text = "# A title\n\none two three four five\n\nsix\n"
    assert texts(WHOLE, text, budget(6)) == ["# A title\n\none two three", "four five\n\nsix"]


def test_pieces_of_an_over_long_section_keep_its_path():
    text = "# A\n\n## B\n\n" + "word " * 50 + "\n\n## C\n\nc\n"
    outline = parse_outline(text)
    paths = [outline.path_at(c.start) for c in cut(WHOLE, text, budget(10))]
    assert paths == [("A", "B")] * 6 + [("A", "C")]  # 1 + 2 hashes and 50 words in tens, then C


FENCE = "```sh\n# one\n# two\n# three\n# four\n# five\n# six\n```"


def test_a_fence_that_fits_is_never_cut():
    # 8 lines of fence and a limit of 8: what stands before and after goes by itself.
    chunks = texts(BARE, f"intro\n\n{FENCE}\n\nend", budget(8, LineCounter()))
    assert chunks == ["intro", FENCE, "end"]


def test_a_fence_that_fits_but_not_with_its_heading_is_not_cut_either():
    chunks = texts(WHOLE, f"## A\n\n{FENCE}\n", budget(8, LineCounter()))
    assert chunks == ["## A", FENCE]


def test_a_fence_over_the_limit_is_cut_at_its_line_ends():
    text = f"# A\n\nintro\n\n{FENCE}\n\nend"
    chunks = texts(WHOLE, text, budget(6, LineCounter()))
    # The comment lines are no headings; six lines at a time.
    assert chunks == [
        "# A\n\nintro",
        "```sh\n# one\n# two\n# three\n# four\n# five",
        "# six\n```\n\nend",
    ]


def test_a_table_that_fits_is_never_cut():
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"
    chunks = texts(BARE, f"one\ntwo\nthree\n\n{table}\n\nend", budget(4, LineCounter()))
    assert chunks == ["one\ntwo\nthree", table, "end"]


@pytest.mark.parametrize("indent", ["", "   "])
def test_a_list_over_the_limit_is_cut_between_lines(indent):
    text = f"{indent}- one. two\n{indent}- three four\n{indent}- five six\n"
    limited = HeadingChunker("h", limit=9, reserve=0)
    assert [t.strip() for t in texts(limited, text)] == [
        f"- one. two\n{indent}- three four",
        "- five six",
    ]


def test_a_long_run_without_spaces_is_cut_and_nothing_is_lost():
    text = "see " + "x" * 90 + " end"
    chunker = HeadingChunker("h", limit=25, unit="characters")
    began = time.process_time()
    found = texts(chunker, text)
    assert time.process_time() - began < 1
    assert max(map(len, found)) <= 25
    assert "".join(found).replace(" ", "") == text.replace(" ", "")
    assert found[:2] == ["see", "x" * 25]


def test_no_grapheme_is_cut():
    family, accent = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "e\u0301"
    chunker = HeadingChunker("h", limit=3, unit="characters")
    # The family alone is five code points: over the limit, and still one character.
    assert texts(chunker, f"ab{family}{accent}z") == ["ab", family, f"{accent}z"]
    assert texts(chunker, f"abc{accent}") == ["abc", accent]
    assert texts(chunker, f"ab{accent}") == ["ab", accent]
    flags = "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7"
    assert texts(chunker, flags) == [flags[:2], flags[2:]]


def test_offsets_hold_in_a_text_that_is_not_composed():
    text = bytes.fromhex("23205265cc8173756d65cc810a0a63616665cc81207461696c0a").decode()
    assert [(c.start, c.end) for c in cut(WHOLE, text)] == [(0, 22)]
    assert parse_outline(text).sections[0].start == 0
    assert texts(BARE, text) == ["cafe\u0301 tail"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_offsets_hold_whatever_ends_the_lines(end):
    text = end.join(["# A", "", "\tone", "two", "", "## B", "", "three", ""])
    assert texts(BARE, text) == [f"one{end}two", "three"]
