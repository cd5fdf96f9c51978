"""Coverage is a union of intervals; a bitmap of characters is its slow, obvious twin."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

from goldrank.corpus.corpus import Corpus, Skipped
from goldrank.encoders.base import Reading
from goldrank.encoders.user_tokenizer import FastTokenizer
from goldrank.errors import GoldrankError
from goldrank.outline import parse_outline
from goldrank.representations.base import Represented
from goldrank.text.tokens import WordCounter
from goldrank.types import Chunk, Document, Span
from goldrank.window.coverage import (
    Coverage,
    coverage,
    covered_span,
    evidence_spans,
    evidence_state,
    is_cut,
)

WORDS = WordCounter()


def read(text: str, window: int | None) -> Reading:
    spans = WORDS.spans(text)
    if window is None or len(spans) <= window:
        return Reading(len(spans), len(spans), len(text), text.encode())
    return Reading(len(spans), window, spans[window - 1].end if window else 0, b"")


def represent(document: Document, chunk: Chunk, prefix: str = "") -> Represented:
    text = document.text[chunk.start : chunk.end]
    return Represented(prefix + text, Span(len(prefix), len(prefix) + len(text)))


def measured(
    text: str,
    chunks: list[Chunk],
    window: int | None,
    prefix: str = "",
    skipped: Sequence[Skipped] = (),
) -> Coverage:
    document = Document("d", text, "")
    rows = [represent(document, chunk, prefix) for chunk in chunks]
    readings = [read(row.text, window) for row in rows]
    bare = [read(text[c.start : c.end], window) for c in chunks]
    return coverage(
        Corpus.of([(document, parse_outline(text))], skipped),
        chunks,
        rows,
        readings,
        bare,
        window,
    )


def by_bitmap(text: str, chunks: list[Chunk], window: int | None, prefix: str) -> tuple[int, int]:
    """Body characters and covered ones, character by character."""
    body = [False] * len(text)
    for span in parse_outline(text).body_spans(text):
        body[span.start : span.end] = [True] * (span.end - span.start)
    held = [False] * len(text)
    for chunk in chunks:
        end = read(prefix + text[chunk.start : chunk.end], window).end
        for n in range(chunk.start, chunk.end):
            held[n] = held[n] or len(prefix) + n - chunk.start < end
    return sum(body), sum(b and h for b, h in zip(body, held, strict=True))


texts = st.lists(
    st.sampled_from(["# H\n", "\n", "word ", "é👍 ", "a-b ", "x\n", "   ", "## T\n\n", "---\n"]),
    max_size=25,
).map("".join)


@st.composite
def cut_texts(draw: st.DrawFn) -> tuple[str, list[Chunk]]:
    text = draw(texts.filter(bool))
    ends = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text)))
    pairs = draw(st.lists(ends.filter(lambda pair: pair[0] < pair[1]), max_size=6))
    return text, [Chunk("d", start, end) for start, end in sorted(pairs)]


@given(cut_texts(), st.integers(0, 12) | st.none(), st.sampled_from(["", "T > H\n\n", "a " * 9]))
def test_coverage_equals_a_bitmap_of_characters(
    cut: tuple[str, list[Chunk]], window: int | None, prefix: str
) -> None:
    text, chunks = cut
    found = measured(text, chunks, window, prefix)
    body, held = by_bitmap(text, chunks, window, prefix)
    assert (found.body_characters, found.covered_characters) == (body, held)
    assert 0 <= held <= body
    raw = by_bitmap(text, chunks, window, "")[1]
    assert found.pushed_out == raw - held  # a prefix in front only ever takes away
    # The gaps hold exactly the body that is not covered.
    gaps = {n for gap in found.uncovered for n in range(gap.start, gap.end)}
    assert sum(not text[n].isspace() for n in gaps) == body - held


def test_overlap_counts_once_and_the_share_is_one() -> None:
    text = "one two three"
    found = measured(text, [Chunk("d", 0, 9), Chunk("d", 4, 13)], None)
    assert (found.covered_characters, found.body_characters, found.share) == (11, 11, 1.0)


def test_front_matter_headings_and_white_space_are_no_body() -> None:
    text = "---\ntitle: T\n---\n# Heading\n\nab  cd\n"
    assert measured(text, [Chunk("d", 17, len(text))], None).body_characters == 4


def test_eight_words_of_eleven_are_read_and_the_last_three_lie_outside() -> None:
    text = "a b c d e f g h i j k"
    found = measured(text, [Chunk("d", 0, len(text))], 8)
    assert (found.covered_characters, found.body_characters) == (8, 11)
    assert found.cut_rate == 1.0
    assert [text[gap.start : gap.end] for gap in found.uncovered] == ["i j k"]
    held = [Span(0, text.index("h") + 1)]
    assert evidence_state(text, text.index("i"), len(text), held) == "outside"
    assert evidence_state(text, text.index("g"), len(text), held) == "straddling"
    assert evidence_state(text, 0, text.index("i"), held) == "inside"


def test_a_prefix_of_seven_words_leaves_one_of_five_in_a_window_of_eight() -> None:
    text = "a b c d e"
    found = measured(text, [Chunk("d", 0, 9)], 8, "h1 h2 h3 h4 h5 h6 h7\n\n")
    assert (found.covered_characters, found.body_characters) == (1, 5)
    assert 1 - found.share == pytest.approx(0.8)
    assert (found.prefix_tokens, found.prefix_share, found.prefix_dominates) == (7.0, 0.875, True)
    assert found.pushed_out == 4


def test_a_prefix_of_half_the_window_does_not_dominate() -> None:
    assert not measured("a b", [Chunk("d", 0, 3)], 8, "h h h h\n\n").prefix_dominates


def test_what_one_chunk_loses_to_the_prefix_and_another_holds_is_not_pushed_out() -> None:
    text = "a b c d"
    found = measured(text, [Chunk("d", 0, 7), Chunk("d", 4, 7)], 4, "h h\n\n")
    assert (found.share, found.cut_chunks, found.pushed_out) == (1.0, 1, 0)


def test_a_prefix_that_fills_the_window_leaves_nothing() -> None:
    text = "a b"
    found = measured(text, [Chunk("d", 0, 3)], 2, "h h h\n\n")
    assert (found.covered_characters, found.share, found.cut_rate) == (0, 0.0, 1.0)


def test_a_prefix_behind_the_text_takes_nothing_from_it() -> None:
    chunk = Chunk("d", 5, 8)
    row = Represented("a b\n\nT > H", Span(0, 3))
    reading = Reading(5, 3, 6, b"")  # "T" is read, "> H" is not
    assert covered_span(chunk, row, reading) == (Span(5, 8),)
    assert not is_cut(row, reading)


def test_white_space_behind_the_end_is_no_loss() -> None:
    row = Represented("a b  \n", Span(0, 6))
    assert not is_cut(row, Reading(2, 2, 3, b""))
    assert is_cut(row, Reading(2, 1, 1, b""))


def test_text_in_no_chunk_is_uncovered() -> None:
    text = "alpha\n\nbeta gamma\n"
    found = measured(text, [Chunk("d", 0, 5)], None)
    assert found.share == pytest.approx(5 / 14)
    assert [text[gap.start : gap.end] for gap in found.uncovered] == ["beta gamma"]


def test_a_gap_ends_at_a_heading_which_is_no_body() -> None:
    text = "one\n\n# H\n\ntwo\n"
    found = measured(text, [], None)
    assert [text[gap.start : gap.end] for gap in found.uncovered] == ["one", "two"]


UNREAD = [Skipped("big.md", "too large", 12), Skipped("bin.md", "binary", None)]


def test_a_skipped_document_counts_as_uncovered_where_its_size_is_known() -> None:
    found = measured("abcd", [Chunk("d", 0, 4)], None, skipped=UNREAD)
    assert (found.body_characters, found.share) == (16, 0.25)
    table = found.documents.set_index("doc_id")
    assert table["skipped"].to_dict() == {"d": False, "big.md": True, "bin.md": True}
    assert table["share"]["big.md"] == 0.0
    assert math.isnan(table["share"]["bin.md"])


def test_the_table_has_one_row_a_document_and_adds_up() -> None:
    documents = [Document(name, "a b c d", "") for name in ("x", "y")]
    corpus = Corpus.of((document, parse_outline(document.text)) for document in documents)
    chunks = [Chunk("y", 0, 7), Chunk("x", 0, 3)]
    rows = [represent(documents[0], chunk) for chunk in chunks]
    found = coverage(corpus, chunks, rows, [read(row.text, 3) for row in rows])
    assert found.documents[
        ["doc_id", "covered_characters", "chunks", "cut_chunks"]
    ].to_numpy().tolist() == [["x", 2, 1, 0], ["y", 3, 1, 1]]
    assert (found.covered_characters, found.prefix_tokens, found.prefix_share) == (5, 0.0, None)


def test_no_body_has_no_share() -> None:
    assert math.isnan(measured("# H\n", [], None).share)


def test_a_chunk_of_another_corpus_is_an_error() -> None:
    document = Document("d", "a", "")
    chunk = Chunk("e", 0, 1)
    with pytest.raises(GoldrankError, match="e#0-1"):
        coverage(
            Corpus.of([(document, parse_outline("a"))]),
            [chunk],
            [represent(document, chunk)],
            [read("a", 1)],
        )


def test_a_representation_that_changed_the_text_is_an_error() -> None:
    with pytest.raises(GoldrankError, match="own 4 characters"):
        covered_span(Chunk("d", 0, 4), Represented("abc", Span(0, 3)), read("abc", None))


@pytest.mark.parametrize(
    ("covered", "state"),
    [
        ([], "outside"),
        ([None], "outside"),
        ([Span(0, 3)], "outside"),
        ([Span(3, 5)], "straddling"),
        ([Span(3, 5), Span(6, 8)], "inside"),
        ([Span(0, 99)], "inside"),
    ],
)
def test_evidence_is_inside_straddling_or_outside(covered: list[Span], state: str) -> None:
    assert evidence_state("xx ab cd yy", 3, 9, covered) == state


KNOWN = Tokenizer(WordLevel({"?": 0, "leave": 1, "is": 2, "paid": 3, ".": 4}, unk_token="?"))
KNOWN.pre_tokenizer = Whitespace()
KNOWS = FastTokenizer(KNOWN, "")


def knowing(text: str, chunks: list[Chunk], window: int | None, prefix: str = "") -> Coverage:
    """Coverage by an encoder that knows four tokens."""
    document = Document("d", text, "")
    rows = [represent(document, chunk, prefix) for chunk in chunks]
    return coverage(
        Corpus.of([(document, parse_outline(text))]),
        chunks,
        rows,
        [KNOWS.read("", row.text, window) for row in rows],
        [KNOWS.read("", text[c.start : c.end], window) for c in chunks],
        window,
    )


def known_by_words(text: str, chunks: list[Chunk], window: int, prefix: str) -> tuple[int, int]:
    """The body's characters that are read, and those that windows hold and nobody knows."""
    held, unknown = set(), set()
    for chunk in chunks:
        indexed = prefix + text[chunk.start : chunk.end]
        for n, word in enumerate(re.finditer(r"\w+|[^\w\s]+", indexed)):
            places = range(word.start(), word.end())
            if n < window:
                kept = held if word.group() in ("leave", "is", "paid", ".") else unknown
                kept |= {p - len(prefix) + chunk.start for p in places if p >= len(prefix)}
    body = {n for span in parse_outline(text).body_spans(text) for n in range(*span)}
    return len(body & held), len(body & (unknown - held))


@given(
    st.lists(
        st.sampled_from(["leave", "is", "paid", "ሰላም", "測量", ".", "🎉"]), min_size=1, max_size=30
    ),
    st.integers(1, 20),
    st.integers(1, 30),
    st.sampled_from(["", "leave ", "ሰላም "]),
)
def test_what_is_unknown_is_not_covered_and_is_counted(words, window, cut, prefix):
    text = " ".join(words)
    # Chunks begin where words do: half of a word is another one.
    edge = len(" ".join(words[:cut])) + 1
    chunks = [Chunk("d", 0, min(edge, len(text)))]
    chunks += [Chunk("d", edge, len(text))] if edge < len(text) else []
    found = knowing(text, chunks, window, prefix)
    covered, unknown = known_by_words(text, chunks, window, prefix)
    assert (found.covered_characters, found.unknown) == (covered, unknown)


def test_unknown_words_are_listed_as_uncovered_and_cut_no_chunk():
    found = knowing("leave ሰላም ነው is paid 🎉.", [Chunk("d", 0, 23)], 20)
    # Of 18 characters leave, is and paid are 11; ሰላም, ነው and 🎉 with its full stop are 7.
    assert (found.body_characters, found.covered_characters, found.unknown) == (18, 11, 7)
    assert [(gap.start, gap.end) for gap in found.uncovered] == [(6, 12), (21, 23)]
    assert (found.cut_chunks, found.pushed_out) == (0, 0)
    assert found.unknown_share == 7 / 18


def test_a_word_that_one_chunk_cuts_into_an_unknown_one_is_covered_by_another_that_holds_it():
    # The first chunk ends within "paid", and nobody knows "pai"; the second one holds the word.
    text = "leave is paid"
    found = knowing(text, [Chunk("d", 0, 12), Chunk("d", 6, 13)], 20)
    assert (found.covered_characters, found.unknown) == (11, 0)
    assert knowing(text, [Chunk("d", 0, 12)], 20).unknown == 3


def test_a_corpus_of_unknown_words_alone_is_not_covered():
    found = knowing("ሰላም ነው", [Chunk("d", 0, 6)], 20)
    assert (found.share, found.unknown_share, found.cut_rate) == (0.0, 1.0, 0.0)


def test_evidence_is_held_where_a_sign_in_it_is_unknown_and_not_where_a_word_is():
    text = "leave 🎉 is ሰላም paid"
    row = Represented(text, Span(0, len(text)))
    spans = evidence_spans(Chunk("d", 0, len(text)), row, KNOWS.read("", text, None))
    assert evidence_state(text, 0, 10, spans) == "inside"  # leave 🎉 is
    assert evidence_state(text, 8, 14, spans) == "straddling"  # is ሰላም
    assert evidence_state(text, 11, 14, spans) == "outside"  # ሰላም
