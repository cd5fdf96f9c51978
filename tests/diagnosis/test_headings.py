"""What breadcrumbs tell, in bits that can be counted by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.diagnosis.headings import Lexicon, qualities
from goldrank.diagnosis.languages import Language
from goldrank.rankers.tokenizer import Tokenizer

LEXICON = Lexicon.of(Tokenizer())
WORDS = ["Leave", "Pool cars", "Overview", "Section 3", "Notice period", "Fees", "Parental leave"]


def bits(*breadcrumbs):
    return [quality.bits for quality in qualities(breadcrumbs, LEXICON)]


def test_a_breadcrumb_that_no_other_chunk_carries_tells_all_bits():
    # Eight chunks, each under its own heading: log2(8 / 1).
    assert bits(*[[f"Subject{n}"] for n in range(8)]) == [3.0] * 8


def test_chunks_of_one_path_are_not_told_apart():
    # Two of four under "Leave": log2(4 / 2).
    assert bits(["Leave"], ["Leave"], ["Cars"], ["Fees"]) == [1.0, 1.0, 2.0, 2.0]


def test_a_breadcrumb_is_like_every_other_that_carries_its_terms():
    # "Leave" is in three breadcrumbs of four, "Parental leave" in one.
    first, parental, sick, cars = bits(["Leave"], ["Parental leave"], ["Sick leave"], ["Cars"])
    assert first == math.log2(4 / 3)
    assert parental == sick == cars == 2.0


@pytest.mark.parametrize(
    ("headings", "why"),
    [
        ([], "no heading"),
        (["Circular 7", "Section 4.2"], "numbering"),
        (["Annex 3", "Part B", "IV"], "numbering"),
        (["Circular 7", "Overview"], "divider"),
        (["General provisions", "Details"], "divider"),
        (["Policy"], "divider"),
        (["On the"], "function words"),
    ],
)
def test_serial_numbers_dividers_and_function_words_tell_nothing(headings, why):
    quality = qualities([headings, ["Fees"], ["Cars"]], LEXICON)[0]
    assert quality.why == why
    assert quality.bits == 0.0


def test_a_heading_on_more_than_half_of_the_chunks_is_empty_and_on_half_is_not():
    found = qualities([["Leave"]] * 3 + [["Fees"], ["Cars"]], LEXICON)
    assert found[0].bits == math.log2(5 / 3)
    assert (found[0].is_empty, found[0].why) == (True, "on most chunks")
    assert not qualities([["Leave"]] * 2 + [["Fees"]] * 2, LEXICON)[0].is_empty


@pytest.mark.parametrize(
    ("heading", "telling"),
    [
        ("4.2 Notice period", {"notice", "period"}),
        ("Section 4.2: Notice period", {"notice", "period"}),
        ("Appendix B Fees", {"fees"}),
        ("Tier 2", {"tier", "2"}),  # a number that tells tiers apart
        ("2024 budget", {"2024", "budget"}),
        ("Annex 3 to the lease", {"lease"}),
        ("Notice 12", set()),
        ("Overview of parking", {"parking"}),
    ],
)
def test_the_telling_terms_of_a_heading(heading, telling):
    assert LEXICON.telling(heading) == telling


def test_words_that_half_of_the_chunks_have_tell_nothing():
    assert Lexicon.of(Tokenizer(), frozenset({"fees"})).telling("Fees for cars") == {"cars"}


def test_the_title_alone_tells_documents_apart_and_headings_the_rest():
    # Each title is on two of four chunks, 1 bit; a heading that no other has tells 1 bit more.
    found = qualities(
        [["Leave", "Notice"], ["Leave", "Overview"], ["Cars", "Fees"], ["Cars", "Keys"]], LEXICON
    )
    assert [(q.title_bits, q.heading_bits) for q in found] == [(1, 1), (1, 0), (1, 1), (1, 1)]


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=4), min_size=1, max_size=12))
def test_bits_are_those_of_counting_carriers_one_by_one(breadcrumbs):
    found = qualities(breadcrumbs, LEXICON)
    terms = [frozenset().union(*map(LEXICON.telling, parts)) for parts in breadcrumbs]
    for own, quality in zip(terms, found, strict=True):
        alike = sum(own <= other for other in terms)
        assert quality.alike == alike
        assert quality.bits == math.log2(len(terms) / alike)
        assert quality.bits == pytest.approx(quality.title_bits + quality.heading_bits)
        assert 0 <= quality.bits <= math.log2(len(terms))
        assert bool(quality.why) == quality.is_empty == (quality.bits < 1)


def test_dividers_and_numbering_of_the_corpus_language_tell_nothing():
    german = Lexicon.of(Tokenizer(), language=Language("german", "german"))
    assert german.telling("Übersicht") == german.telling("Anlage 3") == frozenset()
    assert german.telling("Anlage 3 Dienstreise") == {"dienstreise"}
    # Where there is no list, a word is taken to tell something.
    polish = Lexicon.of(Tokenizer(), language=Language("polish", "polish"))
    assert polish.telling("Przegląd") == {"przegląd"}
    assert polish.telling("Overview") == frozenset()
