"""Queries that nothing answers: in no mean, in no gate, in a table of their own."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score
from tests.tiny import FILES, QUERIES, random_files, random_queries, run_tiny, write_tiny

from goldrank.comparing.compare import compare
from goldrank.comparing.pair import ComparedRun
from goldrank.errors import GoldrankError
from goldrank.frames.schema import SCHEMA
from goldrank.gating.baseline_file import write_baseline
from goldrank.gating.gated_run import light_baseline, run_for_gate, run_light
from goldrank.inspection.inspect import inspect
from goldrank.inspection.words import inspection_json
from goldrank.notebook import inspection_html
from goldrank.report.page.html import report_html
from goldrank.report.terminal.inspection import inspection_text
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.record import load, save
from goldrank.runs.run import Run
from goldrank.suites.suite import load_suite
from goldrank.validation.validate import validate_file

SEED = 11
OWN = {"top_scores", "answerability", "refusals"}
SHOWN = {"queries", "top", "texts"}  # they have rows for the queries that nothing answers too


def unanswerable(count: int) -> list[dict[str, object]]:
    """Queries of words that the documents have, one of them in German, one too long to be read."""
    texts = ["und der die das ist nicht " * 8, "w3 " * 40, *(f"w{n} zeppelin" for n in range(40))]
    return [
        {"query_id": f"u{n}", "text": text, "answerable": False}
        for n, text in enumerate(texts[:count])
    ]


def made(folder: Path, extra: int, top: str = "") -> Path:
    files = random_files(SEED, 18)
    files["d99.md"] = "\n".join(random_files(SEED + 1).values())  # of many sections
    queries = [*random_queries(files, SEED, 20), *unanswerable(extra)]
    return write_tiny(folder, top, files=files, queries=queries)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("unanswerable")


@pytest.fixture(scope="module")
def run(place: Path) -> Run:
    return run_tiny(made(place / "with", 12), place / "cache")


@pytest.fixture(scope="module")
def plain(place: Path) -> Run:
    return run_tiny(made(place / "without", 0), place / "cache")


@pytest.mark.parametrize("unit", ["chunk", "document"])
def test_they_change_no_other_table(unit: str, tmp_path: Path):
    top = f'unit = "{unit}"\n'
    with_them, without = (
        run_tiny(made(tmp_path / str(n), n, top), tmp_path / "cache") for n in (12, 0)
    )
    judged = set(without.queries.query_id)
    for name in SCHEMA:
        mine, other = getattr(with_them, name), getattr(without, name)
        if name in OWN:
            assert (len(mine) > 0, len(other)) == (True, 0)
        elif name not in SHOWN:
            pd.testing.assert_frame_equal(mine, other)
    first = with_them.top[with_them.top.query_id.isin(judged)].reset_index(drop=True)
    pd.testing.assert_frame_equal(first, without.top)
    assert [s for s in with_them.sentences if s in without.sentences] == list(without.sentences)
    assert len(with_them.sentences) == len(without.sentences) + 2
    chances = [[n for n in run.notices if "many chances" in n] for run in (with_them, without)]
    assert chances[0] == chances[1]
    assert len(chances[1]) == (unit == "document")


def test_without_any_nothing_is_written_of_them(plain: Run, tmp_path: Path):
    folder = save(plain, tmp_path / "plain", {}, {"summary.md": summary_markdown(plain)})
    names = {path.name for path in folder.rglob("*")}
    assert not {name for name in names if name.partition(".")[0] in OWN}
    assert "answerable" not in plain.queries
    assert "nothing answers" not in (folder / "summary.md").read_text()
    assert "nothing answers" not in report_html(plain).lower()
    assert all(len(getattr(load(folder), name)) == 0 for name in OWN)


def test_they_are_encoded_and_ranked_all_the_same(run: Run):
    ranked = set(run.top[(run.top.ranker == "vector") & (run.top["rank"] == 1)].query_id)
    assert {f"u{n}" for n in range(12)} <= ranked
    assert run.rankings is not None
    assert "u3" in run.rankings.query_ids


def test_the_area_is_that_of_the_first_scores_by_scikit_learn(run: Run):
    judged = run.measurements.query_id.unique()
    for row in run.answerability.itertuples():
        mine = run.top[(run.top.variant == row.variant) & (run.top.ranker == row.ranker)]
        first = mine[mine["rank"] == 1].set_index("query_id").score
        ids = [*judged, *(f"u{n}" for n in range(12))]
        scores = first.reindex(ids).fillna(-1e9)  # below any score
        kind = [query in set(judged) for query in ids]
        assert pytest.approx(roc_auc_score(kind, scores)) == row.AUROC
        assert row.AUROC_low <= row.AUROC <= row.AUROC_high
        assert (row.answerable, row.unanswerable) == (len(judged), 12)


def test_scores_lie_as_numpy_says_by_kind(run: Run):
    rows = run.top_scores[(run.top_scores.variant == "raw") & (run.top_scores.ranker == "vector")]
    mine = run.top[(run.top.variant == "raw") & (run.top.ranker == "vector")]
    first = mine[mine["rank"] == 1].set_index("query_id").score
    others = first[first.index.str.startswith("u")]
    row = rows[~rows.answerable].iloc[0]
    assert (row.queries, row.nothing) == (12, 0)
    assert (row.lowest, row["median"], row.highest) == (
        others.min(),
        pytest.approx(np.median(others)),
        others.max(),
    )


def test_a_refusal_counts_what_its_threshold_refuses(run: Run):
    judged = set(run.measurements.query_id)
    assert list(run.refusals.may_lose.unique()) == [1, 5, 10]
    for row in run.refusals.itertuples():
        mine = run.top[(run.top.variant == row.variant) & (run.top.ranker == row.ranker)]
        first = mine[mine["rank"] == 1].set_index("query_id").score
        kept = set(first[first >= row.threshold].index)
        others = {f"u{n}" for n in range(12)}
        assert row.lost == pytest.approx(len(judged - kept) / len(judged))
        assert row.refused == pytest.approx(len(others - kept) / 12)
        ours = run.measurements[
            (run.measurements.variant == row.variant) & (run.measurements.ranker == row.ranker)
        ]
        found = set(ours[ours.RR == 1].query_id)
        if found:
            assert row.lost_first == pytest.approx(len(found - kept) / len(found))
        assert 100 * row.lost <= row.may_lose


def test_the_score_of_a_fusion_is_said_to_say_little(run: Run):
    remarks = dict(zip(run.answerability.ranker, run.answerability.remark, strict=True))
    assert remarks["vector"] == ""
    assert "rank" in remarks["rrf"]
    told = next(said for said in run.sentences if said.startswith("Nothing answers"))
    assert "/vector the top score" in told


def test_no_score_is_asked_of_a_ranker_that_is_only_compared_with(tmp_path: Path):
    suite = made(tmp_path / "s", 5, 'rankers = ["bm25", "random", "oracle"]\n')
    assert set(run_tiny(suite, tmp_path / "cache").answerability.ranker) == {"bm25"}


def test_a_saved_run_says_the_same(run: Run, tmp_path: Path):
    folder = save(run, tmp_path / "saved", {}, {})
    again = load(folder)
    for name in (*OWN, "queries"):
        pd.testing.assert_frame_equal(getattr(again, name), getattr(run, name))
    assert report_html(again) == report_html(run)
    for name in OWN:  # as from a goldrank that did not write them
        (folder / "tables" / f"{name}.parquet").unlink()
        pd.testing.assert_frame_equal(getattr(load(folder), name), getattr(run, name))


def test_the_page_and_the_summary_show_them(run: Run):
    page, written = report_html(run), summary_markdown(run)
    assert 'id="unanswerable"' in page
    assert "(12 that nothing answers)" in page
    assert page.count('class="plot"') >= 6
    for text in (page, written):
        assert "Queries that nothing answers" in text
        assert "12 queries that nothing answers beside" in text
        assert "looks better than it is" in text


def test_a_baseline_and_a_gate_know_nothing_of_them(place: Path, tmp_path: Path):
    suites = [load_suite(made(tmp_path / str(n), n)) for n in (0, 12)]
    written = []
    for n, suite in enumerate(suites):
        light = light_baseline(run_light(suite, place / "cache"), suite)
        write_baseline(light, tmp_path / f"{n}.json")
        written.append((tmp_path / f"{n}.json").read_bytes())
    assert written[0] == written[1]
    before = light_baseline(run_light(suites[0], place / "cache"), suites[0])
    now = run_for_gate(suites[1], before, place / "cache")
    assert now.baseline == before
    document = tmp_path / "12" / "corpus" / "d00.md"
    document.write_text(document.read_text() + "\n\nOne more line.\n")  # evidence is anchored again
    moved = run_for_gate(suites[1], before, place / "cache").baseline
    assert set(moved.queries) == set(before.queries)
    assert moved.fingerprints["queries"] == before.fingerprints["queries"]


def test_a_comparison_is_not_about_them(run: Run, plain: Run):
    def side(each: Run) -> ComparedRun:
        names = each.systems[["chunker", "variant", "ranker"]].to_numpy().tolist()
        return ComparedRun(each.name, each, tuple("/".join(row) for row in names))

    found = compare(side(plain), side(run), resamples=99)
    assert found.notes == ()
    assert {one.says() for pair in found.pairs for one in pair.measures} == {"as it was"}


def test_an_inspection_says_that_nothing_answers_it_and_shows_what_came_first(
    run: Run, place: Path
):
    seen = inspect(run, "u3", cache=place / "cache")
    assert (seen.query_id, seen.answerable, seen.evidence) == ("u3", False, ())
    text = inspection_text(seen)
    assert "Nothing answers this query; this is what comes first." in text
    assert "Nothing answers this query" in inspection_html(seen)
    assert inspection_json(seen)["answerable"] is False
    for detail in seen.details:
        system = detail.system
        rows = run.top[
            (run.top.query_id == "u3")
            & (run.top.variant == system.variant)
            & (run.top.ranker == system.ranker)
        ]
        assert [c.chunk_id for c in detail.candidates] == list(rows.chunk_id)[:5]
    with pytest.raises(GoldrankError, match="nothing answers query u3: it has no need 0"):
        inspect(run, "u3", need=0, cache=place / "cache")


def test_a_suite_that_nothing_answers_is_an_error_that_validate_gives_too(tmp_path: Path):
    suite = write_tiny(tmp_path / "s", queries=unanswerable(3))
    said = (
        'all 3 queries say "answerable": false, so no rank can be measured; add queries that '
        "something answers, with their evidence"
    )
    with pytest.raises(GoldrankError) as raised:
        run_tiny(suite, tmp_path / "cache")
    assert str(raised.value) == said
    assert [p.message for p in validate_file(suite, tmp_path / "cache").errors] == [said]


def test_validate_counts_them_and_asks_for_no_evidence(tmp_path: Path):
    same = {"query_id": "u9", "text": QUERIES[0]["text"], "answerable": False}
    queries = [*QUERIES, *unanswerable(3), same]
    found = validate_file(write_tiny(tmp_path / "s", queries=queries), tmp_path / "cache")
    assert (found.queries, found.unanswerable) == (6, 4)
    assert {problem.kind for problem in found.problems} == {"few-queries", "duplicate"}
    (twice,) = found.errors
    assert "nothing answers the one, and the other has evidence" in twice.message


def test_strict_asks_for_no_evidence_of_them(tmp_path: Path):
    queries = [*QUERIES, *unanswerable(2)]
    suite = write_tiny(tmp_path / "s", "strict = true\n", queries=queries, files=FILES)
    assert len(run_tiny(suite, tmp_path / "cache").queries) == 4
    (suite.parent / "queries.jsonl").write_text(
        "\n".join(json.dumps(query) for query in [*QUERIES, {"query_id": "q9", "text": "none"}])
    )
    with pytest.raises(GoldrankError, match="1 queries have no evidence: q9"):
        run_tiny(suite, tmp_path / "cache")
