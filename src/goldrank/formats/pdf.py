"""PDF by pdfium: the text of its pages, with the headings that its bookmarks name."""

from __future__ import annotations

import re
from typing import Any

from goldrank.formats.base import Converted, Format, UnreadableError
from goldrank.formats.writer import Writer

MOST_PAGES = 20_000
MOST_BOOKMARKS = 20_000
_JOINED = re.compile(r"[\x02\ufffe\u00ad]\s*\n?")
"""pdfium writes a hyphen at the end of a line so: the word goes on below."""
_NUMBER = re.compile(r"^[\dIVXivx]+(?:\.\d+)*\.?\s+")

Headings = dict[int, list[tuple[int, str]]]


def convert(data: bytes, encoding: str) -> Converted:
    """The lines of every page, a page at a time; pages without text are counted."""
    import pypdfium2

    writer = Writer()
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        why = "it needs a password" if "password" in str(error).lower() else "it is no PDF"
        raise UnreadableError(f"{why}: {' '.join(str(error).split())[:80]}") from None
    try:
        if len(document) > MOST_PAGES:
            raise UnreadableError(f"it has {len(document):,} pages; the ceiling is {MOST_PAGES:,}")
        title = document.get_metadata_value("Title").strip()
        if title:
            writer.values["title"] = title
        headings = _headings(document)
        for number in range(len(document)):
            _write_page(writer, document, number, headings.get(number, []))
    finally:
        document.close()
    return writer.finish()


def _headings(document: Any) -> Headings:
    """The bookmarks of each page, outermost first, in their order."""
    found: Headings = {}
    for seen, bookmark in enumerate(document.get_toc(max_depth=6)):
        if seen >= MOST_BOOKMARKS:
            raise UnreadableError(f"it has more than {MOST_BOOKMARKS:,} bookmarks")
        target = bookmark.get_dest()
        page = None if target is None else target.get_index()
        title = " ".join(bookmark.get_title().split())
        if page is not None and title:
            found.setdefault(page, []).append((bookmark.level + 1, title))
    return found


def _write_page(
    writer: Writer, document: Any, number: int, headings: list[tuple[int, str]]
) -> None:
    import pypdfium2

    writer.at(f"page {number + 1}")
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        writer.drop("broken pages")
        return
    textpage = page.get_textpage()
    text = _readable(textpage.get_text_range())
    images = sum(1 for _ in page.get_objects(filter=[_IMAGE], max_depth=3))
    if not text.strip():
        writer.drop("pages without text")
    writer.drop("images", images)
    _write_lines(writer, [" ".join(line.split()) for line in text.split("\n")], headings)
    textpage.close()
    page.close()


def _readable(text: str) -> str:
    """Line ends as elsewhere, words whole again, and halves of characters as U+FFFD."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _JOINED.sub("", text).encode("utf-8", "replace").decode()


def _write_lines(writer: Writer, lines: list[str], headings: list[tuple[int, str]]) -> None:
    """Lines, with a heading where a bookmark's title stands, else at the beginning of the page."""
    at: dict[int, list[tuple[int, str, int]]] = {}
    after = 0
    for level, title in headings:
        place, length = _find(lines, title, after)
        at.setdefault(place, []).append((level, title, length))
        after = place + length
    paragraph: list[str] = []
    skip = 0
    for number, line in enumerate([*lines, ""]):
        for level, title, length in at.get(number, []):
            writer.paragraph("\n".join(paragraph))
            paragraph = []
            writer.heading(level, " ".join(lines[number : number + length]) or title)
            skip = max(skip, length)
        if skip:
            skip -= 1
        elif line:
            paragraph.append(line)
        else:
            writer.paragraph("\n".join(paragraph))
            paragraph = []
    writer.paragraph("\n".join(paragraph))


def _find(lines: list[str], title: str, after: int) -> tuple[int, int]:
    """Where a title stands alone on a line or two, and on how many; else the first place left."""
    wanted = _plain(title)
    for start in range(after, len(lines)):
        for length in (1, 2, 3):
            said = _plain(" ".join(lines[start : start + length]))
            if said and said == wanted:
                return start, length
    return after, 0


def _plain(title: str) -> str:
    return "".join(c for c in _NUMBER.sub("", title).casefold() if c.isalnum())


_IMAGE = 3  # FPDF_PAGEOBJ_IMAGE

PDF = Format(
    "pdf",
    "PDF",
    (".pdf",),
    convert,
    keeps="the lines of every page in the order of the file; headings where bookmarks name them",
    drops=("images", "pages without text", "broken pages"),
    places="pages",
    packages=("pypdfium2",),
    extra="pdf",
    binary=True,
)
