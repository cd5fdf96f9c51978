"""MDX: Markdown without imports, exports, tags and expressions of JSX."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldrank.formats.base import Converted, Format
from goldrank.formats.writer import Writer
from goldrank.text.front_matter import read_front_matter
from goldrank.text.lines import LINE_END

_FENCE = re.compile(r"[ \t>]*(`{3,}|~{3,})")
_MODULE = re.compile(r"(import|export)\b(?=[ {*\"'])")
_CODE = re.compile(r"(?<!`)(`+)(?!`)[^`]*(?:`+[^`]+)*?(?<!`)\1(?!`)")
_TAG = re.compile(r"</?[A-Za-z][\w.:-]*(?=[\s/>{])|</?>")
_BRACE = re.compile(r"[{}]")
_IMAGE = re.compile(r"<(?:img|image|svg|picture)\b", re.IGNORECASE)
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")


def convert(data: bytes, encoding: str) -> Converted:
    """The Markdown of a file, its front matter too; a place is the line that a block begins on.

    What stands between tags is kept. A tag or an expression that is never closed is text.
    """
    text = LINE_END.sub("\n", data.decode(encoding).removeprefix("\ufeff"))
    front = read_front_matter(text)
    writer = Writer()
    writer.markdown(text[: front.end], "line 1")
    line = 1 + text.count("\n", 0, front.end)
    for is_fence, part in _parts(text[front.end :]):
        kept = part if is_fence else _without_jsx(writer, part)
        writer.markdown(kept.rstrip(), f"line {line}")
        line += part.count("\n")
    return writer.finish()


def _parts(text: str) -> Iterator[tuple[bool, str]]:
    """Stretches up to a blank line, and fences whole; each with whether it is a fence."""
    kept: list[str] = []
    fence = ""
    for line in _LINE.findall(text):
        found = _FENCE.match(line)
        if found and not fence:
            yield False, "".join(kept)
            kept, fence = [line], found[1]
            continue
        kept.append(line)
        closes = found and fence and found[1].startswith(fence) and line.strip(" \t>\n") == found[1]
        if closes or (not fence and not line.strip()):
            yield bool(fence), "".join(kept)
            kept, fence = [], ""
    yield bool(fence), "".join(kept)


def _without_jsx(writer: Writer, part: str) -> str:
    if found := _MODULE.match(part):
        writer.drop(f"{found[1]}s")
        return ""
    spans = list(_jsx(part))
    for start, _ in spans:
        kind = "expressions" if part[start] == "{" else "tags"
        writer.drop("images" if _IMAGE.match(part, start) else kind)
    return _lines_without(part, spans)


def _jsx(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of tags and expressions, code left out; what is not closed is none.

    Behind a tag that is not closed no tag is looked for, so that the time is linear.
    """
    braces, at, tags = _braces(text), 0, True
    while at < len(text):
        code = _CODE.match(text, at) if text[at] == "`" else None
        if text[at] == "\\":
            at += 2
        elif code is not None:
            at = code.end()
        elif at in braces:
            yield at, braces[at]
            at = braces[at]
        elif tags and _TAG.match(text, at):
            end = _tag_end(text, at, braces)
            tags = end is not None
            if end is not None:
                yield at, end
            at = at + 1 if end is None else end
        else:
            at += 1


def _braces(text: str) -> dict[int, int]:
    """Behind which place each brace is closed, by where it opens."""
    opened: list[int] = []
    closed: dict[int, int] = {}
    for found in _BRACE.finditer(text):
        if found[0] == "{":
            opened.append(found.start())
        elif opened:
            closed[opened.pop()] = found.end()
    return closed


def _tag_end(text: str, at: int, braces: dict[int, int]) -> int | None:
    while at < len(text) and text[at] != ">":
        if text[at] in "\"'":
            at = text.find(text[at], at + 1)
            if at < 0:
                return None
        at = braces.get(at, at + 1)
    return at + 1 if at < len(text) else None


def _lines_without(text: str, spans: list[tuple[int, int]]) -> str:
    """`text` without `spans`; a line of which nothing is left goes, and so does its line end."""
    pieces, at = [], 0
    for start, end in spans:
        pieces += [text[at:start], "\1"]  # a mark, so that it is known which lines lost something
        at = end
    lines = "".join([*pieces, text[at:]]).split("\n")
    left = [(line, line.replace("\1", "")) for line in lines]
    kept = [now if was == now else now.rstrip() for was, now in left if was == now or now.strip()]
    return "\n".join(kept).strip("\n")


MDX = Format(
    "mdx",
    "MDX",
    (".mdx",),
    convert,
    keeps="its Markdown as it stands, what is between tags, front matter",
    drops=("imports", "exports", "tags", "expressions", "images"),
    places="lines",
)
