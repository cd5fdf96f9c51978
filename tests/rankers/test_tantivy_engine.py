"""tantivy as a ranker: its terms, its BM25 against the formula, its ties, and what it refuses."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.rankers import engines
from goldrank.rankers.order import NOT_RETRIEVED, top
from goldrank.rankers.tantivy_engine import Tantivy, TantivySettings

WORDS = st.lists(st.sampled_from(["ant", "bee", "cat", "Dog"]), max_size=6).map(" ".join)
TEXTS = st.lists(WORDS, min_size=1, max_size=6)


def engine(**given: Any) -> Tantivy:
    return Tantivy(TantivySettings(**given), "words")


def slow(texts: list[str], query: str, k1: float = 1.2, b: float = 0.75) -> list[float | None]:
    """BM25 by its formula; lengths below 40 are stored as they are."""
    found = [text.lower().split() for text in texts]
    mean = sum(map(len, found)) / len(found)
    scores: list[float | None] = []
    for terms in found:
        counts, score, any_of = Counter(terms), 0.0, False
        for term in query.lower().split():
            holding = sum(term in each for each in found)
            idf = math.log(1 + (len(found) - holding + 0.5) / (holding + 0.5))
            tf = counts[term]
            if tf:
                any_of = True
                score += idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * len(terms) / mean))
        scores.append(score if any_of else None)
    return scores


@settings(max_examples=40)
@given(texts=TEXTS, query=WORDS)
def test_its_scores_are_those_of_the_formula(texts: list[str], query: str) -> None:
    [row] = engine().fit(texts).scores([query])
    expected = slow(texts, query)
    assert [score == NOT_RETRIEVED for score in row] == [score is None for score in expected]
    for score, wanted in zip(row, expected, strict=True):
        assert wanted is None or abs(score * 1e-5 - wanted) < 3e-5


@settings(max_examples=40)
@given(texts=TEXTS, query=WORDS)
def test_terms_add_up_to_the_score(texts: list[str], query: str) -> None:
    index = engine().fit(texts)
    added, [row] = index.by_term(query), index.scores([query])
    assert list(added) == list(dict.fromkeys(query.lower().split()))
    for unit, score in enumerate(row):
        total = sum(each[unit] for each in added.values())
        assert total == 0 if score == NOT_RETRIEVED else abs(total - score * 1e-5) < 3e-5


@pytest.mark.parametrize(
    "query", ["a AND (b", "a AND b", 'a "b', "text:a -b", "b^2 and a*", "a+b)"]
)
def test_a_query_is_terms_and_never_the_language_of_the_engine(query: str) -> None:
    index = engine().fit(["a", "b", "c", "and"])
    found = np.flatnonzero(index.scores([query])[0] != NOT_RETRIEVED).tolist()
    assert found == ([0, 1, 3] if "and" in query.lower() else [0, 1])


@pytest.mark.parametrize("query", ["", " ", "?!", "zebra", "the", "x" * 41, "\ud800"])
def test_a_query_without_a_known_term_finds_nothing(query: str) -> None:
    index = engine(stopwords="english").fit(["cat", "the dog", "x" * 41])
    assert (index.scores([query]) == NOT_RETRIEVED).all()
    assert index.remark == "1 of 3 units have no term of words and are never retrieved by it"


def test_of_those_that_tie_at_the_last_place_corpus_order_decides() -> None:
    texts = ["cat dog"] + ["cat"] * 9
    [row] = engine(depth=3).fit(texts).scores(["cat"])
    # The nine shorter texts tie; the first three of them are what it gives.
    assert top(row, 3).tolist() == [1, 2, 3]
    [two] = engine(depth=2).fit(["cat cat", *texts]).scores(["cat"])
    # "cat cat" is first, and of the others that tie the first in corpus order.
    assert np.flatnonzero(two != NOT_RETRIEVED).tolist() == [0, 2]


class LastFirst:
    """The engine with the last of equals first, as where its segments are in another order."""

    def __init__(self, searcher: Any) -> None:
        self.searcher = searcher
        self.fast_field_values = searcher.fast_field_values

    def search(self, query: Any, limit: int, count: bool) -> Any:
        every = self.searcher.search(query, 1000, count=count).hits
        hits = sorted(every, key=lambda hit: (-hit[0], -hit[1].doc))[:limit]
        return SimpleNamespace(hits=hits)


@pytest.mark.parametrize("depth", [1, 2, 3, 5, 9, 10, 11])
def test_the_order_of_equals_in_the_engine_decides_nothing(depth: int) -> None:
    index = engine(depth=depth).fit(["cat dog", *["cat"] * 9, "cow"])
    other = replace(index, searcher=LastFirst(index.searcher))
    assert (other.scores(["cat", "dog"]) == index.scores(["cat", "dog"])).all()


def test_a_k_beyond_the_corpus_gives_all_that_match() -> None:
    [row] = engine(depth=1000).fit(["cat", "dog", "cat dog"]).scores(["cat"])
    assert (row != NOT_RETRIEVED).tolist() == [True, False, True]


def test_the_analyser_is_the_engine_s_own() -> None:
    texts = ["Cats were running", "naïve", "die Anträge", "well-known"]
    assert engine(stemming="en").fit(texts).terms("the CATS ran running") == [
        *("the", "cat", "ran", "run")
    ]
    assert engine(stopwords="english").fit(texts).terms("the cat") == ["cat"]
    assert engine(stopwords=("Cat",)).fit(texts).terms("the cat") == ["the"]
    assert engine(ascii_folding=True).fit(texts).terms("Naïve") == ["naive"]
    assert engine().fit(texts).terms("well-known x_y") == ["well", "known", "x", "y"]
    assert engine(tokenizer="whitespace").fit(texts).terms("well-known!") == ["well-known!"]
    [row] = engine(stemming="german").fit(texts).scores(["Antrag"])
    assert np.flatnonzero(row != NOT_RETRIEVED).tolist() == [2]


def test_every_setting_is_in_the_fingerprint() -> None:
    made = [
        engine(),
        engine(depth=7),
        engine(stemming="english"),
        engine(stopwords="english"),
        engine(stopwords=("a",)),
        engine(tokenizer="whitespace"),
        engine(ascii_folding=True),
    ]
    assert len({each.fingerprint for each in made}) == len(made)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stemming": "klingon"}, "stemming: unknown language 'klingon'"),
        ({"stemming": "chinese"}, "stemming: tantivy has nothing for 'chinese'"),
        ({"stopwords": "basque"}, "stopwords: tantivy has nothing for 'basque'"),
    ],
)
def test_a_language_that_it_does_not_know_is_one_line(given, said) -> None:
    with pytest.raises(GoldrankError) as raised:
        engine(**given)
    assert str(raised.value).startswith(said)


def test_an_engine_that_is_not_installed_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr(engines, "version", absent)
    with pytest.raises(GoldrankError, match=r"not installed; install goldrank\[tantivy\]"):
        engine()
