"""That every phenomenon the handbook's card promises is really in its text."""

from __future__ import annotations

import json
import re
import runpy
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from goldrank.chunkers.base import Budget
from goldrank.chunkers.heading import HeadingChunker
from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.evidence.gold import GoldRule, gold_chunks
from goldrank.evidence.locate import locate_queries
from goldrank.evidence.queries import read_queries
from goldrank.outline import Section
from goldrank.representations.breadcrumb import Breadcrumb
from goldrank.types import Chunk, Evidence, Query

ROOT = Path(__file__).resolve().parents[2]
HANDBOOK = ROOT / "datasets" / "handbook"
WINDOW = 254  # what MiniLM was measured to read, its two special tokens not counted

ABSENT_BELOW = ("pronoun", "imperative", "list-item", "underspecified", "twin", "repeated")
ABSENT_EVERYWHERE = ("empty-heading", "vocabulary-gap")
TAGS = (*ABSENT_BELOW, *ABSENT_EVERYWHERE, "split", "tail", "self-contained")
SAYS_NOTHING = re.compile(
    r"Overview|Details|Notes|General|Miscellaneous|Part [A-D]|Section \d(\.\d)?|"
    r"Circular 7|Annex 3 to the general terms"
)
PRONOUN = re.compile(r"(It|They|This|These|Those|He|She|Both|Neither|Either|Such|That)\b")
LIST_ITEM = re.compile(r"([-*+]|\d+[.)])\s")


@dataclass(frozen=True)
class Handbook:
    """The dataset and what the workbench makes of it, each worked out once."""

    corpus: Corpus
    queries: tuple[Query, ...]
    subjects: dict[str, list[str]]
    encoder: SentenceTransformerEncoder

    @cached_property
    def chunks(self) -> list[Chunk]:
        return self.cut(include_heading=False)

    @cached_property
    def gold(self) -> dict[str, list[Chunk]]:
        """The gold chunks of each query, heading lines left out."""
        return self.gold_among(self.chunks)

    def cut(self, include_heading: bool) -> list[Chunk]:
        budget = Budget(self.encoder.counter, WINDOW, Breadcrumb().prefix_at)
        chunker = HeadingChunker("heading", include_heading=include_heading)
        return [
            chunk
            for document in self.corpus.documents
            for chunk in chunker(document, self.corpus.outlines[document.doc_id], budget)
        ]

    def gold_among(self, chunks: list[Chunk]) -> dict[str, list[Chunk]]:
        documents = {document.doc_id: document for document in self.corpus.documents}
        found = gold_chunks(self.queries, chunks, documents, GoldRule())
        return {self.queries[g.query].query_id: [chunks[i] for i in g.gold] for g in found}

    def tagged(self, *tags: str) -> list[Query]:
        return [query for query in self.queries if query.tags[0] in tags]

    def text(self, chunk: Chunk) -> str:
        return self.whole(chunk.doc_id)[chunk.start : chunk.end]

    def whole(self, doc_id: str) -> str:
        return self.corpus.document(doc_id).text

    def header(self, chunk: Chunk) -> str:
        document = self.corpus.document(chunk.doc_id)
        return Breadcrumb().prefix_at(document, self.corpus.outlines[chunk.doc_id], chunk.start)

    def section(self, evidence: Evidence) -> Section:
        found = self.corpus.outlines[evidence.doc_id].section_at(evidence.start or 0)
        if found is None:
            raise LookupError(f"{evidence.doc_id} has no section at {evidence.start}")
        return found


@pytest.fixture(scope="module")
def handbook() -> Handbook:
    corpus = read_corpus(HANDBOOK / "corpus")
    queries = locate_queries(read_queries(HANDBOOK / "queries.jsonl"), corpus)
    subjects = {entry["query_id"]: entry.get("subject", []) for entry in entries()}
    return Handbook(corpus, tuple(queries), subjects, SentenceTransformerEncoder())


def entries() -> list[dict[str, Any]]:
    lines = (HANDBOOK / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def names(text: str, subject: str) -> bool:
    """Whether a word of `text` begins with `subject`."""
    return re.search(rf"(?<!\w){re.escape(subject)}", text, re.IGNORECASE) is not None


def evidence_of(query: Query) -> Evidence:
    return query.needs[0].evidence[0]


def words(text: str) -> list[str]:
    return re.findall(r"[\w:.,]*\w", text)


def test_every_quote_stands_in_exactly_one_place(handbook: Handbook) -> None:
    # locate_queries has raised an error for each that is missing or ambiguous.
    assert len(handbook.queries) == len(entries())
    assert all(len(q.needs) == 1 and len(q.needs[0].evidence) == 1 for q in handbook.queries)


def test_there_are_four_areas_of_fifteen_documents_and_a_few_hundred_queries(
    handbook: Handbook,
) -> None:
    areas = Counter(d.doc_id.partition("/")[0] for d in handbook.corpus.documents)
    assert areas == {"facilities": 15, "hr": 15, "it": 15, "procurement": 15}
    assert len(handbook.queries) >= 240


def test_every_query_has_one_known_tag_and_every_tag_at_least_24(handbook: Handbook) -> None:
    assert all(len(query.tags) == 1 for query in handbook.queries)
    counts = Counter(query.tags[0] for query in handbook.queries)
    assert set(counts) == set(TAGS)
    assert min(counts.values()) >= 24


def test_every_document_is_asked_about(handbook: Handbook) -> None:
    asked = {evidence_of(query).doc_id for query in handbook.queries}
    assert asked == {document.doc_id for document in handbook.corpus.documents}


def test_the_query_file_is_sorted_and_its_keys_are_in_order() -> None:
    ids = [entry["query_id"] for entry in entries()]
    assert ids == sorted(set(ids))
    order = ["query_id", "text", "tags", "subject", "evidence"]
    assert all(list(e) == [key for key in order if key in e] for e in entries())


@pytest.mark.parametrize("tag", ABSENT_BELOW)
def test_the_subject_is_absent_from_the_gold_chunk_and_present_in_its_breadcrumb(
    handbook: Handbook, tag: str
) -> None:
    for query in handbook.tagged(tag):
        [chunk] = handbook.gold[query.query_id]
        for subject in handbook.subjects[query.query_id]:
            assert not names(handbook.text(chunk), subject), (query.query_id, subject)
            assert names(handbook.header(chunk), subject), (query.query_id, subject)


@pytest.mark.parametrize("tag", ABSENT_EVERYWHERE)
def test_the_subject_is_absent_from_the_gold_chunk_and_from_its_breadcrumb(
    handbook: Handbook, tag: str
) -> None:
    for query in handbook.tagged(tag):
        [chunk] = handbook.gold[query.query_id]
        for subject in handbook.subjects[query.query_id]:
            assert not names(handbook.text(chunk), subject), (query.query_id, subject)
            assert not names(handbook.header(chunk), subject), (query.query_id, subject)


def test_every_query_but_a_split_one_names_its_subject(handbook: Handbook) -> None:
    for query in handbook.queries:
        assert bool(handbook.subjects[query.query_id]) == (query.tags[0] != "split")


def test_a_vocabulary_gap_is_made_of_the_querys_own_words(handbook: Handbook) -> None:
    for query in handbook.tagged("vocabulary-gap"):
        assert all(names(query.text, s) for s in handbook.subjects[query.query_id]), query.query_id


def test_an_empty_heading_says_nothing_and_neither_does_the_title(handbook: Handbook) -> None:
    for query in handbook.tagged("empty-heading"):
        [chunk] = handbook.gold[query.query_id]
        for part in handbook.header(chunk).split(" > "):
            assert SAYS_NOTHING.fullmatch(part), (query.query_id, part)


def test_the_subject_of_an_empty_heading_is_named_elsewhere_in_its_document(
    handbook: Handbook,
) -> None:
    for query in handbook.tagged("empty-heading"):
        whole = handbook.whole(evidence_of(query).doc_id)
        assert any(names(whole, s) for s in handbook.subjects[query.query_id]), query.query_id


def test_a_pronoun_section_begins_with_a_pronoun(handbook: Handbook) -> None:
    for query in handbook.tagged("pronoun"):
        [chunk] = handbook.gold[query.query_id]
        assert PRONOUN.match(handbook.text(chunk)), query.query_id


def test_a_list_item_section_is_a_bare_list(handbook: Handbook) -> None:
    for query in handbook.tagged("list-item"):
        [chunk] = handbook.gold[query.query_id]
        outline = handbook.corpus.outlines[chunk.doc_id]
        assert LIST_ITEM.match(handbook.text(chunk)), query.query_id
        assert {b.kind for b in outline.blocks_in(chunk.start, chunk.end)} == {"list"}


def test_an_imperative_section_begins_with_no_subject_of_its_own(handbook: Handbook) -> None:
    for query in handbook.tagged("imperative"):
        [chunk] = handbook.gold[query.query_id]
        begin = words(handbook.text(chunk))[0]
        assert not PRONOUN.match(begin), query.query_id
        assert begin not in {"The", "A", "An", "Each", "Every", "No", "All"}, query.query_id


def test_a_self_contained_chunk_names_its_subject(handbook: Handbook) -> None:
    for query in handbook.tagged("self-contained"):
        [chunk] = handbook.gold[query.query_id]
        for subject in handbook.subjects[query.query_id]:
            assert names(handbook.text(chunk), subject), (query.query_id, subject)


def test_a_twin_differs_from_another_section_in_few_words(handbook: Handbook) -> None:
    for query in handbook.tagged("twin"):
        [chunk] = handbook.gold[query.query_id]
        own = words(handbook.text(chunk))
        others = [c for c in handbook.chunks if c.doc_id == chunk.doc_id and c != chunk]
        least = min(_changed(own, words(handbook.text(other))) for other in others)
        assert 1 <= least <= 6, (query.query_id, least)


def _changed(one: list[str], other: list[str]) -> int:
    """How many words of the longer are not matched, in order, in the other."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return max(len(one), len(other)) - sum(block.size for block in blocks)


def test_a_repeated_notice_stands_word_for_word_under_four_headings_or_more(
    handbook: Handbook,
) -> None:
    places: dict[str, set[str]] = {}
    for chunk in handbook.chunks:
        places.setdefault(handbook.text(chunk), set()).add(handbook.header(chunk))
    for query in handbook.tagged("repeated"):
        [chunk] = handbook.gold[query.query_id]
        assert len(places[handbook.text(chunk)]) >= 4, query.query_id


@pytest.mark.parametrize("include_heading", [False, True])
def test_split_evidence_is_in_no_single_heading_chunk_and_all_other_is_in_one(
    handbook: Handbook, include_heading: bool
) -> None:
    gold = handbook.gold_among(handbook.cut(include_heading))
    for query in handbook.queries:
        assert len(gold[query.query_id]) == (query.tags[0] != "split"), query.query_id


def test_split_evidence_is_text_on_both_sides_of_a_heading(handbook: Handbook) -> None:
    for query in handbook.tagged("split"):
        evidence = evidence_of(query)
        outline = handbook.corpus.outlines[evidence.doc_id]
        start, end = evidence.start or 0, evidence.end or 0
        bodies = [s for s in outline.sections if s.start < end and s.end > start]
        inside = [min(s.end, end) - max(s.body_start, start) for s in bodies]
        assert len(bodies) == 2, query.query_id
        assert min(inside) >= 15, query.query_id


def test_tail_evidence_lies_beyond_the_window_of_its_section(handbook: Handbook) -> None:
    for query in handbook.tagged("tail"):
        evidence = evidence_of(query)
        section = handbook.section(evidence)
        body = handbook.whole(evidence.doc_id)[section.body_start : section.end].strip()
        [reading] = handbook.encoder.read([body], "document", WINDOW)
        assert reading.tokens > WINDOW + 100, query.query_id
        assert body.index(evidence.quote) >= reading.end, query.query_id


def test_tail_evidence_stands_in_a_paragraph_that_only_the_breadcrumb_gives_its_subject(
    handbook: Handbook,
) -> None:
    for query in handbook.tagged("tail"):
        evidence = evidence_of(query)
        [chunk] = handbook.gold[query.query_id]
        outline = handbook.corpus.outlines[evidence.doc_id]
        [block] = [b for b in outline.blocks if b.start <= (evidence.start or 0) < b.end]
        paragraph = handbook.whole(evidence.doc_id)[block.start : block.end]
        for subject in handbook.subjects[query.query_id]:
            assert not names(paragraph, subject), (query.query_id, subject)
            assert names(handbook.header(chunk), subject), (query.query_id, subject)


def test_every_other_gold_section_fits_into_the_window_with_its_breadcrumb(
    handbook: Handbook,
) -> None:
    for query in handbook.queries:
        if query.tags[0] not in ("split", "tail"):
            [chunk] = handbook.gold[query.query_id]
            section = handbook.section(evidence_of(query))
            indexed = f"{handbook.header(chunk)}\n\n{handbook.text(chunk)}"
            body = handbook.whole(chunk.doc_id)[section.body_start : section.end]
            assert handbook.text(chunk).strip() == body.strip(), query.query_id
            assert handbook.encoder.counter.count(indexed) <= WINDOW, query.query_id


def test_abstracts_are_longer_than_the_window_but_not_much(handbook: Handbook) -> None:
    abstracts = [d.abstract for d in handbook.corpus.documents if d.abstract is not None]
    counts = [handbook.encoder.counter.count(abstract) for abstract in abstracts]
    assert len(counts) == 52
    assert min(counts) >= 340
    assert max(counts) <= 440


def test_all_documents_but_eight_have_front_matter(handbook: Handbook) -> None:
    bare = [d for d in handbook.corpus.documents if not d.metadata]
    assert len(bare) == 8
    assert all(d.abstract is None and not d.text.startswith("---") for d in bare)
    keys = {"title", "owner", "effective_date", "revision", "abstract"}
    assert all(keys <= set(d.metadata) for d in handbook.corpus.documents if d not in bare)


def test_headings_go_down_to_level_six_in_every_area(handbook: Handbook) -> None:
    deep = {
        doc_id.partition("/")[0]
        for doc_id, outline in handbook.corpus.outlines.items()
        if any(heading.level == 6 for heading in outline.headings)
    }
    assert deep == {"facilities", "hr", "it", "procurement"}


def test_some_headings_are_underlined(handbook: Handbook) -> None:
    underlined = {
        doc_id
        for doc_id, outline in handbook.corpus.outlines.items()
        if any(handbook.whole(doc_id)[h.start] != "#" for h in outline.headings)
    }
    assert len(underlined) == 4


def test_comments_in_code_are_no_headings(handbook: Handbook) -> None:
    kinds: Counter[str] = Counter()
    for doc_id, outline in handbook.corpus.outlines.items():
        for block in outline.blocks:
            code = handbook.whole(doc_id)[block.start : block.end]
            if block.kind in ("fence", "code") and re.search(r"^\s*# ", code, re.MULTILINE):
                kinds[block.kind] += 1
                assert not [h for h in outline.headings if block.start <= h.start < block.end]
    assert kinds["fence"] >= 8
    assert kinds["code"] >= 3


def test_the_cards_numbers_are_what_the_script_counts() -> None:
    describe = runpy.run_path(str(ROOT / "scripts" / "describe_dataset.py"))["describe"]
    assert describe(HANDBOOK) in (HANDBOOK / "README.md").read_text(encoding="utf-8")


def test_what_an_unanswerable_question_is_about_is_named_nowhere(handbook: Handbook) -> None:
    lines = (HANDBOOK / "unanswerable.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    assert Counter(q["query_id"].partition("-")[0] for q in questions) == dict.fromkeys(
        ("facilities", "hr", "it", "procurement"), 12
    )
    for question in questions:
        assert question["answerable"] is False
        for word in question["absent"]:
            assert re.search(rf"\b{word}", question["text"]), question
            said = re.compile(rf"\b{word}", re.IGNORECASE)
            assert not [d.doc_id for d in handbook.corpus.documents if said.search(d.text)], word
