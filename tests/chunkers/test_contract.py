"""What every chunker promises, for every chunker and several settings."""

from __future__ import annotations

import itertools

import pytest
import regex
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.chunkers.contract import TEXTS, ByteCounter, PairCounter, budget, cut, document_of

from goldrank.chunkers.base import Chunker
from goldrank.chunkers.continuation import is_continuation
from goldrank.chunkers.registry import make_chunker
from goldrank.outline import parse_outline
from goldrank.text.tokens import WordCounter
from goldrank.types import Chunk

LIMITED = [
    ("heading", {}),
    ("heading", {"include_heading": False, "limit": 5}),
    ("heading", {"limit": 9, "unit": "characters", "reserve": 2}),
    ("section", {"min_characters": 6, "max_characters": 30}),
    ("section", {"min_characters": 20, "max_characters": 20, "reserve": "breadcrumb"}),
    ("paragraph", {}),
    ("paragraph", {"limit": 4, "unit": "characters"}),
    ("recursive", {}),
    ("recursive", {"limit": 7, "overlap": 3}),
    ("recursive", {"limit": 5, "overlap": 2, "unit": "characters", "reserve": 0}),
    ("recursive", {"limit": 6, "separators": ("e", " ")}),
    ("fixed", {}),
    ("fixed", {"limit": 6, "overlap": 5}),
    ("fixed", {"limit": 8, "overlap": 3, "unit": "characters"}),
]
CHUNKERS = [
    *LIMITED,
    ("whole", {}),
    ("user", {"callable": "builtins:str.split"}),
    ("user", {"callable": "builtins:str.splitlines"}),
]
COUNTERS = [WordCounter(), PairCounter(), ByteCounter()]


def named(kinds: list[tuple[str, dict[str, object]]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "chunker",
        [
            pytest.param(make_chunker(kind, f"{kind}-{n}", **settings), id=f"{kind}-{n}")
            for n, (kind, settings) in enumerate(kinds)
        ],
    )


budgets = st.builds(
    budget, st.sampled_from([3, 8, 20, None]), st.sampled_from(COUNTERS), st.booleans()
)


@named(CHUNKERS)
@given(text=TEXTS, given=budgets)
@settings(max_examples=60, deadline=None)
def test_chunks_are_ordered_inside_the_body_and_trimmed(chunker: Chunker, text, given):
    chunks = cut(chunker, text, given)
    outline = parse_outline(text)
    assert chunks == sorted(set(chunks))
    assert all(chunk.start >= outline.body_start for chunk in chunks)
    assert all(a.end < b.end for a, b in itertools.pairwise(chunks))
    for chunk in chunks:
        assert text[chunk.start : chunk.end].strip()
        assert not text[chunk.end - 1].isspace() or in_one_grapheme(text, chunk.end - 1)
        assert not text[chunk.start].isspace() or in_one_grapheme(text, chunk.start)


def in_one_grapheme(text: str, at: int) -> bool:
    """Whether the character at `at` is only a part of its grapheme."""
    return not {at, at + 1} <= {0, *(c.end() for c in regex.finditer(r"\X", text))}


@named(LIMITED)
@given(text=TEXTS, given=budgets)
@settings(max_examples=60, deadline=None)
def test_prefix_and_text_are_within_the_limit_unless_a_grapheme_alone_is_over(chunker, text, given):
    document, outline = document_of(text), parse_outline(text)
    is_section = hasattr(chunker, "max_characters")
    characters = is_section or chunker.unit == "characters"
    limit = chunker.max_characters if is_section else chunker.limit or given.window
    if limit is None:
        return
    size = len if characters else given.counter.count
    for chunk in chunker(document, outline, given):
        own = text[chunk.start : chunk.end]
        reserved = chunker.reserve if isinstance(chunker.reserve, int) else 0
        prefix = (
            ""
            if reserved or not chunker.reserve
            else given.prefix_at(document, outline, chunk.start)
        )
        if 2 * size(prefix) > limit:
            prefix = ""
        is_one = regex.fullmatch(r"\X", own)
        assert size(prefix + own) + reserved <= limit or is_one


@named(LIMITED)
@given(text=TEXTS, given=budgets)
@settings(max_examples=60, deadline=None)
def test_no_cut_is_inside_a_grapheme(chunker, text, given):
    body = parse_outline(text).body_start
    boundaries = {body, *(c.end() for c in regex.finditer(r"\X", text, pos=body))}
    for chunk in cut(chunker, text, given):
        assert {chunk.start, chunk.end} <= boundaries


def covered(chunks: list[Chunk]) -> set[int]:
    return {place for chunk in chunks for place in range(chunk.start, chunk.end)}


@named([*LIMITED, ("whole", {}), ("user", {"callable": "builtins:str.split"})])
@given(text=TEXTS, given=budgets)
@settings(max_examples=60, deadline=None)
def test_every_body_character_is_in_some_chunk(chunker, text, given):
    body = {place for span in parse_outline(text).body_spans(text) for place in range(*span)}
    assert body <= covered(cut(chunker, text, given))


@named([kind for kind in LIMITED if "overlap" not in kind[1]])
@given(text=TEXTS, given=budgets)
@settings(max_examples=40, deadline=None)
def test_without_overlap_no_character_is_in_two_chunks(chunker, text, given):
    chunks = cut(chunker, text, given)
    assert all(a.end <= b.start for a, b in itertools.pairwise(chunks))


@given(text=TEXTS, given=budgets)
@settings(max_examples=60, deadline=None)
def test_chunks_that_start_at_one_place_have_one_path_whoever_cut_them(text, given):
    outline = parse_outline(text)
    paths: dict[int, set[tuple[str, ...]]] = {}
    for kind, options in CHUNKERS:
        for chunk in cut(make_chunker(kind, kind, **options), text, given):
            path = expected_path(text, chunk.start)
            paths.setdefault(chunk.start, set()).update({outline.path_at(chunk.start), path})
    assert all(len(found) == 1 for found in paths.values())


def expected_path(text: str, place: int) -> tuple[str, ...]:
    """The path by a walk over the headings, without the outline's own index."""
    opened: list[tuple[int, str]] = []
    for heading in parse_outline(text).headings:
        if heading.start <= place and not heading.containers:
            opened = [(n, t) for n, t in opened if n < heading.level] + [
                (heading.level, heading.text)
            ]
    return tuple(title for _, title in opened)


@given(text=TEXTS, given=budgets)
@example(text="# A\n\n    code\n\n  b\n", given=budget(3))
@settings(max_examples=60, deadline=None)
def test_only_the_first_piece_of_a_section_begins_it(text, given):
    outline = parse_outline(text)
    chunks = cut(make_chunker("heading", "h", include_heading=False), text, given)
    for section in outline.sections:
        inside = [c for c in chunks if section.body_start <= c.start < section.end]
        flags = [is_continuation(outline, c, text) for c in inside]
        assert flags == [n > 0 for n in range(len(inside))]


@named(CHUNKERS)
@given(text=TEXTS, given=budgets)
@settings(max_examples=20, deadline=None)
def test_the_same_document_gives_the_same_chunks(chunker, text, given):
    assert cut(chunker, text, given) == cut(chunker, text, given)
