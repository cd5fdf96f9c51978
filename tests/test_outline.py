from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.outline import Heading, Outline, parse_outline, plain_outline, plain_title
from goldrank.types import Span

Sections = list[tuple[tuple[str, ...], str]]


def headings(text: str) -> list[tuple[int, str]]:
    return [(each.level, each.text) for each in parse_outline(text).headings]


def sections(text: str) -> Sections:
    """Each section's path and its body without white space around it."""
    return [
        (each.path, text[each.body_start : each.end].strip())
        for each in parse_outline(text).sections
    ]


def blocks(text: str) -> list[tuple[str, str]]:
    return [(each.kind, text[each.start : each.end]) for each in parse_outline(text).blocks]


def places(text: str) -> list[tuple[int, int, int]]:
    return [(each.start, each.body_start, each.end) for each in parse_outline(text).sections]


# --- headings: one line of `#` -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Log\n\n#1234 fixed\n\n#todo later\n\n####### seven\n", [(1, "Log")]),
        (
            "# Using F#\n\n## C# and F# ##\n\n## a #b\n",
            [(1, "Using F#"), (2, "C# and F#"), (2, "a #b")],
        ),
        ("# Top\n\na\n\n##\n\nb\n\n## ##\n\nc\n", [(1, "Top"), (2, ""), (2, "")]),
        ("intro line\n# Now\nbody line\n## Sub\nmore\n", [(1, "Now"), (2, "Sub")]),
        ("#\tTab\n   ### Three spaces   ###   \n", [(1, "Tab"), (3, "Three spaces")]),
        (
            r"\# escaped" "\n\n" r"# open \#" "\n\n" r"## end \##" "\n",
            [(1, "open #"), (2, "end ##")],
        ),
        ("###### six\n    # four spaces\n", [(6, "six")]),
    ],
)
def test_atx_headings(text: str, expected: list[tuple[int, str]]) -> None:
    assert headings(text) == expected


@pytest.mark.parametrize("space", ["\u00a0", "\u2007", "\u202f", "\u3000"])
def test_a_special_space_after_the_hashes_makes_no_heading_and_is_warned_of(space: str) -> None:
    text = f"# Real\n\ntext\n##{space}Fake\n\n- ##{space}Fake\n\n```\n#{space}code\n```\n"
    assert headings(text) == [(1, "Real")]
    code = f"U+{ord(space):04X}"
    assert parse_outline(text).warnings == (
        f"line 4: {code} after # makes no heading; use a space",
        f"line 6: {code} after # makes no heading; use a space",
    )


# --- headings: underlined ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Guide\n=====\n\nbody\n\nPart\n----\n\nmore\n", [(1, "Guide"), (2, "Part")]),
        (
            "# Prev\n\nFirst half\nsecond half\n---\n\nbody\n",
            [(1, "Prev"), (2, "First half second half")],
        ),
        ("# A\n\n> remember this\n---\n\nx\n", [(1, "A")]),
        ("# Title\n===\n\nbody\n", [(1, "Title")]),
        ("Yes\n--\t\n\nNo\n= =\n", [(2, "Yes")]),
        ("before\n<!-- hidden\nname\n-----\n-->\nafter\n", []),
        ("| k | v |\n|---|---|\n| a | 1 |\n---\n\n# Next\n", [(1, "Next")]),
        ("- item\n---\n\nx\n", []),
        ("a\n\n---\n\nb\n    ---\n", []),
        ("  Two  \n   =   \nnext\n", [(1, "Two")]),
        ("[a]: /url\nTitle\n===\n", [(1, "Title")]),
        ("[a]: javascript:x\n===\n", []),
    ],
)
def test_setext_headings(text: str, expected: list[tuple[int, str]]) -> None:
    assert headings(text) == expected


def test_an_underlined_heading_of_two_lines_takes_all_its_lines() -> None:
    text = "# Prev\n\nFirst half\nsecond half\n---\n\nbody\n"
    assert places(text) == [(0, 7, 8), (8, 35, 41)]
    assert parse_outline(text).headings[1].line == 3


# --- code --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Tools\n\n~~~ini\n# port = 80\n~~~\n\nafter\n", ["Tools"]),
        ("# A\n\n```\nstep 1\n``` python\n# not this\n```\n\n## B\n", ["A", "B"]),
        (
            '# A\n\n```yaml {linenos=true} title="a b.yml"\n# replica count\nn: 3\n```\n\n'
            "## B\n\n```\n# still no\n```\n\n## C\n",
            ["A", "B", "C"],
        ),
        ("```\ndef f():\n    ```\n# no\n```\n# Yes\n", ["Yes"]),
        ("- ```\n  # no\n# Yes\n\ntext\n", ["Yes"]),
        ("# A\n\nintro\n\n```sh\nmake all\n# last words\n", ["A"]),
        ("````\n```\n# no\n````\n# Yes\n", ["Yes"]),
        ("~~~\n```\n# no\n~~~\n# Yes\n", ["Yes"]),
        ("``` a`b\n# Yes\n```\n# no\n", ["Yes"]),
        ("> ```\n> # no\n# Yes\n", ["Yes"]),
    ],
)
def test_fences_hide_their_lines_and_no_others(text: str, expected: list[str]) -> None:
    assert [title for _, title in headings(text)] == expected


def test_the_text_of_a_fence_that_never_closes_stays_in_its_section_with_a_warning() -> None:
    text = "# A\n\nintro\n\n```sh\nmake all\n# last words\n"
    assert sections(text) == [(("A",), "intro\n\n```sh\nmake all\n# last words")]
    assert parse_outline(text).warnings == (
        "line 5: the code fence that opens here is never closed and hides all below: 2 lines, "
        "1 heading",
    )


@pytest.mark.parametrize("text", ["```\n```\n", "```\n```", "~~~\n\n~~~\nx", "> ```\n> a\n> ```\n"])
def test_a_fence_that_closes_is_not_warned_of(text: str) -> None:
    assert parse_outline(text).warnings == ()


@pytest.mark.parametrize("text", ["```", "```\n", "```\n\n", "```\na", "> ```\n> a\n\n```\n```\n"])
def test_a_fence_that_stays_open_is_warned_of_once(text: str) -> None:
    assert len(parse_outline(text).warnings) == 1


def test_the_line_of_a_warning_counts_the_front_matter() -> None:
    (warning,) = parse_outline("---\na: b\n---\n```\n").warnings
    assert warning.startswith("line 4: ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Build\n\nRun:\n\n    # compile first\n    make\n\nDone.\n", ["Build"]),
        ("# A\n\nsome text\n    # continued\n\n## B\n", ["A", "B"]),
        ("\t# tab\n\n# Yes\n", ["Yes"]),
        (
            "- item\n\n      # code in the item\n\n  # heading in the item\n",
            ["heading in the item"],
        ),
    ],
)
def test_indented_lines_are_no_headings(text: str, expected: list[str]) -> None:
    assert [title for _, title in headings(text)] == expected


# --- HTML and containers -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\n<!--\n## Draft part\n\nsecret\n-->\n\n## B\n", ["A", "B"]),
        (
            "<details>\n<summary># no</summary>\n# no\n\n## Yes\n\nhidden\n\n</details>\n\n## Also\n",
            ["Yes", "Also"],
        ),
        ("<!-- toc -->\n# H\n\n<!-- a --> tail\n## I\n", ["H", "I"]),
        ("<pre>\n# no\n\n# no\n</pre>\n# Yes\n", ["Yes"]),
        ("<script>\n\n# no\n", []),
        ("text\n<span>\n# Yes\n", ["Yes"]),
    ],
)
def test_html_blocks_hide_their_lines_and_no_others(text: str, expected: list[str]) -> None:
    assert [title for _, title in headings(text)] == expected


def test_headings_in_quotes_and_items_are_listed_and_start_no_section() -> None:
    text = "# A\n\n> ## Quoted\n> text\n\n- # Item title\n  text\n\n## B\n\nz\n"
    assert [(h.level, h.text, h.line, h.containers) for h in parse_outline(text).headings] == [
        (1, "A", 1, ()),
        (2, "Quoted", 3, ("blockquote",)),
        (1, "Item title", 6, ("list_item",)),
        (2, "B", 9, ()),
    ]
    assert sections(text) == [
        (("A",), "> ## Quoted\n> text\n\n- # Item title\n  text"),
        (("A", "B"), "z"),
    ]


@pytest.mark.parametrize(
    ("text", "containers"),
    [
        ("> - # deep\n", ("blockquote", "list_item")),
        ("1. > 2) # deep\n", ("list_item", "blockquote", "list_item")),
        ("- a\n\n  under\n  ---\n", ("list_item",)),
    ],
)
def test_containers_are_named_outermost_first(text: str, containers: tuple[str, ...]) -> None:
    (heading,) = parse_outline(text).headings
    assert heading.containers == containers


# --- sections, to the character ----------------------------------------------------------------

A, B, NOW = ("A",), ("A", "B"), ("Now",)


@pytest.mark.parametrize(
    "pieces",  # of each section: its path, the lines of its heading, and all up to the next one
    [
        [(("Tools",), "# Tools\n", "\n~~~ini\n# port = 80\n~~~\n\nafter\n")],
        [(A, "# A\n", "\n```\nstep 1\n``` python\n# not this\n```\n\n"), (B, "## B\n", "")],
        [
            (A, "# A\n", '\n```yaml {linenos=true} title="a b.yml"\n# count\nn: 3\n```\n\n'),
            (B, "## B\n", "\n```\n# still no\n```\n\n"),
            (("A", "C"), "## C\n", ""),
        ],
        [((), "", "```\ndef f():\n    ```\n# no\n```\n"), (("Yes",), "# Yes\n", "")],
        [((), "", "- ```\n  # no\n"), (("Yes",), "# Yes\n", "\ntext\n")],
        [(("Build",), "# Build\n", "\nRun:\n\n    # compile first\n    make\n\nDone.\n")],
        [(A, "# A\n", "\nsome text\n    # continued\n\n"), (B, "## B\n", "")],
        [(("Log",), "# Log\n", "\n#1234 fixed\n\n#todo later\n\n####### seven\n")],
        [
            (("Using F#",), "# Using F#\n", "\n"),
            (("Using F#", "C# and F#"), "## C# and F# ##\n", "\n"),
            (("Using F#", "a #b"), "## a #b\n", ""),
        ],
        [(("Real",), "# Real\n", "\n##\u00a0Fake\n\ntext\n")],
        [
            ((), "", "intro line\n"),
            (NOW, "# Now\n", "body line\n"),
            ((*NOW, "Sub"), "## Sub\n", "more\n"),
        ],
        [
            (("Guide",), "Guide\n=====\n", "\nbody\n\n"),
            (("Guide", "Part"), "Part\n----\n", "\nmore\n"),
        ],
        [(A, "# A\n", "\n> remember this\n---\n\nx\n")],
        [(("Title",), "# Title\n", "===\n\nbody\n")],
        [(("Yes",), "Yes\n--\t\n", "\nNo\n= =\n")],
        [((), "", "before\n<!-- hidden\nname\n-----\n-->\nafter\n")],
        [((), "", "| k | v |\n|---|---|\n| a | 1 |\n---\n\n"), (("Next",), "# Next\n", "")],
        [(A, "# A\n", "\n<!--\n## Draft part\n\nsecret\n-->\n\n"), (B, "## B\n", "")],
        [
            ((), "", "<details>\n<summary># no</summary>\n# no\n\n"),
            (("Yes",), "## Yes\n", "\nhidden by default\n\n</details>\n\n"),
            (("Also",), "## Also\n", ""),
        ],
        [
            ((), "", "<!-- toc -->\n"),
            (("H",), "# H\n", "\n<!-- a --> tail\n"),
            (("H", "I"), "## I\n", ""),
        ],
        # A level 1 inside a quote or an item, however it is written, is no parent of what follows.
        [(A, "# A\n", "\n> Deep\n> ===\n\n1. # Item\n\n"), (B, "## B\n", "\nz\n")],
        [(A, "# A\n", "\n- > - # Deep\n\n   text\n\n"), (B, "## B\n", "> # Last\n")],
        [
            (("Catalog",), "# Catalog\n", "\n"),
            (("Catalog", "t_a"), "### t_a\n", "\na\n\n"),
            (("Catalog", "t_b"), "### t_b\n", "\nb\n\n"),
            (("Catalog", "Mid"), "## Mid\n", "\n"),
            (("Catalog", "Mid", "t_c"), "### t_c\n", "\nc\n"),
        ],
    ],
    ids=lambda pieces: "".join(heading + body for _, heading, body in pieces)[:24],
)
@pytest.mark.parametrize("front", ["", "---\ntitle: T\n---\n"])
def test_a_section_is_its_heading_and_its_body_to_the_character(
    front: str, pieces: list[tuple[tuple[str, ...], str, str]]
) -> None:
    expected, at, line = [], len(front), front.count("\n") + 1
    for path, heading, body in pieces:
        body_start, end = at + len(heading), at + len(heading) + len(body)
        expected.append((path, line if heading else None, at, body_start, end))
        at, line = end, line + (heading + body).count("\n")
    text = front + "".join(heading + body for _, heading, body in pieces)
    assert [
        (s.path, s.heading and s.heading.line, s.start, s.body_start, s.end)
        for s in parse_outline(text).sections
    ] == expected


# --- front matter ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ntitle: Node\nowner: ops\n---\n\n# Real\n\nx\n", [(32, 39, 42)]),
        ("---\ntitle: X\n...\n\n# Real\n\nx\n", [(18, 25, 28)]),
        ("---\n\n# Alpha\n\na\n\n---\n\n# Beta\n\nb\n", [(0, 0, 5), (5, 13, 22), (22, 29, 32)]),
        ("---\ntitle: X\n\n# Real\n\nx\n", [(0, 0, 14), (14, 21, 24)]),
    ],
)
def test_front_matter_is_cut_and_places_stay_those_of_the_file(
    text: str, expected: list[tuple[int, int, int]]
) -> None:
    assert places(text) == expected


def test_lines_are_numbered_from_the_start_of_the_file() -> None:
    (heading,) = parse_outline("---\r\ntitle: Node\r\nowner: ops\r\n---\r\n\r\n# Real\r\n").headings
    assert heading.line == 6


# --- line ends ---------------------------------------------------------------------------------


def test_crlf_ends_a_line_and_is_in_no_title() -> None:
    text = "# A\r\n\r\nx\r\n\r\n## B ##\r\n\r\ny\r\n\r\nC\r\n---\r\n\r\nz\r\n"
    assert headings(text) == [(1, "A"), (2, "B"), (2, "C")]
    assert places(text) == [(0, 5, 12), (12, 21, 28), (28, 36, 41)]
    assert [each.line for each in parse_outline(text).headings] == [1, 5, 9]


def test_a_lone_carriage_return_ends_a_line() -> None:
    text = "# One\r\rtext\r\r## Two\rmore\r"
    assert headings(text) == [(1, "One"), (2, "Two")]
    assert places(text) == [(0, 6, 13), (13, 20, 25)]


@pytest.mark.parametrize("mark", ["\f", "\v", "\u2028", "\u2029", "\x85", "\x1c", "\x1d", "\x1e"])
def test_nothing_else_ends_a_line(mark: str) -> None:
    text = f"# One\n\npage{mark}# not a heading\n\n{mark}# nor this\n\nend\n"
    assert headings(text) == [(1, "One")]
    assert places(text) == [(0, 6, len(text))]


def test_mixed_line_ends_keep_their_places() -> None:
    text = "# A\n\rx\r\n\r# B\r\n"  # lines: "# A", "", "x", "", "# B"
    assert [each.line for each in parse_outline(text).headings] == [1, 5]
    assert places(text) == [(0, 4, 9), (9, 14, 14)]


# --- paths -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("# T\n## a\n## b\n", ["T", "T/a", "T/b"], id="sibling"),
        pytest.param("# T\n## a\n### b\n#### c\n", ["T", "T/a", "T/a/b", "T/a/b/c"], id="deeper"),
        pytest.param(
            "# T\n## a\n### b\n#### c\n## d\n",
            ["T", "T/a", "T/a/b", "T/a/b/c", "T/d"],
            id="back to level 2",
        ),
        pytest.param(
            "# T\n### a\n### b\n## c\n### d\n", ["T", "T/a", "T/b", "T/c", "T/c/d"], id="skip"
        ),
        pytest.param("### a\n## b\n# c\n", ["a", "b", "c"], id="upwards"),
        pytest.param("# a\n# b\n## c\n", ["a", "b", "b/c"], id="two tops"),
        pytest.param(
            "# T\n#### a\n### b\n##### c\n#### d\n",
            ["T", "T/a", "T/b", "T/b/c", "T/b/d"],
            id="zigzag",
        ),
    ],
)
def test_a_heading_pops_all_that_are_as_deep_or_deeper(text: str, expected: list[str]) -> None:
    assert ["/".join(each.path) for each in parse_outline(text).sections] == expected


def test_two_paths_that_join_alike_stay_two() -> None:
    text = "# Net\n\n## TCP/IP stack\n\n### A > B\n\nx\n\n## TCP\n\n### IP stack\n\ny\n"
    assert [path for path, _ in sections(text)] == [
        ("Net",),
        ("Net", "TCP/IP stack"),
        ("Net", "TCP/IP stack", "A > B"),
        ("Net", "TCP"),
        ("Net", "TCP", "IP stack"),
    ]


def test_equal_headings_make_sections_at_different_places() -> None:
    text = "# P\n\n## Setup\n\na\n\n## Setup\n\nb\n\n## setup\n\nc\n\n# P\n\n## Setup\n\nd\n"
    assert sections(text) == [
        (("P",), ""),
        (("P", "Setup"), "a"),
        (("P", "Setup"), "b"),
        (("P", "setup"), "c"),
        (("P",), ""),
        (("P", "Setup"), "d"),
    ]
    assert len(set(places(text))) == 6


def test_an_empty_title_stays_in_the_path() -> None:
    assert sections("# Top\n\na\n\n##\n\nb\n\n## ##\n\nc\n") == [
        (("Top",), "a"),
        (("Top", ""), "b"),
        (("Top", ""), "c"),
    ]


def test_an_anchor_is_no_part_of_the_path_and_stays_in_what_is_written() -> None:
    (section,) = parse_outline("# Install {#setup-guide}\n\nx\n").sections
    assert section.path == ("Install",)
    assert section.written == ("Install {#setup-guide}",)
    assert section.titles == ("Install",)
    assert section.heading is not None
    assert section.heading.anchor == "setup-guide"


@pytest.mark.parametrize(
    ("source", "title", "anchor"),
    [
        ("The {#id} syntax", "The {#id} syntax", None),
        ("Use `{#id}`", "Use {#id}", None),
        (r"Use \{#id}", "Use {#id}", None),
        ("Install { #a .b key=v }", "Install", "a"),
        ("Install {: #a_b }", "Install", "a_b"),
        ("Install{#a}", "Install{#a}", None),
        ("Install {.b .c-d #a}", "Install", "a"),
        ("*Install* {#a}", "Install", "a"),
    ],
)
def test_only_an_anchor_at_the_end_and_outside_code_is_one(
    source: str, title: str, anchor: str | None
) -> None:
    (heading,) = parse_outline(f"# {source}\n").headings
    assert (heading.title, heading.anchor) == (title, anchor)


def test_plain_title_sees_text_alone() -> None:
    assert plain_title("Install {#a}") == "Install"
    assert plain_title("{#a}") == ""
    assert plain_title("Install") == "Install"


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("*a* **b** _c_", "a b c"),
        ("`x < y` &amp; &#35;", "x < y & #"),
        ("[text](/u 'hint') [ref][r] [r]", "text ref r"),
        ("![alt *text*](u)", "alt text"),
        ("![one ![two](v)](u)", "one two"),
        ("<a id='x'></a> Name<br>next <!-- c -->", "Name next"),
        ("<https://x.test/a_b>", "https://x.test/a_b"),
        (r"a\*b \[c\]", "a*b [c]"),
        ("tail  ", "tail"),
        ("a_b_c snake_case", "a_b_c snake_case"),
    ],
)
def test_titles_are_plain_inline_text(source: str, title: str) -> None:
    assert headings(f"# {source}\n\n[r]: /u\n") == [(1, title)]


# --- nothing is lost ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Read me first.\n\n# A\n\nb\n", [((), "Read me first."), (("A",), "b")]),
        (
            "# A\n\nbody\n\n## Empty\n\n## B\n\nmore\n\n## Last\n",
            [(("A",), "body"), (("A", "Empty"), ""), (("A", "B"), "more"), (("A", "Last"), "")],
        ),
        ("# A\n\none\n\ntwo\n\nthree\n", [(("A",), "one\n\ntwo\n\nthree")]),
        ("[a]: /u\n\n# A\n\n[b]: /v", [((), "[a]: /u"), (("A",), "[b]: /v")]),
        ("<!-- only -->", [((), "<!-- only -->")]),
        ("", []),
        (" \n\t\r\n\f", []),
    ],
)
def test_all_text_is_in_a_section(text: str, expected: Sections) -> None:
    assert sections(text) == expected


def test_blocks_have_kinds_and_places_and_link_definitions_are_paragraphs() -> None:
    text = (
        "# H\npara\ngoes on\n\n```\ncode\n\n```\n    not code\n\n    code\n\n| a |\n|---|\n| b |\n\n"
        "- x\n\n  y\n\n\n> q\nlazy\n\n<div>\n\n***\n[a]: /u\n[b]: /v\nend  \n"
    )
    assert blocks(text) == [
        ("heading", "# H"),
        ("paragraph", "para\ngoes on"),
        ("fence", "```\ncode\n\n```"),
        ("code", "    not code\n\n    code"),
        ("table", "| a |\n|---|\n| b |"),
        ("list", "- x\n\n  y"),
        ("quote", "> q\nlazy"),
        ("html", "<div>"),
        ("rule", "***"),
        ("paragraph", "[a]: /u\n[b]: /v"),
        ("paragraph", "end  "),
    ]


def test_the_blocks_of_plain_text_are_its_paragraphs() -> None:
    text = "\n# one\r\ntwo\r\n\r\n \f \n    three\rfour"
    outline = plain_outline(text)
    assert [text[each.start : each.end] for each in outline.blocks] == [
        "# one\r\ntwo",
        "    three\rfour",
    ]
    (section,) = outline.sections
    assert (section.path, section.start, section.end) == ((), 1, len(text))
    assert outline.headings == ()


# --- places ------------------------------------------------------------------------------------


def test_any_place_has_a_section_or_is_before_the_body() -> None:
    text = "---\na: b\n---\n\nintro\n# A\nx\n## B\ny"
    outline = parse_outline(text)
    assert outline.body_start == text.index("intro") == 14
    assert outline.section_at(0) is None
    assert outline.path_at(13) == ()
    assert outline.section_at(14) is outline.sections[0]
    assert outline.path_at(text.index("# A") - 1) == ()
    assert outline.path_at(text.index("# A")) == ("A",)
    assert outline.path_at(text.index("## B") - 1) == ("A",)
    assert outline.path_at(text.index("y")) == ("A", "B")
    assert outline.path_at(len(text)) == ("A", "B")
    assert outline.section_at(len(text) + 1) is None
    assert outline.section_at(-1) is None
    assert outline.titles_at(text.index("y")) == ("A", "B")
    assert outline.titles_at(0) == ()


def test_blocks_in_a_stretch_are_those_that_begin_there() -> None:
    text = "one\n\ntwo\n\nthree\n"
    outline = parse_outline(text)
    one, two, three = outline.blocks
    assert outline.blocks_in(0, len(text)) == (one, two, three)
    assert outline.blocks_in(0, 5) == (one,)
    assert outline.blocks_in(1, 6) == (two,)
    assert outline.blocks_in(5, 5) == ()


def test_the_body_is_what_is_left_without_front_matter_headings_and_white_space() -> None:
    text = "---\na: b\n---\nin it\n# A\n> # q\nS\n===\nend\n"
    spans = parse_outline(text).body_spans(text)
    assert [text[span.start : span.end] for span in spans] == ["in", "it", ">", "#", "q", "end"]
    assert spans[0] == Span(13, 15)


# --- properties --------------------------------------------------------------------------------

PIECES = (
    "# ",
    "## ",
    "a",
    "b",
    " ",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "> ",
    "- ",
    "1. ",
    "    ",
    "\t",
    "```",
)
MORE = (
    "---",
    "===",
    "|",
    "<!--",
    "-->",
    "<div>",
    "[a]: /u",
    "\u2028",
    "\f",
    "\0",
    "é",
    "{#i}",
    "*",
)
nasty = st.lists(st.sampled_from(PIECES + MORE), max_size=40).map("".join)


def check(text: str, outline: Outline) -> None:
    edges = [outline.body_start, *(each.end for each in outline.sections)]
    assert [each.start for each in outline.sections] == edges[:-1]
    assert edges[-1] == len(text)
    assert all(s.start <= s.body_start <= s.end for s in outline.sections)
    for before, after in zip(outline.blocks, outline.blocks[1:], strict=False):
        assert before.start < before.end <= after.start


@given(nasty)
def test_sections_tile_the_body_and_blocks_are_in_order(text: str) -> None:
    check(text, parse_outline(text))
    check(text, plain_outline(text))


@given(nasty)
def test_every_visible_character_of_the_body_is_in_one_block(text: str) -> None:
    outline = parse_outline(text)
    held = [place for each in outline.blocks for place in range(each.start, each.end)]
    assert len(held) == len(set(held))
    seen = {place for place in range(outline.body_start, len(text)) if not text[place].isspace()}
    assert seen <= set(held)


@given(nasty)
def test_a_heading_slices_back_to_its_own_lines(text: str) -> None:
    for heading in parse_outline(text).headings:
        source = text[heading.start : heading.end]
        assert "#" in source or "=" in source or "-" in source
        assert heading.start == 0 or text[heading.start - 1] in "\r\n"
        assert heading.end == len(text) or text[heading.end - 1] in "\r\n"


@given(nasty)
def test_crlf_and_lf_give_the_same_outline(text: str) -> None:
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    first, second = parse_outline(plain), parse_outline(plain.replace("\n", "\r\n"))
    assert [(h.level, h.text, h.line) for h in first.headings] == [
        (h.level, h.text, h.line) for h in second.headings
    ]
    assert [each.kind for each in first.blocks] == [each.kind for each in second.blocks]


def test_a_text_with_given_headings_has_sections_under_them_and_paragraphs_between() -> None:
    text = "lead\n\n* One\r\n\r\ntwo\nlines\n** Two\nend"
    given = [
        Heading(1, "One", 3, text.index("* One"), text.index("\r\ntwo")),
        Heading(2, "Two", 7, text.index("** Two"), text.index("end")),
    ]
    outline = plain_outline(text, given)
    assert [(each.kind, text[each.start : each.end]) for each in outline.blocks] == [
        ("paragraph", "lead"),
        ("heading", "* One"),
        ("paragraph", "two\nlines"),
        ("heading", "** Two"),
        ("paragraph", "end"),
    ]
    assert [(each.path, text[each.body_start : each.end]) for each in outline.sections] == [
        ((), "lead\n\n"),
        (("One",), "\r\ntwo\nlines\n"),
        (("One", "Two"), "end"),
    ]
    assert outline.headings == tuple(given)
