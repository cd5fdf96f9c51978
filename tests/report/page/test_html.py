"""The page is one file, the same for the same run, and text from outside is only ever text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from tests.tiny import run_tiny, write_tiny
from typer.testing import CliRunner

from goldrank.cli import app
from goldrank.errors import GoldrankError
from goldrank.report.page.html import report_html
from goldrank.report.rewrite import write_again
from goldrank.runs.record import save
from goldrank.runs.run import Run

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)> {{ 7*7 }} {% x %} $a^2$"
HIDDEN = "pay \u202eevil\u202c \x07 bell \u200bnone \u2066iso\u2069"
HOSTILE_FILES = {
    "leave.md": f"# Leave {EVIL}\n\nAsk.\n\n## Parental {HIDDEN}\n\nIt must be requested early.\n",
    "<b>&'\".md": f"# {HIDDEN}\n\n{EVIL} and words.\n\n## Bonus\n\n{HIDDEN} paid in March.\n",
}
HOSTILE_QUERIES = (
    {
        "query_id": "<i>q1</i>",
        "text": f"when requested {EVIL}",
        "tags": ["</select>"],
        "evidence": [{"doc_id": "leave.md", "quote": "It must be requested early."}],
    },
    {
        "query_id": "q2",
        "text": HIDDEN,
        "evidence": [{"doc_id": "<b>&'\".md", "quote": "paid in March"}],
    },
)


class Page(HTMLParser):
    """What a browser would make of the page: its elements, and the text of some of them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.words: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts.append(data)
        elif self._inside != "style":
            self.words.append(data)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("hostile") / "suite"
    folder.mkdir()
    return run_tiny(write_tiny(folder, files=HOSTILE_FILES, queries=HOSTILE_QUERIES))


@pytest.fixture(scope="module")
def page(hostile: Run) -> str:
    return report_html(hostile)


def unfolded(page: str, name: str) -> Any:
    folded = re.search(rf'id="{name}">([^<]*)<', page)
    assert folded
    return json.loads(zlib.decompress(base64.b64decode(folded[1]), -15))


def test_nothing_from_a_corpus_or_a_query_becomes_an_element(page: str) -> None:
    found = Page(page)
    assert "img" not in {tag for tag, _ in found.elements}
    assert not [a for _, a in found.elements if any(name.startswith("on") for name in a)]
    assert len(found.scripts) == 3  # two stretches of data and the page's own


def test_template_syntax_in_a_text_stands_as_it_is(page: str) -> None:
    assert "{{ 7*7 }}" in page
    assert "{% x %}" in page


def test_hidden_and_direction_characters_are_shown_as_escapes(page: str) -> None:
    for character in "\u202e\u202c\x07\u200b\u2066\u2069":
        assert character not in page
    assert "\\u{202e}evil\\u{202c}" in page
    assert "\\u{7}" in page


def test_the_page_asks_for_nothing_from_anywhere(page: str) -> None:
    for tag, attributes in Page(page).elements:
        assert tag not in {"link", "iframe", "object", "embed", "base"}
        for name in ("src", "href", "action", "xlink:href"):
            value = attributes.get(name) or "#"
            assert value.startswith("#"), (tag, name, value)
    assert "url(http" not in page
    assert "@import" not in page


def test_only_the_pages_own_script_may_run(page: str) -> None:
    policy = dict(Page(page).elements[3][1])["content"] or ""
    script = Page(page).scripts[-1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe-eval" not in policy


def test_no_id_stands_twice(page: str) -> None:
    ids = [attributes["id"] for _, attributes in Page(page).elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_every_figure_has_a_text_alternative(page: str) -> None:
    figures = re.findall(r"<svg [^>]*>(.*?)</svg>", page, flags=re.S)
    assert figures
    for figure in figures:
        assert re.match(r"<title>[^<]+</title><desc>[^<]+</desc>", figure)


def test_the_same_run_gives_the_same_bytes_also_when_it_was_saved(
    hostile: Run, page: str, tmp_path: Path
) -> None:
    save(hostile, tmp_path / "run", {}, {"report.html": page})
    (tmp_path / "run" / "report.html").unlink()
    assert write_again(tmp_path / "run", "html") == [tmp_path / "run" / "report.html"]
    assert (tmp_path / "run" / "report.html").read_bytes() == page.encode()


def test_the_other_formats_are_written_from_a_saved_run(hostile: Run, tmp_path: Path) -> None:
    save(hostile, tmp_path / "run", {}, {})
    assert [p.name for p in write_again(tmp_path / "run", "md", tmp_path / "out")] == ["summary.md"]
    written = write_again(tmp_path / "run", "csv", tmp_path / "out")
    before = (tmp_path / "run" / "needs.csv").read_bytes()
    assert before == (tmp_path / "out" / "needs.csv").read_bytes()
    assert {path.name for path in written} >= {"needs.csv", "systems.csv", "uncovered.csv"}


def test_another_format_is_an_error_that_names_the_formats(tmp_path: Path) -> None:
    with pytest.raises(GoldrankError, match="expected one of html, md, csv; got 'pdf'"):
        write_again(tmp_path, "pdf")


def test_the_folded_table_holds_every_need_with_its_rank_in_every_system(
    hostile: Run, page: str
) -> None:
    overview = unfolded(page, "overview")
    ranks = {need[0]: need[5] for need in overview["needs"]}
    for at, (chunker, variant, ranker) in enumerate(overview["systems"]):
        rows = hostile.needs[
            (hostile.needs.chunker == chunker)
            & (hostile.needs.variant == variant)
            & (hostile.needs.ranker == ranker)
        ]
        for query_id, rank, split in zip(rows.query_id, rows["rank"], rows["split"], strict=True):
            known = -1 if split else 0 if pd.isna(rank) else int(rank)
            assert ranks[query_id][at] == known


def test_the_details_hold_the_strings_that_are_indexed(hostile: Run, page: str) -> None:
    details = unfolded(page, "details")
    strings = set()
    for _, name, units, before, after, _ in details["around"]:
        for unit, b, a in zip(units, before, after, strict=True):
            text = details["affixes"][b] + details["texts"][unit] + details["affixes"][a]
            strings.add((details["units"][unit], name, text))
    saved = hostile.texts
    rows = zip(saved.chunk_id, saved.representation, saved.text, strict=True)
    assert strings == {tuple(map(str, row)) for row in rows}


def windows(page: str) -> Iterator[str]:
    yield from re.findall(r'class="cut">([^<]+)<', page)


def test_text_beyond_the_window_is_marked_where_the_window_ends(tmp_path: Path) -> None:
    # The encoder of these tests reads 12 words, and the quote is behind 18 of them. Without a
    # shared word it ranks below the others, so that it is among the needs that are shown open.
    body = " ".join(f"word{n}" for n in range(18)) + " needle here."
    query = {
        "query_id": "q1",
        "text": "other thing",
        "evidence": [{"doc_id": "a.md", "quote": "needle here."}],
    }
    files = {"a.md": f"{body}\n"} | {f"b{n}.md": "other thing\n" for n in range(3)}
    folder = tmp_path / "suite"
    folder.mkdir()
    rest = '[[chunker]]\nname = "whole"\n'
    run = run_tiny(write_tiny(folder, rest=rest, files=files, queries=[query]))
    page = report_html(run)
    assert set(windows(page)) == {"the window ends here"}
    assert '<mark class="evidence unread"><bdi>needle here.</bdi></mark>' in page


def test_a_run_that_ranks_documents_has_a_report_too(tmp_path: Path) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    page = report_html(run_tiny(write_tiny(folder, top='unit = "document"\n')))
    assert unfolded(page, "overview")["needs"]


@pytest.mark.parametrize("rankers", [["bm25"], ["vector", "random", "oracle"]])
def test_a_run_without_vectors_or_with_the_honest_rankers_has_a_report(
    rankers: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / "suite"
    folder.mkdir()
    page = report_html(run_tiny(write_tiny(folder, top=f"rankers = {json.dumps(rankers)}\n")))
    assert [system[2] for system in unfolded(page, "overview")["systems"]][
        : len(rankers)
    ] == rankers
    assert ("No vector is used" in page) == ("vector" not in rankers)


def test_bench_report_prints_what_it_wrote(hostile: Run, tmp_path: Path) -> None:
    save(hostile, tmp_path / "run", {}, {})
    result = CliRunner().invoke(app, ["report", str(tmp_path / "run"), "--format", "md"])
    assert result.exit_code == 0
    assert result.output.split() == [str(tmp_path / "run" / "summary.md")]
