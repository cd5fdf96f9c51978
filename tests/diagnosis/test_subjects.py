"""Queries that name no subject."""

from __future__ import annotations

import pytest

from goldrank.diagnosis.languages import Language
from goldrank.diagnosis.subjects import FEWEST_TEXTS, Subjects
from goldrank.diagnosis.vocabulary import Vocabulary
from goldrank.rankers.tokenizer import Tokenizer


def subjects(language: Language, texts: int = FEWEST_TEXTS) -> Subjects:
    """Of a corpus in which every text has the word claude."""
    terms = [{"claude", f"w{n}"} for n in range(texts)]
    words = Vocabulary.of(terms, ["d"] * texts, language.function_words(Tokenizer()))
    return Subjects.of(words, language, Tokenizer())


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("What is the conclusion of this report?", False),
        ("Summarize the key points of the document", False),
        ("What are the authors' recommendations?", False),
        ("What is the conclusion of the noise report?", True),
        ("How do I do it with Claude?", False),
        ("What does section 4.2 say?", True),
    ],
)
def test_a_query_names_a_subject_or_only_parts_of_texts(query, named):
    assert subjects(Language()).named(Tokenizer()(query)) == named


def test_in_a_small_corpus_a_word_of_every_text_is_still_a_subject():
    asked = Tokenizer()("how do I do it with Claude")
    assert subjects(Language(), FEWEST_TEXTS - 1).named(asked)


def test_the_english_words_count_only_where_english_is_asked_or_read():
    assert subjects(Language("german", "german")).named(["report"])
    assert not subjects(Language("german", "english")).named(["report"])
