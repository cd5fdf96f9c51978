"""Query files: what is read of them, and what is said of those that are wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import Named, read_queries, try_queries
from goldrank.evidence.written import query_object

GOOD = {"query_id": "q1", "text": "how long", "evidence": [{"doc_id": "a.md", "quote": "ten days"}]}


def written(tmp_path: Path, *lines: object, name: str = "q.jsonl", end: str = "\n") -> Path:
    path = tmp_path / name
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_bytes("".join(text + end for text in texts).encode())
    return path


def message_of(path: Path) -> str:
    with pytest.raises(GoldrankError) as raised:
        read_queries(path)
    return str(raised.value)


def test_evidence_is_a_need_of_its_own_unless_entries_share_a_need(tmp_path: Path):
    entries = [
        {"doc_id": "a.md", "quote": "x", "need": 1},
        {"doc_id": "b.md", "section": "Top"},
        {"doc_id": "c.md", "start": 3, "end": 5, "need": 1, "grade": 2},
    ]
    (query,) = read_queries(written(tmp_path, {**GOOD, "evidence": entries}))
    assert query.needs == (
        (Named("a.md", "x"), Named("c.md", start=3, end=5, grade=2)),
        (Named("b.md", section=("Top",)),),
    )


def test_each_entry_knows_where_it_stands_in_its_query(tmp_path: Path):
    first = {
        **GOOD,
        "evidence": [{"doc_id": "a", "need": 1}, {"doc_id": "b"}, {"doc_id": "c", "need": 1}],
    }
    second = {
        "query_id": "q2",
        "text": "t",
        "needs": [[{"doc_id": "c"}], [{"doc_id": "a"}, {"doc_id": "b"}]],
    }
    queries = read_queries(written(tmp_path, first, second))
    paths = [[[named.path for named in group] for group in query.needs] for query in queries]
    assert paths == [
        [[("evidence", 0), ("evidence", 2)], [("evidence", 1)]],
        [[("needs", 0, 0)], [("needs", 1, 0), ("needs", 1, 1)]],
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_count_from_1_and_empty_ones_count_too(tmp_path: Path, end: str):
    path = written(tmp_path, GOOD, "", {**GOOD, "query_id": "q2"}, end=end)
    assert [query.line for query in read_queries(path)] == [1, 3]


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path: Path):
    odd = json.dumps({**GOOD, "text": "a\u2028b\u0085c"}, ensure_ascii=False)
    queries = read_queries(written(tmp_path, odd, {**GOOD, "query_id": "q2"}))
    assert [(query.text, query.line) for query in queries] == [
        ("a\u2028b\u0085c", 1),
        ("how long", 2),
    ]


def test_a_byte_order_mark_is_no_part_of_the_first_query(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    assert read_queries(path)[0].query_id == "q1"


@pytest.mark.parametrize("wrap", [False, True])
def test_a_json_list_has_the_lines_on_which_its_queries_begin(tmp_path: Path, wrap: bool):
    listed = [GOOD, {**GOOD, "query_id": "q2"}]
    text = json.dumps({"name": "n", "queries": listed} if wrap else listed, indent=1)
    path = written(tmp_path, text, name="q.json")
    expected = [text[: text.index('"q1"')].count("\n"), text[: text.index('"q2"')].count("\n")]
    assert [query.line for query in read_queries(path)] == expected


def test_a_json_object_without_queries_is_an_error(tmp_path: Path):
    assert "found none" in message_of(written(tmp_path, '{"questions": []}', name="q.json"))


def test_every_line_that_is_wrong_is_named_and_the_others_are_read(tmp_path: Path):
    path = written(
        tmp_path, "{", GOOD, [1], {"text": "x"}, {**GOOD, "query_id": "q3", "text": " "}, GOOD
    )
    queries, problems = try_queries(path)
    assert [query.query_id for query in queries] == ["q1"]
    assert [problem.line for problem in problems] == [1, 3, 4, 5, 6]
    assert all(p.level == "error" and p.source == str(path) for p in problems)
    assert "stands already on line 2" in problems[-1].message


def test_the_first_wrong_line_is_the_error_of_a_run(tmp_path: Path):
    path = written(tmp_path, GOOD, "nonsense")
    assert message_of(path).startswith(f"{path}:2: not JSON at character 1")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"query_id": None}, 'expected a "query_id"'),
        ({"query_id": ""}, 'expected a "query_id"'),
        ({"text": 3}, 'expected "text"'),
        ({"tags": "one"}, 'expected "tags"'),
        ({"evidence": {}}, 'expected "evidence" to be a list'),
        ({"needs": [{}]}, 'expected "needs"'),
        ({"needs": [[]]}, "none of them empty"),
        ({"evidence": ["a.md"]}, 'needs a "doc_id"'),
        ({"evidence": [{"doc_id": "a", "quote": " "}]}, 'expected "quote"'),
        ({"evidence": [{"doc_id": "a", "section": [1]}]}, 'expected "section"'),
        ({"evidence": [{"doc_id": "a", "start": 1}]}, "go together"),
        ({"evidence": [{"doc_id": "a", "start": 2, "end": 2}]}, "0 <= start < end"),
        ({"evidence": [{"doc_id": "a", "start": True, "end": 2}]}, "0 <= start < end"),
        ({"evidence": [{"doc_id": "a", "grade": -1}]}, 'expected "grade"'),
        ({"evidence": [{"doc_id": "a", "grade": "1"}]}, "whole number from 0, got '1'"),
        ({"evidence": [{"doc_id": "a", "grade": True}]}, "whole number from 0, got True"),
        ({"evidence": [{"doc_id": "a", "grade": 1.0}]}, "whole number from 0, got 1.0"),
        ({"evidence": [{"doc_id": "a", "need": ["n"]}]}, "a number or a name, got ['n']"),
        ({"evidence": [{"doc_id": "a", "need": None}]}, "a number or a name, got None"),
        ({"evidence": [{"doc_id": "a", "need": True}]}, "a number or a name, got True"),
        ({"evidence": [{"doc_id": "a", "need": " "}]}, "a number or a name, got ' '"),
        ({"evidence": [{"doc_id": "a", "quote": "x", "any": 1}]}, "true or false, got 1"),
    ],
)
def test_a_value_of_the_wrong_kind_is_an_error_that_names_it(tmp_path: Path, change, said: str):
    assert said in message_of(written(tmp_path, {**GOOD, **change}))


def test_a_file_that_is_not_there_or_not_text_is_an_error(tmp_path: Path):
    assert "no such query file" in message_of(tmp_path / "none.jsonl")
    (tmp_path / "bad.jsonl").write_bytes(b"\xff\xfe{")
    assert "cannot read the query file" in message_of(tmp_path / "bad.jsonl")
    assert "found none" in message_of(written(tmp_path, "", " "))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            '{"query_id": "a", "text": "t", "evidnce": []}',
            "unknown key 'evidnce'; did you mean 'evidence'?",
        ),
        (
            '{"query_id": "a", "text": "t", "evidence": [{"doc_id": "d.md", "qoute": "x"}]}',
            "query a: unknown key 'qoute'; did you mean 'quote'?",
        ),
    ],
)
def test_a_key_that_is_nearly_a_known_one_is_not_ignored(tmp_path: Path, line: str, said: str):
    path = tmp_path / "q.jsonl"
    path.write_text(line + "\n")
    assert said in message_of(path)


def test_keys_of_other_tools_are_ignored(tmp_path: Path):
    path = tmp_path / "q.jsonl"
    path.write_text(
        '{"query_id": "a", "text": "t", "text_rule": 1, "source_id": 2, "subject": [], '
        '"evidence": [{"doc_id": "d.md", "code": 3, "heading_path": [], "anchor": "x"}]}\n'
    )
    assert len(read_queries(path)) == 1


def test_a_query_may_say_that_nothing_answers_it(tmp_path: Path):
    lines = [GOOD, {"query_id": "q2", "text": "who", "answerable": False}]
    lines.append({"query_id": "q3", "text": "who", "answerable": False, "evidence": []})
    found = read_queries(written(tmp_path, *lines))
    assert [(q.answerable, len(q.needs)) for q in found] == [(True, 1), (False, 0), (False, 0)]


def test_evidence_beside_answerable_false_is_an_error(tmp_path: Path):
    said = message_of(written(tmp_path, {**GOOD, "answerable": False}))
    assert said.endswith(
        'query q1: "answerable": false says that nothing answers it, and it names evidence; leave '
        "one of them out"
    )
    assert "true or false, got 'no'" in message_of(written(tmp_path, {**GOOD, "answerable": "no"}))
    assert "did you mean 'answerable'" in message_of(written(tmp_path, {**GOOD, "anwserable": 0}))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["acme"], 'expected "filter" to be an object'),
        ({"tenant": None}, "filter 'tenant': expected a text, a number, true or false"),
        ({"groups": [["hr"]]}, "filter 'groups': expected a text, a number, true or false"),
    ],
)
def test_a_filter_is_an_object_of_values(tmp_path, asked, said):
    path = tmp_path / "queries.jsonl"
    path.write_text(json.dumps({"query_id": "q", "text": "?", "filter": asked}) + "\n")
    with pytest.raises(GoldrankError) as error:
        read_queries(path)
    assert said in str(error.value)


def test_a_filter_is_written_back_as_it_was_read(tmp_path):
    path = tmp_path / "queries.jsonl"
    asked = {"tenant": "acme", "groups": ["hr", "it"], "open": True}
    path.write_text(json.dumps({"query_id": "q", "text": "?", "filter": asked}) + "\n")
    (query,) = read_queries(path)
    assert query.filter == asked
    assert query_object(query)["filter"] == asked
