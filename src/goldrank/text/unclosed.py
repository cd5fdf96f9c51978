"""Fences and HTML blocks that are never closed, so that the rest of a document is inside them.

CommonMark is right to read it so: a heading below an open `<!--` is none. It is said, with what is
inside. A block that ends with the quote or list item around it hides nothing below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.rules_block.html_block import HTML_SEQUENCES
from markdown_it.token import Token

from goldrank.text.markdown import parse_blocks

# Of the seven kinds of HTML blocks only these end at a mark of their own, not at a blank line
# (CommonMark 0.31, section 4.6).
_MARKED = [(begin, end) for begin, end, _ in HTML_SEQUENCES[:5]]
_OPENING = re.compile(r"<(?:!--|!\[CDATA\[|!|\?|\w+)")
_COMMENT = "<!--"


def unclosed_blocks(tokens: Sequence[Token], first_line: int) -> Iterator[str]:
    r"""A sentence for each block of `tokens` that hides what is below; lines from `first_line`.

    >>> tokens, _ = parse_blocks("# A\n\n<!-- todo\n\n# B\n\ntext\n")
    >>> list(unclosed_blocks(tokens, 1))
    ['line 3: the <!-- that opens here is never closed and hides all below: 2 lines, 1 heading']
    """
    last = max((token.map[1] for token in tokens if token.map), default=0)
    for token in tokens:
        if token.map is None:
            continue
        place = f"line {first_line + token.map[0]}"
        if token.type == "fence" and not _is_closed(token, token.map):
            said = f"{place}: the code fence that opens here is never closed"
            if not token.level:
                yield said + _hidden(token.content)
            elif token.map[1] < last:
                yield f"{said}; it ends with the quote or list around it"
        elif token.type == "html_block" and not token.level:
            yield from (f"{place}: {said}" for said in _of_html(token.content))


def _of_html(content: str) -> Iterator[str]:
    opening = _OPENING.match(content.lstrip())
    end = next((end for begin, end in _MARKED if begin.search(content.lstrip())), None)
    if opening is None or end is None:
        return
    rest = content.partition("\n")[2]
    if not end.search(content):
        # Where nothing is below, nothing is hidden.
        if hidden := _hidden(rest):
            yield f"the {opening[0]} that opens here is never closed{hidden}"
    elif opening[0] == _COMMENT and _COMMENT in rest and (headings := _headings(rest)):
        yield (
            f"the {_COMMENT} that opens here is closed only where another one is, and hides "
            f"{_count(headings, 'heading')} before that"
        )


def _hidden(text: str) -> str:
    """What an open block holds: so many lines, and so many headings if it were closed."""
    lines = sum(bool(line.strip()) for line in text.split("\n"))
    if not lines:
        return ""
    said = f" and hides all below: {_count(lines, 'line')}"
    headings = _headings(text)
    return f"{said}, {_count(headings, 'heading')}" if headings else said


def _headings(text: str) -> int:
    tokens, _ = parse_blocks(text)
    return sum(token.type == "heading_open" and not token.level for token in tokens)


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _is_closed(fence: Token, extent: Sequence[int]) -> bool:
    content = fence.content.count("\n") + (fence.content[-1:] not in ("", "\n"))
    return extent[1] - extent[0] == content + 2
