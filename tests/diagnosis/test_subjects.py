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


@pytest.mark.parametrize(
    ("language", "nothing", "something"),
    [
        ("german", "Was ist das Fazit des Berichts?", "Was ist das Fazit zur Miete?"),
        ("french", "Quelle est la conclusion du rapport ?", "Quelle est la conclusion du loyer ?"),
        ("spanish", "¿Qué dice el resumen del documento?", "¿Qué dice el resumen del alquiler?"),
        ("italian", "Qual è il tema del testo?", "Qual è il tema dello sciopero?"),
        ("portuguese", "Qual é o tema do texto?", "Qual é o tema da greve?"),
        ("dutch", "Wat is de conclusie van dit rapport?", "Wat is de conclusie over de huur?"),
    ],
)
def test_each_language_with_a_list_tells_a_subject_from_words_for_texts(
    language, nothing, something
):
    told = subjects(Language(language, language))
    assert not told.named(Tokenizer()(nothing))
    assert told.named(Tokenizer()(something))


@pytest.mark.parametrize("language", ["russian", "korean", "polish", ""])
def test_in_a_language_without_a_list_no_query_is_said_to_name_no_subject(language):
    told = subjects(Language(language, language))
    assert told.named(["claude"])  # half of the texts have it: a common word
    assert told.named([])


def test_a_query_that_says_its_own_language_is_judged_by_its_list():
    language = Language("english", "english", ("german", "polish"))
    words = Vocabulary.of([{"a"}], ["d"], language.function_words(Tokenizer()))
    query = Tokenizer()("Was ist das Fazit")
    assert Subjects.of(words, language, Tokenizer()).named(query)
    assert not Subjects.of(words, language, Tokenizer(), "german").named(query)
    assert Subjects.of(words, language, Tokenizer(), "polish").named(query)
