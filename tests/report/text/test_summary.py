"""The summary on the terminal and in Markdown say the same, and text from outside stays text."""

from __future__ import annotations

import html
import io
import unicodedata
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from rich.console import Console
from tests.tiny import QUERIES, run_tiny, write_tiny

from goldrank.report.common.formats import decimal, median, percent, signed
from goldrank.report.common.window_line import window_sentence
from goldrank.report.page.html import report_html
from goldrank.report.terminal.run import run_summary
from goldrank.report.text.markdown import escaped
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.run import Run
from goldrank.text.unsafe import printable


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    top = 'baseline_variant = "plain"\nrankers = ["vector", "bm25"]\n'
    rest = (
        '[[variant]]\nname = "plain"\nrepresentation = "raw"\n'
        '[[variant]]\nname = "a|b[red] ~~x~~"\nrepresentation = "breadcrumb"\n'
    )
    queries = [*QUERIES, {"query_id": "q3", "text": "nothing"}]
    suite = write_tiny(tmp_path_factory.mktemp("summary"), top, rest, queries=queries)
    (suite.parent / "corpus" / "x.md").write_bytes(b"\xff")
    return run_tiny(suite)


def _terminal(run: Run) -> str:
    file = io.StringIO()
    Console(file=file, width=220).print(run_summary(run))
    return file.getvalue()


def test_both_name_the_baseline_and_every_system(run: Run):
    shown, written = _terminal(run), summary_markdown(run)
    assert "Δ plain" in shown
    assert "Δ plain" in written
    assert shown.count("a|b[red] ~~x~~") >= 3  # twice among the systems, once in coverage
    for text in (shown, written):
        assert "1 of 3 queries have no evidence and are in no mean." in text
        assert "1 file was not read: x.md" in text
        assert window_sentence(run.window) in text


def test_all_begin_with_the_decision_in_the_same_words(run: Run):
    head = run.decided[0]
    assert head.startswith("Cannot decide: 2 queries on 2 documents say too little")
    page = html.unescape(report_html(run))
    assert page.index(printable(head)) < page.index("</section>")
    assert " ".join(_terminal(run).split()).startswith(head)
    assert escaped(head) in summary_markdown(run).split("\n\n")[1]
    printer = io.StringIO()
    run._repr_pretty_(SimpleNamespace(text=printer.write), False)
    assert head in printer.getvalue()


def test_the_markdown_is_tables_of_equal_width(run: Run):
    written = summary_markdown(run)
    tokens = MarkdownIt("commonmark").enable("table").parse(written)
    tables = sum(token.type == "table_open" for token in tokens)
    assert tables == 3  # gold ranks, coverage, what was not read
    rows = [t for t in tokens if t.type in ("td_open", "th_open", "tr_open", "table_open")]
    widths, current = [], []
    for token in rows:
        if token.type == "tr_open":
            current.append(0)
        elif token.type == "table_open":
            widths.append(current)
            current = []
        else:
            current[-1] += 1
    for table in [*widths[1:], current]:
        assert len(set(table)) == 1


def test_without_vectors_there_is_no_coverage_to_show(tmp_path: Path):
    bare = run_tiny(write_tiny(tmp_path, 'rankers = ["bm25"]\n'))
    assert "Coverage" not in _terminal(bare)
    said = " ".join(_terminal(bare).split())
    assert "No vector is used; the window is a limit of the chunkers. Window: 12 tokens" in said
    rest = '[[chunker]]\nname = "whole"\n'
    unlimited = run_tiny(write_tiny(tmp_path / "whole", 'rankers = ["bm25"]\n', rest))
    assert "No vector is used, so no window was measured." in _terminal(unlimited)
    assert summary_markdown(bare).startswith("# tiny\n")


@given(st.text(max_size=30))
def test_escaped_text_is_shown_as_itself_and_makes_no_markup(text: str):
    tokens = MarkdownIt("commonmark").parse(f"- {escaped('x' + text)}")
    inline = [token for token in tokens if token.type == "inline"]
    assert len(inline) == 1
    children = inline[0].children or []
    assert all(child.type in ("text", "text_special") for child in children)


@given(st.text(max_size=30))
def test_printable_text_keeps_its_length_and_steers_no_terminal(text: str):
    shown = printable(text)
    assert len(shown) == len(text)
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") and c != "\n" for c in shown)


@given(st.floats(0, 1))
def test_a_share_is_never_rounded_to_all_or_nothing(share: float):
    assert (percent(share) == "100%") == (share == 1)
    assert (percent(share) == "0%") == (share == 0)


def test_numbers_as_they_are_read():
    assert (signed(-0.0001), signed(0.0004), signed(float("nan"))) == (".000", ".000", "")
    assert (decimal(0.9999), decimal(-0.5)) == ("1.000", "-0.500")
    assert (median(float("nan"), 12), median(1.0, 12)) == ("> 12", "1")


@pytest.mark.parametrize(
    ("window", "said"),
    [
        (
            {
                "tokens": 256,
                "content_tokens": 254,
                "special_tokens": 2,
                "tested": 600,
                "declared": {"b": 512, "a": None},
            },
            "Window: 256 tokens (254 of content, 2 special), measured; declared: a none, b 512.",
        ),
        (
            {"tokens": None, "tested": 4096, "declared": {}},
            "Window: none found up to 4096 tokens; declared: nothing.",
        ),
    ],
)
def test_a_window_is_one_sentence(window, said: str):
    assert window_sentence(window) == said
