"""Text from outside in Markdown, and a table of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from goldrank.text.unsafe import printable


def escaped(text: object) -> str:
    """Text as Markdown that shows as itself.

    >>> escaped("<b> a|b *c* $5")
    '&lt;b&gt; a\\\\|b \\\\*c\\\\* \\\\$5'
    """
    shown = printable(str(text)).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    for sign in "\\`*_[]|~$":
        shown = shown.replace(sign, "\\" + sign)
    return " ".join(shown.split())


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int) -> str:
    """A table whose first `left` columns are text and the others numbers; its cells are escaped.

    >>> print(markdown_table(["query", "rank"], [["a|b", 3]], 1))
    | query | rank |
    | --- | ---: |
    | a\\|b | 3 |
    """
    rule = ["---"] * left + ["---:"] * (len(head) - left)
    lines = [head, rule, *([escaped(cell) for cell in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
