"""The blocks of an HTML tree, written one after the other; what is no text is counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from goldrank.formats.writer import Writer

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "ins",
        "kbd",
        "label",
        "mark",
        "output",
        "q",
        "rp",
        "rt",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
        "math",
        "mi",
        "mo",
        "mn",
        "msup",
        "msub",
        "mrow",
        "mfrac",
        "annotation",
        "semantics",
        "nobr",
    ]
)
_DROPPED = {
    **dict.fromkeys(("img", "picture", "svg", "canvas", "map"), "images"),
    **dict.fromkeys(("script", "noscript", "template"), "scripts"),
    **dict.fromkeys(("style", "link"), "styles"),
    **dict.fromkeys(("input", "select", "textarea", "button", "datalist"), "form fields"),
    **dict.fromkeys(
        ("iframe", "object", "embed", "video", "audio", "applet", "frame"), "embedded media"
    ),
}
_SAID_NOWHERE = frozenset(
    {"head", "base", "meta", "title", "link", "area", "source", "track", "param"}
)
_AROUND = {
    "nav": "navigation",
    "footer": "contentinfo",
    "header": "banner",
    "aside": "complementary",
}
_SECTIONING = frozenset({"main", "article", "section"})
_LAYOUT = "h1|h2|h3|h4|h5|h6|table|ul|ol|pre|blockquote|p|dl|div"
_PERMALINKS = frozenset({"", "¶", "#", "§", "🔗", "permalink"})
_SPACES = re.compile(r"[ \t\r\n\f]+")
_WORD = re.compile(r"\w+")
_LANGUAGE = re.compile(r"(?:^|\s)(?:language|lang|highlight)-([\w+#.-]+)")


class Blocks:
    """Walks a tree of lxml; its depth is bounded by the parser, to 255."""

    def __init__(self, writer: Writer, located: bool = True) -> None:
        self._writer = writer
        self._located = located
        self._anchored = False  # up to the first id, lines are places
        self._inline: list[str] = []
        self._by_tag: dict[str, Callable[[Any], None]] = {
            "pre": self._pre,
            "table": self._table,
            "ul": self._list,
            "ol": self._list,
            "dir": self._list,
            "menu": self._list,
            "blockquote": self._quote,
            "br": lambda element: self._inline.append("\n"),
            "hr": lambda element: self._flush(),
            **dict.fromkeys(_HEADINGS, self._heading),
        }

    def leave_around(self, main: Any) -> None:
        """Count what is outside of `main`, which is walked alone."""
        inside = set(main.iter())
        around = [each for each in main.getroottree().getroot().iter() if each not in inside]
        body = [each for each in around if isinstance(each.tag, str) and not _in_head(each)]
        self._count(body)
        texts = [each.text for each in body if each.tag not in ("script", "style", "noscript")]
        tails = [each.tail for each in [*body, main]]
        words = sum(len(_WORD.findall(text)) for text in [*texts, *tails] if text)
        self._writer.drop("words around the main part", words)

    def walk(self, element: Any) -> None:
        """Write an element as a block of its own, and what is inside."""
        self._flush()
        self._inside(element)
        self._flush()

    def _inside(self, element: Any) -> None:
        self._text(element.text)
        for child in element:
            if isinstance(child.tag, str):  # no comment
                self._child(child)
            self._text(child.tail)

    def _child(self, element: Any) -> None:
        tag = element.tag.lower()
        if tag not in _INLINE and tag != "br":
            self._flush()
        self._locate(element)
        if tag in _DROPPED or tag in _SAID_NOWHERE or _is_around(element) or _is_permalink(element):
            self._leave_out(element)
        elif tag in self._by_tag:
            self._by_tag[tag](element)
        elif tag in _INLINE:
            self._inside(element)
        else:
            self.walk(element)

    def _leave_out(self, element: Any) -> None:
        if not _is_around(element):
            self._count([element])
            return
        self._count(element.iter())
        words = sum(len(_WORD.findall(text)) for text in element.itertext())
        links = any(True for _ in element.iter("a"))
        if words and not links:
            self._writer.drop("words around the main part", words)

    def _count(self, elements: Any) -> None:
        for each in elements:
            tag = each.tag.lower() if isinstance(each.tag, str) else ""
            if tag in _DROPPED:
                self._writer.drop(_DROPPED[tag])
            elif tag == "a" and not _is_permalink(each):
                self._writer.drop("links of navigation")

    def _locate(self, element: Any) -> None:
        named = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if not self._located:
            return
        if named:
            self._writer.at(f"#{' '.join(named.split())}"[:80])
            self._anchored = True
        elif not self._anchored and element.tag not in _INLINE:
            self._writer.at(f"line {element.sourceline}")

    def _text(self, text: str | None) -> None:
        if text:
            self._inline.append(_SPACES.sub(" ", text))

    def _flush(self) -> None:
        text = "".join(self._inline)
        self._inline.clear()
        if text.strip():
            self._writer.paragraph(text)

    def _heading(self, element: Any) -> None:
        self._flush()
        self._locate_inside(element)
        self._writer.heading(_HEADINGS[element.tag.lower()], self._flat(element))

    def _locate_inside(self, element: Any) -> None:
        if not element.get("id"):
            for each in element.iter():
                self._locate(each)

    def _flat(self, element: Any) -> str:
        """The text of an element on one line; what else is in it is counted."""
        parts: list[str] = []
        self._gather(element, parts)
        return " ".join("".join(parts).split())

    def _gather(self, element: Any, parts: list[str]) -> None:
        parts.append(element.text or "")
        for child in element:
            tag = child.tag.lower() if isinstance(child.tag, str) else ""
            if tag in _DROPPED or tag in _SAID_NOWHERE or not tag or _is_permalink(child):
                self._count([child] if tag else [])
            else:
                apart = " " if tag not in _INLINE else ""
                parts.append(apart)
                self._gather(child, parts)
                parts.append(apart)
            parts.append(child.tail or "")

    def _pre(self, element: Any) -> None:
        self._flush()
        parts: list[str] = []
        self._gather_code(element, parts)
        names = " ".join(
            [element.get("class", ""), *(c.get("class", "") for c in element.iter("code"))]
        )
        language = _LANGUAGE.search(names)
        self._writer.code("".join(parts), language[1] if language else "")

    def _gather_code(self, element: Any, parts: list[str]) -> None:
        parts.append("\n" if element.tag == "br" else element.text or "")
        for child in element:
            if isinstance(child.tag, str):
                if child.tag in _DROPPED:
                    self._count([child])
                else:
                    self._gather_code(child, parts)
            parts.append(child.tail or "")

    def _quote(self, element: Any) -> None:
        if any(True for _ in element.iter(*_HEADINGS)):
            self.walk(element)  # a page's headings are no words of somebody else
            return
        self._flush()
        with self._writer.quote():
            self.walk(element)

    def _list(self, element: Any) -> None:
        self._flush()
        items = [each for each in element if isinstance(each.tag, str)]
        if any(True for each in items for _ in each.iter(*_HEADINGS, "table")):
            self.walk(element)  # cards, not a list
            return
        self._text(element.text)
        self._flush()
        number = _number(element.get("start"))
        for position, item in enumerate(items):
            if item.tag in _DROPPED:
                self._count([item])
                continue
            marker = f"{number + position}. " if element.tag == "ol" else "- "
            self._locate(item)
            with self._writer.item(marker, tight=position > 0 or _in_item(element)):
                self._child(item) if item.tag in self._by_tag else self.walk(item)
            self._text(item.tail)
            self._flush()

    def _table(self, element: Any) -> None:
        self._flush()
        rows = list(_rows(element))
        cells = [each for row in rows for each in row]
        numbered = any("lineno" in each.get("class", "") for each in cells)
        laid_out = any(
            True
            for each in cells
            for part in each.iter(*_HEADINGS, "table", "pre")
            if part is not each
        )
        if numbered or laid_out or max((len(row) for row in rows), default=0) < 2:
            for cell in cells if numbered else ():
                if "lineno" in cell.get("class", ""):
                    cell.clear(keep_tail=True)
            self.walk(element)
            return
        for caption in element.iter("caption"):
            self._writer.paragraph(self._flat(caption))
        self._writer.table([[self._flat(cell) for cell in row] for row in rows])


def _rows(table: Any) -> Iterator[list[Any]]:
    """The cells of each row of a table, and not of those inside it."""
    for part in table:
        if part.tag == "tr":
            yield [cell for cell in part if cell.tag in ("td", "th")]
        elif part.tag in ("thead", "tbody", "tfoot"):
            yield from _rows(part)


def _is_around(element: Any) -> bool:
    """Whether an element is navigation, or the head, foot or side of a whole page."""
    role = element.get("role")
    if element.tag == "nav" or role in ("navigation", "search"):
        return True
    if element.tag not in _AROUND and role not in _AROUND.values():
        return False
    if any(parent.tag in _SECTIONING for parent in element.iterancestors()):
        return False
    return not any(True for _ in element.iter("h1"))


def _is_permalink(element: Any) -> bool:
    if element.tag != "a" or not (element.get("href") or "").startswith("#"):
        return False
    return "".join(element.itertext()).strip().lower() in _PERMALINKS and not len(element)


def _in_item(element: Any) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag == "li"


def _in_head(element: Any) -> bool:
    return element.tag == "head" or any(parent.tag == "head" for parent in element.iterancestors())


def _number(start: str | None) -> int:
    return int(start) if start and re.fullmatch(r"\d{1,6}", start) else 1
