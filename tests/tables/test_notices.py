"""What a run left out or doubts is counted and said."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from tests.tiny import FILES, QUERIES, run_tiny, write_tiny

from goldrank.corpus.read import read_corpus
from goldrank.corpus.tree import Files
from goldrank.progress import Silent
from goldrank.rankers.named import named_rankers
from goldrank.rankers.registry import DEFAULT
from goldrank.running.plan import plan_suite
from goldrank.suites.suite import load_suite
from goldrank.tables.notices import best_of_many
from goldrank.validation.validate import validate_file

RANKERS = named_rankers([], DEFAULT, {})


def test_what_was_not_read_is_named(tmp_path: Path):
    suite = write_tiny(tmp_path, 'rankers = ["oracle"]\n')
    (tmp_path / "corpus" / "one.md").write_bytes(b"\xff")
    assert any(n.startswith("1 file was not read: one.md (") for n in run_tiny(suite).notices)
    for number in range(6):
        (tmp_path / "corpus" / f"n{number}.md").write_bytes(b"\xff")
    notices = run_tiny(suite).notices
    assert any(n.startswith("7 files were not read: ") and "; and 2 more" in n for n in notices)


def test_run_plan_and_validate_say_the_same_of_what_is_left_out(tmp_path: Path):
    rest = '[corpus]\ninclude = ["*.md", "*.xml"]\nexclude = ["old/"]\n'
    files = {**FILES, "a.rst": "x", "b.xml": "<p>x", "old/c.md": "x"}
    suite = write_tiny(tmp_path, 'rankers = ["oracle"]\n', files=files)
    suite.write_text(suite.read_text().replace("[corpus]\n", rest))
    unnamed = "1 of 4 files is not read, for no pattern of include names it: .rst 1"
    said = {unnamed, "exclude leaves out 1 file"}
    (markup,) = read_corpus(tmp_path / "corpus", Files(["*.xml"])).as_markup
    plan = plan_suite(load_suite(suite), tmp_path / "cache", Silent())
    validation = validate_file(suite, tmp_path / "cache")
    assert {*said, markup} <= set(run_tiny(suite).notices)
    assert {*said, markup} <= set(plan.remarks)
    assert validation.notes == ("exclude leaves out 1 file",)
    (unread,) = [p.message for p in validation.problems if p.kind == "unread"]
    assert unread.startswith(unnamed)
    assert validation.exit_code(strict=True) == 1
    assert [p.message for p in validation.problems if p.kind == "markup"] == [markup]


def test_run_plan_and_validate_say_what_is_not_read_of_a_converted_document(tmp_path: Path):
    files = {**FILES, "c.html": "<p>x<img><img><script></script>"}
    suite = write_tiny(tmp_path, 'rankers = ["oracle"]\n', files=files)
    include = '[corpus]\ninclude = ["*.md", "*.html"]\n'
    suite.write_text(suite.read_text().replace("[corpus]\n", include))
    said = "2 images, 1 script in 1 document are not read; bench read DOC shows what is"
    assert said in run_tiny(suite).notices
    assert said in plan_suite(load_suite(suite), tmp_path / "cache", Silent()).remarks
    assert said in validate_file(suite, tmp_path / "cache").notes


def test_a_code_fence_that_is_never_closed_is_said(tmp_path: Path):
    files = {**FILES, "open.md": "# A\n\n```sh\nmake\n"}
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["oracle"]\n', files=files))
    assert any("open.md: line 3: the code fence" in notice for notice in run.notices)


def test_places_that_repeat_a_judged_text_are_counted(tmp_path: Path):
    pay = FILES["pay.md"] + "\n## Again\n\nIt is paid in March.\n"
    files = {**FILES, "pay.md": pay, "copy.md": "# Copy\n\nIt is paid in March.\n"}
    start = pay.index("It is paid")
    query = {**QUERIES[1], "evidence": [{"doc_id": "pay.md", "start": start, "end": start + 20}]}
    top = 'rankers = ["oracle"]\n'
    run = run_tiny(write_tiny(tmp_path, top, files=files, queries=[query]))
    said = [n for n in run.notices if "1 need " in n]
    assert said[0].startswith("the evidence of 1 need stands again word for word; those places c")
    # Five words are too few for the copy in another document.
    assert said[1].startswith("other documents hold the words of the evidence of 1 need too")
    assert set(run.needs.gold_chunks) == {2}
    assert set(run.queries.repeats) == {1}


def test_chunks_without_words_or_with_a_zero_vector_are_counted(tmp_path: Path):
    files = {**FILES, "signs.md": "# S\n\n!!! ???\n\n## T\n\n.\n"}
    rest = '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'
    run = run_tiny(write_tiny(tmp_path, rest=rest, files=files))
    assert any(
        n.startswith("heading/raw: 2 of 7 units have no BM25 term and are never")
        for n in run.notices
    )
    assert any(n.startswith("heading/raw: 2 chunks have a zero vector") for n in run.notices)


def test_near_ties_are_counted_and_none_are_where_encoding_is_exact(tmp_path: Path):
    # Two chunks of the same words in another order have, here, nearly the same vector.
    files = {
        "a.md": "# A\n\nred green blue.\n",
        "b.md": "# B\n\nblue red green.\n",
        **FILES,
    }
    query = {"query_id": "q", "text": "red", "evidence": [{"doc_id": "b.md", "quote": "blue"}]}
    rest = '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'
    top = 'rankers = ["vector"]\n'
    run = run_tiny(write_tiny(tmp_path / "a", top, rest, files, [query]))
    row = run.needs.iloc[0]
    assert (row["best"], row["worst"]) == (1, 2)
    exact = run_tiny(
        write_tiny(tmp_path / "b", top + "deterministic = true\n", rest, files, [query])
    )
    assert not exact.needs.near_tie.any()


def test_by_how_much_long_documents_are_favoured_is_two_means():
    chunks = pd.DataFrame({"chunker": "c", "doc_id": ["long"] * 14 + [f"d{n}" for n in range(14)]})
    top = pd.DataFrame(
        {"chunker": "c", "variant": "raw", "ranker": "vector", "chunk_id": ["long", "d1"]}
    )
    (said,) = best_of_many(top, chunks, RANKERS)
    # (14 + 1) / 2 chunks where 28 chunks lie in 15 documents.
    assert "have 7.5 chunks on average, all documents 1.9" in said
    assert best_of_many(top[:0], chunks, RANKERS) == []
    assert (
        best_of_many(top, chunks.drop_duplicates("doc_id"), RANKERS) == []
    )  # one chunk each: no chances
    assert best_of_many(top, chunks[:20], RANKERS) == []
