"""Blocks to Markdown text, escaped so that it is read back as the blocks that were written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from goldrank.formats.base import LONGEST, Converted, Mark, UnreadableError
from goldrank.text.markdown import MAX_TITLE, parse_title, plain_text

DEEPEST = 12
"""Quotes and lists in each other: what is nested deeper is written at this depth."""

_OPENS = re.compile(
    r"#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|[-=]+$|(?:[-*_] ?){3,}$|`{3}|~{3}|<[a-zA-Z/!?]|[-|:][-|: ]*$"
)
"""How a line begins that would open another block, or make a heading or a table of the one above."""
_ITEM = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_FRONT = re.compile(r"\{|\+\+\+")
"""How a text begins that may be taken for front matter."""
_MARKS = re.compile(r"([\\`*_{}\[\]<>&!#~])")
_FENCE = re.compile(r"`{3,}")


class Writer:
    r"""A text that grows block by block, and knows where each came from.

    >>> writer = Writer()
    >>> writer.heading(1, "C # and *", "line 1")
    >>> writer.paragraph("1. is no list")
    >>> writer.finish().text
    '# C # and *\n\n1\\. is no list\n'
    """

    def __init__(self) -> None:
        self.dropped: Counter[str] = Counter()
        self.values: dict[str, Any] = {}
        self._pieces: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []
        self._place = ""
        self._prefixes: list[str] = []
        self._first: str | None = None  # what stands before the next line in place of its prefix
        self._opened = 0  # how many prefixes stood before that line
        self._tight = False

    def at(self, place: str) -> None:
        """What is written from now on stands at `place` of the original."""
        self._place = place

    def heading(self, level: int, text: str, place: str = "") -> None:
        """A heading; one without words is none, one too long to be a title is a paragraph."""
        title = " ".join(text.split())
        if len(title) > MAX_TITLE:
            self.paragraph(title, place)
        elif title:
            # A heading of many levels is one of the deepest that there is.
            self._block([f"{'#' * max(1, min(level, 6))} {escaped_title(title)}"], place)

    def paragraph(self, text: str, place: str = "") -> None:
        """A paragraph; its lines are kept, and of other white space one space."""
        lines = [" ".join(line.split()).lstrip("\ufeff ") for line in text.split("\n")]
        escaped = [escaped_line(line) for line in lines if line]
        if escaped:
            if not self._pieces and _FRONT.match(escaped[0]):
                escaped[0] = "\\" + escaped[0]
            self._block(escaped, place)

    def code(self, text: str, language: str = "", place: str = "") -> None:
        """Code, as it stands, in a fence that nothing inside closes."""
        lines = re.split(r"\r\n?|\n", text)
        while lines and not lines[0].strip():
            lines = lines[1:]
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        if not lines:
            return
        longest = max((len(found) for found in _FENCE.findall(text)), default=2)
        fence = "`" * (longest + 1)
        named = language if re.fullmatch(r"[\w+#.-]{1,40}", language) else ""
        self._block([fence + named, *lines, fence], place)

    def table(self, rows: Sequence[Sequence[str]], place: str = "") -> None:
        """A table; its first row is the head, and short rows have empty cells at the end."""
        cells = [[_cell(each) for each in row] for row in rows if any(c.strip() for c in row)]
        if not cells:
            return
        width = max(len(row) for row in cells)
        if width * len(cells) > LONGEST // 4:  # a cell takes four characters at the least
            raise UnreadableError(f"a table of {len(cells):,} rows by {width:,} columns")
        padded = [[*row, *[""] * (width - len(row))] for row in cells]
        lines = [f"| {' | '.join(row)} |" for row in padded]
        self._block([lines[0], f"|{' --- |' * width}", *lines[1:]], place)

    def markdown(self, text: str, place: str = "") -> None:
        """Blocks that are Markdown already, as they stand."""
        if text.strip():
            self._block(re.split(r"\r\n?|\n", text.strip("\r\n")), place)

    @contextmanager
    def quote(self) -> Iterator[None]:
        """What is written inside is a quote."""
        with self._inside("> ", "> "):
            yield

    @contextmanager
    def item(self, marker: str = "- ", tight: bool = False) -> Iterator[None]:
        """What is written inside is an item of a list; a `tight` one follows without a blank line."""
        before = self._tight
        self._tight = tight and self._first is None
        with self._inside(marker, " " * len(marker)):
            yield
        self._tight = before

    @contextmanager
    def _inside(self, first: str, rest: str) -> Iterator[None]:
        if len(self._prefixes) >= DEEPEST:
            yield
            return
        before = self._first
        if before is None:
            self._opened = len(self._prefixes)
        self._first = ("".join(self._prefixes) if before is None else before) + first
        mine = self._first
        self._prefixes.append(rest)
        yield
        self._prefixes.pop()
        # Where nothing was written inside, what stood before it is still to be written.
        self._first = before if self._first == mine else None

    def drop(self, what: str, count: int = 1) -> None:
        """`count` things of a kind, named in the plural, are not read."""
        if count:
            self.dropped[what] += count

    def finish(self) -> Converted:
        """The text, with a line end after its last line."""
        text = "".join(self._pieces)
        dropped = dict(sorted(self.dropped.items()))
        return Converted(text, tuple(self._marks), dropped, dict(self.values))

    def _block(self, lines: Sequence[str], place: str) -> None:
        prefix = "".join(self._prefixes)
        if self._pieces and not self._tight:
            self._write(self._outer() + "\n")
        self._tight = False
        place = place or self._place
        if place and (not self._marks or self._marks[-1][1] != place):
            self._marks.append((self._length, place))
        for line in lines:
            self._write(f"{prefix if self._first is None else self._first}{line}\n")
            self._first = None
        if self._length > LONGEST:
            raise UnreadableError(f"its text would have more than {LONGEST:,} characters")

    def _outer(self) -> str:
        """What stands on a blank line: the prefix of what goes on, without white space at its end."""
        going_on = len(self._prefixes) if self._first is None else self._opened
        return "".join(self._prefixes[:going_on]).rstrip()

    def _write(self, text: str) -> None:
        self._pieces.append(text.replace("\0", "\ufffd"))
        self._length += len(text)


def escaped_line(line: str) -> str:
    r"""A line of a paragraph, without white space around it, so that it opens no other block.

    >>> [escaped_line(line) for line in ("# 1", "#1", "2) b", "a - b", "---")]
    ['\\# 1', '#1', '2\\) b', 'a - b', '\\---']
    """
    if _OPENS.match(line):
        return "\\" + line
    return _ITEM.sub(r"\1\\\2", line, count=1) if _ITEM.match(line) else line


def escaped_title(title: str) -> str:
    r"""The source of a heading whose text is `title`; as it stands where that reads the same.

    >>> escaped_title("The __init__ of C #"), escaped_title("Leave")
    ('The \\_\\_init\\_\\_ of C \\#', 'Leave')
    """
    plain = not re.search(r"#$|\}$", title) and plain_text(parse_title(title, {})) == title
    return title if plain else _MARKS.sub(r"\\\1", title)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def counted(dropped: Mapping[str, int]) -> str:
    """What is not read, the most frequent first.

    >>> counted({"scripts": 1, "images": 12})
    '12 images, 1 script'
    """
    listed = sorted(dropped.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count:,} {_number(what, count)}" for what, count in listed)


def _number(what: str, count: int) -> str:
    if count != 1:
        return what
    # What is counted stands before the preposition: "pages without text".
    head, *rest = re.split(r"( (?:of|without|around) )", what, maxsplit=1)
    singular = head[:-3] + "y" if head.endswith("ies") else head.removesuffix("s")
    return "".join([singular, *rest])
