"""Pools are blind and whole; judgments are kept at once, compared, and become evidence."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from tests.judging.finding import corpus_of
from tests.tiny import QUERIES, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.evidence.locate import locate_queries
from goldrank.evidence.queries import read_queries
from goldrank.exchange.exports.results import Results
from goldrank.frames.systems import rows_of_system
from goldrank.judging.agreement import agreement
from goldrank.judging.apply import applied, apply_grades
from goldrank.judging.grades import GradeFile, Judged, judge_path, merged, read_grades
from goldrank.judging.holes import holes_of
from goldrank.judging.passages import Passage
from goldrank.judging.pool import Pooling, pool_of
from goldrank.judging.pool_keys import Grade, graded
from goldrank.runs.record import save
from goldrank.types import Span


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp("pool")
    queries = ({**QUERIES[0], "text": "is it paid in March"}, QUERIES[1])  # its gold is not first
    suite = write_tiny(folder / "here", 'rankers = ["vector", "bm25"]\n', queries=queries)
    run = run_tiny(suite)
    return Results.of(save(run, folder / "out" / "it", {}, {}))


def _grades(*grades: int | None, query: str = "q") -> dict[Any, Judged]:
    return {
        (query, f"u{n}"): Judged(query, f"u{n}", grade, "a")
        for n, grade in enumerate(grades)
        if grade is not None
    }


def test_the_pool_is_the_first_units_of_all_systems_each_once(results: Results):
    pool = pool_of(results, 2, corpus_of())
    wanted = {
        (str(row.query_id), str(row.chunk_id))
        for row in results.run.top.itertuples()
        if row.rank <= 2  # the slow way
    }
    assert len(pool) == len(wanted)
    assert {pooled.unit for pooled in pool} == wanted
    texts = {d.doc_id: d.text for d in corpus_of().documents}
    assert all(
        each.passage.text == texts[each.passage.doc_id][each.passage.start : each.passage.end]
        for each in pool
    )


def test_the_order_tells_nothing_of_ranks_and_is_the_same_every_time(results: Results):
    orders = [[each.unit for each in pool_of(results, 10, corpus_of(), seed)] for seed in (0, 0, 1)]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])
    small = [each.unit for each in pool_of(results, 1, corpus_of())]
    assert [unit for unit in orders[0] if unit in small] == small


def test_a_pool_has_a_depth(results: Results):
    with pytest.raises(GoldrankError, match="expected 1 or more, got 0"):
        pool_of(results, 0, corpus_of())


def test_each_grade_is_on_the_disk_and_another_session_goes_on_there(
    results: Results, tmp_path: Path
):
    pool, path = pool_of(results, 2, corpus_of()), tmp_path / "judgments" / "ana.jsonl"
    pooling = Pooling.begun(pool, GradeFile.open(path))
    start = pool[0].passage.start
    pooling.grade(3, Span(start, start + 4))
    pooling.grade(0)
    again = Pooling.begun(pool, GradeFile.open(path))
    assert (again.walk.at, again.walk.left) == (2, len(pool) - 2)
    first = read_grades(path)[pool[0].unit]
    assert (first.grade, first.quote) == (3, pool[0].passage.text[:4])
    again.walk.go_back("unit")
    again.grade(2)
    assert [read_grades(path)[each.unit].grade for each in pool[:2]] == [3, 2]
    assert again.walk.at == 2


def test_a_line_that_a_kill_cut_off_is_graded_again(results: Results, tmp_path: Path):
    pool, path = pool_of(results, 2, corpus_of()), tmp_path / "ana.jsonl"
    pooling = Pooling.begun(pool, GradeFile.open(path))
    pooling.grade(1)
    pooling.grade(1)
    path.write_bytes(path.read_bytes()[:-9])
    again = Pooling.begun(pool, GradeFile.open(path))
    assert again.walk.at == 1
    again.grade(2)
    assert [read_grades(path)[each.unit].grade for each in pool[:2]] == [1, 2]


@pytest.mark.parametrize(
    "line", ["# notes", "[]", '{"query_id": "q", "unit_id": "u", "doc_id": "a", "grade": 4}']
)
def test_a_file_that_holds_something_else_is_refused_with_its_line(tmp_path: Path, line: str):
    path = tmp_path / "x.jsonl"
    path.write_text(f"{json.dumps(Judged('q', 'u', 1, 'a').to_json())}\n{line}\n", "utf-8")
    with pytest.raises(GoldrankError, match=r"x\.jsonl:2: expected a judgment"):
        read_grades(path)


@pytest.mark.parametrize("name", ["", "..", "a/b", "a\nb"])
def test_a_judge_has_a_plain_name(name: str):
    with pytest.raises(GoldrankError, match="expected a name"):
        judge_path(Path("judgments"), name)


def test_what_is_typed_is_a_grade_or_is_refused():
    passage = Passage("a", 0, 8, "One. Two")
    assert graded("2 1-2", passage) == Grade(2, Span(0, 8))
    for typed in ("4", "", "x", "0 1", "3 9", "s 1"):
        with pytest.raises(GoldrankError):
            graded(typed, passage)


def test_agreement_is_what_a_hand_finds():
    # Both: (3,3) (0,0) (1,0) (2,2). Alike 3/4; by chance (1·1 + 1·2 + 1·0 + 1·1) / 16 = 1/4.
    first, second = _grades(3, 0, 1, 2, 1), _grades(3, 0, 0, 2, None, 2)
    found = agreement(first, second)
    assert (len(found.units), found.same, found.only_first, found.only_second) == (4, 3, 1, 1)
    assert found.kappa == pytest.approx((3 / 4 - 1 / 4) / (1 - 1 / 4))
    # Squares: seen 1; by chance, the mean over all pairs of one's and the other's grades, times 4:
    # first 3,0,1,2 against 3,0,0,2: (0+9+9+1 + 9+0+0+4 + 4+1+1+1 + 1+4+4+0) / 4 = 12.
    assert found.kappa_weighted == pytest.approx(1 - 1 / 12)
    # Relevant: y,n,y,y and y,n,n,y: alike 3/4; by chance 3/4·1/2 + 1/4·1/2 = 1/2.
    assert found.kappa_relevant == pytest.approx(1 / 2)
    assert found.differing == [(("q", "u2"), 1, 0)]
    assert found.counts[1] == [1, 0, 0, 0]


def test_weights_are_of_the_distance_between_grades_though_nobody_used_one_of_them():
    # Squares: seen 1; by chance (0+9+9 + 9+0+0 + 4+1+1) / 3 = 11.
    found = agreement(_grades(3, 0, 1), _grades(3, 0, 0))
    assert found.kappa_weighted == pytest.approx(1 - 1 / 11)


def test_alpha_is_the_worked_example_of_two_grades():
    # Krippendorff: 1 - (n - 1) · o01 / (n0 · n1), with o01 the mismatches, n values in all.
    first, second = _grades(0, 0, 1, 1, 0), _grades(0, 1, 1, 1, 0)
    assert agreement(first, second).alpha == pytest.approx(1 - 9 * 1 / (5 * 5))


def test_one_grade_alone_has_no_coefficient():
    found = agreement(_grades(2, 2), _grades(2, 2))
    assert (found.same, found.kappa, found.kappa_weighted, found.alpha) == (2, None, None, None)


def test_two_who_share_no_unit_cannot_be_compared():
    with pytest.raises(GoldrankError, match="no unit was graded by both"):
        agreement(_grades(1), _grades(1, query="other"))


def test_of_several_judges_the_median_counts():
    of = [_grades(grade) for grade in (3, 0, 2)]
    assert [each.grade for each in merged(of).values()] == [2]


def test_where_all_was_judged_there_is_no_hole(results: Results):
    pool = pool_of(results, 10, corpus_of())
    everything = {each.unit: Judged(*each.unit, 1, each.passage.doc_id) for each in pool}
    assert all(each.unjudged == 0 for each in holes_of(results, everything, 10))


def test_what_evidence_makes_gold_is_judged_and_nothing_else(results: Results):
    found = holes_of(results, {}, 3)
    top, gold = results.run.top, results.run.gold
    for each in found:
        # The slow way, from the tables: each query has one gold chunk, at some rank.
        rows = rows_of_system(top[top["rank"] <= 3], each.system)
        ranks = rows_of_system(gold, each.system)["rank"].tolist()
        held = sum(0 < rank <= 3 for rank in ranks)
        assert (each.units, each.unjudged, each.queries) == (len(rows), len(rows) - held, 2)
        gains = [1 / math.log2(rank + 1) if 0 < rank <= 3 else 0 for rank in ranks]
        assert each.ndcg == pytest.approx(sum(gains) / 2)
        # Nothing else is judged, so whatever is retrieved is the first of its condensed list.
        assert each.ndcg_condensed == each.bpref == sum(rank > 0 for rank in ranks) / 2
    assert min(each.ndcg for each in found) < 1


def test_a_judge_s_grade_counts_for_more_than_the_evidence(results: Results):
    gold = results.run.gold
    units = {(str(q), str(c)) for q, c in zip(gold.query_id, gold.chunk_id, strict=True)}
    with pytest.raises(GoldrankError, match="no unit is relevant for any query"):
        holes_of(results, {unit: Judged(*unit, 0, "x") for unit in units}, 10)


def _queries(folder: Path) -> Path:
    write_tiny(folder)
    return folder / "queries.jsonl"


def test_what_was_graded_becomes_evidence_of_the_one_need(tmp_path: Path):
    corpus = corpus_of()
    text = corpus.document("leave.md").text
    at = text.index("Call before nine.")
    judged = [
        Judged("q1", "leave.md#0-30", 2, "leave.md", Span(at, at + 17), "Call before nine."),
        Judged("q1", "leave.md#9-26", 1, "leave.md"),
        Judged("q1", f"leave.md#40-{at}", 3, "leave.md"),  # it overlaps the evidence
        Judged("q1", "pay.md#0-5", 0, "pay.md"),
    ]
    found = applied(
        read_queries(_queries(tmp_path)), {(j.query_id, j.unit_id): j for j in judged}, corpus
    )
    assert (found.added, found.untrimmed, found.known, found.several) == (2, 1, 1, ())
    query = locate_queries(found.queries, corpus)[0]
    assert [(e.quote, e.grade) for need in query.needs for e in need.evidence] == [
        ("requested 30 days in advance", 1),
        ("Call before nine.", 2),
        ("Ask your manager.", 1),
    ]
    assert len(query.needs) == 1


def test_evidence_is_written_to_a_new_file_only(tmp_path: Path):
    queries, judge = _queries(tmp_path), tmp_path / "ana.jsonl"
    GradeFile.open(judge).add(Judged("q2", "pay.md#7-30", 1, "pay.md"))
    out = tmp_path / "out.jsonl"
    apply_grades(queries, [judge], corpus_of(), out)
    located = locate_queries(read_queries(out), corpus_of())
    assert [len(query.needs[0].evidence) for query in located] == [1, 2]
    with pytest.raises(GoldrankError, match="is there already"):
        apply_grades(queries, [judge], corpus_of(), out)


def test_a_query_of_several_needs_is_named_and_left_alone(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    places = [{"doc_id": "pay.md", "quote": "monthly"}, {"doc_id": "pay.md", "quote": "March"}]
    path.write_text(json.dumps({"query_id": "q", "text": "?", "evidence": places}), "utf-8")
    queries = read_queries(path)
    found = applied(
        queries, {("q", "leave.md"): Judged("q", "leave.md", 1, "leave.md")}, corpus_of()
    )
    assert (list(found.queries), found.several) == (queries, ("q",))


@pytest.mark.parametrize(
    ("judged", "said"),
    [
        (Judged("q9", "pay.md", 1, "pay.md"), "not in the query file"),
        (Judged("q1", "gone.md", 1, "gone.md"), "no document gone.md"),
        (Judged("q1", "pay.md", 1, "pay.md", Span(0, 5), "other"), "has changed since"),
        (Judged("q1", "pay.md#9000-9009", 1, "pay.md"), "has no text there"),
    ],
)
def test_a_judgment_of_what_is_not_there_is_refused(tmp_path: Path, judged: Judged, said: str):
    with pytest.raises(GoldrankError, match=said):
        applied(
            read_queries(_queries(tmp_path)),
            {(judged.query_id, judged.unit_id): judged},
            corpus_of(),
        )
