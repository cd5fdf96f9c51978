"""Comparing runs and systems on what they share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.tiny import FILES, QUERIES, write_tiny

from goldrank.comparing.compare import compare
from goldrank.comparing.pair import ComparedRun, open_compared_run, pair_systems
from goldrank.errors import GoldrankError
from goldrank.report.text.comparison import comparison_html, comparison_markdown, written
from goldrank.runs.record import save
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite

RAW, TITLE = "heading/raw/bm25", "heading/breadcrumb/bm25"


def made(folder: Path, **options: object) -> Run:
    folder.mkdir(exist_ok=True)
    suite = load_suite(write_tiny(folder, **options))  # type: ignore[arg-type]
    return run_suite(suite, folder / "cache")


def side(run: Run, *systems: str) -> ComparedRun:
    names = ["/".join(r) for r in run.systems[["chunker", "variant", "ranker"]].to_numpy().tolist()]
    return ComparedRun(run.name, run, systems or tuple(names))


@pytest.fixture(scope="module")
def run(tmp_path_factory) -> Run:
    return made(tmp_path_factory.mktemp("compare"))


def test_two_systems_of_one_run_have_their_own_means_and_the_difference(run) -> None:
    pair = compare(side(run, RAW), side(run, TITLE), resamples=99).pairs[0]
    means = {r.variant: r.RR for r in run.systems.itertuples() if r.ranker == "bm25"}
    first = pair.measures[0]
    assert (first.measure, first.before, first.after) == ("RR", means["raw"], means["breadcrumb"])
    assert first.queries == 2


def test_a_run_against_itself_differs_in_nothing(run) -> None:
    found = compare(side(run), side(run), resamples=99)
    said = {one.says() for pair in found.pairs for one in pair.measures}
    assert said == {"as it was"}
    assert found.notes == ()
    assert all(not (pair.won or pair.lost or pair.moved) for pair in found.pairs)


def test_coverage_cut_rate_prefix_tokens_chunks_and_tokens_count_as_measures(run) -> None:
    pair = compare(
        side(run, "heading/raw/vector"), side(run, "heading/breadcrumb/vector"), resamples=99
    ).pairs[0]
    found = {one.measure: one for one in pair.measures}
    for name in ("coverage", "cut_rate", "prefix_tokens", "chunks"):
        column = "chunks" if name == "chunks" else name
        table = run.coverage.set_index("variant")[column]
        assert (found[name].before, found[name].after) == (table["raw"], table["breadcrumb"])
        assert found[name].p_value is None
    assert found["tokens@5"].before > 0


def test_runs_with_other_queries_are_compared_on_those_they_share(run, tmp_path) -> None:
    fewer = made(tmp_path / "fewer", queries=QUERIES[:1])
    found = compare(side(run, RAW), side(fewer, RAW), resamples=99)
    assert found.pairs[0].measures[0].queries == 1
    assert "Compared on the 1 queries that both have with the same evidence, of 2 and 1." in (
        found.notes
    )


def test_runs_on_another_corpus_say_so(run, tmp_path) -> None:
    other = made(tmp_path / "other", files={**FILES, "more.md": "# More\n\nNothing else.\n"})
    assert "The two have another corpus." in compare(side(run), side(other), resamples=99).notes


def test_other_chunkers_are_held_against_each_other_by_variant_and_ranker() -> None:
    pairs, unpaired = pair_systems(
        ["heading/raw/bm25", "heading/raw/vector"], ["section/raw/bm25", "section/title/bm25"]
    )
    assert pairs == [("heading/raw/bm25", "section/raw/bm25")]
    assert unpaired == ["Without a counterpart: heading/raw/vector, section/title/bm25."]


def test_runs_that_share_nothing_are_an_error(run, tmp_path) -> None:
    other = [{**QUERIES[0], "query_id": "z1"}]
    with pytest.raises(GoldrankError, match="share no query"):
        compare(side(run), side(made(tmp_path / "z", queries=other)))


def test_an_unknown_measure_names_those_that_are_known(run) -> None:
    with pytest.raises(GoldrankError, match=r"no 'MRR' in both runs; known: RR, recall@1"):
        compare(side(run), side(run), ["MRR"])


def test_the_verdict_does_not_depend_on_the_measures_that_are_shown(run) -> None:
    every = compare(side(run, RAW), side(run, TITLE), resamples=99)
    one = compare(side(run, RAW), side(run, TITLE), ["recall@5"], resamples=99)
    assert [d.measure for d in one.pairs[0].measures] == ["RR", "recall@5"]
    shown = {d.measure: d for d in every.pairs[0].measures}
    assert all(d == shown[d.measure] for d in one.pairs[0].measures)
    assert one.decision == every.decision
    assert len(one.decision) == 1


def test_another_measure_may_decide_and_a_count_may_not(run) -> None:
    found = compare(side(run, RAW), side(run, TITLE), resamples=99, primary="recall@5")
    assert [d.measure for d in found.pairs[0].measures if d.primary] == ["recall@5"]
    with pytest.raises(GoldrankError, match="--primary: chunks is counted over the corpus"):
        compare(side(run, RAW), side(run, TITLE), primary="chunks")


def test_several_runs_are_each_held_against_the_first(run) -> None:
    others = [ComparedRun("new", run, (TITLE,)), ComparedRun("same", run, (RAW,))]
    found = compare(side(run, RAW), others, resamples=99)
    assert found.after == "new, same"
    assert [pair.run for pair in found.pairs] == ["new", "same"]
    assert [line.partition(":")[0] for line in found.decision] == ["new", "same"]
    assert found.decision[1] == "same: Nothing to decide: MRR is as it was."
    text = comparison_markdown(found)
    assert f"## same: {RAW}" in text
    assert text.rstrip().endswith("**same: Nothing to decide: MRR is as it was.**")


def test_the_queries_of_a_run_know_their_cluster(run) -> None:
    documents = run.evidence.groupby("query_id").doc_id.first().to_dict()
    assert dict(zip(run.queries.query_id, run.queries.cluster, strict=True)) == documents


def test_a_side_is_a_folder_or_a_system_of_it(run, tmp_path) -> None:
    folder = save(run, tmp_path / "with:colon", {}, {})
    assert len(open_compared_run(str(folder)).systems) == len(run.systems)
    assert open_compared_run(f"{folder}:{RAW}").systems == (RAW,)
    with pytest.raises(GoldrankError, match="has no system nothing/\\*; it has heading/raw/"):
        open_compared_run(f"{folder}:nothing/*")


def test_every_format_says_the_same_and_escapes_text_from_outside(run, tmp_path) -> None:
    hostile = [{**q, "text": f"{q['text']} <b>a|b</b>"} for q in QUERIES]
    other = made(tmp_path / "hostile", queries=hostile)
    found = compare(side(other, RAW), side(other, TITLE), resamples=99)
    table = json.loads(str(written("json")(found)))
    assert table["pairs"][0]["measures"][0]["says"] in (
        "better",
        "worse",
        "as it was",
        "can't tell",
    )
    for text in (comparison_markdown(found), comparison_html(found)):
        assert "<b>" not in text
        assert "tokens@5" in text
    with pytest.raises(GoldrankError, match="expected one of text, md, json, html; got 'pdf'"):
        written("pdf")
