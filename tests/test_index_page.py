"""docs/README.md leads to every page, and every link of a page leads somewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.pages import DOCS, INDEX, PAGES, anchors_of, links_of

TO_ADD = (
    "docs/{0} is not in docs/README.md: add a line with a link to it there, in the group that it "
    "belongs to (Start, Concepts, How to, Reference)"
)


@pytest.mark.parametrize(
    "page", sorted({*DOCS.glob("*.md"), *DOCS.glob("*.json")} - {INDEX}), ids=lambda page: page.name
)
def test_the_index_has_every_page_once(page: Path):
    assert links_of(INDEX).count(page.name) == 1, TO_ADD.format(page.name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.name}")
def test_every_link_and_anchor_of_a_page_leads_somewhere(page: Path):
    for link in links_of(page):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), f"{link} in {page.name} leads to nothing"
        if anchor:
            assert anchor in anchors_of(target), f"{link} in {page.name}: no such heading"


def test_anchors_are_made_as_github_makes_them(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text(
        "# What it reads: `bench run`, 1 & 2\n\nA\n\n## The a_b\n\n## The a_b\n", "utf-8"
    )
    assert anchors_of(page) == {"what-it-reads-bench-run-1--2", "the-a_b", "the-a_b-1"}
