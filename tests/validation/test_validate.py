"""A suite, its corpus and its queries, checked before anything is measured."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.evidence.problems import Problem
from goldrank.validation.validate import Validation, validate_file

LEAVE = "# Leave\n\nAsk first.\n\n## Parental\n\nIt must be asked for 30 days ahead.\n"
SUITE = '[corpus]\npath = "docs"\n[queries]\npath = "q.jsonl"\n'


def write(tmp_path: Path, queries: list[object], suite: str = SUITE, **documents: str) -> Path:
    (tmp_path / "docs").mkdir(exist_ok=True)
    for name, text in {"leave": LEAVE, **documents}.items():
        (tmp_path / "docs" / f"{name}.md").write_text(text)
    lines = [query if isinstance(query, str) else json.dumps(query) for query in queries]
    (tmp_path / "q.jsonl").write_text("\n".join(lines))
    path = tmp_path / "suite.toml"
    path.write_text(suite)
    return path


def query(number: int, text: str = "", **evidence: object) -> dict[str, object]:
    named = {"doc_id": "leave.md", "quote": "Ask first.", **evidence}
    return {
        "query_id": f"q{number}",
        "text": text or f"alpha{number} beta{number} gamma{number}",
        "evidence": [named],
    }


SIX = [query(number) for number in range(6)]


def check(path: Path, tmp_path: Path) -> Validation:
    return validate_file(path, tmp_path / "cache")


def only(validation: Validation) -> Problem:
    (problem,) = validation.problems
    return problem


def test_a_suite_with_nothing_wrong_has_no_problem(tmp_path: Path):
    validation = check(write(tmp_path, SIX), tmp_path)
    assert validation.problems == ()
    assert (validation.documents, validation.queries) == (1, 6)
    assert (validation.exit_code(), validation.exit_code(strict=True)) == (0, 0)


def test_warnings_fail_only_where_they_are_asked_to(tmp_path: Path):
    validation = check(write(tmp_path, SIX[:5]), tmp_path)
    assert only(validation).kind == "few-queries"
    assert (validation.exit_code(), validation.exit_code(strict=True)) == (0, 1)


def test_evidence_that_is_not_as_named_is_an_error_at_the_line_of_its_query(tmp_path: Path):
    moved = query(9, quote="It must be asked for 30 days ahead.", section=["Leave", "Gone"])
    validation = check(write(tmp_path, [*SIX, "", moved]), tmp_path)
    problem = only(validation)
    assert (problem.kind, problem.line, problem.query_id) == ("moved", 8, "q9")
    assert problem.source == str(tmp_path / "q.jsonl")
    assert validation.exit_code() == 1


def test_all_that_is_wrong_is_found_at_once_errors_first(tmp_path: Path):
    queries = [*SIX, "{", query(7, "alpha0 beta0 gamma0"), query(8, quote="nowhere")]
    validation = check(write(tmp_path, queries, bare="---\ntitle: b\n---\n# B\n"), tmp_path)
    kinds = [(problem.level, problem.kind) for problem in validation.problems]
    assert kinds == [
        ("error", "query"),
        ("error", "duplicate"),
        ("error", "missing"),
        ("warning", "empty-document"),
    ]


def test_an_id_in_two_files_is_an_error(tmp_path: Path):
    suite = SUITE.replace('"q.jsonl"', '["q.jsonl", "r.jsonl"]')
    path = write(tmp_path, SIX, suite)
    (tmp_path / "r.jsonl").write_text(json.dumps(query(0, "wholly other words here")))
    problem = check(path, tmp_path).problems[0]
    assert (problem.kind, problem.query_id, problem.line) == ("query", "q0", 1)
    assert problem.source.endswith("r.jsonl")


def test_evidence_longer_than_every_chunk_is_too_long(tmp_path: Path):
    body = " ".join(f"word{n}" for n in range(400))
    path = write(tmp_path, [*SIX, query(9, doc_id="long.md", quote=body)], long=f"# L\n\n{body}\n")
    problem = only(check(path, tmp_path))
    assert (problem.kind, problem.level, problem.query_id) == ("too-long", "warning", "q9")
    ink = sum(len(word) for word in body.split())
    assert f"{ink:,} characters without white space" in problem.message


def test_evidence_across_a_boundary_of_every_chunker_is_split(tmp_path: Path):
    quote = "Ask first. ## Parental It must be"
    problem = only(check(write(tmp_path, [*SIX, query(9, quote=quote)]), tmp_path))
    assert (problem.kind, problem.query_id) == ("split", "q9")


def test_evidence_that_one_of_two_chunkers_holds_is_no_problem(tmp_path: Path):
    suite = SUITE + '[[chunker]]\nname = "heading"\n[[chunker]]\nname = "whole"\n'
    quote = "Ask first. ## Parental It must be"
    assert check(write(tmp_path, [*SIX, query(9, quote=quote)], suite), tmp_path).problems == ()


def test_a_need_that_another_of_its_alternatives_satisfies_is_not_split(tmp_path: Path):
    across = {"doc_id": "leave.md", "quote": "Ask first. ## Parental It must be"}
    both = {**query(9), "needs": [[across, {"doc_id": "leave.md", "quote": "Ask first."}]]}
    del both["evidence"]
    assert check(write(tmp_path, [*SIX, both]), tmp_path).problems == ()


def test_judgments_of_whole_documents_are_checked_without_chunks(tmp_path: Path):
    suite = 'unit = "document"\n' + SUITE
    whole = {"query_id": "q9", "text": "one two", "evidence": [{"doc_id": "leave.md"}]}
    assert check(write(tmp_path, [*SIX, whole], suite), tmp_path).problems == ()


def test_a_heading_with_nothing_under_it_is_named_with_its_line(tmp_path: Path):
    text = "---\ntitle: t\n---\n# A\n\n## B\n\ntext\n\n## C\n\n### D\n\n"
    problem = only(check(write(tmp_path, SIX, odd=text), tmp_path))
    # A holds B and C holds D: only D has nothing under it.
    assert (problem.kind, problem.line) == ("empty-section", 12)
    assert "A > C > D" in problem.message
    assert problem.source.endswith("docs/odd.md")


def test_a_file_that_was_not_read_is_named(tmp_path: Path):
    path = write(tmp_path, SIX)
    (tmp_path / "docs" / "latin.md").write_bytes("# Caf\u00e9\n".encode("latin-1"))
    problem = only(check(path, tmp_path))
    assert (problem.kind, problem.level) == ("skipped", "warning")
    assert problem.source.endswith("docs/latin.md")


def test_a_second_name_of_the_same_file_loses_nothing_and_is_not_named(tmp_path: Path):
    path = write(tmp_path, SIX)
    (tmp_path / "docs" / "alias.md").symlink_to(tmp_path / "docs" / "leave.md")
    assert check(path, tmp_path).problems == ()


def test_a_corpus_that_is_missing_or_empty_is_an_error_and_the_queries_are_checked_still(
    tmp_path: Path,
):
    path = write(tmp_path, [*SIX, "{"])
    (tmp_path / "docs" / "leave.md").unlink()
    assert [p.kind for p in check(path, tmp_path).problems] == ["corpus", "query"]
    (tmp_path / "docs").rmdir()
    assert [p.kind for p in check(path, tmp_path).problems] == ["corpus", "query"]


def test_a_missing_query_file_is_an_error_of_the_suite(tmp_path: Path):
    path = write(tmp_path, SIX)
    (tmp_path / "q.jsonl").unlink()
    problem = only(check(path, tmp_path))
    assert (problem.kind, problem.source) == ("queries", str(path))


@pytest.mark.parametrize(
    ("line", "kind", "said"),
    [
        ("= 3", "suite", "not valid TOML"),
        ("chunkr = 3", "suite", "unknown key"),
        ('[encoder]\nmodel = "no/such/model"', "suite", "no/such/model"),
        ('[[chunker]]\nname = "x"\nkind = "headings"', "suite", "unknown kind"),
        ('[[gate]]\nmeasure = "MMR"', "suite", "MMR"),
        ('[[gate]]\nmeasure = "RR"\nsystem = "nothing*"', "gate", "no system matches"),
        ('[[gate]]\nmeasure = "RR"\ntags = ["rare"]', "gate", "its tag 'rare' is on no query"),
    ],
)
def test_a_mistake_in_the_suite_is_an_error(tmp_path: Path, line: str, kind: str, said: str):
    problem = check(write(tmp_path, SIX, SUITE + line + "\n"), tmp_path).problems[0]
    assert (problem.kind, problem.level) == (kind, "error")
    assert said in problem.message


def test_a_mistake_in_the_suite_is_named_with_its_line_where_it_can_be_told(tmp_path: Path):
    assert only(check(write(tmp_path, SIX, SUITE + "pat = 1\n"), tmp_path)).line == 5
    assert only(check(write(tmp_path, SIX, SUITE + "\n= 3\n"), tmp_path)).line == 6


def test_a_suite_that_selects_tags_nobody_has_is_an_error(tmp_path: Path):
    validation = check(write(tmp_path, SIX, SUITE + 'tags = ["t"]\n'), tmp_path)
    assert "none of 6 queries has one of the suite's tags t" in validation.problems[0].message


def test_a_suite_file_that_is_not_there_is_a_wrong_call(tmp_path: Path):
    with pytest.raises(GoldrankError, match="no such suite"):
        check(tmp_path / "none.toml", tmp_path)


def test_nothing_in_a_hostile_corpus_or_query_makes_it_stop(tmp_path: Path):
    odd = ["\x1b[2J", "]]>", "::error::x", "\u202e\u2028", "\ud800", "a" * 5000, "(?P<x", "%0A"]
    queries = [
        json.dumps(
            {"query_id": text, "text": f"{text} {n}", "evidence": [{"doc_id": text, "quote": text}]}
        )
        for n, text in enumerate(odd)
    ]
    validation = check(
        write(tmp_path, queries, weird="# \x1b]0;x\x07\n\n\u202e]]> ::error::\n"), tmp_path
    )
    assert Counter(p.level for p in validation.problems)["error"] == len(odd)


def test_the_bundled_suite_has_no_error(tmp_path: Path):
    from goldrank.suites.bundled import find_suite

    validation = check(find_suite("handbook", tmp_path), tmp_path)
    assert validation.errors == []
    counts = Counter(problem.kind for problem in validation.problems)
    # Its card says that 28 queries need what no single chunk holds.
    assert counts["split"] == 28
