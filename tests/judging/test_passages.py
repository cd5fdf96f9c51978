"""Passages are cut by the outline, hold the whole body, and are found by words."""

from __future__ import annotations

import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.judging.finding import corpus_of
from tests.tiny import FILES, random_files

from goldrank.corpus.corpus import parse_document
from goldrank.judging.passages import MOST, passages_in, sentences
from goldrank.judging.search import PassageSearch
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.order import ordered

MARKDOWN = st.lists(
    st.sampled_from(
        ["# A\n", "## B\n", "\n", "text. more\n", "- item\n", "x" * 900 + "\n", "| a |\n"]
    ),
    max_size=30,
).map("".join)


@given(MARKDOWN)
def test_passages_hold_all_of_the_body_once_and_are_never_too_long(text: str):
    document, outline = parse_document("a.md", text.encode())
    found = list(passages_in(document, outline))
    assert all(0 < each.end - each.start <= MOST for each in found)
    assert all(each.text == text[each.start : each.end] == each.text.strip() for each in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
    held = "".join("".join(each.text.split()) for each in found)
    body = "".join(text[span.start : span.end] for span in outline.body_spans(text))
    assert held == body


@given(st.text(alphabet="ab.!?。 \n-|'\"", max_size=80))
def test_sentences_hold_every_word_once_and_in_order(text: str):
    held = "".join("".join(text[span.start : span.end].split()) for span in sentences(text))
    assert held == "".join(text.split())


def test_a_long_line_is_cut_at_the_end_of_a_sentence_or_a_word():
    text = "word and word. " * 400 + "x" * 5000
    found = list(passages_in(*parse_document("a.md", text.encode())))
    assert [each.text[-1] for each in found[:3]] == [".", ".", "."]
    assert "".join(each.text for each in found).replace(" ", "") == text.replace(" ", "")


def test_a_huge_document_is_cut_in_time_that_its_length_allows():
    text = "# A\n\n" + "many words here. " * 60_000
    assert (
        sum(len(each.text) for each in passages_in(*parse_document("a.md", text.encode())))
        > 900_000
    )


def test_the_first_documents_by_words_give_the_passages_and_their_words_the_order():
    files = random_files(3, documents=30)
    corpus = corpus_of(files)
    search = PassageSearch.of(corpus)
    words = "w3 w9 w21"
    # The slow way: rank documents, keep the first twenty, rank all passages, drop the others'.
    texts = [f"{document.title}\n{document.text}" for document in corpus.documents]
    first = [corpus.documents[at].doc_id for at in ordered(Bm25().fit(texts).scores([words])[0])][
        :20
    ]
    passages = [p for d in corpus.documents for p in passages_in(d, corpus.outlines[d.doc_id])]
    under = ["\n".join([p.title, *p.titles, p.text]) for p in passages]
    best = [passages[at] for at in ordered(Bm25().fit(under).scores([words])[0])]
    assert list(search(words)) == [each for each in best if each.doc_id in first][:30]
    assert len(first) == 20 < len(files)


def test_words_that_stand_nowhere_find_nothing():
    assert PassageSearch.of(corpus_of())("xylophone") == ()
    assert PassageSearch.of(corpus_of({"a.md": "# Leave\n"}))("leave") == ()


def test_finding_touches_no_encoder_and_no_chunker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    from tests.judging.finding import opened

    from goldrank.encoders import embed, models, registry
    from goldrank.judging.session import Accept, Done

    def touched(*_: object, **__: object) -> None:
        raise AssertionError("an encoder or a chunker was asked")

    chunkers = [each for name, each in sys.modules.items() if name.startswith("goldrank.chunkers.")]
    for module in (embed, models, registry, *chunkers):
        for name, value in list(vars(module).items()):
            if callable(value) and getattr(value, "__module__", "") == module.__name__:
                monkeypatch.setattr(module, name, touched)
    finding = opened(tmp_path, files=FILES)
    finding.do(Accept())
    finding.do(Done())
    assert finding.state.finished == {"q1"}
