"""There and back again: what a format can hold comes back, and what it cannot is named."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import ROOT

from goldrank.corpus.jsonl import document_of
from goldrank.evidence.queries import Named, RawQuery
from goldrank.evidence.written import documents_judged
from goldrank.exchange.base import Asked, JudgedSet
from goldrank.exchange.convert import Converted, convert
from goldrank.exchange.documents import plain
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.ours import OURS
from goldrank.types import Document

IDS = st.text(st.sampled_from("ab% #/é\u00a0会\x1f\ufeff\t"), min_size=1, max_size=4).filter(
    str.strip
)
LINES = st.text(st.sampled_from("abc <>&\"'\n\té"), min_size=1, max_size=12).filter(str.strip)
TEXTS = st.text(st.sampled_from("ab# \n\r-<é会\u2028"), min_size=1, max_size=30).filter(str.strip)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    format = draw(st.sampled_from(["text", "markdown"]))
    title = draw(st.one_of(st.just(""), LINES))
    line = {"_id": draw(IDS), "text": draw(TEXTS), "title": title, "format": format}
    return document_of(line, "generated")[0]


@st.composite
def places(draw: st.DrawFn, document: Document) -> Named:
    grade = draw(st.integers(0, 3))
    if draw(st.booleans()):
        return Named(document.doc_id, grade=grade)
    text = document.text
    start = draw(st.sampled_from([n for n, c in enumerate(text) if not c.isspace()]))
    end = draw(st.integers(start + 1, len(text)))
    return Named(document.doc_id, text[start:end], (), start, end, grade=grade)


@st.composite
def judged_sets(draw: st.DrawFn) -> JudgedSet:
    held = draw(st.lists(documents(), min_size=1, max_size=4, unique_by=lambda each: each.doc_id))
    held.append(plain("sure", "It is here."))
    one = st.sampled_from(held).flatmap(places)
    place = lambda named: (named.doc_id, named.start, named.end)  # noqa: E731
    need = st.lists(one, min_size=1, max_size=3, unique_by=place).map(tuple)
    queries = []
    for query_id in draw(st.lists(IDS, min_size=1, max_size=4, unique=True)):
        needs = tuple(draw(st.lists(need, max_size=3)))
        tags = tuple(draw(st.lists(LINES, max_size=2)))
        cluster = draw(st.one_of(st.just(""), LINES))
        answerable = bool(needs) or draw(st.booleans())
        queries.append(RawQuery(query_id, draw(LINES), tags, needs, 1, "", cluster, answerable))
    sure = ((Named("sure"),),)
    queries.append(RawQuery("sure", "?", (), sure, 1, ""))
    return JudgedSet(held, queries)


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory):
    return tmp_path_factory.mktemp("trips")  # one for all examples of the properties


def trip(judged: JudgedSet, folder: Path, format: str) -> tuple[JudgedSet, list[Converted]]:
    """A set as ours, as `format` and as ours again."""
    shutil.rmtree(folder)
    (folder / "one").mkdir(parents=True)
    OURS.write(judged, folder / "one", Ledger())
    made = [
        convert(folder / "one", folder / "two", write_as=format),
        convert(folder / "two", folder / "three"),
    ]
    return OURS.read(folder / "three", Asked(), Ledger()), made


def held(document: Document) -> tuple[Any, ...]:
    return document.doc_id, document.text, document.title, document.abstract, document.format


def count(made: Converted, part: str) -> int:
    """How many things a remark is about."""
    return sum(row["count"] for row in made.ledger.to_json() if part in row["said"])


def cut(name: str) -> bool:
    """Whether a table cannot hold an id."""
    return bool({"\t", "\ufeff"} & set(name))


def expected(query: RawQuery) -> dict[str, int]:
    """What a format of documents holds of a query's judgments."""
    return {k: v for k, v in documents_judged(query.needs).items() if not cut(k)}


def named_losses(judged: JudgedSet, made: Converted) -> None:
    """What flattening loses is said, each judgment of it."""
    groups = [group for query in judged.queries for group in query.needs]
    entries = [named for group in groups for named in group]
    assert count(made, "is of a place") == sum(named.start is not None for named in entries)
    assert count(made, "one of several of a need") == sum(len(g) for g in groups if len(g) > 1)
    again = sum(
        len([n for g in q.needs for n in g]) - len(documents_judged(q.needs))
        for q in judged.queries
    )
    assert count(made, "is one of several of a document") == again
    assert count(made, "passes over such a query") == sum(
        not query.needs and query.answerable for query in judged.queries
    )
    assert count(made, "its id holds what a table") == sum(cut(q.query_id) for q in judged.queries)


@settings(max_examples=20)
@given(judged=judged_sets())
def test_beir_brings_back_documents_grades_tags_and_clusters(folder, judged):
    back, made = trip(judged, folder, "beir")
    assert sorted(map(held, back.documents)) == sorted(map(held, judged.documents))
    kept = {
        query.query_id: query
        for query in judged.queries
        if (expected(query) or not query.answerable) and not cut(query.query_id)
    }
    assert {query.query_id for query in back.queries} == set(kept)
    for query in back.queries:
        was = kept[query.query_id]
        assert documents_judged(query.needs) == expected(was)
        assert all(len(group) == 1 for group in query.needs)
        assert (query.text, query.tags, query.cluster, query.answerable) == (
            *(was.text, was.tags, was.cluster, was.answerable),
        )
    named_losses(judged, made[0])


@settings(max_examples=20)
@given(judged=judged_sets())
def test_trec_brings_back_documents_and_grades(folder, judged):
    back, made = trip(judged, folder, "trec")
    assert sorted(map(held, back.documents)) == sorted(map(held, judged.documents))
    kept = {
        query.query_id: query
        for query in judged.queries
        if expected(query) and not cut(query.query_id)
    }
    assert {query.query_id for query in back.queries} == set(kept)
    for query in back.queries:
        was = kept[query.query_id]
        assert documents_judged(query.needs) == expected(was)
        assert query.text == " ".join(was.text.split())
    named_losses(judged, made[0])
    lost = [q for q in judged.queries if q.tags or q.cluster or not q.answerable]
    assert count(made[0], "loses its tags") == sum(not cut(query.query_id) for query in lost)


@settings(max_examples=20)
@given(judged=judged_sets())
def test_ours_brings_back_everything(folder, judged):
    back, _ = trip(judged, folder, "goldrank")
    assert sorted(map(held, back.documents)) == sorted(map(held, judged.documents))
    assert [
        (q.query_id, q.text, q.tags, q.cluster, q.answerable, q.needs) for q in back.queries
    ] == [(q.query_id, q.text, q.tags, q.cluster, q.answerable, q.needs) for q in judged.queries]


@pytest.mark.parametrize("format", ["beir", "trec"])
def test_the_bundled_handbook_goes_there_and_back(format, tmp_path):
    suite = ROOT / "bench" / "suites" / "handbook.toml"
    there = convert(suite, tmp_path / "there", write_as=format)
    back = convert(tmp_path / "there", tmp_path / "back")
    was, now = (OURS.read(path, Asked(), Ledger()) for path in (suite, tmp_path / "back"))
    assert list(map(held, now.documents)) == list(map(held, was.documents))
    assert [(q.query_id, q.text, documents_judged(q.needs)) for q in now.queries] == [
        (q.query_id, q.text, documents_judged(q.needs)) for q in was.queries
    ]
    # Every query has one place in one document, and some a key of their own: that is all.
    assert count(there, "is of a place") == len(was.queries) == 308
    lines = suite.parents[2].joinpath("datasets/handbook/queries.jsonl").read_text("utf-8")
    assert count(there, "holds more") == lines.count('"subject"') == 280
    assert back.ledger.sentences == ()
    if format == "beir":
        assert [query.tags for query in now.queries] == [query.tags for query in was.queries]
        assert len(there.ledger.sentences) == 2
