"""What is written is read back: the same headings, the same blocks, at the same places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.corpus.markdown import MARKDOWN
from goldrank.formats.base import UnreadableError
from goldrank.formats.writer import DEEPEST, Writer, counted
from goldrank.outline import parse_outline

# Letters, and all that means something to Markdown at some place.
HOSTILE = st.text(
    alphabet="ab1 \n#>-+*=_`~<>!/?|:[](){}.\\&\t\r\u00a0\ufeff\x0b\u2028\"'", max_size=40
)
NOTHING = str.maketrans("", "", "\\\ufeff")  # escapes, and marks of a byte order
BLOCKS = st.lists(
    st.tuples(
        st.sampled_from(["heading", "paragraph", "fence", "table", "quote", "list"]), HOSTILE
    ),
    max_size=8,
)


def write(writer: Writer, kind: str, text: str) -> None:
    match kind:
        case "heading":
            writer.heading(2, text)
        case "paragraph":
            writer.paragraph(text)
        case "fence":
            writer.code(text, "py")
        case "table":
            writer.table([[text, "x"], ["y"]])
        case "quote":
            with writer.quote():
                writer.paragraph("a " + text)
        case "list":
            with writer.item():
                writer.paragraph("a " + text)
            with writer.item(tight=True):
                writer.code("b" + text)


@given(BLOCKS)
def test_what_was_written_is_read_back_as_the_same_blocks(blocks: list[tuple[str, str]]) -> None:
    writer, wanted = Writer(), []
    for kind, text in blocks:
        start = len("".join(writer._pieces))
        write(writer, kind, text)
        # One list after another is the same list.
        is_same = kind == "list" and bool(wanted) and wanted[-1][0] == "list"
        if len("".join(writer._pieces)) > start and not is_same:
            wanted.append((kind, " ".join(text.split())))
    text = writer.finish().text
    outline = parse_outline(text)
    assert [block.kind for block in outline.blocks] == [kind for kind, _ in wanted]
    titles = [title for kind, title in wanted if kind == "heading"]
    # An entity or a link definition elsewhere changes no title; its white space is one space.
    assert [heading.text for heading in outline.headings] == titles
    assert all(heading.level == 2 and heading.anchor is None for heading in outline.headings)
    assert not MARKDOWN.parse(text).values
    assert outline.warnings == ()


@given(HOSTILE)
def test_a_paragraph_keeps_its_words(text: str) -> None:
    writer = Writer()
    writer.paragraph(text)
    kept = [each.translate(NOTHING) for each in (writer.finish().text, text)]
    assert "".join(kept[0].split()) == "".join(kept[1].split())


@given(HOSTILE)
def test_code_stands_as_it_is(text: str) -> None:
    writer = Writer()
    writer.code("x" + text + "x")
    (block,) = parse_outline(writer.finish().text).blocks
    assert block.kind == "fence"
    lines = ("x" + text + "x").replace("\r\n", "\n").replace("\r", "\n")
    assert writer.finish().text.split("\n", 1)[1].rpartition("\n`")[0] == lines


@pytest.mark.parametrize(
    "text", ['{"title": "x"}\ntext', "+++\na = 1\n+++\ntext", "---\na: 1\n---\ntext"]
)
def test_a_text_that_begins_as_front_matter_does_is_text(text: str) -> None:
    writer = Writer()
    writer.paragraph(text)
    made = writer.finish().text
    assert (MARKDOWN.parse(made).values, parse_outline(made).body_start) == ({}, 0)


def test_code_that_holds_a_fence_is_one_block() -> None:
    writer = Writer()
    writer.code("```\n# A\n````\n")
    assert writer.finish().text == "`````\n```\n# A\n````\n`````\n"


def test_a_place_is_where_its_block_begins() -> None:
    writer = Writer()
    writer.heading(1, "Leave", "page 1")
    writer.paragraph("Ask.", "page 1")
    writer.paragraph("Wait.", "page 2")
    made = writer.finish()
    assert made.text == "# Leave\n\nAsk.\n\nWait.\n"
    assert made.marks == ((0, "page 1"), (made.text.index("Wait"), "page 2"))


def test_lists_in_lists_and_a_second_paragraph_are_indented_under_their_marker() -> None:
    writer = Writer()
    with writer.item("1. "):
        writer.paragraph("one")
        writer.paragraph("more")
        with writer.item(tight=True):
            writer.paragraph("inner\nline")
    with writer.item("2. ", tight=True), writer.quote():
        writer.paragraph("said")
    assert writer.finish().text == "1. one\n\n   more\n   - inner\n     line\n2. > said\n"


def test_what_is_nested_too_deep_stays_at_the_deepest_level() -> None:
    writer = Writer()

    def deeper(levels: int) -> None:
        if levels == 0:
            writer.paragraph("x")
            return
        with writer.quote():
            deeper(levels - 1)

    deeper(50)
    assert writer.finish().text == "> " * DEEPEST + "x\n"


def test_an_item_without_words_is_none() -> None:
    writer = Writer()
    with writer.item():
        writer.paragraph("  ")
    with writer.item(tight=True):
        writer.paragraph("b")
    assert writer.finish().text == "- b\n"


def test_a_table_of_too_many_cells_is_refused() -> None:
    writer = Writer()
    with pytest.raises(UnreadableError, match="a table of 5,000 rows by 5,000 columns"):
        writer.table([["x"] * 5000, *[["x"]] * 4999])


def test_kinds_are_counted_in_the_singular_and_the_plural() -> None:
    dropped = {"links of navigation": 1, "form fields": 2, "pages without text": 1}
    assert counted(dropped) == "2 form fields, 1 link of navigation, 1 page without text"
    assert counted({"directories": 1}) == "1 directory"
