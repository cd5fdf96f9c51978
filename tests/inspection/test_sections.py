from __future__ import annotations

from pathlib import Path

import pytest

from goldrank.corpus.corpus import parse_document
from goldrank.errors import GoldrankError
from goldrank.inspection.sections import find_document, read_chunk, read_section
from goldrank.report.terminal.excerpt import find_excerpt
from goldrank.types import Span

TEXT = "# Leave\n\nAsk first.\n\n## Notice\n\nIn writing.\n\nAlways.\n\n## Pay\n\n### Notice\n\nNone.\n"
DOCUMENT, OUTLINE = parse_document("leave.md", TEXT.encode())


def test_a_section_is_its_body_up_to_the_next_heading():
    excerpt = read_section(DOCUMENT, OUTLINE, "Leave")
    assert excerpt.text == "Ask first."
    assert excerpt.titles == ("Leave",)


def test_a_heading_that_stands_twice_is_named_by_more_of_its_path():
    with pytest.raises(
        GoldrankError, match=r"2 sections 'Notice': Leave > Notice \(--chunk 31-54\); Leave > Pay"
    ):
        read_section(DOCUMENT, OUTLINE, "Notice")
    assert read_section(DOCUMENT, OUTLINE, "Pay > Notice").text == "None."
    assert read_section(DOCUMENT, OUTLINE, "Leave > Notice").text == "In writing.\n\nAlways."


def test_an_unknown_heading_lists_the_real_ones():
    with pytest.raises(GoldrankError, match="its sections are: Leave; Leave > Notice; Leave > Pay"):
        read_section(DOCUMENT, OUTLINE, "Notices")


def test_a_continuation_is_shown_within_its_whole_section():
    start = TEXT.index("Always.")
    excerpt = read_chunk(DOCUMENT, OUTLINE, f"leave.md#{start}-{start + 7}")
    assert excerpt.text == "## Notice\n\nIn writing.\n\nAlways."
    assert excerpt.pieces == ("## Notice\n\nIn writing.\n\n", "Always.", "")
    assert excerpt.marked == Span(start, start + 7)


@pytest.mark.parametrize(
    ("chunk_id", "said"),
    [
        ("leave", "expected the id of a chunk"),
        ("pay.md#0-4", "is of pay.md, not of leave.md"),
        ("leave.md#0-999", "ends beyond"),
        ("9-9", "expected 0 <= start < end"),
    ],
)
def test_a_place_that_is_not_there_is_an_error(chunk_id: str, said: str):
    with pytest.raises(GoldrankError, match=said):
        read_chunk(DOCUMENT, OUTLINE, chunk_id)


def test_a_document_is_found_by_its_id_or_the_end_of_it(tmp_path: Path):
    (tmp_path / "hr").mkdir()
    (tmp_path / "hr" / "leave.md").write_text(TEXT)
    assert find_document("hr/leave.md", tmp_path)[0].doc_id == "hr/leave.md"
    assert find_document("leave.md", tmp_path)[0].doc_id == "hr/leave.md"
    assert find_document(str(tmp_path / "hr" / "leave.md"), None)[0].text == TEXT
    with pytest.raises(GoldrankError, match="did you mean hr/leave"):
        find_document("hr/leaves.md", tmp_path)


def test_one_of_section_and_chunk_is_named(tmp_path: Path):
    with pytest.raises(GoldrankError, match="not both"):
        find_excerpt("leave.md", "Notice", "0-4", tmp_path, tmp_path)


def test_a_section_without_text_says_so():
    document, outline = parse_document("a.md", b"# Leave\n\n## Notice\n\n## Pay\n\nNone.\n")
    with pytest.raises(GoldrankError, match="'Notice' has nothing under its heading"):
        read_section(document, outline, "Notice")
