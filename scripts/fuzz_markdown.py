"""Compare our reading of Markdown with cmark-gfm's on random nasty documents.

    python scripts/fuzz_markdown.py --documents 10000 --seed 0

cmark-gfm (package cmarkgfm) is the reference: every heading's level, line, containers and text,
and every top-level block's kind and line must agree. Documents that use one of the constructs
in `CAUSES` are counted apart. The exit code is 1 when any other document differs.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

from cmarkgfm import cmark

from goldrank.outline import parse_outline
from goldrank.text.markdown import parse_blocks

FRAGMENTS = (
    *("#", "##", "# ", "## ", "###### ", "####### ", "# a #", "## b ##  ", "#\t", "#c", "#\u00a0d"),
    *(
        "a",
        "b c",
        "word ",
        " ",
        "  ",
        "   ",
        "    ",
        "\t",
        " \t",
        "\\",
        "\\#",
        "\u2028",
        "\f",
        "\v",
    ),
    *("=", "===", "--", "---", "- - -", "***", "* * *", "___", "--- ", "= =", "---\t"),
    *("- ", "* ", "+ ", "-", "1. ", "1) ", "2. ", "10. ", "-\t", "-   ", "-     ", "  - "),
    *("> ", ">", ">> ", ">\t", "```", "````", "~~~", "``` sh", "~~~ a`b", "``` `", "    ```"),
    *(
        "<!--",
        "-->",
        "<!-- x -->",
        "<div>",
        "</div>",
        "<a>",
        "<b",
        "<?",
        "?>",
        "<script>",
        "</script>",
    ),
    *("<![CDATA[", "]]>", "<!X", "<pre>", "<a b='c'>", "<details><summary>"),
    *("|", "| a | b |", "|---|---|", "a | b", "--|--", "|:-:|", "\\|", "|-|", "| a |", ":--"),
    *("[a]: /u", "[a]", "[a]:", '"t"', "'t'", "(t)", "[b]: <x>", "[a][b]", "![i](u)", "[l](u)"),
    *("*e*", "**s**", "`c`", "``", "&amp;", "&#35;", "{#id}", "<i>", "\u00e9", "\ufeff", "\x85"),
)
ENDS = ("\n", "\n", "\n", "\n\n", "\r\n", "\r", "\n \n", "\r\n\r\n")

# Raw HTML has no position in cmark's output, and link definitions are no blocks there.
KINDS = {
    **{"heading_open": "heading", "paragraph_open": "paragraph", "table_open": "table"},
    **{"fence": "code", "code_block": "code", "hr": "rule", "blockquote_open": "quote"},
    **{"bullet_list_open": "list", "ordered_list_open": "list"},
}


@dataclass(frozen=True)
class Structure:
    """What both readings must agree on."""

    headings: list[tuple[int, int, tuple[str, ...], str]]  # level, line, containers, text
    blocks: list[tuple[str, int]]  # kind, line


TAGS = {
    **{"p": "paragraph", "pre": "code", "table": "table", "hr": "rule", "blockquote": "quote"},
    **{"ul": "list", "ol": "list", **{f"h{level}": "heading" for level in range(1, 7)}},
}
CONTAINERS = {"blockquote": "blockquote", "li": "list_item"}


@dataclass
class _Reader(HTMLParser):
    """Reads cmark's HTML with source positions; raw HTML is left out there."""

    headings: list[tuple[int, int, tuple[str, ...], str]] = field(default_factory=list)
    blocks: list[tuple[str, int]] = field(default_factory=list)
    containers: list[str] = field(default_factory=list)
    text: str | None = None
    heading: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "img" and self.text is not None:
            self.text += values.get("alt") or ""
        position = values.get("data-sourcepos")
        if position is None:
            return
        line = int(position.split(":")[0])
        if not self.containers and tag in TAGS:
            self.blocks.append((TAGS[tag], line))
        if tag in CONTAINERS:
            self.containers.append(CONTAINERS[tag])
        if TAGS.get(tag) == "heading":
            self.heading, self.text = (int(tag[1]), line), ""

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag in CONTAINERS:
            self.containers.pop()
        if self.text is not None and TAGS.get(tag) == "heading":
            self.headings.append((*self.heading, tuple(self.containers), squeeze(self.text)))
            self.text = None


def squeeze(text: str) -> str:
    """`text` without white space: renderers place it differently."""
    return "".join(text.split())


def structure_by_cmark(text: str) -> Structure:
    """What cmark-gfm reads, with tables and nothing else of GFM."""
    reader = _Reader()
    options = cmark.Options.CMARK_OPT_SOURCEPOS
    reader.feed(cmark.markdown_to_html_with_extensions(text, options, ["table"]))
    reader.close()
    return Structure(reader.headings, reader.blocks)


def structure_by_us(text: str) -> Structure:
    """What we read, in the same form."""
    tokens, _ = parse_blocks(text)
    return Structure(
        [
            (heading.level, heading.line, heading.containers, squeeze(heading.text))
            for heading in parse_outline(text).headings
        ],
        [
            (KINDS[token.type], token.map[0] + 1)
            for token in tokens
            if token.level == 0 and token.map and token.type in KINDS
        ],
    )


CAUSES = {
    "declaration: <!Xy> without a space is a tag since the spec of 2021": re.compile(r"<!X"),
    "odd space: one of the two lets a form feed or the like end a tag, a row or a definition": (
        re.compile("[\f\v\x85\u2028]")
    ),
    "lazy tag: cmark lets a lone tag interrupt the lazy last line of a quote or item": re.compile(
        r"^[ ]{0,3}</?[a-z][^\r\n]*>[ \t]*[\r\n]", re.MULTILINE | re.IGNORECASE
    ),
    "indented header: cmark takes a header row that is indented by four, after paragraph text": (
        re.compile(r"\n( {4}|[ ]*\t).*\n.*[|:]")
    ),
    "empty item: markdown-it ends a list after an empty item and two blank lines": re.compile(
        r"([-+*]|\d[.)])[ \t]*(\n[ \t]*){3}"
    ),
    "tab: markdown-it counts a tab wrongly in a quote inside a quote": re.compile(r">.*>.*\t"),
    "closed definition: markdown-it ends the paragraph after one, so no line continues it": (
        re.compile(r"\[\w\]:[^\r\n]*(\r\n?|\n)[ \t]*[^ \t\r\n]")
    ),
}


def known_difference(text: str, theirs: Structure, ours: Structure) -> str | None:
    """Why the two readings of `text` differ, where the cause is known and not ours."""
    if "]:" in text and _to_runs(text, theirs) == _to_runs(text, ours):
        return "definition: cmark lets a block begin at the link definitions before it"
    after_paragraph = any(
        first[0] == "paragraph" and second[0] == "table" for first, second in pairwise(ours.blocks)
    )
    if after_paragraph and theirs.headings == ours.headings:
        return "table: cmark loses count of lines in a table right after a paragraph"
    plain = re.sub(r"\r\n?", "\n", text)
    return next((cause for cause, pattern in CAUSES.items() if pattern.search(plain)), None)


def _to_runs(text: str, structure: Structure) -> Structure:
    """`structure` with every line moved up to the first without a blank line between."""
    lines = [line.strip(" \t") for line in re.split(r"\r\n?|\n", text)]

    def first(line: int) -> int:
        while line > 1 and lines[line - 2]:
            line -= 1
        return line

    return Structure(
        [(level, first(line), inside, title) for level, line, inside, title in structure.headings],
        [(kind, first(line)) for kind, line in structure.blocks],
    )


def nasty(random_: random.Random, lines: int = 12) -> str:
    """A document of up to `lines` lines that a person would hardly write."""
    parts: list[str] = []
    for _ in range(random_.randint(1, lines)):
        parts += random_.choices(FRAGMENTS, k=random_.choice((0, 1, 1, 2, 2, 3, 4)))
        parts.append(random_.choice(ENDS))
    return "".join(parts).lstrip("\ufeff")  # cmark drops a byte-order mark, a reader has before


def main() -> int:
    """Compare, count by cause, and print what nobody has explained yet."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--documents", type=int, default=10_000)
    arguments.add_argument("--seed", type=int, default=0)
    options = arguments.parse_args()
    random_ = random.Random(options.seed)
    counts: Counter[str] = Counter()
    for _ in range(options.documents):
        text = nasty(random_, random_.choice((2, 4, 8, 16)))
        theirs, ours = structure_by_cmark(text), structure_by_us(text)
        cause = "agree" if theirs == ours else known_difference(text, theirs, ours)
        counts[cause or "unexplained"] += 1
        if cause is None:
            print(f"{text!r}\n  cmark {theirs}\n  ours  {ours}")
    for cause, count in counts.most_common():
        print(f"{count:7,}  {cause}")
    return int("unexplained" in counts)


if __name__ == "__main__":
    sys.exit(main())
