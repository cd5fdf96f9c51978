"""One word in several forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.forms import Phrased, Written, merged
from goldrank.diagnosis.languages import Language
from goldrank.diagnosis.vocabulary import TermSets
from goldrank.rankers.tokenizer import Tokenizer

READ = Phrased(Tokenizer())


def shares(query: str, text: str, language: Language) -> set[str]:
    """The terms of a query that stand in a text as they are, stemmed, or in a compound."""
    sets, written = TermSets([text], READ, language.stem), Written.of(query, READ)
    stems = sets.kin(0)
    return {
        term
        for term in READ(query)
        if language.stem(term) in stems
        or written.in_compound(term, sets.terms(0), sets.joined(0), stems, language)
    }


@pytest.mark.parametrize(
    ("query", "text", "language", "shared"),
    [
        ("config map", "A ConfigMap holds settings.", "english", {"config", "map"}),
        ("ConfigMap", "Write the config map.", "english", {"configmap"}),
        ("configmap", "Write the config map.", "english", {"configmap"}),
        ("config map", "use configmap here", "english", {"config", "map"}),
        ("http server", "class HTTPServer", "english", {"http", "server"}),
        ("Sächsischen Gärten", "Sächsischer Garten", "german", {"sächsischen", "gärten"}),
        ("Garten", "Die Gartenpflege", "german", {"garten"}),
        ("Gartenpflege", "im Garten", "german", {"gartenpflege"}),
        ("garden", "the kindergarden", "english", set()),  # no compounding language
        ("port", "Das Sportfest", "german", set()),  # inside, and too short
        ("map", "the mapping of a mop", "english", {"map"}),  # inflection alone
    ],
)
def test_a_word_is_found_in_its_other_forms(query, text, language, shared):
    assert shares(query, text, Language(language, "")) == shared


def test_a_phrase_of_a_script_without_spaces_is_more_than_its_characters():
    # All six characters stand in the text, and of the phrase only 公積.
    text = READ("金住公積房")
    assert set(READ("住房公積")) & set(text) == {"公積"}


@given(st.text("住房公積金", min_size=2, max_size=8))
def test_a_phrase_is_merged_to_itself(phrase):
    if len(set(phrase)) == len(phrase):
        assert merged(READ(phrase)) == [phrase]


@given(st.text(st.characters(max_codepoint=0x17F)))
def test_scripts_with_spaces_are_read_as_the_tokenizer_reads_them(text):
    assert READ(text) == Tokenizer()(text)
