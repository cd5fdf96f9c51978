"""A block that is never closed is said with its line and what it hides; a closed one is not."""

from __future__ import annotations

import pytest

from goldrank.outline import parse_outline

BELOW = "\nred\n\n## Two\n\nblue\n"
# Below the opening line stand three lines that are not blank, one of them a heading.
HIDES = "and hides all below: 3 lines, 1 heading"


def warned(text: str) -> tuple[str, ...]:
    return parse_outline(text).warnings


@pytest.mark.parametrize(
    ("opening", "named"),
    [
        ("<!-- old", "<!--"),
        ("<pre class='x'>", "<pre"),
        ("<SCRIPT src='a'>", "<SCRIPT"),
        ("<style>", "<style"),
        ("<textarea>", "<textarea"),
        ("<?php echo 1;", "<?"),
        ("<!DOCTYPE html", "<!"),
        ("<![CDATA[ x", "<![CDATA["),
        ("````md", "code fence"),
        ("~~~", "code fence"),
    ],
)
def test_a_block_that_is_never_closed_is_named_with_what_it_hides(opening: str, named: str) -> None:
    # The front matter has 3 lines, then # One, a blank line, and the opening on line 6.
    text = f"---\ntitle: T\n---\n# One\n\n{opening}\n{BELOW}"
    assert warned(text) == (f"line 6: the {named} that opens here is never closed {HIDES}",)
    assert [section.path for section in parse_outline(text).sections] == [("One",)]


@pytest.mark.parametrize(
    "block",
    [
        "<!-- old -->",
        "<!-- old\n\n## Not\n\n-->",
        "<!-->",
        "<pre>\n\n# x\n\n</pre>",
        "<script>\n\n1\n</style>",
        "<style>p {}</style>",
        "<?php 1 ?>",
        "<!DOCTYPE html>",
        "<![CDATA[\n\nx\n]]>",
        "```\nx\n```",
        "<div>\n<!-- open",
        "words <!-- open",
        "> <!-- note",
        "1. <pre>\n   x",
    ],
)
def test_a_block_that_ends_is_not_warned_of(block: str) -> None:
    text = f"# One\n\n{block}\n\n{BELOW}"
    assert warned(text) == ()
    assert ("One", "Two") in [section.path for section in parse_outline(text).sections]


@pytest.mark.parametrize("text", ["# A\n\n<!-- the end", "<?xml\n\n \n", "# A\n\n- ```\n  make\n"])
def test_an_open_block_with_nothing_below_it_hides_nothing(text: str) -> None:
    assert warned(text) == ()


def test_a_fence_that_its_list_item_ends_is_said_where_more_follows() -> None:
    assert warned("- ```sh\n  make\n\n# B\n") == (
        "line 1: the code fence that opens here is never closed; it ends with the quote or list "
        "around it",
    )


def test_a_fence_with_nothing_below_it_is_open_all_the_same() -> None:
    assert warned("# A\n\n```") == ("line 3: the code fence that opens here is never closed",)


def test_a_comment_that_only_the_end_of_another_one_closes_says_which_headings_it_hides() -> None:
    text = "# A\n\n<!-- todo\n\n# B\n\n# C\n\n<!-- note -->\n\n# D\n"
    assert warned(text) == (
        "line 3: the <!-- that opens here is closed only where another one is, and hides 2 "
        "headings before that",
    )


def test_headings_that_an_open_block_hides_are_counted_as_markdown_counts_them() -> None:
    # A setext heading is one; a line in an indented code block, and one without a space, are none.
    (said,) = warned("<!--\n\nSome title\n===\n\n    # code\n\n#tag\n\n### Real\n")
    assert said.endswith(": 5 lines, 2 headings")
