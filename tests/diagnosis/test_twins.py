"""Nearly equal texts, against comparing every pair."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.twins import NEARLY, likeness, twins_of
from goldrank.diagnosis.vocabulary import TermSets

TEXTS = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=10).map(" ".join), max_size=8)


@given(TEXTS)
def test_the_product_finds_what_comparing_every_pair_finds(texts):
    asked = list(range(0, len(texts), 2))
    sets = [set(text.split()) for text in texts]
    slow = {
        one: {
            other: likeness(sets[one], sets[other])
            for other in range(len(texts))
            if other != one and likeness(sets[one], sets[other]) >= NEARLY
        }
        for one in asked
    }
    assert twins_of(TermSets(texts, str.split), asked) == slow


def test_four_of_five_shared_terms_are_enough_and_three_of_four_are_not():
    five = TermSets(["a b c d e", "a b c d x", "a b c", "a b c d"], str.split)
    assert list(twins_of(five, [0])[0]) == [1, 3]  # 8/10; 6/8 is below; 8/9
    four = TermSets(["a b c d", "a b c x"], str.split)
    assert twins_of(four, [0]) == {0: {}}  # 6/8 = 0.75


def test_a_text_is_not_its_own_twin_and_a_repeat_is():
    assert twins_of(TermSets(["a b", "c", "b a"], str.split), [0]) == {0: {2: 1.0}}


def test_texts_without_terms_have_no_twin():
    assert twins_of(TermSets(["", "", "a"], str.split), [0, 1]) == {0: {}, 1: {}}
    assert twins_of(TermSets(["a"], str.split), []) == {}
