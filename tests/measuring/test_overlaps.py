"""What sets share."""

from hypothesis import given
from hypothesis import strategies as st

from goldrank.measuring import overlaps as module
from goldrank.measuring.overlaps import overlaps

SETS = st.lists(st.frozensets(st.sampled_from("abcde"), max_size=4), max_size=8)


@given(SETS, st.data())
def test_the_pairs_of_all_blocks_are_those_that_sets_say(sets, data) -> None:
    asked = data.draw(st.lists(st.sampled_from(range(len(sets))), unique=True)) if sets else []
    slow = {
        (one, other): (len(sets[one] & sets[other]), len(sets[one]) + len(sets[other]))
        for one in asked
        for other in range(len(sets))
        if sets[one] & sets[other]
    }
    found = {}
    for block in overlaps(sets, asked):
        for one, other, shared, both in zip(*(part.tolist() for part in block), strict=True):
            found[one, other] = (shared, both)
    assert found == slow


def test_a_block_less_or_more_changes_nothing(monkeypatch) -> None:
    sets = [{"a"}, {"a", "b"}, {"b"}]
    monkeypatch.setattr(module, "BLOCK", 2)
    assert [block[0].tolist() for block in overlaps(sets, [2, 1, 0])] == [[2, 2, 1, 1, 1], [0, 0]]
