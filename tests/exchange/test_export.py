"""What a run is written as says to other tools what the run says itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pandas as pd
import pytest
import pytrec_eval
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.exchange.convert import convert
from goldrank.exchange.exports.export import EXPORTS, WITH_TEXTS, Export, export
from goldrank.runs.record import save
from goldrank.runs.run import Run
from goldrank.text.trec import read_qrels, read_run

TOP = (
    'rankers = ["vector", "bm25", "rrf", "random", "oracle"]\n'
    'measures = ["RR", "R@1", "R@5", "R@100", "nDCG@10", "AP", "P@5"]\n'
)
TREC = {
    "RR": "recip_rank",
    "R@1": "recall_1",
    "R@5": "recall_5",
    "R@100": "recall_100",
    "nDCG@10": "ndcg_cut_10",
    "AP": "map",
    "P@5": "P_5",
}
ASKED = {"recip_rank", "recall.1,5,100", "ndcg_cut.10", "map", "P.5"}


@pytest.fixture(scope="module", params=["chunk", "document"])
def saved(request, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    folder = tmp_path_factory.mktemp("saved")
    files = random_files(11)
    top = f'{TOP}unit = "{request.param}"\n'
    suite = write_tiny(folder, top, files=files, queries=random_queries(files, 11))
    run = run_tiny(suite)
    record = {"suite_folder": folder.resolve().as_uri()}
    return save(run, folder / "out" / "it", record, {"summary.md": "# It\n"}), run


def agree(run: Run, system: tuple[str, str, str], qrels: dict, ranked: dict) -> None:
    """The run's own measures are pytrec_eval's on what was written."""
    theirs = pytrec_eval.RelevanceEvaluator(qrels, ASKED).evaluate(ranked)
    table = run.measurements
    for column, value in zip(("chunker", "variant", "ranker"), system, strict=True):
        table = table[table[column] == value]
    ours = table.set_index("query_id")
    assert set(ours.index) == set(qrels)
    for query_id in qrels:
        # trec_eval leaves out a query of which nothing was retrieved; with us it is 0.
        answered = theirs.get(query_id, dict.fromkeys(TREC.values(), 0.0))
        for name, trec_name in TREC.items():
            assert ours[name][query_id] == pytest.approx(answered[trec_name], abs=1e-12)


def test_trec_eval_agrees_on_every_exported_run(saved, tmp_path: Path):
    folder, run = saved
    export(folder, tmp_path / "trec", Export("trec"))
    qrels = read_qrels(tmp_path / "trec" / "heading.qrels")
    split = any(unit.startswith("%split") for units in qrels.values() for unit in units)
    assert split == (run.suite.unit == "chunk")
    files = sorted((tmp_path / "trec").glob("*.run"))
    assert len(files) == 3 * 5
    for file in files:
        chunker, variant, ranker = file.name.removesuffix(".run").split("_")
        agree(run, (chunker, variant, ranker), qrels, read_run(file))


def test_ranx_reads_the_same_rankings_and_judgments(saved, tmp_path: Path):
    folder, run = saved
    export(folder, tmp_path / "ranx", Export("ranx"))
    qrels = json.loads((tmp_path / "ranx" / "heading.qrels.json").read_text("utf-8"))
    for ranker in ("bm25", "oracle"):
        ranked = json.loads((tmp_path / "ranx" / f"heading_raw_{ranker}.json").read_text("utf-8"))
        assert set(ranked) == set(qrels)
        agree(run, ("heading", "raw", ranker), qrels, ranked)


def test_ir_measures_columns_hold_them_too(saved, tmp_path: Path):
    folder, run = saved
    export(folder, tmp_path / "irm", Export("ir_measures"))
    qrels, ranked = {}, {}
    for row in pd.read_parquet(tmp_path / "irm" / "heading.qrels.parquet").itertuples():
        qrels.setdefault(row.query_id, {})[row.doc_id] = int(row.relevance)
    for row in pd.read_parquet(tmp_path / "irm" / "heading_raw_rrf.parquet").itertuples():
        ranked.setdefault(row.query_id, {})[row.doc_id] = float(row.score)
    agree(run, ("heading", "raw", "rrf"), qrels, ranked)


def test_the_means_of_an_mteb_result_are_trec_evals(saved, tmp_path: Path):
    folder, _ = saved
    export(folder, tmp_path / "mteb", Export("mteb"))
    export(folder, tmp_path / "trec", Export("trec"))
    qrels = read_qrels(tmp_path / "trec" / "heading.qrels")
    ranked = read_run(tmp_path / "trec" / "heading_raw_vector.run")
    measures = {"ndcg_cut.10", "map_cut.5", "recall.20", "P.3"}
    theirs = pytrec_eval.RelevanceEvaluator(qrels, measures).evaluate(ranked)
    made = json.loads((tmp_path / "mteb" / "heading_raw_vector.json").read_text("utf-8"))
    [scores] = made["scores"]["test"]
    for name, key in {
        "ndcg_at_10": "ndcg_cut_10",
        "map_at_5": "map_cut_5",
        "recall_at_20": "recall_20",
        "precision_at_3": "P_3",
    }.items():
        values = [theirs[query_id][key] if query_id in theirs else 0.0 for query_id in qrels]
        assert scores[name] == pytest.approx(sum(values) / len(values), abs=1e-12)
    assert scores["main_score"] == scores["ndcg_at_10"]


def test_pandas_reads_one_row_a_rank(saved, tmp_path: Path):
    folder, run = saved
    export(folder, tmp_path / "p", Export("pandas", ["heading/raw/bm25"]))
    table = pd.read_parquet(tmp_path / "p" / "rankings.parquet")
    assert run.rankings is not None
    [answers] = [a for s, a in run.rankings.ranked.items() if str(s) == "heading/raw/bm25"]
    assert len(table) == int((answers.top >= 0).sum())
    assert set(table.ranker) == {"bm25"}
    export(folder, tmp_path / "csv", Export("csv", ["heading/raw/bm25"]))
    for name in ("rankings", "qrels"):
        csv = pd.read_csv(tmp_path / "csv" / f"{name}.csv", keep_default_na=False)
        parquet = pd.read_parquet(tmp_path / "p" / f"{name}.parquet")
        pd.testing.assert_frame_equal(csv, parquet, check_dtype=False)


def test_a_beir_folder_holds_the_units_as_they_are_ranked_and_is_read_back(saved, tmp_path: Path):
    folder, run = saved
    export(folder, tmp_path / "beir", Export("beir"))
    below = tmp_path / "beir" / "heading"
    rows = [json.loads(line) for line in (below / "corpus.jsonl").read_text("utf-8").splitlines()]
    if run.suite.unit == "chunk":
        texts = random_files(11)
        assert [row["_id"] for row in rows] == list(run.chunks.chunk_id)
        for row in rows:
            place = row["metadata"]
            assert row["text"] == texts[place["doc_id"]][place["start"] : place["end"]]
    else:
        assert {row["_id"]: row["text"] for row in rows} == random_files(11)
    made = convert(below, tmp_path / "again")
    assert made.kept["document"] == len(rows)
    gold = run.gold[(run.gold.variant == "raw") & (run.gold.ranker == "bm25")]
    assert made.kept["judgment"] == len(gold[["query_id", "chunk_id"]].drop_duplicates())


def test_a_corpus_that_has_changed_is_not_written(saved, tmp_path: Path):
    folder, _ = saved
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "d00.md").write_text("other\n", encoding="utf-8")
    with pytest.raises(GoldrankError, match=r"d00\.md has changed"):
        export(folder, tmp_path / "beir", Export("beir", corpus=tmp_path / "other"))
    assert not (tmp_path / "beir").exists()


@pytest.mark.parametrize("format", [*EXPORTS, *WITH_TEXTS])
def test_the_same_run_gives_the_same_bytes(format, saved, tmp_path: Path):
    for name in ("one", "two"):
        export(saved[0], tmp_path / name, Export(format))
    one, two = (
        {
            p.relative_to(tmp_path / n): p.read_bytes()
            for p in (tmp_path / n).rglob("*")
            if p.is_file()
        }
        for n in ("one", "two")
    )
    assert one == two


def test_what_is_not_there_is_said(saved, tmp_path: Path):
    folder, _ = saved
    with pytest.raises(GoldrankError, match="did you mean 'trec'"):
        export(folder, tmp_path / "x", Export("terc"))
    with pytest.raises(GoldrankError, match="--system: expected one of heading/raw/vector"):
        export(folder, tmp_path / "x", Export(systems=["heading/raw/none"]))
    with pytest.raises(GoldrankError, match="is not the folder of a run"):
        export(tmp_path, tmp_path / "x", Export())
    shutil.copytree(folder, tmp_path / "copy")
    (tmp_path / "copy" / "rankings.parquet").write_bytes(b"PAR1?")
    with pytest.raises(GoldrankError, match=r"rankings\.parquet is damaged"):
        export(tmp_path / "copy", tmp_path / "x", Export())
    (tmp_path / "copy" / "rankings.parquet").unlink()
    with pytest.raises(GoldrankError, match=r"it has no rankings\.parquet"):
        export(tmp_path / "copy", tmp_path / "x", Export())
    assert not (tmp_path / "x").exists()


def test_names_of_systems_stay_apart_as_names_of_files(tmp_path: Path):
    rest = "".join(
        f'[[variant]]\nname = "{name}"\nrepresentation = "raw"\n' for name in ("a_b", "a b", "ä:1")
    )
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["oracle"]\n', rest))
    save(run, tmp_path / "out", {}, {})
    export(tmp_path / "out", folder := tmp_path / "trec", Export("trec"))
    names = {path.name for path in folder.glob("*.run")}
    assert names == {f"heading_{name}_oracle.run" for name in ("a%5Fb", "a%20b", "%E4%3A1")}
    assert json.loads((folder / "conversion.json").read_text())["run"] == "tiny"
