"""Sets of every format become one that validates, with everything that is lost said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.exchange import sets
from tests.exchange.sets import ASK, BONUS, LEAVE, PAY, Q1, Q2, SETS, lines, write

from goldrank.errors import GoldrankError
from goldrank.exchange.base import Asked
from goldrank.exchange.convert import convert
from goldrank.exchange.registry import FORMATS
from goldrank.progress import Silent
from goldrank.suites import inputs
from goldrank.suites.suite import load_suite
from goldrank.types import Query
from goldrank.validation.validate import validate_file


def located(folder: Path) -> dict[str, Query]:
    """The queries of a written set, by their text."""
    suite = load_suite(folder / "suite.toml")
    return {query.text: query for query in inputs.ask(suite, inputs.read(suite, Silent()))}


def quotes(query: Query) -> list[list[str]]:
    return [[evidence.quote for evidence in need.evidence] for need in query.needs]


def texts(folder: Path) -> dict[str, str]:
    rows = [json.loads(line) for line in (folder / "corpus.jsonl").read_text("utf-8").splitlines()]
    return {row["_id"]: row["text"] for row in rows}


@pytest.mark.parametrize("name", SETS)
def test_every_format_is_known_by_looking_and_becomes_a_suite_without_errors(name, tmp_path):
    format, make = SETS[name]
    made = convert(make(tmp_path / "in"), tmp_path / "out")
    assert made.source == format
    assert validate_file(tmp_path / "out" / "suite.toml", tmp_path / "cache").errors == []
    found = located(tmp_path / "out")
    assert set(found) == {Q1, Q2}
    documents = texts(tmp_path / "out")
    for query, text in ((found[Q1], ASK), (found[Q2], BONUS)):
        held = [
            documents[e.doc_id][e.start : e.end] if e.is_span else documents[e.doc_id]
            for need in query.needs
            for e in need.evidence
            if e.grade
        ]
        assert any(text in each for each in held)


def test_every_format_that_needs_no_library_has_a_set_here():
    assert {format for format, _ in SETS.values()} == set(FORMATS) - {"ir-datasets"}


@pytest.mark.parametrize("name", ["chroma", "legalbench", "squad", "squad_rows", "ours"])
def test_places_are_taken_over_to_the_character(name, tmp_path):
    convert(SETS[name][1](tmp_path / "in"), tmp_path / "out")
    found = located(tmp_path / "out")
    assert quotes(found[Q1]) == [[ASK]]
    assert quotes(found[Q2]) == [[BONUS]]


def test_a_squad_article_is_one_document_and_its_offsets_move_along(tmp_path):
    made = convert(sets.squad(tmp_path / "in"), tmp_path / "out")
    assert texts(tmp_path / "out") == {"Handbook": LEAVE + "\n\n" + PAY}
    [need] = located(tmp_path / "out")[Q2].needs
    assert need.evidence[0].start == len(LEAVE) + 2 + PAY.index(BONUS)
    assert len(made.sentences) == 1  # no offset had to be put right


def test_a_slot_of_chunklab_is_a_need_with_alternatives(tmp_path):
    convert(sets.chunklab(tmp_path / "in"), tmp_path / "out")
    found = located(tmp_path / "out")
    assert quotes(found[Q2]) == [[BONUS, "Salaries come monthly"]]
    assert found[Q1].tags == ("hr",)


@pytest.mark.parametrize("name", ["beir", "trec"])
def test_grades_are_kept_and_a_grade_of_0_too(name, tmp_path):
    convert(SETS[name][1](tmp_path / "in"), tmp_path / "out")
    found = located(tmp_path / "out")
    assert [(e.doc_id, e.grade) for need in found[Q2].needs for e in need.evidence] == [
        ("pay", 1),
        ("leave", 0),
    ]
    assert found[Q1].needs[0].evidence[0].grade == 2
    assert load_suite(tmp_path / "out" / "suite.toml").unit == "document"


def test_what_cannot_be_taken_over_is_counted_and_named(tmp_path):
    source = sets.beir(tmp_path / "in")
    write(
        source,
        {
            "corpus.jsonl": sets.corpus()
            + lines({"_id": "pay", "title": "", "text": "other"})
            + lines({"_id": "x"}),
            "queries.jsonl": lines(
                {"_id": "q1", "text": Q1},
                {"_id": "q2", "text": Q2},
                {"_id": "q3", "text": "not judged"},
                {"_id": "q4", "text": " "},
            ),
            "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\tleave\t1\nq1\tleave\t2\nq1\tgone\t1\n"
            "q2\tpay\t-1\nq2\tleave\t0.5\nq4\tpay\t1\nq9\tpay\t1\n",
        },
    )
    made = convert(source, tmp_path / "out")
    assert made.sentences == (
        "2 documents, 2 queries, 2 judgments, read as beir",
        '1 document left out: is no object with an id and a text (line 4: expected "text", a string, '
        "got None)",
        "1 judgment left out: is there twice: the better grade is kept (q1: leave)",
        "1 judgment left out: its grade is no whole number (q2: leave: 0.5)",
        "1 judgment left out: names a query that is not there (q9: pay)",
        "1 query left out: is not judged in test.tsv (q3)",
        "1 document left out: has the id of an earlier one with another text (pay)",
        "1 judgment left out: names a document that is not there (q1: gone)",
        "1 judgment: has a grade below 0: taken as 0 (q2: pay)",
        "1 query left out: has no text (q4)",
        "1 judgment left out: its query was left out (q4)",
    )
    record = json.loads((tmp_path / "out" / "conversion.json").read_text("utf-8"))
    assert record["found"] == {"document": 4, "query": 4, "judgment": 7}
    assert record["written"] == {"document": 2, "query": 2, "judgment": 2}
    rows = [
        json.loads(row) for row in (tmp_path / "out" / "queries.jsonl").read_text().splitlines()
    ]
    assert [row["evidence"] for row in rows] == [
        [{"doc_id": "leave", "grade": 2}],
        [{"doc_id": "pay", "grade": 0}],
    ]


def test_wrong_offsets_are_put_right_where_their_quote_stands(tmp_path):
    source = sets.chroma(tmp_path / "in")
    table = (source / "questions_df.csv").read_text("utf-8")
    start = LEAVE.index(ASK)
    moved = table.replace(f'""start_index"": {start}', '""start_index"": 1')
    gone = moved.replace(BONUS, "paid in May")
    write(source, {"questions_df.csv": gone})
    made = convert(source, tmp_path / "out")
    assert made.sentences[1:] == (
        f"1 judgment: its offsets held another text: put right (leave-1: {ASK})",
        "1 judgment left out: its text is not in its document (pay-2: paid in May)",
        "1 query: has no judgment: ranked, and in no mean (pay-2)",
    )
    assert quotes(located(tmp_path / "out")[Q1]) == [[ASK]]


def test_of_several_places_of_a_quote_the_nearest_to_wrong_offsets_is_taken(tmp_path):
    text = "Ask early. Later: ask. Ask early. Ask early."
    write(tmp_path / "docs", {"a.md": text})
    row = {"question": Q1, "quote": "Ask early.", "doc_id": "a.md", "start": 20, "end": 24}
    write(tmp_path, {"t.jsonl": lines(row)})
    convert(tmp_path / "t.jsonl", tmp_path / "out", Asked(corpus=tmp_path / "docs"))
    [need] = located(tmp_path / "out")[Q1].needs
    assert need.evidence[0].start == 23  # 3 away; the others are 20 and 14


def test_documents_of_a_set_are_read_whatever_their_size_and_whatever_git_ignores(tmp_path):
    source = sets.chroma(tmp_path / "in")
    write(source, {".git/HEAD": "", ".gitignore": "*.md\n", "corpora/big.md": "word " * 500_000})
    made = convert(source, tmp_path / "out")
    assert made.kept["document"] == 3


def test_a_table_whose_columns_are_named_is_searched_for_in_the_corpus(tmp_path):
    write(tmp_path / "docs", {"a.md": LEAVE, "b.md": LEAVE + PAY})
    write(tmp_path, {"t.csv": f"Frage,Stelle\n{Q1},{ASK}\n{Q2},{BONUS}\n"})
    asked = Asked(corpus=tmp_path / "docs", columns={"query": "Frage", "quote": "Stelle"})
    made = convert(tmp_path / "t.csv", tmp_path / "out", asked, read_as="rows")
    found = located(tmp_path / "out")
    assert [e.doc_id for e in found[Q1].needs[0].evidence] == ["a.md", "b.md"]
    assert [e.doc_id for e in found[Q2].needs[0].evidence] == ["b.md"]
    assert made.sentences[1:] == (
        f"1 judgment: its text is in several documents: each answers (row-2: {ASK})",
    )


def test_rows_of_one_query_are_one_query_of_several_needs(tmp_path):
    write(tmp_path / "docs", {"a.md": LEAVE, "b.md": PAY})
    rows = [
        {"query_id": "q", "query": Q1, "doc_id": "a.md", "start": 0, "end": 3},
        {"query_id": "q", "query": Q1, "doc_id": "b.md", "start": 0, "end": 8},
    ]
    write(tmp_path, {"t.jsonl": lines(*rows)})
    convert(tmp_path / "t.jsonl", tmp_path / "out", Asked(corpus=tmp_path / "docs"))
    assert quotes(located(tmp_path / "out")[Q1]) == [["Ask"], ["Salaries"]]


def test_contexts_without_a_corpus_are_the_documents_and_that_is_said(tmp_path):
    made = convert(sets.ragas(tmp_path / "in"), tmp_path / "out")
    assert texts(tmp_path / "out") == {"passage-1": LEAVE, "passage-2": PAY}
    assert made.sentences[1] == (
        "2 queries: holds more that is not taken over (row-1: reference, row-2: reference)"
    )
    assert "there is nothing else to find" in made.sentences[2]


def test_what_stands_in_the_way_stays_and_nothing_half_written_does(tmp_path):
    source = sets.beir(tmp_path / "in")
    write(tmp_path / "out", {"mine.txt": "x"})
    with pytest.raises(GoldrankError, match="exists already"):
        convert(source, tmp_path / "out")
    with pytest.raises(GoldrankError, match="was not written by bench convert"):
        convert(source, tmp_path / "out", replace=True)
    write(source, {"qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\tgone\t1\n"})
    with pytest.raises(GoldrankError, match="none of 1 queries has a judgment"):
        convert(source, tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_it_is_written_again_where_that_is_asked_for(tmp_path):
    convert(sets.beir(tmp_path / "in"), tmp_path / "out")
    before = {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()}
    convert(tmp_path / "in", tmp_path / "out", replace=True)
    assert {p.name: p.read_bytes() for p in (tmp_path / "out").iterdir()} == before


@pytest.mark.parametrize(
    ("files", "asked", "named", "said"),
    [
        ({"x.bin": "?"}, Asked(), None, "looks like no format"),
        ({"x.bin": "?"}, Asked(), "bier", "did you mean 'beir'"),
        ({"x.json": '{"tests": [{"snippets": []}]}'}, Asked(), None, "--corpus"),
        ({"x.csv": "a,b\n1,2\n"}, Asked(columns={"query": "q"}), "rows", "unknown column 'q'"),
        (
            {"x.csv": "a,b\n1,2,3\n"},
            Asked(columns={"query": "a"}),
            "rows",
            "x.csv:2: expected 2 cells",
        ),
        ({"x.yaml": "questions:\n  query: &a [*a]\n"}, Asked(), None, "expected"),
        ({"x.jsonl": '{"question": "?", "contexts": "x"}\n[1]\n'}, Asked(), None, "x.jsonl:2"),
    ],
)
def test_a_mistake_is_one_line_that_names_the_file(files, asked, named, said, tmp_path):
    write(tmp_path, files)
    [name] = files
    with pytest.raises(GoldrankError, match=said):
        convert(tmp_path / name, tmp_path / "out", asked, read_as=named)
    assert not (tmp_path / "out").exists()


def test_two_queries_in_the_same_words_are_said(tmp_path: Path):
    source = sets.beir(tmp_path / "in")
    write(source, {"queries.jsonl": lines({"_id": "q1", "text": Q1}, {"_id": "q2", "text": Q1})})
    made = convert(source, tmp_path / "out")
    assert made.sentences[1:] == (
        "1 query: asks in the words of an earlier one: both count, and bench validate says so (q2)",
    )


def test_a_split_is_the_one_that_is_asked_for(tmp_path: Path):
    source = sets.beir(tmp_path / "in")
    write(source, {"qrels/dev.tsv": "query-id\tcorpus-id\tscore\nq1\tpay\t1\n"})
    convert(source, tmp_path / "dev", Asked(split="dev"))
    assert [e.doc_id for n in located(tmp_path / "dev")[Q1].needs for e in n.evidence] == ["pay"]
    convert(source, tmp_path / "test")
    assert [e.doc_id for n in located(tmp_path / "test")[Q1].needs for e in n.evidence] == ["leave"]
    with pytest.raises(GoldrankError, match="did you mean 'dev'"):
        convert(source, tmp_path / "x", Asked(split="dve"))


def test_topics_are_read_in_each_of_their_forms(tmp_path: Path):
    forms = {
        "topics.tsv": f"q1\t{Q1}\nq2\t{Q2}\n",
        "topics.xml": f'<topics><topic number="q1"><query>{Q1}</query></topic>\n'
        f'<topic number="q2"><title>{Q2} &amp; more</title></topic></topics>',
    }
    for name, text in forms.items():
        source = sets.trec(tmp_path / name)
        (source / "topics.txt").unlink()
        write(source, {name: text})
        convert(source, tmp_path / f"out-{name}")
    assert set(located(tmp_path / "out-topics.tsv")) == {Q1, Q2}
    assert set(located(tmp_path / "out-topics.xml")) == {Q1, f"{Q2} & more"}


def test_a_benchmark_is_a_folder_or_one_of_its_files(tmp_path: Path):
    source = sets.legalbench(tmp_path / "in")
    whole = convert(source, tmp_path / "whole")
    one = convert(source / "benchmarks" / "hr.json", tmp_path / "one")
    assert one.kept == whole.kept
    assert texts(tmp_path / "one") == texts(tmp_path / "whole")
    with pytest.raises(GoldrankError, match="--split: expected one of hr, got 'rh'"):
        convert(source, tmp_path / "x", Asked(split="rh"))


def test_documents_that_cannot_be_read_are_left_out_and_said(tmp_path: Path):
    source = sets.chroma(tmp_path / "in")
    (source / "corpora" / "old.md").write_bytes(b"Caf\xe9")
    made = convert(source, tmp_path / "out")
    assert any("left out: not UTF-8" in said and "old.md" in said for said in made.sentences)


def test_answers_of_several_people_are_alternatives_and_no_answer_is_unanswerable(tmp_path: Path):
    answers = [{"text": t, "answer_start": LEAVE.index(t)} for t in (ASK, "30 days", "30 days")]
    asked = [
        {"id": "q1", "question": Q1, "answers": answers, "is_impossible": False},
        {"id": "q2", "question": Q2, "answers": [], "is_impossible": True},
    ]
    article = {"title": "Leave_days", "paragraphs": [{"context": LEAVE, "qas": asked}]}
    write(tmp_path, {"s.json": json.dumps({"data": [article]})})
    made = convert(tmp_path / "s.json", tmp_path / "out")
    found = located(tmp_path / "out")
    assert quotes(found[Q1]) == [[ASK, "30 days"]]
    assert not found[Q2].answerable
    assert made.sentences[1:] == (
        "1 judgment left out: is there twice (q1: 30 days)",
        "1 query: has no answer in its paragraph: taken as answered by nothing (q2)",
    )


def test_a_quote_that_is_typed_otherwise_or_stands_twice_is_taken_and_said(tmp_path: Path):
    write(tmp_path / "docs", {"a.md": "It’s requested early. Ask early. Ask early.\n"})
    write(tmp_path, {"t.csv": f"question,quote\n{Q1},it's requested\n{Q2},Ask early.\n"})
    made = convert(tmp_path / "t.csv", tmp_path / "out", Asked(corpus=tmp_path / "docs"))
    found = located(tmp_path / "out")
    assert quotes(found[Q1]) == [["It’s requested"]]
    assert quotes(found[Q2]) == [["Ask early.", "Ask early."]]
    assert made.sentences[1:] == (
        "1 judgment: its text is typed otherwise: taken as it stands (row-2: it's requested)",
        "1 judgment: its text is there several times: each place answers (row-3: Ask early.)",
    )


def test_a_list_of_examples_in_one_object_is_read_as_rows(tmp_path: Path):
    # LlamaIndex's LabelledRagDataset has this shape.
    examples = [
        {"query": Q1, "query_by": {"type": "ai"}, "reference_contexts": [LEAVE, PAY]},
        {"query": Q2, "query_by": None, "reference_contexts": [PAY]},
    ]
    write(tmp_path, {"rag.json": json.dumps({"class": "X", "examples": examples})})
    made = convert(tmp_path / "rag.json", tmp_path / "out")
    assert made.kept == {"document": 2, "query": 2, "judgment": 3}
    found = located(tmp_path / "out")
    assert [[e.doc_id for e in need.evidence] for need in found[Q1].needs] == [
        ["passage-1"],
        ["passage-2"],
    ]


def test_keys_that_a_query_has_beside_those_that_are_read_are_named(tmp_path: Path):
    source = sets.beir(tmp_path / "in")
    q1 = {"_id": "q1", "text": Q1, "metadata": {"url": "x", "tags": ["hr"], "none": ""}, "note": 1}
    write(source, {"queries.jsonl": lines(q1, {"_id": "q2", "text": Q2})})
    made = convert(source, tmp_path / "out")
    said = "1 query: holds more that is not taken over (q1: url, note)"
    assert made.sentences[1:] == (said,)
    assert located(tmp_path / "out")[Q1].tags == ("hr",)
    row = json.loads((tmp_path / "out" / "queries.jsonl").read_text("utf-8").splitlines()[0])
    (tmp_path / "out" / "queries.jsonl").write_text(lines({**row, "subject": ["leave"]}))
    again = convert(tmp_path / "out", tmp_path / "again")
    assert again.sentences[1:] == ("1 query: holds more that is not taken over (q1: subject)",)
