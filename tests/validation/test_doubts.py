"""What a set of questions leans on, said with numbers."""

from __future__ import annotations

from pathlib import Path

from goldrank.corpus.tree import read_tree
from goldrank.types import Evidence, Need, Query
from goldrank.validation.doubts import doubts_of

TEXT = "# Pay\n\nMonthly.\n\n## When is it paid\n\n```\npay --now\n```\n\nIn March.\n"


def asked(corpus_text: str, *quotes: str, doc_id: str = "a.md", query_id: str = "q") -> Query:
    spans = [(corpus_text.index(quote), quote) for quote in quotes]
    evidence = [Evidence(doc_id, start, start + len(quote), quote) for start, quote in spans]
    return Query(query_id, "when", needs=tuple(Need((each,)) for each in evidence))


def corpus(tmp_path: Path, **texts: str):
    for name, text in texts.items():
        (tmp_path / f"{name}.md").write_text(text, encoding="utf-8")
    return read_tree(tmp_path)


def test_evidence_in_headings_and_in_code_is_counted(tmp_path: Path):
    found = doubts_of(
        [
            asked(TEXT, "When is it paid", "In March.", query_id="q1"),
            asked(TEXT, "## When is it paid\n\n```\npay", query_id="q2"),  # neither alone
            asked(TEXT, "pay --now", query_id="q3"),
        ],
        corpus(tmp_path, a=TEXT),
    )
    assert found == [
        "1 of 4 needs (25%) has all evidence in a heading: a breadcrumb repeats it, and body text "
        "does not (q1)",
        "1 of 4 needs (25%) has all evidence in code: words of the question seldom stand there (q3)",
        "evidence is in 1 of 1 documents; half of it is in 1, and 100% of the needs in a.md",
    ]


def test_an_alternative_outside_headings_makes_a_need_one_of_the_body(tmp_path: Path):
    heading, body = asked(TEXT, "When is it paid", "In March.").needs
    either = Query("q", "when", needs=(Need((*heading.evidence, *body.evidence)),))
    assert len(doubts_of([either], corpus(tmp_path, a=TEXT))) == 1  # the balance alone


def test_needs_of_two_queries_with_one_evidence_are_named_and_those_of_one_query_are_not(
    tmp_path: Path,
):
    read = corpus(tmp_path, a=TEXT)
    twice = asked(TEXT, "In March.", "In March.", query_id="q1")
    assert len(doubts_of([twice], read)) == 1
    said = doubts_of([twice, asked(TEXT, "In March.", "Monthly.", query_id="q2")], read)[0]
    # Both needs of q1 and the first of q2.
    assert said.startswith(
        "3 of 4 needs (75%) have the evidence of another query's need, in 1 place"
    )
    assert said.endswith("(first q1 and q2)")


def test_the_balance_says_how_few_documents_hold_half_of_the_evidence(tmp_path: Path):
    read = corpus(tmp_path, a=TEXT, b=TEXT, c=TEXT, d=TEXT)
    needs = {"a.md": 4, "b.md": 3, "c.md": 1}
    quotes = ["Monthly.", "In March.", "pay", "When"]
    queries = [
        asked(TEXT, *quotes[:count], doc_id=doc_id, query_id=doc_id)
        for doc_id, count in needs.items()
    ]
    # 4 of 8 are in a.md: half of them.
    assert doubts_of(queries, read)[-1] == (
        "evidence is in 3 of 4 documents; half of it is in 1, and 50% of the needs in a.md"
    )


def test_without_evidence_there_is_nothing_to_doubt(tmp_path: Path):
    assert doubts_of([Query("q", "why")], corpus(tmp_path, a=TEXT)) == []
