"""DOCX by mammoth, over HTML: paragraphs by their styles, no pictures, nothing from outside."""

from __future__ import annotations

import re
import zipfile
from io import BytesIO

from goldrank.formats.base import Converted, Format, UnreadableError
from goldrank.formats.html import write_html
from goldrank.formats.writer import Writer

MOST_UNPACKED = 256 << 20
"""Bytes that all parts of a file may have together, and the text of it less."""
MOST_XML = 64 << 20
MOST_PARTS = 10_000
BODY = "word/document.xml"
STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
comment-reference => !
"""
_ENTITIES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_LEFT_OUT = {
    "running heads": re.compile(r"word/(?:header|footer)\d*\.xml"),
    "embedded files": re.compile(r"word/(?:embeddings/.+|vbaProject\.bin)"),
}


def convert(data: bytes, encoding: str) -> Converted:
    """The text of the body, its headings by the styles Title and Heading 1 to 6."""
    import mammoth

    writer = Writer()
    _check(data, writer)

    def no_picture(image: object) -> list[object]:
        writer.drop("images")
        return []

    made = mammoth.convert_to_html(
        BytesIO(data),
        convert_image=no_picture,
        style_map=STYLES,
        include_embedded_style_map=False,
        external_file_access=False,
        id_prefix="",
    )
    write_html(writer, made.value, located=False)
    return writer.finish()


def _check(data: bytes, writer: Writer) -> None:
    """Refuse what is no DOCX, what unpacks to too much, and XML that defines entities."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as parts:
            listed = parts.infolist()
            names = [part.filename for part in listed]
            if BODY not in names:
                raise UnreadableError(f"it is no DOCX: it has no {BODY}")
            _check_sizes(listed)
            for part in listed:
                # What a part says of its size may be a lie: no more than that is unpacked.
                if part.filename.endswith((".xml", ".rels")):
                    with parts.open(part) as xml:
                        head = xml.read(MOST_XML + 1)
                    if len(head) > MOST_XML:
                        raise UnreadableError(f"{part.filename} has more than {MOST_XML:,} bytes")
                    if _ENTITIES.search(head):
                        raise UnreadableError(f"{part.filename} defines entities, as no DOCX does")
            for kind, pattern in _LEFT_OUT.items():
                writer.drop(kind, sum(pattern.fullmatch(name) is not None for name in names))
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError) as error:
        raise UnreadableError(f"it is no DOCX: {str(error)[:80]}") from None


def _check_sizes(parts: list[zipfile.ZipInfo]) -> None:
    unpacked = sum(part.file_size for part in parts)
    if unpacked > MOST_UNPACKED or len(parts) > MOST_PARTS:
        raise UnreadableError(
            f"it unpacks to {len(parts):,} parts of {unpacked:,} bytes; the ceiling is "
            f"{MOST_PARTS:,} and {MOST_UNPACKED:,}"
        )


DOCX = Format(
    "docx",
    "DOCX",
    (".docx",),
    convert,
    keeps="paragraphs, headings (styles Title, Heading 1 to 6), lists, tables, footnotes",
    drops=("images", "running heads", "embedded files"),
    places="none",
    packages=("mammoth", "lxml"),
    extra="docx",
    binary=True,
)
