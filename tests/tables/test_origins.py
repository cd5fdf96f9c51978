"""Queries that say where they are from: chosen, split and warned of."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import QUERIES, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import read_queries
from goldrank.tables.origins import origin_notices
from goldrank.types import Query

TAG = ("origin:synthetic",)


def _measured(values: dict[str, list[float]]) -> pd.DataFrame:
    rows = [
        ("heading", variant, "bm25", f"q{number}", value)
        for variant, column in values.items()
        for number, value in enumerate(column)
    ]
    return pd.DataFrame(rows, columns=["chunker", "variant", "ranker", "query_id", "RR"])


def _queries(*made: bool) -> list[Query]:
    return [Query(f"q{n}", "?", TAG if each else ()) for n, each in enumerate(made)]


def test_a_run_keeps_the_origin_and_warns_where_all_is_synthetic(tmp_path: Path):
    queries = [{**query, "origin": "synthetic"} for query in QUERIES]
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["bm25"]\n', queries=queries))
    assert run.queries.origin.tolist() == ["synthetic", "synthetic"]
    assert run.queries.tags.tolist() == ["leave origin:synthetic", "pay origin:synthetic"]
    assert any("all judged queries are synthetic" in notice for notice in run.notices)


def test_a_run_without_origins_has_no_such_column_and_no_such_notice(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["bm25"]\n'))
    assert "origin" not in run.queries
    assert not any("synthetic" in notice for notice in run.notices)


def test_queries_are_chosen_by_their_origin(tmp_path: Path):
    queries = [{**QUERIES[0], "origin": "synthetic"}, QUERIES[1]]
    suite = write_tiny(tmp_path, 'rankers = ["bm25"]\n', queries=queries)
    text = suite.read_text("utf-8")
    suite.write_text(text.replace("[queries]", '[queries]\ntags = ["origin:synthetic"]'), "utf-8")
    assert run_tiny(suite).queries.query_id.tolist() == ["q1"]


def test_most_is_more_than_half():
    table = _measured({"raw": [1, 1, 1, 1]})
    assert origin_notices(_queries(True, True, False, False), table, "raw") == []
    (said,) = origin_notices(_queries(True, True, True, False), table, "raw")
    assert said.startswith("3 of 4 judged queries are synthetic")


def test_a_gain_that_people_s_questions_do_not_show_is_named():
    # Over all (0.5 + 0 - 0.25) / 3 = 0.083; over q1 and q2, (0 - 0.25) / 2 = -0.125.
    table = _measured({"raw": [0.5, 1, 0.5], "header": [1, 1, 0.25]})
    (said,) = origin_notices(_queries(True, False, False), table, "raw")
    assert said.endswith("heading/header/bm25 (+0.083, without them -0.125)")


def test_a_gain_that_is_on_both_is_not():
    table = _measured({"raw": [0.5, 0.5, 0.5], "header": [1, 1, 0.5]})
    assert origin_notices(_queries(True, False, False), table, "raw") == []


@pytest.mark.parametrize("origin", ['""', '"two words"', "3", "null"])
def test_an_origin_is_one_word(tmp_path: Path, origin: str):
    path = tmp_path / "q.jsonl"
    path.write_text(f'{{"query_id": "q", "text": "t", "origin": {origin}}}\n', encoding="utf-8")
    with pytest.raises(GoldrankError, match='expected "origin" to be one word'):
        read_queries(path)
