"""Evidence found, or a problem that says what to put instead."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest

from goldrank.corpus.corpus import Corpus, parse_document
from goldrank.errors import GoldrankError
from goldrank.evidence.locate import locate_queries, try_locate
from goldrank.evidence.problems import Fix, Problem
from goldrank.evidence.queries import Named, RawQuery
from goldrank.types import Need, Query

LEAVE = """# Leave

Ask first.

## Parental

It must be asked for 30 days ahead.

## Adoption

Run make.

## Sick

Run make.
"""


def corpus_of(**texts: str) -> Corpus:
    return Corpus.of(parse_document(f"{name}.md", text.encode()) for name, text in texts.items())


def located(
    named: Named, corpus: Corpus, strict: bool = False
) -> tuple[list[Query], list[Problem]]:
    raw = RawQuery("q1", "how", (), ((named,),), 7, "q.jsonl")
    return try_locate([raw], corpus, strict)


def problem_of(named: Named, corpus: Corpus) -> Problem:
    queries, problems = located(named, corpus)
    assert queries == []
    (problem,) = problems
    return problem


def spans_of(named: Named, corpus: Corpus) -> list[str]:
    (query,), problems = located(named, corpus)
    assert problems == []
    texts = {document.doc_id: document.text for document in corpus.documents}
    return [texts[e.doc_id][e.start : e.end] for e in query.needs[0].evidence]


def test_a_quote_is_located_under_its_section_or_a_section_above():
    corpus = corpus_of(leave=LEAVE)
    quote = "It must be\nasked for 30 days ahead."
    for section in ((), ("Parental",), ("Leave", "Parental"), ("Leave",)):
        assert spans_of(Named("leave.md", quote, section), corpus) == [
            "It must be asked for 30 days ahead."
        ]


def test_a_section_alone_is_its_whole_text_without_white_space_around_it():
    assert spans_of(Named("leave.md", section=("Leave",)), corpus_of(leave=LEAVE)) == ["Ask first."]


def test_a_quote_that_occurs_twice_is_ambiguous_and_the_sections_are_ready_to_paste():
    problem = problem_of(Named("leave.md", "Run make."), corpus_of(leave=LEAVE))
    assert problem.kind == "ambiguous"
    assert "occurs 2 times in leave.md (Leave > Adoption, Leave > Sick)" in problem.message
    assert problem.suggestion == '"section": ["Leave", "Adoption"] or "section": ["Leave", "Sick"]'
    assert problem.fixes == ()


def test_a_quote_that_occurs_twice_is_two_places_where_the_query_says_any():
    named = Named("leave.md", "Run make.", any=True)
    assert spans_of(named, corpus_of(leave=LEAVE)) == ["Run make."] * 2


def test_a_quote_with_a_changed_word_shows_the_text_that_stands_there_now():
    problem = problem_of(
        Named("leave.md", "It must be asked for 21 days ahead."), corpus_of(leave=LEAVE)
    )
    assert (problem.kind, problem.fixes) == ("missing", ())
    assert problem.suggestion == '"quote": "It must be asked for 30 days ahead."'
    assert (problem.source, problem.line, problem.query_id) == ("q.jsonl", 7, "q1")


def test_a_quote_like_nothing_has_no_suggestion():
    problem = problem_of(Named("leave.md", "wholly unlike"), corpus_of(leave=LEAVE))
    assert problem.suggestion == ""
    assert "no text of it is like that" in problem.message


def test_a_quote_that_moved_to_another_section_is_fixed_with_as_many_titles_as_before():
    quote = "It must be asked for 30 days ahead."
    corpus = corpus_of(leave=LEAVE)
    one = problem_of(Named("leave.md", quote, ("Sick",), path=("evidence", 2)), corpus)
    two = problem_of(Named("leave.md", quote, ("Leave", "Sick"), path=("evidence", 0)), corpus)
    assert (one.kind, two.kind) == ("moved", "moved")
    assert one.fixes == (Fix(("evidence", 2, "section"), ["Parental"]),)
    assert two.fixes == (Fix(("evidence", 0, "section"), ["Leave", "Parental"]),)
    assert "it stands under Leave > Parental" in one.message


def test_a_quote_whose_heading_was_renamed_is_fixed():
    named = Named("leave.md", "It must be asked for 30 days ahead.", ("Leave", "Maternity"))
    problem = problem_of(named, corpus_of(leave=LEAVE))
    assert problem.kind == "moved"
    assert problem.fixes == (Fix(("section",), ["Leave", "Parental"]),)
    assert "no section Leave > Maternity" in problem.message


def test_a_quote_that_stands_twice_elsewhere_is_not_fixed():
    problem = problem_of(Named("leave.md", "Run make.", ("Parental",)), corpus_of(leave=LEAVE))
    assert (problem.kind, problem.fixes) == ("moved", ())
    assert problem.suggestion == '"section": ["Leave", "Adoption"] or "section": ["Leave", "Sick"]'


def test_a_quote_before_any_heading_cannot_be_fixed_with_a_section():
    corpus = corpus_of(a="Before it.\n\n# Top\n\nText.\n")
    problem = problem_of(Named("a.md", "Before it.", ("Top",)), corpus)
    assert (problem.kind, problem.suggestion, problem.fixes) == ("moved", "", ())
    assert "before any heading" in problem.message


def test_a_section_that_is_not_there_names_the_nearest_ones():
    problem = problem_of(Named("leave.md", section=("Adopton",)), corpus_of(leave=LEAVE))
    assert problem.kind == "no-section"
    assert problem.suggestion == '"section": ["Leave", "Adoption"]'


def test_a_title_that_holds_the_separator_is_pasted_as_one_title():
    problem = problem_of(Named("a.md", section=("a > c",)), corpus_of(a="# a > b\n\ntext\n"))
    assert problem.suggestion == '"section": ["a > b"]'


def test_a_section_that_occurs_twice_is_ambiguous():
    corpus = corpus_of(a="# A\n\n## X\n\none\n\n# B\n\n## X\n\ntwo\n")
    problem = problem_of(Named("a.md", section=("X",)), corpus)
    assert problem.kind == "ambiguous"
    assert problem.suggestion == '"section": ["A", "X"] or "section": ["B", "X"]'


def test_offsets_whose_text_moved_are_fixed():
    text = "New first line.\n\n" + LEAVE
    start = text.index("It must")
    named = Named("leave.md", "It must be asked", start=27, end=43, path=("needs", 0, 1))
    problem = problem_of(named, corpus_of(leave=text))
    assert problem.kind == "moved"
    assert problem.fixes == (
        Fix(("needs", 0, 1, "start"), start),
        Fix(("needs", 0, 1, "end"), start + 16),
    )
    assert problem.suggestion == f'"start": {start}, "end": {start + 16}'


def test_offsets_beyond_a_document_that_became_shorter_are_fixed_too():
    problem = problem_of(
        Named("leave.md", "Ask first.", start=900, end=910), corpus_of(leave=LEAVE)
    )
    assert [fix.value for fix in problem.fixes] == [9, 19]


def test_offsets_whose_text_now_stands_twice_are_not_fixed():
    problem = problem_of(Named("leave.md", "Run make.", start=0, end=5), corpus_of(leave=LEAVE))
    assert (problem.kind, problem.fixes) == ("ambiguous", ())
    assert "stands at 2 places" in problem.message


def test_offsets_whose_text_changed_show_the_text_that_is_nearest():
    named = Named("leave.md", "It must be asked for 21 days ahead.", start=33, end=68)
    problem = problem_of(named, corpus_of(leave=LEAVE))
    start = LEAVE.index("It must")
    assert (problem.kind, problem.fixes) == ("changed", ())
    assert problem.suggestion == (
        f'"quote": "It must be asked for 30 days ahead.", "start": {start}, "end": {start + 35}'
    )


def test_offsets_without_a_quote_must_hold_text():
    corpus = corpus_of(leave=LEAVE)
    assert problem_of(Named("leave.md", start=7, end=9), corpus).kind == "no-text"
    assert problem_of(Named("leave.md", start=0, end=len(LEAVE) + 1), corpus).kind == "no-text"
    assert located(Named("leave.md", start=0, end=len(LEAVE)), corpus)[1] == []


def test_a_document_that_was_renamed_is_found_by_the_quote():
    corpus = corpus_of(absence=LEAVE, other="# Other\n\nText.\n")
    problem = problem_of(Named("leave.md", "Ask first."), corpus)
    assert problem.kind == "no-document"
    assert problem.suggestion == '"doc_id": "absence.md"'


def test_a_document_that_was_misspelt_is_suggested():
    problem = problem_of(Named("leav.md", section=("Sick",)), corpus_of(leave=LEAVE))
    assert problem.suggestion == '"doc_id": "leave.md"'


def test_a_quote_that_stands_in_one_other_document_is_suggested_there():
    corpus = corpus_of(leave=LEAVE, other="# Other\n\nBadges cost nothing.\n")
    problem = problem_of(Named("leave.md", "Badges cost nothing."), corpus)
    assert (problem.kind, problem.suggestion) == ("missing", '"doc_id": "other.md"')


def test_every_entry_that_is_wrong_is_a_problem_of_its_own():
    group = (Named("leave.md", "nowhere"), Named("leave.md", "Ask first."), Named("gone.md"))
    raw = RawQuery("q1", "how", (), (group, (Named("leave.md", "Run make."),)), 1, "q.jsonl")
    queries, problems = try_locate([raw], corpus_of(leave=LEAVE))
    assert queries == []
    assert [problem.kind for problem in problems] == ["missing", "no-document", "ambiguous"]


def test_a_run_stops_with_one_error_that_counts_queries_not_entries():
    raw = [
        RawQuery(
            "q1", "how", (), ((Named("gone.md"), Named("leave.md", "nowhere")),), 1, "q.jsonl"
        ),
        RawQuery("q2", "how", (), ((Named("leave.md", "Ask first."),),), 2, "q.jsonl"),
    ]
    with pytest.raises(GoldrankError, match=r"^1 of 2 queries .* query q1: no document gone.md"):
        locate_queries(raw, corpus_of(leave=LEAVE))


RARE = "Whoever leaves early must return keys, badges and laptops to reception"
BULK = " ".join(f"w{n}" for n in range(3000))


def _judged(text: str, strict: bool = False, **documents: str) -> Need:
    """The need whose evidence is `text` where it stands first in document a, by offsets."""
    corpus = corpus_of(bulk=BULK, **documents)
    start = documents["a"].index(text)
    (query,), _ = located(Named("a.md", start=start, end=start + len(text)), corpus, strict=strict)
    return query.needs[0]


def test_a_long_rare_text_judged_by_offsets_counts_wherever_it_is_repeated_unless_strict():
    documents = {"a": f"# A\n\n{RARE}.\n", "b": "# B\n\n" + RARE.replace(" ", "\n") + ".\n"}
    need = _judged(RARE, **documents)
    assert [e.doc_id for e in need.evidence] == ["a.md", "b.md"]
    assert [e.doc_id for e in need.here] == ["a.md"]
    assert (need.repeats, need.elsewhere, need.by_chance) == (1, 1, 0)
    strict = _judged(RARE, strict=True, **documents)
    assert (strict.repeats, strict.elsewhere, strict.by_chance) == (0, 0, 0)


@pytest.mark.parametrize(
    "text",
    ["1901", "2%", "the", "at least 30 days", "Whoever leaves early must return keys", "。"],
)
def test_a_short_text_judged_by_offsets_is_gold_in_its_own_document_alone(text: str):
    need = _judged(text, a=f"{text} is so, and {text} it stays.", b=f"Here {text} is too.")
    assert [e.doc_id for e in need.evidence] == ["a.md", "a.md"]
    assert (need.repeats, need.elsewhere, need.by_chance) == (1, 0, 1)


def test_a_long_text_of_words_that_stand_everywhere_is_no_repeat():
    text = "it is so and so it is and it is so"
    common = " ".join(["it is so and"] * 2000)
    need = _judged(text, a=text, b=f"Then {text} again.", c=common)
    assert [e.doc_id for e in need.evidence] == ["a.md"]
    assert need.by_chance == 1


def test_a_name_that_leads_out_of_the_corpus_is_no_document(tmp_path: Path):
    (tmp_path / "secret.md").write_text("secret")
    assert problem_of(Named("../secret.md"), corpus_of(leave=LEAVE)).kind == "no-document"


@pytest.mark.parametrize("written", ["{ #cats }", "{#cats}", "{: #cats .x}", "{.x #cats}"])
@pytest.mark.parametrize("named", ["Cats", "Cats {#cats}", "Cats {#pets}"])
def test_a_section_is_found_with_and_without_its_anchor(written: str, named: str):
    corpus = corpus_of(pets=f"# Pets\n\n## Cats {written}\n\nThey purr.\n\n## Dogs\n\nBark.\n")
    assert spans_of(Named("pets.md", section=(named,)), corpus) == ["They purr."]
    assert spans_of(Named("pets.md", "purr", ("Pets", named)), corpus) == ["purr"]


def test_an_anchor_tells_two_sections_of_one_title_apart():
    corpus = corpus_of(pets="# Cats {#old}\n\nThey sleep.\n\n# Cats {#new}\n\nThey sleep.\n")
    assert spans_of(Named("pets.md", section=("Cats {#new}",)), corpus) == ["They sleep."]
    (query,), _ = located(Named("pets.md", "sleep", ("Cats {#new}",)), corpus)
    # The second "sleep" stands behind both headings and the first sentence.
    second = len("# Cats {#old}\n\nThey sleep.\n\n# Cats {#new}\n\nThey ")
    assert [e.start for e in query.needs[0].evidence] == [second]
    problem = problem_of(Named("pets.md", section=("Cats",)), corpus)
    assert problem.kind == "ambiguous"
    assert problem.suggestion == '"section": ["Cats {#old}"] or "section": ["Cats {#new}"]'


def test_a_title_that_shows_an_anchor_as_code_keeps_it():
    corpus = corpus_of(syntax="# The `{#id}`\n\nIt names.\n\n# The\n\nOther.\n")
    assert spans_of(Named("syntax.md", section=("The {#id}",)), corpus) == ["It names."]
    assert spans_of(Named("syntax.md", section=("The",)), corpus) == ["Other."]


@pytest.mark.parametrize(
    "quote", ["it must be asked for 30 days ahead", "It must … ahead.", "must be *asked* for"]
)
def test_a_quote_that_is_typed_otherwise_is_shown_as_it_is_to_be_pasted(quote: str):
    corpus = corpus_of(leave=LEAVE)
    problem = problem_of(Named("leave.md", quote), corpus)
    assert "it stands there typed otherwise" in problem.message
    pasted = json.loads("{" + problem.suggestion + "}")["quote"]
    assert spans_of(Named("leave.md", pasted), corpus) == [pasted]


@pytest.mark.parametrize("forms", [("NFD", "NFC"), ("NFC", "NFD")])
def test_a_name_in_another_composition_is_the_same_document(forms: tuple[str, str]):
    on_disk, written = (unicodedata.normalize(form, "été") for form in forms)
    corpus = corpus_of(**{on_disk: LEAVE})
    assert spans_of(Named(f"{written}.md", "Ask first."), corpus) == ["Ask first."]


def test_two_documents_that_differ_by_composition_alone_are_told_apart_by_their_own_names():
    names = [unicodedata.normalize(form, "été") for form in ("NFC", "NFD")]
    corpus = corpus_of(**{names[0]: LEAVE, names[1]: "# Summer\n\nHot days.\n"})
    assert spans_of(Named(f"{names[1]}.md", "Hot days."), corpus) == ["Hot days."]
