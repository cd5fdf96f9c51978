"""What every context promises, and what each of them reads."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.contexts.base import Context
from goldrank.contexts.itself import Itself
from goldrank.contexts.neighbours import Neighbours
from goldrank.contexts.parent import Parent
from goldrank.contexts.registry import ContextSettings, make_context
from goldrank.contexts.whole import Whole
from goldrank.errors import GoldrankError
from goldrank.outline import parse_outline
from goldrank.types import Chunk, Document

TEXT = "before\n\n# A\n\nlead\n\n## B\n\nit is\n\n### C\n\ndeep\n\n## B\n\nagain\n"
DOCUMENT, OUTLINE = Document("a.md", TEXT, "A"), parse_outline(TEXT)
EVERY: list[Context] = [Itself(), Neighbours("n", 1), Parent("p"), Parent("u", 1), Whole("w")]


def chunk(word: str) -> Chunk:
    start = TEXT.index(word)
    return Chunk("a.md", start, start + len(word))


def read(context: Context, *words: str) -> list[str]:
    chunks = [chunk(word) for word in words]
    return [TEXT[s.start : s.end] for s in context(DOCUMENT, OUTLINE, chunks)]


@pytest.mark.parametrize("context", EVERY, ids=lambda each: each.name)
@settings(max_examples=50)
@given(cuts=st.lists(st.integers(0, len(TEXT)), min_size=2, max_size=6, unique=True))
def test_a_stretch_for_each_chunk_lies_in_the_document_and_holds_it(
    context: Context, cuts: list[int]
):
    edges = sorted(cuts)
    chunks = [Chunk("a.md", a, b) for a, b in pairwise(edges)]
    found = context(DOCUMENT, OUTLINE, chunks)
    assert len(found) == len(chunks)
    for made, own in zip(found, chunks, strict=True):
        assert 0 <= made.start <= own.start < own.end <= made.end <= len(TEXT)


def test_a_section_is_read_with_what_stands_under_its_subheadings():
    assert read(Parent("p"), "it is") == ["## B\n\nit is\n\n### C\n\ndeep\n\n"]
    assert read(Parent("p"), "deep") == ["### C\n\ndeep\n\n"]
    # Two headings of one title are two sections.
    assert read(Parent("p"), "again") == ["## B\n\nagain\n"]


def test_up_goes_to_the_heading_above_as_far_as_there_is_one():
    assert read(Parent("u", 1), "deep") == ["## B\n\nit is\n\n### C\n\ndeep\n\n"]
    whole = TEXT[TEXT.index("# A") :]
    assert read(Parent("u", 2), "deep") == read(Parent("u", 9), "deep") == [whole]


def test_what_stands_before_the_first_heading_is_a_section_of_its_own():
    assert read(Parent("p"), "before") == read(Parent("u", 1), "before") == ["before\n\n"]


def test_neighbours_are_of_the_same_document_and_end_with_it():
    assert read(Neighbours("n", 1), "lead", "it is", "deep") == [
        TEXT[TEXT.index("lead") : TEXT.index("it is") + 5],
        TEXT[TEXT.index("lead") : TEXT.index("deep") + 4],
        TEXT[TEXT.index("it is") : TEXT.index("deep") + 4],
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "expected one of neighbours, parent, whole, got none"),
        ({"neighbours": 1, "whole": True}, "got neighbours and whole"),
        ({"whole": True, "up": 1}, 'up needs parent = "section"'),
    ],
)
def test_a_context_says_one_thing(given: dict[str, object], said: str):
    with pytest.raises(GoldrankError, match=said):
        make_context(ContextSettings(name="x", **given))  # type: ignore[arg-type]
