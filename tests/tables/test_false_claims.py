"""Sentences seldom claim what is not so; `scripts/simulate_sentences.py` is longer."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
REPETITIONS = 60
# 5 % of 60 and two standard errors of it: 3 + 2 * sqrt(60 * .05 * .95).
MOST = 6.4 / REPETITIONS


@pytest.fixture(scope="module")
def script() -> ModuleType:
    place = ROOT / "scripts" / "simulate_sentences.py"
    spec = importlib.util.spec_from_file_location("simulate_sentences", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("12 variants without effect", "lifts"),
        ("12 variants without effect", "The gain of"),
        ("12 variants without effect", "lower"),
        ("equal gains of .15", "alone"),
        ("equal gains of .30", "alone"),
        ("6 chunkers without effect", "leads"),
        ("6 variants whose rankers are alike", "far ahead"),
        ("6 variants whose rankers are alike", "falls far below"),
    ],
)
def test_a_word_that_claims_is_said_by_chance_in_one_run_of_twenty(
    script: ModuleType, kind: str, word: str
) -> None:
    draw, words = script.KINDS[kind]
    assert word in words
    assert script.false_claims(draw, 12, 12, REPETITIONS)[word] <= MOST


def test_a_true_gain_of_one_side_is_said_to_be_its_alone(script: ModuleType) -> None:
    draw = script.same_gain(0.3)

    def one_sided(rng, queries: int, documents: int):
        values = dict(draw(rng, queries, documents))
        values["heading", "crumb", "bm25"] = values["heading", "crumb", "bm25"] - 0.3
        return values

    found = script.false_claims(one_sided, 60, 20, 10)
    assert found["alone"] >= 0.8
    assert found["lifts"] == 1.0


def test_a_ranker_that_is_far_ahead_is_said_to_be_and_so_is_what_fusing_it_costs(
    script: ModuleType,
) -> None:
    draw = script.same_rankers(2)

    def other_language(rng, queries: int, documents: int):
        values = dict(draw(rng, queries, documents))
        for variant in ("raw", "v1"):
            values["heading", variant, "bm25"] = values["heading", variant, "bm25"] + 0.5
        return values

    found = script.false_claims(other_language, 60, 20, 10)
    assert found["far ahead"] == found["falls far below"] == 1.0
