"""Lists of questions, as people have them."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.judging.questions import read_questions


def _read(
    folder: Path, name: str, text: str, **known: str
) -> list[tuple[str, str, tuple[str, ...]]]:
    path = folder / name
    path.write_bytes(text.encode())
    return [(q.query_id, q.text, q.tags) for q in read_questions(path, known)]


def test_a_plain_list_is_numbered_and_each_question_is_asked_once(tmp_path: Path):
    text = "\ufeffone?\r\n\r\n  two? \r\none?\r\n"
    assert _read(tmp_path, "q.txt", text) == [("q1", "one?", ()), ("q2", "two?", ())]


def test_a_question_keeps_the_id_that_it_had(tmp_path: Path):
    found = _read(tmp_path, "q.txt", "new\none\n", q1="one", q2="gone")
    assert found == [("q3", "new", ()), ("q1", "one", ())]


def test_a_table_has_its_columns_in_any_order_and_cells_of_several_lines(tmp_path: Path):
    text = 'tags,Question,ID\npay hr,"what,\nthen?",a\n,second,\n\n'
    assert _read(tmp_path, "q.csv", text) == [
        ("a", "what,\nthen?", ("pay", "hr")),
        ("q1", "second", ()),
    ]
    assert _read(tmp_path, "q.tsv", "text\tid\nx, y\tb\n") == [("b", "x, y", ())]


def test_numbers_pass_over_ids_that_are_taken(tmp_path: Path):
    text = "id,text\n,first\nq1,second\n"
    assert [found[:2] for found in _read(tmp_path, "q.csv", text)] == [
        ("q2", "first"),
        ("q1", "second"),
    ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.csv", "id,text\na,\n", r"q\.csv:2: expected a question, got an empty cell"),
        ("q.csv", "id,text\na,x\na,y\n", r"q\.csv:3: query_id 'a' stands already on line 2"),
        ("q.csv", 'id,text\na,"x\n', "not a table of questions"),
        ("q.csv", "", "an empty file"),
        ("q.jsonl", '{"query_id": "a", "text": "x"}\n' * 2, "stands already on line 1"),
    ],
)
def test_a_mistake_is_named_with_its_line(tmp_path: Path, name: str, text: str, said: str):
    with pytest.raises(GoldrankError, match=said):
        _read(tmp_path, name, text)


def test_a_folder_is_no_list(tmp_path: Path):
    with pytest.raises(GoldrankError, match="is a folder"):
        read_questions(tmp_path)
