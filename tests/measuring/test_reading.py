"""Tokens read down a ranking, against sets of token numbers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldrank.measuring.reading import Found, Stretch, Union, read_down

STRETCH = st.builds(
    lambda document, first, length: Stretch(document, first, first + length),
    st.integers(0, 2),
    st.integers(0, 12),
    st.integers(0, 6),
)


def by_sets(
    order: list[int], stretches: list[Stretch], most: int, wanted: list[set[int]]
) -> list[Found | None]:
    """The slow twin: every token is a member of a set."""
    found: list[Found | None] = [None] * len(wanted)
    read: set[tuple[int, int]] = set()
    for rank, position in enumerate(order, start=1):
        document, first, last = stretches[position]
        read |= {(document, token) for token in range(first, last)}
        if len(read) > most:
            break
        for n, positions in enumerate(wanted):
            if position in positions and found[n] is None:
                found[n] = Found(rank, len(read))
    return found


@given(st.data(), st.lists(STRETCH, min_size=1, max_size=8), st.integers(0, 40))
def test_what_is_read_is_counted_once(data: st.DataObject, stretches: list[Stretch], most: int):
    order = data.draw(st.permutations(range(len(stretches))))
    wanted = data.draw(st.lists(st.sets(st.sampled_from(range(len(stretches)))), max_size=4))
    assert read_down(order, stretches, most, wanted) == by_sets(order, stretches, most, wanted)


def test_a_ranking_that_ends_serves_nothing_more():
    assert read_down([0, -1, -1], [Stretch(0, 0, 1)], 9, [{0}, {1}]) == [Found(1, 1), None]


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), max_size=12))
def test_a_union_counts_what_is_new(pairs: list[tuple[int, int]]):
    union, known = Union(), set()
    for start, end in pairs:
        new = set(range(start, end)) - known
        known |= new
        assert union.add(start, end) == len(new)
