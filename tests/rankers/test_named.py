"""The rankers of a suite by name, and what is wrong with a table of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.gating.drift import drift_of
from goldrank.gating.gated_run import light_baseline
from goldrank.inspection.inspect import inspect
from goldrank.rankers.graph import readers_of, rests_on, sides_of
from goldrank.rankers.named import RankerTable, named_rankers
from goldrank.report.terminal.inspection import inspection_text
from goldrank.suites.suite import load_suite, make_suite


def table(name: str, **settings: Any) -> RankerTable:
    return RankerTable(name=name, **settings)


def mistake(*tables: RankerTable) -> str:
    with pytest.raises(GoldrankError) as raised:
        named_rankers(tables, [each.name for each in tables], {})
    return str(raised.value)


def test_what_is_combined_comes_before_what_combines_it_whatever_the_order_of_the_tables() -> None:
    graph = named_rankers(
        [
            table("top", kind="rrf", of=("flat", "soft")),
            table("flat", kind="rrf", k=600),
            table("soft", kind="bm25", k1=0.5),
        ],
        ["top"],
        {},
    )
    assert list(graph) == ["vector", "bm25", "flat", "soft", "top"]
    assert rests_on("top", graph) == ["vector", "bm25", "flat", "soft", "top"]
    assert readers_of("top", graph) == {"vector": "dense", "bm25": "lexical", "soft": "lexical"}
    assert sides_of("soft", graph) == ["lexical"]


def test_what_a_table_leaves_out_is_as_in_the_table_of_its_kind() -> None:
    usual = {"bm25": {"k1": 0.9, "stemming": "english"}}
    graph = named_rankers([table("other", kind="bm25", b=0.3)], ["other", "bm25"], usual)
    other, plain = graph["other"].settings, graph["bm25"].settings
    assert (other.k1, other.b, other.stemming) == (0.9, 0.3, "english")
    assert (plain.k1, plain.b, plain.stemming) == (0.9, 0.75, "english")


def test_sentences_call_a_ranker_by_its_kind_only_where_it_is_named_so() -> None:
    graph = named_rankers([table("soft", kind="bm25")], ["bm25", "soft"], {})
    assert [graph[name].said for name in ("bm25", "soft")] == ["BM25", "soft"]


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        (
            [table("a", kind="bm52")],
            "[[ranker]] 'a': kind: unknown kind 'bm52'; did you mean 'bm25'?",
        ),
        (
            [table("a", kind="bm25", k2=1)],
            "[[ranker]] 'a': k2: no setting of kind bm25; did you mean",
        ),
        (
            [table("a", kind="bm25", k1="1")],
            "[[ranker]] 'a': 'k1': expected a valid number, got '1'",
        ),
        ([table("a", kind="bm25", of=("vector",))], "[[ranker]] 'a': of: no setting of kind bm25"),
        ([table("a", kind="rrf", of=())], "[[ranker]] 'a': of: expected the names of rankers"),
        ([table("a", kind="rrf", of=("bm24",))], "[[ranker]] 'a': of: unknown ranker 'bm24'; did"),
        ([table("a", kind="rrf", of=("bm25", "bm25"))], "of: expected each ranker once, got bm25"),
        (
            [table("a", kind="rrf", of=("bm25", "oracle"))],
            "of: oracle is there to be compared with",
        ),
        ([table("a", kind="rrf", of="a")], "[[ranker]] 'a': of: it combines itself: a -> a"),
        (
            [table("a", kind="rrf", of=("b",)), table("b", kind="rrf", of=("bm25", "a"))],
            "[[ranker]] 'a': of: it combines itself: a -> b -> a",
        ),
        (
            [table("a", kind="bm25"), table("a", kind="rrf")],
            "two rankers are named 'a'; rename one",
        ),
        ([table("a/b", kind="bm25")], "[[ranker]] 'a/b': name: expected printable text without /"),
        ([table("better", kind="bm25")], "[[ranker]] 'better': name: expected printable text"),
        ([table(" ", kind="bm25")], "[[ranker]] ' ': name: expected printable text"),
    ],
)
def test_a_table_that_makes_no_ranker_is_one_line_that_names_it_and_its_key(tables, said) -> None:
    assert said in mistake(*tables)
    assert "\n" not in mistake(*tables)


def test_a_suite_names_its_file_before_the_mistake(tmp_path: Path) -> None:
    suite = write_tiny(tmp_path, rest='[[ranker]]\nname = "a"\nkind = "bm25"\nk9 = 1\n')
    with pytest.raises(GoldrankError, match=r"tiny\.toml: \[\[ranker\]\] 'a': k9: no setting"):
        load_suite(suite)


def test_a_range_that_only_the_ranker_knows_names_its_table(tmp_path: Path) -> None:
    suite = write_tiny(tmp_path, rest='[[ranker]]\nname = "a"\nkind = "bm25"\nb = 2.0\n')
    with pytest.raises(GoldrankError, match=r"^\[\[ranker\]\] 'a': bm25: expected b between"):
        run_tiny(suite)


NAMED = """
[[ranker]]
name = "soft"
kind = "bm25"
k1 = 0.2

[[ranker]]
name = "words"
kind = "rrf"
of = ["bm25", "soft"]

[[ranker]]
name = "all"
kind = "rrf"
of = ["vector", "words"]
k = 10
"""


def test_named_rankers_stand_side_by_side_and_rank_as_they_are_set(tmp_path: Path) -> None:
    files = random_files(3)
    wanted = '["vector", "bm25", "soft", "words", "all", "rrf"]'
    suite = write_tiny(tmp_path, f"rankers = {wanted}\n", NAMED, files, random_queries(files, 3))
    run = run_tiny(suite)
    raw = run.needs[(run.needs.variant == "raw") & ~run.needs["split"].astype(bool)]
    assert list(dict.fromkeys(raw.ranker)) == ["vector", "bm25", "soft", "words", "all", "rrf"]
    # Every gold unit under every ranker: what is fused is the sum of 1 / (k + rank), nothing else.
    gold = run.gold[run.gold.variant == "raw"].set_index(["query_id", "need", "chunk_id"])
    ranks = {name: rows["rank"].astype("Float64") for name, rows in gold.groupby("ranker")}
    scores = {name: rows["score"].fillna(0.0) for name, rows in gold.groupby("ranker")}
    for top, k, below in (("words", 60, ("bm25", "soft")), ("all", 10, ("vector", "words"))):
        fused = sum((1 / (k + ranks[each])).fillna(0.0) for each in below)
        assert (scores[top] - fused).abs().max() <= 1e-9
    assert (ranks["bm25"].fillna(0) != ranks["soft"].fillna(0)).any()
    # The fusion of two rankers of words harms nothing that it is not about.
    assert set(run.fusion.ranker) == {"words", "all", "rrf"}
    of_words = run.fusion[run.fusion.ranker == "words"]
    assert of_words.vector.isna().all()
    assert (of_words.better == of_words[["bm25", "soft"]].min(axis=1)).fillna(True).all()
    assert set(run.fusion_counts.best_single[run.fusion_counts.ranker == "all"]) <= {
        "vector",
        "words",
    }
    prints = run.fingerprints["rankers"]
    assert prints["rrf"] == "rrf k=60 step=1e-09"
    assert prints["all"] == "rrf k=10 step=1e-09 of=vector,words"
    assert "k1=0.2" in prints["soft"]


def test_the_short_form_and_a_table_of_the_same_settings_are_one(tmp_path: Path) -> None:
    short = write_tiny(tmp_path, rest="[bm25]\nk1 = 0.2\n")
    first = run_tiny(short)
    long = write_tiny(tmp_path, rest='[[ranker]]\nname = "bm25"\nk1 = 0.2\n')
    second = run_tiny(long)
    assert first.fingerprints["rankers"] == second.fingerprints["rankers"]
    assert first.needs.equals(second.needs)


def test_the_diagnosis_counts_as_the_first_bm25_that_ranks_and_says_so(tmp_path: Path) -> None:
    rest = '[[ranker]]\nname = "short"\nkind = "bm25"\nstopwords = ["when", "is"]\n'
    suite = write_tiny(tmp_path, 'rankers = ["short", "bm25"]\n', rest)
    assert load_suite(suite).tokenizer("when is it") == ["it"]
    assert any(
        said.startswith("bm25 counts other terms than short: the diagnosis")
        for said in run_tiny(suite).notices
    )


def test_a_suite_without_tables_is_written_down_as_it_was(tmp_path: Path) -> None:
    plain = load_suite(write_tiny(tmp_path))
    assert "ranker" not in plain.model_dump()
    named = load_suite(write_tiny(tmp_path, rest=NAMED))
    again = make_suite(named.model_dump(mode="json", exclude_none=True), "record", tmp_path)
    assert again.ranker_graph == named.ranker_graph


def test_a_change_is_that_of_the_ranker_that_changed(tmp_path: Path) -> None:
    top = 'rankers = ["vector", "bm25", "soft", "words", "all", "rrf"]\n'
    before = run_tiny(write_tiny(tmp_path, top, NAMED))
    after = run_tiny(write_tiny(tmp_path, top, NAMED.replace("k1 = 0.2", "k1 = 0.3")))
    old, new = before.fingerprints["rankers"], after.fingerprints["rankers"]
    assert {name for name in old if old[name] != new[name]} == {"soft"}
    suite = load_suite(tmp_path / "tiny.toml")
    saved = [light_baseline(run, suite) for run in (before, after)]
    [drift] = drift_of(*saved, ())
    assert "ranker soft" in drift.sentence
    assert not any(name in drift.sentence for name in ("words", "rrf"))


def test_named_rankers_rank_under_every_encoder_that_reads_for_them(tmp_path: Path) -> None:
    rest = NAMED + '[[encoder]]\nmodel = "tiny_encoder:encode"\nname = "again"\n' + NAMED_TOKENS
    suite = write_tiny(tmp_path, 'rankers = ["bm25", "words", "all"]\n', rest)
    text = suite.read_text().replace("[encoder]\nmodel", '[[encoder]]\nname = "first"\nmodel', 1)
    suite.write_text(text)
    systems = load_suite(suite)
    ranked = {variant.name: variant.rankers for variant in systems.variant}
    # Only what reads vectors is ranked again; words and their fusion are the same.
    assert ranked["raw@again"] == ("all",)
    run = run_tiny(suite)
    needs = run.needs[run.needs.ranker == "all"].set_index(["query_id", "need"])
    ranks = [needs[needs.variant == name]["rank"].tolist() for name in ("raw", "raw@again")]
    assert ranks[0] == ranks[1]


NAMED_TOKENS = 'tokenizer = "tiny_tokens:tokens"\n'


def test_a_name_is_shown_as_it_is_written_whatever_it_holds(tmp_path: Path) -> None:
    name = "[red]<b>$x$"
    table = f'[[ranker]]\nname = "{name}"\nkind = "bm25"\n'
    run = run_tiny(write_tiny(tmp_path, f'rankers = ["{name}", "rrf"]\n', table))
    assert f" {name}" in inspection_text(inspect(run, "q1"))
    assert "&lt;b&gt;" in inspect(run, "q1")._repr_html_()
    assert "<b>" not in inspect(run, "q1")._repr_html_()
