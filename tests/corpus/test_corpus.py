from __future__ import annotations

import unicodedata

import pytest

from goldrank.corpus.corpus import Corpus, make_document, parse_document
from goldrank.corpus.reader import decode
from goldrank.errors import GoldrankError


def test_the_title_is_front_matter_then_the_first_level_1_heading_then_the_stem() -> None:
    front = b"---\ntitle: '  Front\n  matter '\n---\n# Heading\n"
    assert make_document("x/stem.v2.md", front).title == "Front matter"
    assert make_document("x/stem.v2.md", b"## Two\n\n# *One* {#id}\n").title == "One"
    assert make_document("x/stem.v2.md", b"## Two\n").title == "stem.v2"


def test_a_heading_that_is_empty_or_in_a_list_is_no_title() -> None:
    assert make_document("a.md", b"#\n\n- # item\n\n# Real\n").title == "Real"


def test_a_title_that_is_a_number_is_written_out_and_a_list_is_not_taken() -> None:
    assert make_document("a.md", b"---\ntitle: 404\n---\n").title == "404"
    assert make_document("a.md", b"---\ntitle: [a, b]\n---\n").title == "a"


@pytest.mark.parametrize("key", ["abstract", "summary", "description"])
def test_the_abstract_is_read_from_three_keys(key: str) -> None:
    assert (
        make_document("a.md", f"---\n{key}: What it is.\n---\n".encode()).abstract == "What it is."
    )


def test_abstract_comes_before_summary_and_an_empty_one_does_not_count() -> None:
    data = b"---\ndescription: third\nsummary: second\nabstract: ''\n---\n"
    assert make_document("a.md", data).abstract == "second"
    assert make_document("a.md", b"# A\n").abstract is None


@pytest.mark.parametrize(
    "front",
    [
        "+++\ntitle = 'Cats'\ndescription = 'On cats.'\n+++\n",
        '{"title": "Cats", "description": "On cats."}\n',
    ],
)
def test_title_and_abstract_come_from_toml_and_json_too(front: str) -> None:
    document, outline = parse_document("x.md", (front + "\nThey purr.\n").encode())
    assert (document.title, document.abstract) == ("Cats", "On cats.")
    assert document.text[outline.body_start :] == "They purr.\n"


def test_plain_text_has_no_front_matter_and_no_headings() -> None:
    document, outline = parse_document("a.txt", b"---\ntitle: X\n---\n# A\n")
    assert (document.title, document.metadata, outline.headings) == ("a", {}, ())


def test_a_mark_at_the_start_goes_and_a_second_one_stays() -> None:
    assert decode(b"\xef\xbb\xbf\xef\xbb\xbfa") == "\ufeffa"


def test_a_mark_does_not_hide_the_first_heading_or_shift_offsets() -> None:
    document, outline = parse_document("a.md", b"\xef\xbb\xbf# First\n\nx\n\n## Second\n\ny\n")
    assert [(s.path, s.start, s.end) for s in outline.sections] == [
        (("First",), 0, 12),
        (("First", "Second"), 12, 25),
    ]
    assert document.text[12:21] == "## Second"


def test_a_mark_before_front_matter_does_not_hide_it() -> None:
    assert make_document("a.md", b"\xef\xbb\xbf---\ntitle: T\n---\nx").title == "T"


def test_nul_becomes_the_replacement_character_of_the_same_length() -> None:
    document, outline = parse_document("a.md", b"# a\0b\n\nx\0y\n")
    assert outline.headings[0].text == "a\ufffdb"
    assert len(document.text) == 11


def test_decomposed_letters_and_line_ends_keep_their_places() -> None:
    data = b"\x23\x20\x52\x65\xcc\x81\x73\x75\x6d\x65\xcc\x81\n\ncaf\x65\xcc\x81 tail\n"
    document, outline = parse_document("a.md", data)
    (section,) = outline.sections
    assert (section.start, section.body_start, section.end) == (0, 11, 23)
    assert document.text.encode() == data
    composed = unicodedata.normalize("NFC", document.text)
    (other,) = parse_document("a.md", composed.encode())[1].sections
    # Each of the three accents is a character of its own in the file: two stand in the heading.
    assert (other.start, other.body_start, other.end) == (0, 11 - 2, 23 - 3)
    assert [unicodedata.normalize("NFC", title) for title in section.path] == list(other.path)


@pytest.mark.parametrize("text", ["# \ufb01 \u212b\n\n\u1100\u1161\u11a8\n", "# a\r\n\r\n\tb\r\n"])
def test_ligatures_letters_of_hangul_tabs_and_line_ends_stay_as_they_are(text: str) -> None:
    document, outline = parse_document("a.md", text.encode())
    assert document.text == text
    assert outline.sections[0].end == len(text)


def test_two_documents_with_one_id_are_an_error() -> None:
    one = parse_document("a.md", b"x")
    with pytest.raises(GoldrankError, match=r"got 2 named 'a\.md'"):
        Corpus.of([one, one])


def test_a_document_is_found_by_its_id_or_missed_by_name() -> None:
    corpus = Corpus.of([parse_document("a.md", b"x")], root="/docs")
    assert corpus.document("a.md").text == "x"
    for missing in ("0.md", "b.md"):
        with pytest.raises(GoldrankError, match=f"/docs: it has no document '{missing}'"):
            corpus.document(missing)
