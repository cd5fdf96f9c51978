"""Small PDF and DOCX files, made by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

import docx


def pdf(
    pages: Sequence[Sequence[str]], bookmarks: Sequence[tuple[str, int]] = (), title: str = ""
) -> bytes:
    """A PDF of lines of text; a bookmark is a title and its page, from 0."""
    first_page, outline = 4, 4 + 2 * len(pages)
    kids = " ".join(f"{first_page + 2 * n} 0 R" for n in range(len(pages)))
    marks = [
        f"<< /Title ({name}) /Parent {outline} 0 R /Dest [{first_page + 2 * page} 0 R /Fit] "
        + (f"/Next {outline + n + 2} 0 R " if n + 1 < len(bookmarks) else "")
        + ">>"
        for n, (name, page) in enumerate(bookmarks)
    ]
    ends = f"/First {outline + 1} 0 R /Last {outline + len(marks)} 0 R" if marks else ""
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R /Outlines {outline} 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for number, lines in enumerate(pages):
        shown = "".join(f"({line}) Tj 0 -14 Td " for line in lines)
        stream = f"BT /F1 12 Tf 72 720 Td {shown}ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents "
            f"{first_page + 2 * number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects += [f"<< /Type /Outlines {ends} >>", *marks, f"<< /Title ({title}) >>"]
    data, places = b"%PDF-1.4\n", []
    for number, value in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{value}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    return (
        data
        + (
            f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer << /Size "
            f"{len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(data)}\n%%EOF"
        ).encode()
    )


def word() -> bytes:
    """A DOCX with headings, a list, a table and a header."""
    document = docx.Document()
    document.add_heading("Leave", 0)
    document.add_paragraph("Ask your manager.")
    document.add_heading("Parental", 1)
    document.add_paragraph("one", style="List Bullet")
    document.add_paragraph("two", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    for row, words in zip(table.rows, (("a", "b"), ("1", "2")), strict=True):
        for cell, said in zip(row.cells, words, strict=True):
            cell.text = said
    document.sections[0].header.paragraphs[0].text = "Acme"
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def replaced(data: bytes, name: str, content: bytes) -> bytes:
    """A zip file with another content of one part."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w", 8) as new:
        for part in old.infolist():
            new.writestr(part.filename, content if part.filename == name else old.read(part))
    return file.getvalue()
