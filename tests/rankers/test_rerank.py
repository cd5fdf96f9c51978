"""A rerank: the first units in another order, the rest as it was, and every pair asked once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.diagnosis.tables import asks_others
from goldrank.errors import GoldrankError
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.hits import Places
from goldrank.rankers.order import NOT_RETRIEVED, ordered
from goldrank.rankers.pair_scores import CrossEncoderScorer, OwnScorer
from goldrank.rankers.rerank import Rerank
from goldrank.rankers.rrf import Rrf
from goldrank.rankers.search import Search
from goldrank.tables.reranked import out_of_reach
from goldrank.types import Chunk

LETTERS = "abcdef"
CHUNKS = [Chunk("d", n, n + 1) for n in range(6)]


def reranked(
    folder: Path,
    function: Callable[..., Any],
    row: list[int],
    depth: int,
    label: str = "mine:score",
) -> np.ndarray:
    places = Places([c.chunk_id for c in CHUNKS], CHUNKS, {"d": LETTERS}, cache_folder=folder)
    index = Rerank(OwnScorer(function, label), depth).fit(places)
    [scores] = index.scores((["why so"], np.array([row], dtype=np.int64)))
    return scores


CELL = st.one_of(st.just(NOT_RETRIEVED), st.integers(-3, 3))


@given(
    row=st.lists(CELL, min_size=6, max_size=6),
    marks=st.lists(st.integers(-4, 4), min_size=6, max_size=6),
    depth=st.integers(1, 8),
)
def test_it_is_the_first_by_score_then_the_rest_in_its_order(
    tmp_path_factory: pytest.TempPathFactory, row: list[int], marks: list[int], depth: int
) -> None:
    folder = tmp_path_factory.mktemp("pairs")
    given_marks = dict(zip(LETTERS, marks, strict=True))
    found = reranked(folder, lambda query, texts: [given_marks[t] for t in texts], row, depth)
    before = ordered(np.array(row, dtype=np.int64)).tolist()
    first = sorted(before[:depth], key=lambda unit: (-marks[unit], unit))
    assert ordered(found).tolist() == first + before[depth:]
    assert [found[unit] for unit in first] == [marks[unit] * 1_000_000 for unit in first]
    # Units that tied among the rest tie still.
    rest = before[depth:]
    assert [found[a] == found[b] for a in rest for b in rest] == [
        row[a] == row[b] for a in rest for b in rest
    ]


def raises(query: str, texts: list[str]) -> list[float]:
    raise RuntimeError("out of\nmemory")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (raises, "RuntimeError: out of memory"),
        (lambda query, texts: [1.0], "expected 3 scores, one for each text; got shape (1,)"),
        (lambda query, texts: np.ones((3, 2)), "got shape (3, 2)"),
        (lambda query, texts: [1, 2, float("nan")], 'expected finite scores, got nan for "d"'),
        (lambda query, texts: ["one", "two", "three"], "ValueError"),
        (lambda query, texts: None, "got shape ()"),
    ],
)
def test_a_scorer_that_fails_is_one_line_that_names_it_and_the_query(
    tmp_path: Path, function: Callable[..., Any], said: str
) -> None:
    with pytest.raises(GoldrankError) as raised:
        reranked(tmp_path, function, [3, 2, NOT_RETRIEVED, 1, 0, 0], 3)
    assert str(raised.value).startswith('ranker rerank (mine:score), query "why so": ')
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_what_was_asked_once_is_kept_by_its_content_and_its_scorer(tmp_path: Path) -> None:
    asked: list[list[str]] = []

    def score(query: str, texts: list[str]) -> list[int]:
        asked.append(list(texts))
        return [ord(text) for text in texts]

    first = reranked(tmp_path, score, [3, 2, 1, 0, 0, 0], 3)
    again = reranked(tmp_path, score, [1, 2, 3, 0, 0, 0], 3)
    assert asked == [["a", "b", "c"]]
    assert first[:3].tolist() == again[:3].tolist()
    # One is new, so all of the query are asked again in one call; the kept ones stay.
    reranked(tmp_path, score, [0, 2, 3, 0, 0, 1], 3)
    assert asked[1:] == [["c", "b", "f"]]
    reranked(tmp_path, score, [3, 2, 1, 0, 0, 0], 3, label="other:score")
    assert asked[2:] == [["a", "b", "c"]]


SCORE = '''
def shared(query, texts):
    """How many words of the query a text has."""
    with open(__file__ + ".calls", "a") as file:
        file.write("x" * len(texts))
    return [len(set(query.split()) & set(text.split())) for text in texts]
'''
TABLE = """
[[ranker]]
name = "again"
kind = "rerank"
of = "vector"
callable = "tiny_score:shared"
depth = 55
"""


@pytest.fixture(scope="module", name="place")
def _place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rerank")
    (folder / "tiny_score.py").write_text(SCORE, encoding="utf-8")
    files = random_files(7)
    rankers = 'rankers = ["vector", "again"]\n'
    return write_tiny(folder, rankers, TABLE, files, random_queries(files, 7))


def test_a_run_says_what_it_brings_what_it_costs_and_what_is_out_of_its_reach(place) -> None:
    cache = place.parent / "cache"
    run, calls = run_tiny(place, cache), place.parent / "tiny_score.py.calls"
    needs = run.needs[(run.needs.variant == "raw") & ~run.needs["split"].astype(bool)]
    ranks = needs.pivot(index=["query_id", "need"], columns="ranker", values="rank")
    # Chunks are sorted in two heaps: nothing leaves the first 55, and below them nothing moves.
    inside = ranks.vector <= 55
    assert (ranks.again[inside] <= 55).all()
    # A need's best gold unit may be another one of several, but the heap of the best is the same.
    assert (ranks.again[~inside] == ranks.vector[~inside]).all()
    lost = int((~inside).sum())
    assert 0 < lost < len(ranks)
    row = run.systems[(run.systems.ranker == "again") & (run.systems.variant == "raw")].iloc[0]
    assert (row.reranked, row.out_of_reach) == (55, lost)
    assert pd.isna(run.systems[run.systems.ranker == "vector"].out_of_reach).all()
    assert (
        f"heading/raw/again: {lost} of {len(ranks)} needs have no gold chunk among the first 55 of "
        "vector, so they are out of its reach"
    ) in run.notices
    means = run.systems[run.systems.variant == "raw"].set_index("ranker").RR
    told = next(said for said in run.sentences if said.startswith("Reranking the first 55"))
    assert f"from {means['vector']:.3f} to {means['again']:.3f}" in told
    assert told.endswith("for at most 55 pairs of query and chunk a query.")
    # Three variants, each with 55 of them: what they share is asked once.
    asked = len(calls.read_text())
    queries = len(run.queries)
    assert 55 * queries <= asked <= 165 * queries
    cost = run.happened[-1]
    assert cost.startswith("heading, again: ")
    assert f"of {165 * queries:,} pairs were scored anew, in " in cost
    second = run_tiny(place, cache)
    assert len(calls.read_text()) == asked
    assert second.happened[-1] == (
        f"heading, again: 0 of {165 * queries:,} pairs were scored anew; the others were kept"
    )
    assert second.needs.equals(run.needs)


def test_the_last_that_is_reranked_is_in_reach_and_the_next_is_not() -> None:
    rows = pd.DataFrame({"rank": pd.array([1, 5, 6, None], dtype="Int64")})
    assert out_of_reach(rows, Rerank(OwnScorer(len, "mine:score"), 5)) == 2


def test_what_asks_a_scorer_or_a_search_is_not_asked_with_stemmed_words() -> None:
    rankers: dict[str, Any] = {
        "bm25": Bm25(),
        "again": Rerank(OwnScorer(len, "mine:score"), combines=("bm25",)),
        "store": Search(len),
        "both": Rrf(combines=("again", "bm25")),
        "found": Rrf(combines=("store", "bm25")),
        "words": Rrf(combines=("bm25",)),
    }
    assert [name for name in rankers if asks_others(name, rankers)] == [
        *("again", "store", "both", "found")
    ]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('kind = "rerank"', "model: expected either a model or a callable"),
        ('kind = "rerank"\nmodel = "a"\ncallable = "b:c"', "expected either a model or a callable"),
        ('kind = "rerank"\ncallable = "b"', "callable: expected module:callable, got 'b'"),
        ('kind = "rerank"\ncallable = "math:pi"', "callable: expected a function, got 3.14"),
        ('kind = "rerank"\ncallable = "math:sqr"', "there is no 'sqr' there; did you mean 'sqrt'"),
        ('kind = "rerank"\nmodel = "./nothing"', 'model "./nothing": expected a folder'),
        (
            'kind = "rerank"\nof = ["vector", "bm25"]\ncallable = "math:sqrt"',
            "of: expected the one ranker to rerank, got vector, bm25",
        ),
    ],
)
def test_a_table_that_cannot_rerank_is_one_line_that_names_it(tmp_path, table, said) -> None:
    suite = write_tiny(tmp_path, 'rankers = ["r"]\n', f'[[ranker]]\nname = "r"\n{table}\n')
    with pytest.raises(GoldrankError) as raised:
        run_tiny(suite)
    assert str(raised.value).startswith("[[ranker]] 'r': ")
    assert said in str(raised.value)


def test_documents_are_not_reranked(tmp_path: Path) -> None:
    (tmp_path / "tiny_score4.py").write_text(SCORE, encoding="utf-8")
    table = (
        '[[ranker]]\nname = "r"\nkind = "rerank"\nof = "bm25"\ncallable = "tiny_score4:shared"\n'
    )
    suite = write_tiny(tmp_path, 'rankers = ["r"]\nunit = "document"\n', table)
    with pytest.raises(GoldrankError, match='ranker r: a rerank reads chunks; expected unit = "ch'):
        run_tiny(suite)


def test_a_cross_encoder_in_a_folder_scores_as_it_does_by_itself(tmp_path: Path) -> None:
    import torch
    from sentence_transformers import CrossEncoder
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefgh", "when", "is"]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    config = BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=32,
        num_labels=1,
    )
    model = tmp_path / "model"
    BertForSequenceClassification(config).save_pretrained(model)
    BertTokenizerFast(str(tmp_path / "vocab.txt")).save_pretrained(model)
    table = '[[ranker]]\nname = "r"\nkind = "rerank"\nof = "bm25"\nmodel = "model"\n'
    suite = write_tiny(tmp_path, 'rankers = ["bm25", "r"]\n', table)
    run = run_tiny(suite, tmp_path / "cache")
    own = CrossEncoder(str(model), device="cpu", local_files_only=True)
    gold = run.gold[(run.gold.ranker == "r") & (run.gold.variant == "raw")]
    texts = {c.chunk_id: c for c in run.chunks.itertuples()}
    asked = dict(zip(run.queries.query_id, run.queries.text, strict=True))
    for row in gold.dropna(subset=["rank"]).itertuples():
        chunk = texts[row.chunk_id]
        text = (tmp_path / "corpus" / chunk.doc_id).read_text()[chunk.start : chunk.end]
        [score] = own.predict([(asked[row.query_id], text)], show_progress_bar=False)
        assert row.score == pytest.approx(float(score), abs=2e-6)
    assert run.fingerprints["rankers"]["r"].startswith(
        "rerank depth=100 step=1e-06 of=bm25 by cros"
    )
    elsewhere = CrossEncoderScorer(str(model), device="cuda")
    assert elsewhere.fingerprint == f"{CrossEncoderScorer(str(model)).fingerprint} on cuda"
    if not torch.cuda.is_available():
        with pytest.raises(GoldrankError, match='expected a usable GPU for "cuda"'):
            elsewhere("when", ["a"])
