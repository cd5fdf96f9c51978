"""Dollars in a corpus are dollars in a notebook."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from markdown_it import MarkdownIt
from tests.tiny import FILES, QUERIES, run_tiny, write_tiny

from goldrank.notebook import show_text_as_text
from goldrank.report.text.markdown import escaped

MONEY = "# Pay\n\n## Bonus\n\nCosts $5 and $6. It is paid in March.\n"
OFF = ("tex2jax_ignore", "mathjax_ignore")


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch):
    """A process that a notebook runs in, with pandas as it comes."""
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=object))
    with pd.option_context("display.html.use_mathjax", True):
        show_text_as_text.cache_clear()
        yield
    show_text_as_text.cache_clear()


def test_each_display_keeps_all_of_its_text_from_mathjax(tmp_path: Path) -> None:
    run = run_tiny(write_tiny(tmp_path, files={**FILES, "pay.md": MONEY}), tmp_path / "cache")
    for shown, money in (
        (run.inspect("q2", cache=tmp_path / "cache"), "$5 and $6"),
        (run.what_if("q2", "$7 and $8", cache=tmp_path / "cache"), "$7 and $8"),
    ):
        html = shown._repr_html_()
        outermost = html[: html.index(">")]
        assert all(name in outermost for name in OFF)
        assert html.count("<div") == html.count("</div")
        assert html.rstrip().endswith("</div>")
        assert money in html


def test_tables_of_a_run_keep_their_dollars_in_a_notebook(shell: None, tmp_path: Path) -> None:
    money = [{**QUERIES[1], "text": "is it $5 or $6"}]
    run = run_tiny(write_tiny(tmp_path, queries=money))
    html = run.queries.to_html(notebook=True)
    assert "$5 or $6" in html
    assert all(name in html for name in OFF)


def test_a_user_who_wants_mathematics_in_tables_keeps_it(shell: None, tmp_path: Path) -> None:
    suite = write_tiny(tmp_path)
    run_tiny(suite)
    pd.set_option("display.html.use_mathjax", True)
    run_tiny(suite)
    assert pd.get_option("display.html.use_mathjax") is True


def test_outside_a_notebook_no_option_of_pandas_is_touched(tmp_path: Path) -> None:
    show_text_as_text.cache_clear()
    before = pd.get_option("display.html.use_mathjax")
    run_tiny(write_tiny(tmp_path))
    assert pd.get_option("display.html.use_mathjax") is before


def test_dollars_in_markdown_are_escaped_and_show_as_themselves() -> None:
    assert escaped("$5 and $6") == r"\$5 and \$6"
    assert MarkdownIt("commonmark").render(escaped("$5 and $6")) == "<p>$5 and $6</p>\n"
