"""BM25 is Lucene's, by the formula, by bm25s, and beside it rank-bm25's."""

from __future__ import annotations

import math
import sys

import bm25s
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from goldrank.errors import GoldrankError
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.order import NOT_RETRIEVED, ordered, rank_of, score_of, top
from goldrank.rankers.tokenizer import Tokenizer

WORDS = st.lists(st.sampled_from(["pin", "gem", "ore", "api", "key"]), max_size=8).map(" ".join)


def slow_lucene(
    corpus: list[str], query: str, k1: float = 1.5, b: float = 0.75
) -> list[float | None]:
    """The formula as it is written, with no index; None where no term is shared."""
    units = [text.split() for text in corpus]
    mean = sum(len(unit) for unit in units) / len(units)
    scores: list[float | None] = []
    for unit in units:
        shared = [term for term in query.split() if term in unit]
        score = 0.0
        for term in shared:
            df = sum(term in other for other in units)
            idf = math.log(1 + (len(units) - df + 0.5) / (df + 0.5))
            tf = unit.count(term)
            score += idf * tf / (tf + k1 * (1 - b + b * len(unit) / mean))
        scores.append(score if shared else None)
    return scores


def scored(corpus: list[str], query: str, **settings) -> list[float | None]:
    ranker = Bm25(**settings)
    return [score_of(int(s), ranker.step) for s in ranker.fit(corpus).scores([query])[0]]


def same(got: list[float | None], expected: list[float | None]) -> bool:
    return got == [None if e is None else pytest.approx(e, abs=6e-10) for e in expected]


@given(
    st.lists(WORDS, min_size=1, max_size=12),
    WORDS,
    st.sampled_from([0.0, 0.9, 1.5, 2.0]),
    st.sampled_from([0.0, 0.4, 0.75, 1.0]),
)
def test_scores_are_those_of_the_formula(corpus, query, k1, b):
    got = scored(corpus, query, k1=k1, b=b)
    if not any(corpus):
        assert got == [None] * len(corpus)
    else:
        assert same(got, slow_lucene(corpus, query, k1, b))


def random_corpus(seed: int) -> tuple[list[list[str]], list[list[str]]]:
    random = np.random.default_rng(seed)
    share = 1 / np.arange(1, 301)
    draw = lambda n: [f"w{i}" for i in random.choice(300, size=n, p=share / share.sum())]  # noqa: E731
    return [draw(n) for n in random.integers(1, 60, 400)], [draw(6) for _ in range(20)]


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_scores_equal_bm25s_by_the_lucene_method(seed):
    corpus, queries = random_corpus(seed)
    other = bm25s.BM25(k1=1.2, b=0.6, method="lucene", dtype="float64")
    other.index(corpus, show_progress=False)
    index = Bm25(k1=1.2, b=0.6).fit([" ".join(unit) for unit in corpus])
    for query in queries:
        theirs = other.get_scores([term for term in query if term in other.vocab_dict])
        ours = index.scores([" ".join(query)])[0]
        found = ours != NOT_RETRIEVED
        assert (found == (theirs > 0)).all()
        assert np.abs(ours[found] * 1e-9 - theirs[found]).max() < 6e-10


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_other_engine_scores_as_rank_bm25_does(seed):
    corpus, queries = random_corpus(seed)
    other = BM25Okapi(corpus, k1=1.5, b=0.75)
    index = Bm25(engine="rank_bm25").fit([" ".join(unit) for unit in corpus])
    for query in queries:
        theirs = other.get_scores(query)
        ours = index.scores([" ".join(query)])[0]
        found = np.array([bool(set(query) & set(unit)) for unit in corpus])
        assert ((ours != NOT_RETRIEVED) == found).all()
        assert np.abs(ours[found] * 1e-9 - theirs[found]).max() < 6e-10


def test_a_term_in_half_of_the_units_still_tells_them_from_the_rest():
    corpus = ["cache ttl", "cache disk", "queue", "topic"]
    assert scored(corpus, "cache") == [0.241094671, 0.241094671, None, None]
    # rank-bm25's idf is log(1) = 0 there; sharing a term, not the score, makes it retrieved.
    assert scored(corpus, "cache", engine="rank_bm25") == [0.0, 0.0, None, None]


def test_df_counts_units_not_occurrences():
    corpus = ["pin pin pin pin pin pin", "gem gem pin", "pin ore"]
    assert scored(corpus, "pin") == [0.097516702, 0.058172092, 0.067147215]
    row = Bm25().fit(corpus).scores(["pin"])[0]
    assert ordered(row).tolist() == [0, 2, 1]
    other = scored(corpus, "pin", engine="rank_bm25")
    assert other == [-0.140620303, -0.083884884, -0.096827123]


def test_a_term_in_every_unit_adds_little_but_never_takes_away():
    corpus = ["all one", "all two", "all three three"]
    assert min(scored(corpus, "all")) > 0
    assert rank_of(Bm25().fit(corpus).scores(["all three"])[0], 2).rank == 1


def test_a_repeated_query_term_counts_again():
    corpus = ["api key", "api api token", "token key"]
    assert scored(corpus, "token token") == [None, 0.33316713, 0.401835164]
    assert scored(corpus, "token") == [None, 0.166583565, 0.200917582]
    assert scored(corpus, "The the TOKEN token", tokenizer=Tokenizer(("the",))) == scored(
        corpus, "token token"
    )
    assert scored(corpus, "token token", engine="rank_bm25") == [None, -0.22631515, -0.272960257]


@pytest.mark.parametrize("engine", ["bm25s", "rank_bm25"])
@pytest.mark.parametrize("corpus", [["", "  — "], ["…"], []])
def test_a_corpus_without_terms_retrieves_nothing_and_says_how_many(engine, corpus):
    index = Bm25(engine=engine).fit(corpus)
    assert index.tokenless == index.units == len(corpus)
    assert index.scores(["x", ""]).tolist() == [[NOT_RETRIEVED] * len(corpus)] * 2


@pytest.mark.parametrize("engine", ["bm25s", "rank_bm25"])
def test_one_unit_without_terms_is_counted_and_never_found(engine):
    index = Bm25(engine=engine).fit(["", "disk", "queue", "topic"])
    assert index.tokenless == 1
    assert (index.scores(["disk"])[0] != NOT_RETRIEVED).tolist() == [False, True, False, False]


@pytest.mark.parametrize("engine", ["bm25s", "rank_bm25"])
@pytest.mark.parametrize("query", ["", "…", "unknown words"])
def test_a_query_that_shares_nothing_retrieves_nothing(engine, query):
    assert scored(["cache ttl", "queue"], query, engine=engine) == [None, None]


def test_each_unit_keeps_its_own_score():
    corpus = ["disk", "cache", "cache disk"]
    row = Bm25().fit(corpus).scores(["cache"])[0]
    hits = [(int(p), score_of(int(row[p]), 1e-9)) for p in top(row, 2)]
    expected = slow_lucene(corpus, "cache")
    assert hits == [(1, pytest.approx(expected[1])), (2, pytest.approx(expected[2]))]
    assert hits[0][1] > hits[1][1]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("naïve café", "Café"),
        ("Портфель", "портфель"),
        ("초과근무 승인", "승인"),
        ("測試文件", "文件"),
        ("TLS_key-2", "tls key"),
        ("Retry policy", "retry"),
        ("STRASSE", "straße"),
        ("İstanbul", "i̇stanbul"),
    ],
)
def test_every_script_and_case_is_found(text, query):
    row = Bm25().fit(["queue", text, "topic"]).scores([query])[0]
    assert ordered(row).tolist() == [1]


def test_each_representation_has_counts_of_its_own():
    raw = ["retry backoff", "batch size", "dead letter"]
    with_path = [f"ingest {text}" for text in raw]
    assert scored([*with_path, "other topic"], "ingest retry") == [
        0.599724899,
        0.137062861,
        0.137062861,
        None,
    ]
    assert scored([*raw, "other topic"], "ingest retry") == [0.481589122, None, None, None]


@given(st.lists(WORDS, min_size=1, max_size=8), st.lists(WORDS, min_size=1, max_size=4))
def test_a_query_scores_the_same_alone_and_in_a_block(corpus, queries):
    index = Bm25().fit(corpus)
    alone = np.concatenate([index.scores([query]) for query in queries])
    assert (index.scores(queries) == alone).all()


@given(st.lists(WORDS, min_size=1, max_size=8), WORDS, st.randoms())
def test_units_that_are_alike_tie_wherever_they_stand(corpus, query, random):
    doubled = corpus + corpus
    row = Bm25().fit(doubled).scores([query])[0]
    assert (row[: len(corpus)] == row[len(corpus) :]).all()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"k1": -0.1}, "k1 >= 0"),
        ({"k1": math.nan}, "k1 >= 0"),
        ({"k1": math.inf}, "k1 >= 0"),
        ({"b": 1.1}, "b between 0 and 1"),
        ({"b": math.nan}, "b between 0 and 1"),
        ({"engine": "lucene"}, "engine to be one of bm25s, rank_bm25"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings, message):
    with pytest.raises(GoldrankError, match=message):
        Bm25(**settings)


def test_every_setting_is_in_the_fingerprint():
    rankers = [
        Bm25(),
        Bm25(k1=1.2),
        Bm25(b=0.5),
        Bm25(engine="rank_bm25"),
        Bm25(tokenizer=Tokenizer(("a",))),
    ]
    assert len({ranker.fingerprint for ranker in rankers}) == 5


def test_an_engine_that_is_not_installed_is_named_with_what_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "rank_bm25", None)
    with pytest.raises(GoldrankError, match=r"rank-bm25.*install goldrank\[engines\]"):
        Bm25(engine="rank_bm25")
