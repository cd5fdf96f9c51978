"""Query files that are mended: what is unambiguous changes, and no other byte."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.errors import GoldrankError
from goldrank.evidence.problems import Fix, Problem
from goldrank.validation.query_fixes import Rewritten, fix_problems, write_fixes


def problem(path: Path, query_id: str, *fixes: Fix) -> Problem:
    return Problem(query_id, str(path), None, "moved", "it moved", "", fixes)


def section_fix(value: list[str]) -> Fix:
    return Fix(("evidence", 0, "section"), value)


def fixed(path: Path, *problems: Problem) -> bytes:
    files = fix_problems(problems)
    write_fixes(files)
    return path.read_bytes()


def test_only_the_value_changes_and_every_other_byte_stays(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    line = b'{"z":1 ,"query_id":"q1", "text": "t\\u00e9", "evidence":[ {"section" :["A", "B"],"doc_id":"a.md","quote":"x"}]}'
    other = b'  {"query_id": "q0","text":"\xc3\xa9"}  '
    path.write_bytes(b"\xef\xbb\xbf" + other + b"\r\n\r\n" + line + b"\r\n" + other)
    after = fixed(path, problem(path, "q1", section_fix(["A", "C"])))
    assert (
        after
        == b"\xef\xbb\xbf" + other + b"\r\n\r\n" + line.replace(b'"B"', b'"C"') + b"\r\n" + other
    )


def test_a_section_that_was_one_text_stays_one_text(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query_id": "q1", "evidence": [{"section": "A"}]}')
    assert fixed(path, problem(path, "q1", section_fix(["C"]))) == (
        b'{"query_id": "q1", "evidence": [{"section": "C"}]}'
    )


def test_offsets_are_rewritten_both(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query_id": 7, "needs": [[{"end":9 , "doc_id": "a", "start": 3}]]}\n')
    fixes = (Fix(("needs", 0, 0, "start"), 103), Fix(("needs", 0, 0, "end"), 109))
    assert fixed(path, problem(path, "7", *fixes)) == (
        b'{"query_id": 7, "needs": [[{"end":109 , "doc_id": "a", "start": 103}]]}\n'
    )


def test_a_file_written_with_escapes_alone_goes_on_so_and_another_does_not(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query_id": "q1", "text": "\\u00e9", "evidence": [{"section": ["A"]}]}')
    assert b'["\\u00fc"]' in fixed(path, problem(path, "q1", section_fix(["ü"])))
    path.write_text('{"query_id": "q1", "text": "e", "evidence": [{"section": ["A"]}]}')
    assert '["ü"]'.encode() in fixed(path, problem(path, "q1", section_fix(["ü"])))


def test_queries_of_a_json_list_are_told_apart_on_one_line(tmp_path: Path):
    path = tmp_path / "q.json"
    queries = [{"query_id": f"q{n}", "evidence": [{"section": ["A"]}]} for n in (1, 2)]
    path.write_text(json.dumps({"queries": queries}))
    after = json.loads(fixed(path, problem(path, "q2", section_fix(["C"]))))["queries"]
    assert [query["evidence"][0]["section"] for query in after] == [["A"], ["C"]]


def test_of_two_queries_with_one_id_the_first_is_mended_for_it_was_read(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    line = '{"query_id": "q1", "evidence": [{"section": ["A"]}]}'
    path.write_text(f"not json\n{line}\n{line}\n")
    after = fixed(path, problem(path, "q1", section_fix(["C"]))).decode()
    assert after == f"not json\n{line.replace('A', 'C')}\n{line}\n"


@given(st.text(max_size=8), st.text(max_size=8), st.sampled_from(["\n", "\r\n", "\n\n"]))
def test_whatever_the_titles_the_file_holds_the_new_ones_and_the_rest(old, new, end):
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "q.jsonl"
        line = {"query_id": "q1", "text": old, "evidence": [{"section": [old], "quote": new}]}
        path.write_bytes((json.dumps(line) + end + json.dumps({"query_id": "q2"})).encode())
        first, *rest = fixed(path, problem(path, "q1", section_fix([new]))).decode().split(end)
    assert json.loads(first) == {**line, "evidence": [{"section": [new], "quote": new}]}
    assert rest == [json.dumps({"query_id": "q2"})]


def test_the_diff_shows_the_changed_line_alone(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text('{"query_id": "q0"}\n{"query_id": "q1", "evidence": [{"section": ["A"]}]}\n')
    (file,) = fix_problems([problem(path, "q1", section_fix(["C"]))])
    assert file.diff("q.jsonl") == (
        "--- a/q.jsonl\n+++ b/q.jsonl\n@@ -2 +2 @@\n"
        '-{"query_id": "q1", "evidence": [{"section": ["A"]}]}\n'
        '+{"query_id": "q1", "evidence": [{"section": ["C"]}]}\n'
    )


def test_a_problem_without_a_fix_changes_nothing(tmp_path: Path):
    assert fix_problems([problem(tmp_path / "q.jsonl", "q1")]) == []


def one_file(tmp_path: Path) -> tuple[Path, list[Rewritten]]:
    path = tmp_path / "q.jsonl"
    path.write_text('{"query_id": "q1", "evidence": [{"section": ["A"]}]}')
    return path, fix_problems([problem(path, "q1", section_fix(["C"]))])


def test_a_file_that_nobody_may_write_is_refused(tmp_path: Path):
    path, files = one_file(tmp_path)
    path.chmod(0o444)
    with pytest.raises(GoldrankError, match="is not writable, so nothing was fixed"):
        write_fixes(files)
    assert path.read_bytes() == files[0].before


def test_nothing_is_written_where_one_of_two_files_is_refused(tmp_path: Path):
    (tmp_path / "b").mkdir()
    first, files = one_file(tmp_path)
    second, more = one_file(tmp_path / "b")
    second.chmod(0o444)
    with pytest.raises(GoldrankError):
        write_fixes([*files, *more])
    assert first.read_bytes() == files[0].before


def test_a_file_that_changed_meanwhile_is_refused(tmp_path: Path):
    path, files = one_file(tmp_path)
    path.write_text("{}")
    with pytest.raises(GoldrankError, match="changed while it was checked"):
        write_fixes(files)
    assert path.read_text() == "{}"


def test_a_query_that_is_gone_is_refused(tmp_path: Path):
    path, _ = one_file(tmp_path)
    with pytest.raises(GoldrankError, match="changed while it was checked"):
        fix_problems([problem(path, "q2", section_fix(["C"]))])
    with pytest.raises(GoldrankError, match="no value at"):
        fix_problems([problem(path, "q1", Fix(("evidence", 1, "section"), []))])


def test_rights_are_kept_and_a_link_goes_on_pointing_to_its_file(tmp_path: Path):
    path, _ = one_file(tmp_path)
    path.chmod(0o640)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    write_fixes(fix_problems([problem(link, "q1", section_fix(["C"]))]))
    assert link.is_symlink()
    assert b'"C"' in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_the_file_and_no_other(tmp_path: Path, monkeypatch):
    path, files = one_file(tmp_path)

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GoldrankError, match=r"No space left.*it is as it was"):
        write_fixes(files)
    assert path.read_bytes() == files[0].before
    assert [each.name for each in tmp_path.iterdir()] == ["q.jsonl"]
