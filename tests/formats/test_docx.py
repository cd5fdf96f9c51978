"""DOCX: paragraphs by their styles; bombs and entities are refused before they are unpacked."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from PIL import Image
from tests.formats.samples import replaced, word

from goldrank.formats import docx as module
from goldrank.formats.base import UnreadableError
from goldrank.formats.docx import BODY, DOCX
from goldrank.outline import parse_outline


def test_a_file_is_the_markdown_that_one_would_write() -> None:
    made = DOCX.convert(word(), "utf-8")
    assert made.text == (
        "# Leave\n\nAsk your manager.\n\n# Parental\n\n- one\n- two\n\n"
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    )
    assert [h.text for h in parse_outline(made.text).headings] == ["Leave", "Parental"]
    assert made.dropped == {"running heads": 1}


def test_pictures_are_counted() -> None:
    picture, file, document = io.BytesIO(), io.BytesIO(), docx.Document()
    Image.new("1", (1, 1)).save(picture, "PNG")
    document.add_picture(picture)
    document.add_paragraph("x")
    document.save(file)
    made = DOCX.convert(file.getvalue(), "utf-8")
    assert (made.text, made.dropped) == ("x\n", {"images": 1})


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\3\4" + b"x" * 100])
def test_what_is_no_docx_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="it is no DOCX"):
        DOCX.convert(data, "utf-8")


def test_a_zip_of_something_else_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("a.txt", "x")
    with pytest.raises(UnreadableError, match=r"it has no word/document\.xml"):
        DOCX.convert(file.getvalue(), "utf-8")


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_UNPACKED", 100_000)
    with pytest.raises(UnreadableError, match=r"it unpacks to \d+ parts of 1,\d+,\d+ bytes"):
        DOCX.convert(replaced(word(), BODY, b" " * 1_000_000), "utf-8")


def test_a_part_that_lies_about_its_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_XML", 100_000)
    with pytest.raises(UnreadableError, match=r"word/document\.xml has more than 100,000 bytes"):
        DOCX.convert(replaced(word(), BODY, b" " * 1_000_000), "utf-8")


def test_entities_are_refused() -> None:
    laughs = b'<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><w:document/>'
    with pytest.raises(UnreadableError, match="defines entities"):
        DOCX.convert(replaced(word(), BODY, laughs), "utf-8")
