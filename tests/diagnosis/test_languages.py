"""Which language texts are in, and what follows for their words."""

from __future__ import annotations

import pytest

from goldrank.diagnosis.languages import SHARE, Language, language_of
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.suites.languages import Stated

TEXTS = {
    "english": "The form must be sent to the office before the end of the month.",
    "german": "Das Formular muss vor dem Ende des Monats an die Verwaltung geschickt werden.",
    "french": "Le formulaire doit être envoyé au bureau avant la fin du mois pour les agents.",
    "spanish": "El formulario se envía a la oficina antes de que termine el mes con los demás.",
    "russian": "Форму нужно отправить в бюро и не позже, чем он уйдёт из дома на работу.",
    "chinese": "表格必须在月底之前寄到办公室。",
    "korean": "양식은 월말 전에 사무실로 보내야 합니다.",
    "": "フォームは月末までに送ってください。",
}


@pytest.mark.parametrize("language", list(TEXTS))
def test_a_language_is_told_by_its_script_or_its_function_words(language):
    assert language_of([TEXTS[language]], Tokenizer()) == language


def test_code_and_nothing_have_no_language():
    assert language_of(["x = parse(argv[1]); print(x + y)"], Tokenizer()) == ""
    assert language_of([], Tokenizer()) == ""


def test_the_share_that_makes_a_language_known_is_exact():
    other = [f"zz{n}" for n in range(17)]
    # 3 of 20 words are English function words: .15; 3 of 21 are less.
    assert SHARE == 3 / 20
    assert language_of([" ".join(["the", "of", "with", *other])], str.split) == "english"
    assert language_of([" ".join(["the", "of", "with", *other, "zz"])], str.split) == ""


def test_the_function_words_are_those_of_the_corpus_and_of_the_queries():
    words = Language("german", "english").function_words(Tokenizer())
    assert {"und", "the"} <= words
    assert "und" not in Language().function_words(Tokenizer())
    assert Language("", "").function_words(Tokenizer()) == frozenset()


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("german", "gärten", "garten"),
        ("german", "sächsischen", "sächsischer"),
        ("french", "demandes", "demande"),
        ("spanish", "solicitudes", "solicitud"),
        ("russian", "отпуска", "отпуск"),
        ("english", "policies", "policy"),
    ],
)
def test_inflected_forms_are_one_in_their_language(language, one, other):
    stem = Language(language, "").stem
    assert stem(one) == stem(other)


def test_words_of_an_unknown_language_stay_as_they_are():
    assert Language("", "").stem("policies") == "policies"
    assert Language("", "english").stem("policies") == Language().stem("policy")


def test_what_a_suite_states_is_not_told_again():
    english = ["The form must be sent to the office before the end of the month."]
    stated = Stated("german", "", {"q1": "french"})
    found = Language.of(english, english, Tokenizer(), stated)
    assert found == Language("german", "english", ("french",))
    assert {"und", "the", "dans"} <= found.function_words(Tokenizer())


def test_forms_are_known_where_there_is_a_stemmer_and_in_chinese_which_has_none():
    known = {name: Language(name, "").knows_forms for name in ("german", "chinese", "korean", "")}
    assert known == {"german": True, "chinese": True, "korean": False, "": False}
