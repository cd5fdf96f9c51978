"""What engines give of the exact ranking and what it costs, against brute force over the tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.console import Console
from tests.tiny import ENCODER, random_files, random_queries, run_tiny, write_tiny

from goldrank.cli import main
from goldrank.errors import GoldrankError
from goldrank.rankers.bm25 import Bm25
from goldrank.report.page.html import report_html
from goldrank.report.terminal.run import run_summary
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.run import Run

K = 6
RANKERS = 'rankers = ["vector", "bm25", "rrf", "coarse", "flat", "words", "both"]\n'
TABLES = f"""
[[ranker]]
name = "coarse"
kind = "lancedb"
index = "IVF_FLAT"
partitions = 8
sample_rate = 2
nprobes = 1
depth = {K}

[[ranker]]
name = "flat"
kind = "lancedb"
index = "FLAT"
depth = {K}

[[ranker]]
name = "words"
kind = "tantivy"
stopwords = ["w1", "w2", "w3"]
depth = {K}

[[ranker]]
name = "both"
kind = "rrf"
of = ["coarse", "words"]

[[variant]]
name = "raw"
representation = "raw"

[[variant]]
name = "breadcrumb"
representation = "breadcrumb"
"""


@pytest.fixture(scope="module", name="place")
def _place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = random_files(7)
    queries = random_queries(files, 7, count=30)
    return write_tiny(tmp_path_factory.mktemp("engines"), RANKERS, TABLES, files, queries)


@pytest.fixture(scope="module", name="run")
def _run(place: Path) -> Run:
    return run_tiny(place, place.parent / "cache")


def row_of(run: Run, ranker: str, variant: str = "raw") -> Any:
    found = run.engines[(run.engines.ranker == ranker) & (run.engines.variant == variant)]
    assert len(found) == 1
    return found.iloc[0]


def hits(run: Run, ranker: str) -> dict[str, set[str]]:
    rows = run.top[(run.top.ranker == ranker) & (run.top.variant == "raw")]
    return {str(query): set(mine.chunk_id) for query, mine in rows.groupby("query_id")}


def exact_scores(run: Run, place: Path, ranker: str) -> dict[str, dict[str, float]]:
    """The slow twin: the score of every chunk for every query, of those that are retrieved."""
    corpus = {p.name: p.read_text() for p in (place.parent / "corpus").iterdir()}
    rows = run.chunks.itertuples()
    chunks = {str(row.chunk_id): corpus[row.doc_id][row.start : row.end] for row in rows}
    asked = dict(zip(run.queries.query_id, run.queries.text, strict=True))
    if ranker == "bm25":
        index = Bm25().fit(list(chunks.values()))
        blocks = {query: index.scores([text])[0] for query, text in asked.items()}
        return {
            query: {name: s for name, s in zip(chunks, block.tolist(), strict=True) if s > 0}
            for query, block in blocks.items()
        }
    space: dict[str, Any] = {}
    exec(ENCODER, space)
    vectors = {name: space["vector"](text) for name, text in chunks.items()}

    def cosine(a: np.ndarray, b: np.ndarray) -> float:
        return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b)))

    return {
        query: {name: cosine(space["vector"](text), v) for name, v in vectors.items()}
        for query, text in asked.items()
    }


def expected_share(exact: Mapping[str, float], found: set[str]) -> float:
    wanted = min(K, len(exact))
    last = sorted(exact.values(), reverse=True)[wanted - 1]
    return min(sum(exact.get(name, -9) >= last - 1.5e-6 for name in found), wanted) / wanted


@pytest.mark.parametrize(
    ("ranker", "exact"), [("coarse", "vector"), ("flat", "vector"), ("words", "bm25")]
)
def test_found_is_the_share_of_the_exact_first_k_over_queries(run, place, ranker, exact) -> None:
    row, found, scores = row_of(run, ranker), hits(run, ranker), exact_scores(run, place, exact)
    measured = run.measurements[(run.measurements.ranker == ranker)].query_id.unique()
    shares = [
        expected_share(scores[q], found.get(q, set())) for q in map(str, measured) if scores[q]
    ]
    assert row.exact == exact
    assert row.depth == K
    assert row.found == pytest.approx(np.mean(shares))
    assert row.found_low <= row.found <= row.found_high
    assert (row.found == 1) == (ranker == "flat")  # the others lose something here


@pytest.mark.parametrize(("ranker", "exact"), [("coarse", "vector"), ("words", "bm25")])
def test_both_mrr_are_made_at_k_of_the_same_queries(run, ranker, exact) -> None:
    values = run.measurements[run.measurements.variant == "raw"].set_index("query_id")
    engine, whole = (values[values.ranker == name].RR for name in (ranker, exact))
    at_k = whole.where(whole > 1 / (K + 0.5), 0.0)
    row = row_of(run, ranker)
    assert at_k.mean() < whole.mean()  # so the depth matters
    assert pytest.approx(engine.mean()) == row.RR
    assert row.exact_RR == pytest.approx(at_k.mean())
    assert row.RR_change == pytest.approx(engine.mean() - at_k.mean())
    assert row.RR_change_low <= row.RR_change <= row.RR_change_high
    assert row.queries == len(engine)


def test_what_combines_engines_is_no_row_and_every_variant_is(run) -> None:
    assert set(run.engines.ranker) == {"coarse", "flat", "words"}
    assert run.engines.variant.value_counts().to_dict() == {"raw": 3, "breadcrumb": 3}
    systems = run.systems[run.systems.variant == "raw"].set_index("ranker")
    assert systems.known_to[["coarse", "flat", "words", "both"]].tolist() == [K] * 4
    assert "hits" not in run.systems  # no search of the user's own


def test_sentences_are_the_rows_of_the_baseline_variant(run) -> None:
    row = row_of(run, "coarse")
    said = [each for each in run.sentences if each.startswith("coarse gives ")]
    assert len(said) == 1
    assert said[0].startswith(
        f"coarse gives {row.found:.1%} of what vector has among its first {K}; "
        f"MRR@{K} {row.RR:.3f} against {row.exact_RR:.3f} ("
    )


def test_a_trained_index_is_said_to_be_kept_and_its_digest_is_in_the_fingerprint(run) -> None:
    [said] = [each for each in run.notices if "trained from a random beginning" in each]
    assert said.startswith("coarse: ")
    assert " built " in run.fingerprints["rankers"]["coarse"]
    assert not any(" built " in run.fingerprints["rankers"][n] for n in ("flat", "words", "vector"))
    built = [each for each in run.happened if "its index was built in" in each]
    assert [each.partition(":")[0] for each in built] == [
        *("heading/raw, coarse", "heading/breadcrumb, coarse")
    ]


def test_a_second_run_asks_the_kept_index_and_its_tables_are_the_same(run, place) -> None:
    again = run_tiny(place, place.parent / "cache")
    for name in ("systems", "gold", "top", "engines", "needs"):
        pd.testing.assert_frame_equal(getattr(run, name), getattr(again, name))
    assert again.fingerprints == run.fingerprints
    assert list(again.notices) == list(run.notices)
    assert any(each.endswith("coarse: its index was kept") for each in again.happened)


def test_people_read_it_in_the_terminal_in_markdown_and_on_the_page(run) -> None:
    row = row_of(run, "coarse")
    console = Console(width=160)
    with console.capture() as seen:
        console.print(run_summary(run))
    shown = f"{row.found:.1%}"
    assert "What engines give of the first k of an exact ranking" in seen.get()
    for text in (seen.get(), summary_markdown(run), report_html(run)):
        assert "What engines give" in text
        assert shown in text
        assert "exact MRR@k" in text


def test_what_nothing_exact_stands_beside_is_said(tmp_path: Path) -> None:
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["bm25", "lancedb"]\n'), tmp_path / "cache")
    assert run.engines.empty
    assert (
        "lancedb: what it loses is not measured, since nothing exact of the same ranks; put "
        in ("".join(run.notices))
    )
    assert "What engines give" not in summary_markdown(run) + report_html(run)


def test_a_search_of_your_own_is_held_against_every_whole_ranking(tmp_path: Path) -> None:
    (tmp_path / "own_engine.py").write_text("def search(query, k):\n    return ['Salaries'][:k]\n")
    table = '[[ranker]]\nname = "own"\nkind = "own_engine:search"\ndepth = 1\n'
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["vector", "bm25", "own"]\n', table))
    assert run.engines.exact[run.engines.variant == "raw"].tolist() == ["vector", "bm25"]
    assert set(run.engines.ranker) == {"own"}


@pytest.mark.parametrize("kind", ["lancedb", "tantivy"])
def test_documents_are_not_ranked_by_an_engine(tmp_path: Path, kind: str) -> None:
    suite = write_tiny(tmp_path, f'rankers = ["{kind}"]\nunit = "document"\n')
    with pytest.raises(GoldrankError, match=f'ranker {kind}: .*expected unit = "chunk", got "docu'):
        run_tiny(suite, tmp_path / "cache")


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ('kind = "lancedb"\nsub_vectors = 7\n', "sub_vectors: expected a divisor of the 32 dim"),
        ('kind = "lancedb"\nindex = "HNSW"\n', "'index': expected 'FLAT', 'IVF_FLAT',"),
        ('kind = "lancedb"\nindex = "FLAT"\nef = 3\n', "ef: FLAT has none"),
        ('kind = "tantivy"\nstemming = "klingon"\n', "unknown language 'klingon'"),
        ('kind = "tantivy"\nk1 = 0.9\n', "k1: no setting of kind tantivy"),
    ],
)
def test_a_mistake_ends_with_2_and_one_line(tmp_path, monkeypatch, capsys, settings, said) -> None:
    table = f'[[ranker]]\nname = "engine"\n{settings}'
    suite = write_tiny(tmp_path, 'rankers = ["engine"]\n', table)
    folders = ["--out", str(tmp_path), "--cache", str(tmp_path / "cache")]
    monkeypatch.setattr("sys.argv", ["bench", "run", str(suite), *folders])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    error = capsys.readouterr().err
    assert said in " ".join(error.split())
    assert "Traceback" not in error
