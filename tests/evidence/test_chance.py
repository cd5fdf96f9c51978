"""Whether chance explains a repeat, against counting and against drawing words."""

from __future__ import annotations

import math
import random

import pytest

from goldrank.evidence.chance import LEAST_WORDS, MOST_EXPECTED, Chance


def test_what_is_expected_is_what_shuffled_words_hold_on_average():
    words = ["a"] * 60 + ["b"] * 25 + ["c"] * 15
    expected = Chance([" ".join(words)]).expected("a b c")
    assert expected == pytest.approx(100 * 0.6 * 0.25 * 0.15)
    stream = random.Random(1)
    seen = 0
    for _ in range(2000):
        stream.shuffle(words)
        seen += sum(words[n : n + 3] == ["a", "b", "c"] for n in range(98))
    # 2,000 draws of a count of about two: its standard error is .03.
    assert seen / 2000 == pytest.approx(expected, abs=0.15)


def test_words_are_folded_and_a_word_that_stands_nowhere_counts_as_once():
    chance = Chance(["One one TWO", "three"])
    assert chance.expected("ONE") == 2.0
    assert chance.expected("four") == 1.0
    assert chance.expected("...") == math.inf


def test_a_repeat_needs_words_enough_and_rare_enough():
    rare = [f"w{n}" for n in range(1000)]
    chance = Chance([" ".join(rare), " ".join(["so"] * 9000)])
    assert not chance.explains(" ".join(rare[:8]))  # as the glossary says
    assert chance.explains(" ".join(rare[:7]))
    assert chance.expected(" ".join(rare[:7])) < MOST_EXPECTED == 1e-6
    assert chance.explains(" ".join(["so"] * LEAST_WORDS))


def test_a_character_of_a_script_without_spaces_is_half_a_word():
    letters = "".join(chr(0x4E00 + n) for n in range(400))
    chance = Chance([letters])
    assert chance.explains(letters[: 2 * LEAST_WORDS - 1])
    assert not chance.explains(letters[: 2 * LEAST_WORDS])
