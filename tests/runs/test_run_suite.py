"""Whole runs on tiny corpora, against slow and obvious ways to know the same."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from tests.tiny import FILES, QUERIES, READS, random_files, random_queries, run_tiny, write_tiny

from goldrank.corpus.read import read_corpus
from goldrank.errors import GoldrankError
from goldrank.frames.rows import rows_of
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite
from goldrank.text.tokens import WordCounter

ALL = 'rankers = ["vector", "bm25", "rrf", "random", "oracle"]\n'
SEEDS = (1, 2, 3)
ENCODER_COPY = "import sys\nfrom pathlib import Path\nsys.path.append(str(Path(__file__).parent))\n"


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, Run]]:
    made = []
    for seed in SEEDS:
        folder = tmp_path_factory.mktemp("random")
        files = random_files(seed)
        queries = random_queries(files, seed)
        suite = write_tiny(folder, ALL, files=files, queries=queries)
        made.append((folder, run_tiny(suite)))
    return made


def _lists(run: Run):
    """Each system and query with its whole ranking, best first, and its rows of `needs`."""
    assert run.rankings is not None
    rows: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for need in rows_of(run.needs):
        key = (need["chunker"], need["variant"], need["ranker"], need["query_id"])
        rows.setdefault(key, []).append(need)
    for system, answers in run.rankings.ranked.items():
        ids = run.rankings.unit_ids[system.chunker]
        for query_id, row in zip(run.rankings.query_ids, answers.top, strict=True):
            ranking = [ids[place] for place in row if place >= 0]
            key = (system.chunker, system.variant, system.ranker, query_id)
            yield system, query_id, ranking, rows.get(key, [])


def test_a_rank_is_the_place_in_the_sorted_list(runs):
    seen = 0
    for _, run in runs:
        for _, _, ranking, rows in _lists(run):
            for row in rows:
                there = row["chunk_id"] in ranking
                assert pd.isna(row["rank"]) != there
                if there:
                    assert ranking[row["rank"] - 1] == row["chunk_id"]
                    assert row["best"] <= row["rank"] <= row["worst"]
                    seen += 1
    assert seen > 200


def test_the_best_gold_chunk_of_a_need_is_the_one_that_ranks_first(runs):
    for _, run in runs:
        keys = ["chunker", "variant", "ranker", "query_id", "need"]
        best = run.gold.groupby(keys)["rank"].min()
        for row in rows_of(run.needs[run.needs.gold_chunks > 0]):
            expected = best[tuple(row[key] for key in keys)]
            assert (pd.isna(row["rank"]) and pd.isna(expected)) or row["rank"] == expected


def test_document_ranks_follow_from_the_list_alone(runs):
    for _, run in runs:
        for _, _, ranking, rows in _lists(run):
            owners = [chunk_id.partition("#")[0] for chunk_id in ranking]
            documents = list(dict.fromkeys(owners))
            for row in rows:
                if pd.isna(row["rank"]):
                    assert pd.isna(row["document_rank"])
                    assert pd.isna(row["rank_in_document"])
                    continue
                owner = row["chunk_id"].partition("#")[0]
                own = [c for c in ranking if c.startswith(owner + "#")]
                assert row["document_rank"] == documents.index(owner) + 1
                assert row["rank_in_document"] == own.index(row["chunk_id"]) + 1


def test_vector_ranks_are_those_of_a_full_sort_by_cosine(runs):
    folder, run = runs[0]
    spec = importlib.util.spec_from_file_location("its_encoder", folder / "tiny_encoder.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    corpus = read_corpus(folder / "corpus")
    texts = {document.doc_id: document.text for document in corpus.documents}
    chunks = rows_of(run.chunks)
    units = np.array([module.vector(texts[c["doc_id"]][c["start"] : c["end"]]) for c in chunks])
    units /= np.linalg.norm(units, axis=1, keepdims=True)
    raw = run.needs[(run.needs.variant == "raw") & (run.needs.ranker == "vector")]
    for query in rows_of(run.queries):
        vector = module.vector(query["text"])
        cosines = (units @ vector / np.linalg.norm(vector)).tolist()
        # Equal to six decimals is a tie, and a tie goes to corpus order.
        order = sorted(range(len(chunks)), key=lambda n: (-round(cosines[n], 6), n))
        place = {chunks[n]["chunk_id"]: rank for rank, n in enumerate(order, 1)}
        for row in rows_of(raw[(raw.query_id == query["query_id"]) & ~raw.split]):
            assert row["best"] <= place[row["chunk_id"]] <= row["worst"]
            if not row["near_tie"] and row["best"] == row["worst"]:
                assert row["rank"] == place[row["chunk_id"]]


def test_every_mean_is_a_view_of_the_needs_table(runs):
    for _, run in runs:
        for row in rows_of(run.systems):
            mine = run.needs[
                (run.needs.variant == row["variant"]) & (run.needs.ranker == row["ranker"])
            ]
            by_query = mine.groupby("query_id")["rank"].min().astype("float64")
            assert row["RR"] == pytest.approx((1 / by_query).fillna(0).mean(), abs=1e-12)
            found = (mine["rank"] <= 5).fillna(False).groupby(mine.query_id).mean()
            assert row["recall@5"] == pytest.approx(found.mean(), abs=1e-12)
            whole = mine[~mine.split]
            late = (whole["rank"] > 20).fillna(True).sum()
            assert row["buried@20"] == pytest.approx(late / len(mine), abs=1e-12)
            assert row["split"] == mine.split.sum()
            assert row["queries"] == mine.query_id.nunique()


def test_the_oracle_is_as_good_as_the_chunks_allow_and_split_needs_stay_misses(runs):
    for _, run in runs:
        oracle = run.needs[(run.needs.ranker == "oracle") & (run.needs.variant == "raw")]
        for _, rows in oracle.groupby("query_id"):
            if not rows.split.all():
                assert rows["rank"].min() == 1
        assert oracle[oracle.split]["rank"].isna().all()
        assert oracle.split.any()


def test_the_random_ranker_is_the_same_for_every_variant_and_another_for_another_seed(
    runs, tmp_path: Path
):
    _, run = runs[0]
    ranks = run.needs[run.needs.ranker == "random"].pivot_table(
        index=["query_id", "need"], columns="variant", values="rank"
    )
    assert (ranks["raw"] == ranks["breadcrumb"]).all()
    files = random_files(SEEDS[0])
    queries = random_queries(files, SEEDS[0])
    other = run_tiny(write_tiny(tmp_path, ALL + "seed = 5\n", files=files, queries=queries))
    again = other.needs[(other.needs.ranker == "random") & (other.needs.variant == "raw")]
    first = run.needs[(run.needs.ranker == "random") & (run.needs.variant == "raw")]
    assert again["rank"].tolist() != first["rank"].tolist()


def test_coverage_is_what_a_bitmap_of_the_documents_says(runs):
    for folder, run in runs:
        corpus = read_corpus(folder / "corpus")
        counter = WordCounter()
        body, held = 0, 0
        for document in corpus.documents:
            marks = [False] * len(document.text)
            mine = run.chunks[run.chunks.doc_id == document.doc_id]
            for chunk in rows_of(mine):
                text = document.text[chunk["start"] : chunk["end"]]
                spans = counter.spans(text)
                end = len(text) if len(spans) <= READS else spans[READS - 1].end
                marks[chunk["start"] : chunk["start"] + end] = [True] * end
            for span in corpus.outlines[document.doc_id].body_spans(document.text):
                body += span.end - span.start
                held += sum(marks[span.start : span.end])
        raw = rows_of(run.coverage[run.coverage.variant == "raw"])[0]
        assert run.window["content_tokens"] <= READS
        if run.window["content_tokens"] == READS:
            assert (raw["body_characters"], raw["covered_characters"]) == (body, held)
        documents = run.document_coverage[run.document_coverage.variant == "raw"]
        assert documents.body_characters.sum() == raw["body_characters"]
        assert documents.covered_characters.sum() == raw["covered_characters"]
        gaps = run.uncovered[run.uncovered.variant == "raw"]
        texts = {d.doc_id: d.text for d in corpus.documents}
        lost = sum(
            sum(not c.isspace() for c in texts[g["doc_id"]][g["start"] : g["end"]])
            for g in rows_of(gaps)
        )
        assert lost == raw["body_characters"] - raw["covered_characters"]


def test_identical_text_in_two_files_is_encoded_once_and_both_tie(tmp_path: Path):
    files = {f"v{n}/tls.md": "# TLS\n\nSet the key.\n" for n in (1, 2)}
    queries = [
        {
            "query_id": "q",
            "text": "set key",
            "needs": [[{"doc_id": f"v{n}/tls.md", "quote": "Set the key."}] for n in (1, 2)],
        }
    ]
    run = run_tiny(write_tiny(tmp_path, files=files, queries=queries), tmp_path / "cache")
    raw = run.needs[(run.needs.variant == "raw") & (run.needs.ranker == "vector")]
    assert list(raw["rank"]) == [1, 2]
    assert list(raw["best"]) == [1, 1]
    assert list(raw["worst"]) == [2, 2]
    assert len(set(raw.chunk_id)) == 2
    assert run.timings["chunkers"]["heading"]["encoded"]["raw"] == 1
    assert rows_of(run.coverage)[0]["inputs"] == 1


def test_headings_that_are_alike_keep_chunks_apart(tmp_path: Path):
    text = "# P\n\n## Setup\n\na1\n\n## Setup\n\nb1\n\n## setup\n\nc1\n\n# P\n\n## Setup\n\nd1\n"
    queries = [
        {"query_id": f"q{c}", "text": c, "evidence": [{"doc_id": "p.md", "quote": f"{c}1"}]}
        for c in "abcd"
    ]
    top = 'rankers = ["oracle"]\n'
    run = run_tiny(write_tiny(tmp_path, top, files={"p.md": text}, queries=queries))
    raw = run.needs[run.needs.variant == "raw"]
    assert raw.chunk_id.nunique() == 4
    assert list(raw["rank"]) == [1] * 4


def test_a_query_without_evidence_is_in_no_mean_and_counted(tmp_path: Path):
    more = [
        *QUERIES,
        {"query_id": "q3", "text": "anything"},
        # Judged, and judged not relevant: that is no gold either.
        {
            "query_id": "q4",
            "text": "x",
            "evidence": [{"doc_id": "pay.md", "quote": "It", "grade": 0}],
        },
    ]
    run = run_tiny(write_tiny(tmp_path, queries=more))
    assert set(run.systems.queries) == {2}
    assert set(run.measurements.query_id) == {"q1", "q2"}
    assert "2 of 4 queries have no evidence and are in no mean." in run.sentences
    suite = write_tiny(tmp_path, "strict = true\n", queries=more)
    with pytest.raises(GoldrankError, match="2 queries have no evidence: q3, q4"):
        run_tiny(suite)


def test_no_query_with_gold_is_an_error_not_a_mean_of_nothing(tmp_path: Path):
    suite = write_tiny(tmp_path, queries=[{"query_id": "q", "text": "anything"}])
    with pytest.raises(GoldrankError, match="none of 1 queries has evidence"):
        run_tiny(suite)


def test_grade_0_is_not_found_where_the_relevant_evidence_is_split(tmp_path: Path):
    need = [
        {"doc_id": "leave.md", "quote": "advance.\n\n## Sick\n\nCall"},
        {"doc_id": "pay.md", "quote": "Salaries", "grade": 0},
    ]
    queries = [{"query_id": "q", "text": "salaries come", "needs": [need]}]
    run = run_tiny(write_tiny(tmp_path, queries=queries))
    assert run.needs.split.all()
    assert run.needs["rank"].isna().all()
    assert set(run.systems["RR"]) == {0.0}


def test_a_word_that_no_chunk_has_is_a_miss_by_bm25_and_not_by_vector(tmp_path: Path):
    queries = [{**QUERIES[1], "text": "zebra"}]
    run = run_tiny(write_tiny(tmp_path, queries=queries))
    ranks = run.needs[run.needs.variant == "raw"].set_index("ranker")["rank"]
    assert pd.isna(ranks["bm25"])
    assert ranks["vector"] >= 1
    assert ranks["rrf"] == ranks["vector"]
    means = run.systems[run.systems.variant == "raw"].set_index("ranker")
    assert means["RR"]["bm25"] == 0.0
    assert means["recall@20"]["bm25"] == 0.0


def test_a_document_whose_id_is_the_querys_is_ranked_like_any_other(tmp_path: Path):
    queries = [{**QUERIES[1], "query_id": "pay.md"}]
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["oracle"]\n', queries=queries))
    assert set(run.needs["rank"]) == {1}


@pytest.mark.parametrize(
    ("taken", "read", "state"),
    [(READS - 1, "alpha", "outside"), (READS - 2, "alphabeta", "inside"), (READS, "", "outside")],
)
def test_a_prefix_that_fills_the_window_is_seen_in_coverage_and_in_the_evidence(
    tmp_path: Path, taken: int, read: str, state: str
):
    title = " ".join(f"h{n}" for n in range(taken))
    files = {"a.md": f"# {title}\n\nalpha beta gamma delta.\n"}
    query = {"query_id": "q", "text": "alpha", "evidence": [{"doc_id": "a.md", "quote": "beta"}]}
    rest = '[[chunker]]\nname = "heading"\ninclude_heading = false\nreserve = 0\n'
    run = run_tiny(write_tiny(tmp_path, rest=rest, files=files, queries=[query]))
    rows = {row["variant"]: row for row in rows_of(run.coverage)}
    # The breadcrumb takes 10, 11 or all 12 of the words that are read; the body has the rest.
    body = "alphabetagammadelta."
    assert rows["raw"]["covered_characters"] == len(body)
    assert rows["breadcrumb"]["covered_characters"] == len(read)
    assert rows["breadcrumb"]["pushed_out"] == len(body) - len(read)
    assert rows["breadcrumb"]["prefix_share"] == pytest.approx(taken / READS)
    states = run.needs[run.needs.ranker == "vector"].set_index("variant")["window"]
    assert states["raw"] == "inside"
    assert states["breadcrumb"] == state
    said = f"heading/breadcrumb: the prefix takes {taken / READS:.0%} of the window on average"
    assert any(notice.startswith(said) for notice in run.notices)


def test_text_beyond_the_window_is_outside_for_vectors_and_found_by_words(tmp_path: Path):
    words = " ".join(f"t{n}" for n in range(READS)) + " tail"
    files = {"a.md": f"# A\n\n{words}\n", "b.md": "# B\n\nother words here\n"}
    queries = [{"query_id": "q", "text": "tail", "evidence": [{"doc_id": "a.md", "quote": "tail"}]}]
    rest = '[[chunker]]\nname = "whole"\n'
    run = run_tiny(write_tiny(tmp_path, files=files, queries=queries, rest=rest))
    raw = run.needs[run.needs.variant == "raw"].set_index("ranker")
    assert raw.window["vector"] == "outside"
    assert raw.window["bm25"] == ""
    assert raw["rank"]["bm25"] == 1
    assert rows_of(run.systems)[0]["outside"] == 1


@pytest.mark.parametrize(("asked", "held"), [("query: ", "passage: "), ("ask ", ""), ("", "doc ")])
def test_prompts_are_applied_once_to_each_side_and_change_the_encoder(
    tmp_path: Path, asked: str, held: str
):
    suite = write_tiny(tmp_path)
    log = "import pathlib\n\ndef encode(texts):\n    import tiny_encoder\n"
    log += '    with open(pathlib.Path(__file__).with_name("log"), "a") as file:\n'
    log += '        file.writelines(text.replace("\\n", " ") + "\\n" for text in texts)\n'
    log += "    return tiny_encoder.encode(texts)\n"
    (tmp_path / "spy.py").write_text(ENCODER_COPY + log)
    plain = suite.read_text().replace('"tiny_encoder:encode"', '"spy:encode"\n')
    prompts = f'query_prompt = "{asked}"\ndocument_prompt = "{held}"\n'
    suite.write_text(plain + prompts)
    run = run_tiny(suite, tmp_path / "cache")
    sent = (tmp_path / "log").read_text().split("\n")
    assert f"{asked}when is the bonus paid" in sent
    assert f"{held}It is paid in March." in sent
    assert not any(prompt and prompt * 2 in text for text in sent for prompt in (asked, held))
    assert (run.settings["encoder"].get("query_prompt") or "") == asked
    suite.write_text(plain)
    assert (
        run_tiny(suite, tmp_path / "cache").fingerprints["encoder"] != run.fingerprints["encoder"]
    )


def test_each_side_of_a_variant_has_its_own_representation(tmp_path: Path):
    rest = (
        '[[variant]]\nname = "both"\nrepresentation = "breadcrumb"\n'
        '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'
        '[[variant]]\nname = "dense"\ndense = "breadcrumb"\nlexical = "raw"\n'
        '[[variant]]\nname = "words"\ndense = "raw"\nlexical = "breadcrumb"\nrankers = ["bm25"]\n'
    )
    run = run_tiny(write_tiny(tmp_path, rest=rest))
    needs = run.needs.set_index(["variant", "ranker", "query_id"])["score"]
    for query in ("q1", "q2"):
        assert needs["dense", "vector", query] == needs["both", "vector", query]
        assert needs["dense", "bm25", query] == needs["raw", "bm25", query]
        assert needs["words", "bm25", query] == needs["both", "bm25", query]
        assert needs["raw", "bm25", query] != needs["both", "bm25", query]
        assert needs["raw", "vector", query] != needs["both", "vector", query]
    assert [r["ranker"] for r in rows_of(run.systems) if r["variant"] == "words"] == ["bm25"]


def test_fusion_adds_the_two_sides_of_its_own_variant(tmp_path: Path):
    files = random_files(6)
    queries = [q for q in random_queries(files, 6, count=20) if q["needs"]]
    rest = "".join(
        f'[[variant]]\nname = "{dense}-{words}"\ndense = "{dense}"\nlexical = "{words}"\n'
        for dense in ("raw", "breadcrumb")
        for words in ("raw", "breadcrumb")
    )
    run = run_tiny(write_tiny(tmp_path, rest=rest, files=files, queries=queries))
    keys = ["variant", "query_id", "need", "chunk_id"]
    sides = run.gold.pivot_table(index=keys, columns="ranker", values="rank")
    terms = (1 / (60 + sides[["vector", "bm25"]])).fillna(0).sum(axis=1)
    scores = run.gold[run.gold.ranker == "rrf"].set_index(keys)["score"]
    assert len(scores) > 40
    assert scores.nunique() > 10
    for key, score in scores.items():
        assert score == pytest.approx(terms[key], abs=1e-9)


def test_coverage_is_named_after_a_variant_that_looks_at_vectors(tmp_path: Path):
    rest = (
        '[[variant]]\nname = "words"\nrepresentation = "raw"\nrankers = ["bm25"]\n'
        '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'
    )
    run = run_tiny(write_tiny(tmp_path, rest=rest))
    assert list(run.coverage.variant) == ["raw"]
    assert set(run.document_coverage.variant) == {"raw"}


def test_a_ranker_that_is_named_twice_ranks_once(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["bm25", "bm25"]\n'))
    assert len(run.needs) == 2 * 3  # queries x variants


def test_without_a_vector_ranker_nothing_is_encoded(tmp_path: Path):
    suite = write_tiny(tmp_path, 'rankers = ["bm25"]\n', '[[chunker]]\nname = "whole"\n')
    (tmp_path / "tiny_encoder.py").write_text("raise RuntimeError('imported')\n")
    run = run_tiny(suite)
    assert len(run.coverage) == 0
    assert list(run.coverage.columns)[:2] == ["chunker", "variant"]
    assert run.window == {}
    assert run.systems.outside.isna().all()


def test_documents_are_ranked_by_the_best_of_their_chunks(tmp_path: Path):
    files = random_files(4)
    queries = [
        {
            "query_id": f"q{n}",
            "text": f"w{n} w{n + 7} w{n + 11}",
            "evidence": [{"doc_id": f"d0{n}.md"}],
        }
        for n in range(8)
    ]
    top = 'unit = "document"\n' + ALL
    documents = run_tiny(write_tiny(tmp_path / "a", top, files=files, queries=queries))
    offsets = [
        {**query, "evidence": [{"doc_id": query["evidence"][0]["doc_id"], "start": 0, "end": 40}]}
        for query in queries
    ]
    chunks = run_tiny(write_tiny(tmp_path / "b", ALL, files=files, queries=offsets))
    assert chunks.rankings is not None
    assert documents.rankings is not None
    for system, answers in documents.rankings.ranked.items():
        if system.ranker not in ("vector", "bm25"):
            continue
        ids = documents.rankings.unit_ids["heading"]
        below = chunks.rankings.unit_ids["heading"]
        rows = zip(answers.top, chunks.rankings.ranked[system].top, strict=True)
        for ranked, ranked_chunks in rows:
            owners = [below[n].partition("#")[0] for n in ranked_chunks if n >= 0]
            assert [ids[n] for n in ranked if n >= 0] == list(dict.fromkeys(owners))
    assert documents.needs.document_rank.isna().all()
    assert not any("nan" in sentence for sentence in documents.sentences)


def test_a_documents_own_vector_joins_its_chunks_and_words_may_be_of_whole_documents(
    tmp_path: Path,
):
    files = {"a.md": "# A\n\none two\n\n## B\n\nthree four\n", "b.md": "# C\n\none four nine ten\n"}
    queries = [{"query_id": "q", "text": "one four", "evidence": [{"doc_id": "a.md"}]}]
    rest = '[[chunker]]\nname = "heading"\n'
    top = 'unit = "document"\n'
    plain = run_tiny(write_tiny(tmp_path / "a", top, rest, files, queries))
    more = 'document_vector = true\nlexical_unit = "document"\n'
    pooled = run_tiny(write_tiny(tmp_path / "b", top + more, rest, files, queries))
    chunks = dict(zip(plain.coverage.variant, plain.coverage.chunks, strict=True))
    pool = dict(zip(pooled.coverage.variant, pooled.coverage.chunks, strict=True))
    assert chunks["raw"] == 3
    assert pool["raw"] == 3 + 1  # b.md is one chunk already, and is pooled once
    words = {r["variant"]: r["RR"] for r in rows_of(plain.systems) if r["ranker"] == "bm25"}
    whole = {r["variant"]: r["RR"] for r in rows_of(pooled.systems) if r["ranker"] == "bm25"}
    assert words["raw"] == 0.5  # no chunk of a.md has both words, b.md's has
    assert whole["raw"] in (0.5, 1.0)


def test_evidence_of_whole_documents_needs_documents_to_be_ranked(tmp_path: Path):
    queries = [{"query_id": "q", "text": "one", "evidence": [{"doc_id": "pay.md"}]}]
    with pytest.raises(
        GoldrankError, match=r'query q: .* whole document pay.md.*unit = "document"'
    ):
        run_tiny(write_tiny(tmp_path, queries=queries))


def test_a_warm_run_encodes_nothing_and_says_the_same(tmp_path: Path):
    suite = write_tiny(tmp_path)
    cold = run_tiny(suite, tmp_path / "cache")
    warm = run_tiny(suite, tmp_path / "cache")
    assert set(cold.timings["chunkers"]["heading"]["encoded"].values()) == {5}
    assert set(warm.timings["chunkers"]["heading"]["encoded"].values()) == {0}
    for name in ("systems", "needs", "gold", "top", "coverage", "chunks"):
        pd.testing.assert_frame_equal(getattr(cold, name), getattr(warm, name))


def test_the_tags_of_a_suite_choose_its_queries(tmp_path: Path):
    text = write_tiny(tmp_path).read_text()
    suite = tmp_path / "tiny.toml"
    suite.write_text(text.replace('"queries.jsonl"', '"queries.jsonl"\ntags = ["pay"]'))
    assert set(run_tiny(suite).needs.query_id) == {"q2"}
    suite.write_text(text.replace('"queries.jsonl"', '"queries.jsonl"\ntags = ["none"]'))
    with pytest.raises(GoldrankError, match="has one of the tags none"):
        run_tiny(suite)


def test_a_query_id_that_stands_in_two_files_is_an_error(tmp_path: Path):
    suite = write_tiny(tmp_path)
    (tmp_path / "more.jsonl").write_text((tmp_path / "queries.jsonl").read_text())
    suite.write_text(
        suite.read_text().replace('"queries.jsonl"', '["queries.jsonl", "more.jsonl"]')
    )
    with pytest.raises(GoldrankError, match="query q1 stands in two query files"):
        run_tiny(suite)


def test_contexts_without_a_partner_are_counted_and_said(tmp_path: Path):
    rest = (
        '[[representation]]\nname = "mine"\nkind = "contexts"\npath = "contexts.jsonl"\n'
        '[[variant]]\nname = "mine"\nrepresentation = "mine"\n'
        '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'
    )
    suite = write_tiny(tmp_path, rest=rest)
    start = FILES["pay.md"].index("It is paid")
    end = start + len("It is paid in March.")
    entries = (
        f'{{"doc_id": "pay.md", "start": {start}, "end": {end}, "context": "About the bonus."}}\n'
    )
    entries += '{"doc_id": "gone.md", "start": 0, "end": 9, "context": "Stale."}\n'
    (tmp_path / "contexts.jsonl").write_text(entries)
    run = run_tiny(suite)
    said = "heading/mine: 4 of 5 chunks have no context and are indexed raw; "
    assert said + "1 of 2 contexts belong to no chunk" in run.notices
    rows = {row["variant"]: row for row in rows_of(run.coverage)}
    assert rows["mine"]["prefix_tokens"] > 0


def test_the_suites_own_code_is_found_beside_it_and_said(tmp_path: Path):
    suite = write_tiny(tmp_path, rest='[[chunker]]\nname = "mine"\nkind = "my_cut:cut"\n')
    (tmp_path / "my_cut.py").write_text("def cut(text):\n    return text.split('\\n\\n')\n")
    run = run_tiny(suite)
    assert len(run.chunks) == 10
    said = "chunker my_cut:cut is the code in my_cut.py, imported from beside the suite"
    assert said in run.notices


def test_another_suites_code_of_the_same_name_is_not_mistaken_for_it(tmp_path: Path):
    for name, cut in (("a", "[text]"), ("b", "text.split('\\n\\n')")):
        suite = write_tiny(tmp_path / name, rest='[[chunker]]\nname = "m"\nkind = "same_cut:cut"\n')
        (tmp_path / name / "same_cut.py").write_text(f"def cut(text):\n    return {cut}\n")
        run = run_tiny(suite)
        assert len(run.chunks) == {"a": 2, "b": 10}[name]


def test_depth_bounds_what_is_kept_and_no_rank(tmp_path: Path):
    suite = write_tiny(tmp_path)
    short = run_suite(load_suite(suite), tmp_path.parent / "tiny-cache", depth=1)
    whole = run_tiny(suite)
    pd.testing.assert_frame_equal(short.needs, whole.needs)
    assert short.rankings is not None
    assert all(answers.top.shape[1] == 1 for answers in short.rankings.ranked.values())
