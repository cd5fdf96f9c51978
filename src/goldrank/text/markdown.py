"""Markdown's block structure and the plain text of its titles, by markdown-it-py.

Only blocks are parsed; of the inline content only titles are read. So the time is linear in the
number of characters and lines (some 10 microseconds and 300 bytes a line). Rules of the library
are replaced where they are not linear, lose text, or differ from GitHub:

- a quote or list nested deeper than `MAX_DEPTH` levels is read as text. The library's own bound,
  `maxNesting`, would pass over the rest of the document, headings and all;
- a thematic break is recognised by one regular expression, not once for each nested list;
- a table is two tokens, not three for each cell, and its header is judged as GitHub does;
- a line without `>` that goes on a quote begins no block in a quote inside it;
- a title longer than `MAX_TITLE` keeps its marks: links and emphasis are not searched there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, blockquote, fence, heading, html_block, list_block
from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.token import Token

from goldrank.text.lines import LINE_END

MAX_DEPTH = 100  # levels: a quote is one, a list and its item are two
MAX_TITLE = 2_000  # code points

Rule = Callable[[StateBlock, int, int, bool], bool]
References = dict[str, Any]

_BREAK = re.compile(r"([-*_])(?:[ \t]*+\1){2,}+[ \t]*+")
_DELIMITERS = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+")
_PIPE = re.compile(r"(?<!\\)\|")
_LAST_PIPE = re.compile(r"(?<!\\)\|\Z")
_LONE_TAG = HTML_SEQUENCES[-1][0]
_INLINE_MARKS = re.compile(r"[\\`*_\[\]!<&\n]")
_LINE_BREAK_TAG = re.compile(r"<br\s*/?>", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\n]+")


def parse_blocks(text: str) -> tuple[list[Token], References]:
    r"""The block tokens of `text`, and the link references that its titles may use.

    >>> [token.type for token in parse_blocks("# A\r\rb\r")[0] if token.map and token.nesting]
    ['heading_open', 'paragraph_open']
    """
    references: References = {}
    tokens: list[Token] = []
    source = LINE_END.sub("\n", text).replace("\0", "\ufffd")
    parser = _block_parser()
    parser.block.parse(source, parser, references, tokens)
    return tokens, references


def parse_title(source: str, references: References) -> list[Token]:
    """The inline tokens of a title, one text token where it is plain or too long."""
    if len(source) > MAX_TITLE or not _INLINE_MARKS.search(source):
        return [Token("text", "", 0, content=source)]
    tokens: list[Token] = []
    parser = _inline_parser()
    parser.inline.parse(source, parser, references, tokens)
    return tokens


def plain_text(tokens: Iterable[Token]) -> str:
    """What a reader sees of inline tokens: no marks, no tags, an image's description.

    >>> plain_text(parse_title("Use `F#` in *two* [steps](/s)<br>now", {}))
    'Use F# in two steps now'
    """
    return _BLANKS.sub(" ", "".join(map(_visible, tokens))).strip(" ")


def _visible(token: Token) -> str:
    if token.type == "image":
        return "".join(map(_visible, token.children or ()))
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type == "html_inline":
        return " " if _LINE_BREAK_TAG.fullmatch(token.content) else ""
    return token.content


@cache
def _block_parser() -> MarkdownIt:
    parser = _with_any_link(MarkdownIt("commonmark", {"maxNesting": 2 * MAX_DEPTH}))
    everywhere = ("paragraph", "reference", "blockquote", "list")
    _replace(parser, "table", _table, ("paragraph", "reference"))
    _replace(parser, "fence", _unless_lazy(fence), everywhere)
    _replace(parser, "blockquote", _unless_lazy(_bounded(blockquote)), everywhere)
    _replace(parser, "hr", _unless_lazy(_break), everywhere)
    _replace(parser, "list", _unless_lazy(_bounded(list_block)), everywhere[:3])
    _replace(parser, "html_block", _unless_lazy(html_block), everywhere[:3])
    _replace(parser, "heading", _unless_lazy(heading), everywhere[:3])
    return parser.enable("table")


@cache
def _inline_parser() -> MarkdownIt:
    return _with_any_link(MarkdownIt("commonmark"))


def _with_any_link(parser: MarkdownIt) -> MarkdownIt:
    # Whether a link is safe to follow is a renderer's matter: `[a]: javascript:x` defines one.
    setattr(parser, "validateLink", lambda url: True)  # noqa: B010
    setattr(parser, "normalizeLink", lambda url: url)  # noqa: B010
    return parser


def _replace(parser: MarkdownIt, name: str, rule: Rule, interrupts: Sequence[str]) -> None:
    parser.block.ruler.at(name, rule, {"alt": list(interrupts)})


def _unless_lazy(rule: Rule) -> Rule:
    """No block begins at a line that a quote holds although it has no `>`: it is paragraph text.

    The library marks it with a negative indent, and forgets that in a quote inside the quote.
    """

    def unless_lazy(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        return not (silent and state.sCount[line] < 0) and rule(state, line, end, silent)

    return unless_lazy


def _bounded(rule: Rule) -> Rule:
    def bounded(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        return state.level < MAX_DEPTH and rule(state, line, end, silent)

    return bounded


def _break(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    start = state.bMarks[line] + state.tShift[line]
    if state.is_code_block(line) or not _BREAK.fullmatch(state.src, start, state.eMarks[line]):
        return False
    if not silent:
        state.line = line + 1
        state.push("hr", "hr", 0).map = [line, line + 1]
    return True


def _table(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """A header row and a delimiter row of as many cells (GFM 0.29, section 4.10).

    The library wants a pipe in the header, and takes a line that opens a list or a quote for one.
    """
    if line + 1 >= end or not _is_table(state, line, end, silent or _ended_at(state, line)):
        return False
    if not silent:
        last = line + 2
        while last < end and _is_row(state, last, end):
            last += 1
        state.push("table_open", "table", 1).map = [line, last]
        state.push("table_close", "table", -1)
        state.line = last
    return True


def _ended_at(state: StateBlock, line: int) -> bool:
    """Whether a paragraph ended at `line`, so that only what may interrupt one begins there."""
    last = state.tokens[-3:]
    return len(last) == 3 and last[0].type == "paragraph_open" and (last[0].map or [0])[-1] == line


def _is_table(state: StateBlock, line: int, end: int, in_paragraph: bool) -> bool:
    delimiters, header = _content(state, line + 1), _content(state, line)
    # Hyphens alone underline a heading or make a break.
    if not _DELIMITERS.fullmatch(delimiters) or set(delimiters).isdisjoint("|:"):
        return False
    if not in_paragraph and _LONE_TAG.search(header):
        return False  # it begins an HTML block, though it does not end a paragraph
    return (
        _cells(header) == _cells(delimiters)
        and _is_row(state, line, end, "paragraph" if in_paragraph else "root")
        and _is_row(state, line + 1, end, "paragraph")
    )


def _content(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def _cells(row: str) -> int:
    """How many cells a row has: pipes part them, one at either end does not count."""
    row = row.strip(" \t").removeprefix("|")
    return len(_PIPE.findall(row)) + (row != "" and not _LAST_PIPE.search(row))


def _is_row(state: StateBlock, line: int, end: int, kind: str = "table") -> bool:
    """Whether the table goes on: until a blank line or another block."""
    if state.isEmpty(line) or state.sCount[line] < state.blkIndent or state.is_code_block(line):
        return False
    before, state.parentType = state.parentType, kind
    interrupting = state.md.block.ruler.getRules("blockquote")
    ended = any(rule(state, line, end, True) for rule in interrupting)
    state.parentType = before
    return not ended
