"""AsciiDoc, the part of it that most documents are made of, read line by line.

No converter is well kept for Python, so this is a small reader of our own: headings, paragraphs,
lists, delimited blocks, tables of one cell a bar, and admonitions. What it does not know stays in the
text as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from goldrank.formats.base import Converted, Format
from goldrank.formats.writer import Writer

_HEADING = re.compile(r"(={1,6})\s+(\S.*?)(?:\s+\1)?\s*\Z")
_ATTRIBUTE = re.compile(r":!?(\w[\w-]*)!?:(?:\s+(.*))?\Z")
_ITEM = re.compile(r"\s*(\*{1,5}|-|\.{1,5}|\d{1,9}\.|<\d+>|<\.>)\s+(\S.*)\Z")
_DELIMITER = re.compile(r"(?:-{4,}|={4,}|\.{4,}|\+{4,}|/{4,}|\*{4,}|_{4,}|--|```[\w+#.-]*)\s*\Z")
_TABLE = re.compile(r"[|,:!]={3,}\s*\Z")
_SAID_OF_BLOCK = re.compile(r"\[[^\]]*\]\s*\Z|\[\[[\w:.-]+[^\]]*\]\]\s*\Z")
_SOURCE = re.compile(r"\[(?:source)?[%\w-]*,\s*([\w+#.-]+)")
_BLOCK_MACRO = re.compile(
    r"(image|video|audio|include|toc|ifdef|ifndef|ifeval|endif)::[^\s\[]*\[.*\]\s*\Z"
)
_MACROS = {
    "image": "images",
    "include": "included files",
    "video": "embedded media",
    "audio": "embedded media",
}
_INLINE_IMAGE = re.compile(r"\bimage:(?!:)[^\s\[\]]{1,500}\[[^\[\]]{0,500}\]")
_LINK = re.compile(
    r"\b(?:https?|ftp|mailto|link|xref):[^\s\[\]]{1,500}\[([^\[\]^,]{1,500})[^\[\]]{0,500}\]"
)
_CROSS = re.compile(r"<<[^<>,]{1,200},\s*([^<>]{1,500})>>")
_ANCHOR = re.compile(r"\[\[[\w:.-]+(?:,[^\]]*)?\]\]")
_REFERENCE = re.compile(r"\{(\w[\w-]*)\}")
_CELL = re.compile(r"(?<!\\)(?:\d{1,9}[*+]|[<^>.]{1,2}|[aehlmdsv](?=\|))?\|")


def convert(data: bytes, encoding: str) -> Converted:
    """The blocks of a document; the title is level 1, as Asciidoctor has it."""
    writer = Writer()
    text = data.decode(encoding).removeprefix("\ufeff")
    _Reader(writer, re.split(r"\r\n?|\n", text)).read()
    return writer.finish()


class _Reader:
    """Reads lines into blocks; an item of a list is open until a block that is not attached to it."""

    def __init__(self, writer: Writer, lines: Sequence[str]) -> None:
        self._writer = writer
        self._lines = lines
        self._attributes: dict[str, str] = {}
        self._paragraph: list[str] = []
        self._language = ""
        self._items: list[tuple[str, ExitStack]] = []
        self._attached = False  # the next block is a part of the open item
        self._blank = True

    def read(self) -> None:
        """Read all lines."""
        number = 0
        while number < len(self._lines):
            number = self._block(number)
        self._flush()
        self._close(0)

    def _block(self, number: int) -> int:
        """Read what begins on a line; the number of the first line behind it."""
        line = self._lines[number]
        if not line.strip():
            self._flush()
            self._blank = True
            return number + 1
        if not self._paragraph:
            self._writer.at(f"line {number + 1}")
        if _TABLE.match(line) or _DELIMITER.match(line):
            return self._delimited(number)
        if not self._is_left_out(line):
            self._line(line, number)
            self._blank = False
        return number + 1

    def _line(self, line: str, number: int) -> None:
        if heading := _HEADING.match(line):
            self._flush()
            self._close(0)
            self._writer.at(f"line {number + 1}")
            self._writer.heading(len(heading[1]), self._inline(heading[2]))
        elif line.strip() == "+":
            self._flush()
            self._attached = True
        elif found := _ITEM.match(line):
            self._flush()
            self._writer.at(f"line {number + 1}")
            self._open(re.sub(r"\d+", "1", found[1]))
            self._paragraph.append(found[2])
        else:
            self._begin()
            self._paragraph.append(line[1:] if re.match(r"\.[^\s.]", line) else line)

    def _begin(self) -> None:
        """A block after a blank line ends the lists, unless a plus sign attaches it."""
        if self._blank and not self._paragraph and not self._attached:
            self._close(0)
        self._attached = False

    def _open(self, marker: str) -> None:
        markers = [each for each, _ in self._items]
        depth = markers.index(marker) if marker in markers else len(markers)
        is_tight = bool(markers)
        self._close(depth)
        stack = ExitStack()
        ordered = marker[0] in ".<1"
        stack.enter_context(self._writer.item("1. " if ordered else "- ", tight=is_tight))
        self._items.append((marker, stack))
        self._attached = False

    def _close(self, depth: int) -> None:
        while len(self._items) > depth:
            self._items.pop()[1].close()

    def _flush(self) -> None:
        if self._paragraph:
            self._writer.paragraph(self._inline("\n".join(self._paragraph)))
            self._paragraph = []

    def _is_left_out(self, line: str) -> bool:
        """Whether a line is a comment, a macro, an attribute, or said of the block below."""
        attribute = None if self._paragraph else _ATTRIBUTE.match(line)
        if attribute:
            self._attributes[attribute[1].lower()] = (attribute[2] or "")[:200]
        elif line.startswith("//") and not line.startswith("///"):
            self._writer.drop("comments")
        elif macro := _BLOCK_MACRO.match(line):
            self._flush()
            self._writer.drop(_MACROS.get(macro[1], "directives"))
        elif not self._paragraph and _SAID_OF_BLOCK.match(line):
            language = _SOURCE.match(line)
            self._language = language[1] if language else ""
        else:
            return line.strip() in ("'''", "<<<")
        return True

    def _delimited(self, number: int) -> int:
        """A block between two equal lines; one that is never closed goes to the end."""
        self._flush()
        self._begin()
        opening = self._lines[number].rstrip()
        closing = "```" if opening.startswith("```") else opening
        end = number + 1
        while end < len(self._lines) and self._lines[end].rstrip() != closing:
            end += 1
        inside = self._lines[number + 1 : end]
        language, self._language = self._language or (opening[3:] if opening[0] == "`" else ""), ""
        if _TABLE.match(opening):
            self._writer.table(list(self._rows(inside)))
        elif opening[0] in "-.`" and opening != "--":
            self._writer.code("\n".join(inside), language if opening[0] in "-`" else "")
        elif opening[0] == "/":
            self._writer.drop("comments")
        elif opening[0] == "+":
            self._writer.drop("passed-through blocks")
        else:
            return (
                number + 1
            )  # what is inside is blocks as any others; so is the line that closes it
        return end + 1

    def _rows(self, lines: Sequence[str]) -> Iterator[list[str]]:
        """The first line says how many cells a row has; a cell may begin on a line of its own."""
        cells: list[str] = []
        width = 0
        for line in lines:
            before, *found = _CELL.split(line)
            if cells and before.strip():
                cells[-1] += f" {before.strip()}"
            cells += [each.strip() for each in found]
            width = width or len(found)
        for start in range(0, len(cells), max(width, 1)):
            yield [self._inline(cell) for cell in cells[start : start + width]]

    def _inline(self, text: str) -> str:
        """The words of a link, a cross reference and an attribute; marks of emphasis stay."""
        self._writer.drop("images", len(_INLINE_IMAGE.findall(text)))
        text = _ANCHOR.sub("", _INLINE_IMAGE.sub("", text))
        text = _CROSS.sub(r"\1", _LINK.sub(r"\1", text))
        text = re.sub(r" \+$", "", text, flags=re.MULTILINE)
        return _REFERENCE.sub(lambda found: self._attributes.get(found[1].lower(), found[0]), text)


ASCIIDOC = Format(
    "asciidoc",
    "AsciiDoc",
    (".adoc", ".asciidoc"),
    convert,
    keeps="headings, paragraphs, lists, listings, simple tables; no converter is well kept for Python, so what our small reader does not know stays as it is written",
    drops=(
        "images",
        "comments",
        "included files",
        "embedded media",
        "directives",
        "passed-through blocks",
    ),
    places="lines",
)
