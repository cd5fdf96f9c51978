from __future__ import annotations

import importlib.util
import random
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.outline import parse_outline
from goldrank.text.front_matter import read_front_matter
from goldrank.text.markdown import MAX_TITLE, parse_blocks, parse_title, plain_text

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "fuzz_markdown.py"


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


fuzz = load(SCRIPT)


def kinds(text: str) -> list[str]:
    return [block.kind for block in parse_outline(text).blocks]


# --- parity with cmark-gfm -----------------------------------------------------------------------


def agree_or_known(text: str) -> bool:
    theirs, ours = fuzz.structure_by_cmark(text), fuzz.structure_by_us(text)
    return theirs == ours or fuzz.known_difference(text, theirs, ours) is not None


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from(fuzz.FRAGMENTS + fuzz.ENDS * 4), max_size=30)
    .map("".join)
    .map(lambda text: text.lstrip("\ufeff"))
)
def test_we_read_nasty_markdown_as_cmark_does_where_no_cause_is_known(text: str) -> None:
    assert agree_or_known(text)


def test_nearly_all_random_documents_agree_outright() -> None:
    source = random.Random(20)
    texts = [fuzz.nasty(source, 8) for _ in range(400)]
    agreeing = sum(fuzz.structure_by_cmark(each) == fuzz.structure_by_us(each) for each in texts)
    assert agreeing >= 0.97 * len(texts)
    assert all(map(agree_or_known, texts))


def test_the_comparison_sees_a_difference() -> None:
    theirs, ours = fuzz.structure_by_cmark("# a\n"), fuzz.structure_by_us("## a\n")
    assert theirs != ours
    assert fuzz.known_difference("# a\n", theirs, ours) is None


def test_real_documents_are_read_as_cmark_reads_them(shared_data: Path) -> None:
    paths = sorted(shared_data.rglob("*.md"))
    assert len(paths) >= 300
    differing = {}
    for path in paths:
        text = path.read_bytes().decode()
        body = text[read_front_matter(text).end :]
        theirs, ours = fuzz.structure_by_cmark(body), fuzz.structure_by_us(body)
        if theirs != ours:
            cause = fuzz.known_difference(body, theirs, ours)
            differing[path.name] = cause and cause.partition(":")[0]
    assert differing == {
        "eval-tool.md": "lazy tag",
        "conflict-feedback-additional-frameworks.md": "table",
        "work-schedules.md": "table",
    }


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("[a]: /u\ntext\n", "definition"),
        ("[a]: /u\n    indented\n", "closed definition"),
        ("- [a]: /u\nlazy\n", "closed definition"),
        ("para\n:- x\n|-|\n", "table"),
        ("# a <!Xy>\n", "declaration"),
        ("<i>\u2028\n===\n", "odd space"),
        ("> a\n<i>\n---\n", "lazy tag"),
        ("> >>  \ta\nlazy\n", "tab"),
        ("-\n\n\n- a\n", "empty item"),
        ("a\n\tb|c\n|-|-|\n", "indented header"),
    ],
)
def test_the_known_differences_are_still_there(text: str, cause: str) -> None:
    theirs, ours = fuzz.structure_by_cmark(text), fuzz.structure_by_us(text)
    assert theirs != ours
    assert fuzz.known_difference(text, theirs, ours).startswith(cause + ":")


# --- where the library is corrected ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a | b\n--|--\n1 | 2\n", ["table"]),
        ("a\n|-|\nb\n---\n", ["table", "rule"]),
        ("a\n:-\n", ["table"]),
        ("a\n--\n", ["heading"]),
        ("- a | b\n--|--\n", ["list"]),
        ("> a | b\n--|--\n", ["quote"]),
        ("a | b\n|--|\n", ["paragraph"]),
        (r"a \| b" "\n|--|\n", ["table"]),
        ("para\n| a |\n|---|\n", ["paragraph", "table"]),
        ("[x]\n10. a\n|-|\n", ["paragraph", "table"]),
        ("1)\n:--\n", ["list", "paragraph"]),
        ("<i>\n|-|\n", ["html"]),
        ("|\n|-|\n", ["paragraph"]),
        ("| a |\n|---|\n# H\n", ["table", "heading"]),
        ("| a |\n|---|\n\nb\n", ["table", "paragraph"]),
        ("| a |\n|---|\n- b\n", ["table", "list"]),
        ("| a |\n|---|", ["table"]),
        ("| a |", ["paragraph"]),
    ],
)
def test_tables_are_those_of_github(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize("mark", ["# b", "```", "- b", "***", "<div>", "1. b"])
def test_an_indented_line_goes_on_a_quote_inside_a_quote(mark: str) -> None:
    assert kinds(f">> a\n    {mark}\n") == ["quote"]
    assert parse_outline(f">> a\n    {mark}\n").headings == ()


def test_a_table_is_two_tokens_however_many_cells_it_has() -> None:
    tokens, _ = parse_blocks("a|b\n-|-\n" + "1|2\n" * 100)
    assert [token.type for token in tokens] == ["table_open", "table_close"]


# --- bounds ------------------------------------------------------------------------------------


def test_a_title_over_the_bound_keeps_its_marks() -> None:
    short, long = "*" + "a" * (MAX_TITLE - 2) + "*", "*" + "a" * (MAX_TITLE - 1) + "*"
    assert plain_text(parse_title(short, {})) == short.strip("*")
    assert plain_text(parse_title(long, {})) == long


@pytest.mark.parametrize("mark", [">", "> ", "- ", "1. ", "* > ", "-\t"])
def test_what_is_nested_too_deep_is_text_and_the_rest_is_read(mark: str) -> None:
    text = mark * 10_000 + "# deep\n\n# After\n\ntext\n"
    after = parse_outline(text)
    assert [(each.text, each.containers) for each in after.headings] == [("After", ())]
    assert [each.path for each in after.sections] == [(), ("After",)]


def test_a_list_that_deepens_line_by_line_does_not_hide_the_rest() -> None:
    text = "".join("  " * level + "- # x\n" for level in range(400)) + "\n# After\n"
    outline = parse_outline(text)
    assert outline.sections[-1].path == ("After",)
    assert max(len(each.containers) for each in outline.headings) == 50


def test_twelve_lists_deep_is_nothing_special() -> None:
    text = "".join("  " * level + "- x\n" for level in range(12)) + " " * 24 + "# deep\n\n# After\n"
    assert [each.text for each in parse_outline(text).headings] == ["deep", "After"]


LONG = 100_000


@pytest.mark.parametrize(
    "piece",
    [
        *("a", "#", "-", "=", "`", ">", "[", "<", "|", "*", "_", " ", "\t", "!", "&", "\\", "\r"),
        *("- ", "* ", "> ", "1. ", "[a", "![", "](", "<a ", "<a b=", "<!--", "a|", "|-", "**a_"),
        *("a\n", "-\n", ">\n", "- a\n", "1. a\n", "[\n", "<a\n", "```\n", "> ```\n", "- ```\n"),
        *("|a|\n|-|\n", "a|b\n", "[a]: b\n", '[a]: b "\n', ">> a\nb\n", "a\n=\n", "# [a](b)\n"),
    ],
)
def test_time_is_linear_in_length(piece: str) -> None:
    start = time.process_time()
    parse_outline(piece * (LONG // len(piece)))
    parse_outline("# " + piece * (LONG // 10 // len(piece)))
    # Linear takes a second or two on a slow machine, 1e10 steps take many minutes.
    assert time.process_time() - start < 20


@pytest.mark.parametrize("piece", ["[", "![", "*a_", "`a``", "<a ", "[a](", "&", "**", "[]("])
def test_the_longest_title_that_is_parsed_takes_no_time(piece: str) -> None:
    start = time.process_time()
    parse_outline("# " + piece * (MAX_TITLE // len(piece)))
    assert time.process_time() - start < 5
