"""PDF: the lines of its pages, headings where bookmarks name them."""

from __future__ import annotations

import pytest
from tests.formats.samples import pdf

from goldrank.formats.base import UnreadableError
from goldrank.formats.pdf import PDF
from goldrank.outline import parse_outline

PAGES = (["Leave", "Ask your manager."], ["1.2 Parental leave", "Thirty days.", "# no heading"], [])


def test_a_page_is_its_lines_and_a_bookmark_whose_title_stands_there_is_a_heading() -> None:
    made = PDF.convert(pdf(PAGES, [("Leave", 0), ("Parental leave", 1)], "All of it"), "utf-8")
    assert made.text == (
        "# Leave\n\nAsk your manager.\n\n# 1.2 Parental leave\n\nThirty days.\n\\# no heading\n"
    )
    assert made.marks == ((0, "page 1"), (made.text.index("# 1.2"), "page 2"))
    assert made.dropped == {"pages without text": 1}
    assert made.values == {"title": "All of it"}


def test_a_bookmark_whose_title_stands_nowhere_is_a_heading_at_the_top_of_its_page() -> None:
    made = PDF.convert(pdf(PAGES, [("Pay", 1)]), "utf-8")
    assert [h.text for h in parse_outline(made.text).headings] == ["Pay"]
    assert made.text.index("# Pay") < made.text.index("Parental")


def test_a_scanned_file_is_an_empty_text_of_which_it_is_said(tmp_path: object) -> None:
    made = PDF.convert(pdf([[], []]), "utf-8")
    assert (made.text, made.dropped) == ("", {"pages without text": 2})


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"\0" * 100, b"<html>"])
def test_what_is_no_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="it is no PDF"):
        PDF.convert(data, "utf-8")


def test_bookmarks_in_a_circle_end() -> None:
    circle = pdf(PAGES, [("A", 0), ("B", 0)]).replace(b"/Next 12 0 R", b"/Next 11 0 R")
    assert b"/Next 11 0 R" in circle
    assert "Ask your manager." in PDF.convert(circle, "utf-8").text
