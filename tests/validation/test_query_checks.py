"""Queries that stand twice, that copy their evidence, and tags with too few of them."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from goldrank.evidence.problems import Problem
from goldrank.evidence.queries import Named, RawQuery
from goldrank.measuring.overlaps import BLOCK
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.types import Evidence, Need, Query
from goldrank.validation.query_checks import (
    copies,
    duplicates,
    least_queries,
    small_tags,
    unsaid_needs,
    without_evidence,
)


def raw(number: int, text: str, quote: str = "x", tags: tuple[str, ...] = ()) -> RawQuery:
    needs = ((Named("a.md", quote),),) if quote else ()
    return RawQuery(f"q{number}", text, tags, needs, number, "q.jsonl")


def doubles(*texts: str) -> list[Problem]:
    queries = [raw(number, text, str(number)) for number, text in enumerate(texts, 1)]
    return list(duplicates(queries, Tokenizer()))


def copied(text: str, quote: str) -> list[Problem]:
    query = Query("q1", text, needs=(Need((Evidence("a.md", 0, len(quote), quote),)),))
    return list(copies([query], {"q1": raw(1, text)}, Tokenizer()))


def test_the_same_words_are_a_duplicate_whatever_case_and_signs():
    (problem,) = doubles("How long is it?", "other words", "how LONG, is it")
    assert (problem.kind, problem.level, problem.query_id) == ("duplicate", "error", "q3")
    assert "the same as q1 (line 1)" in problem.message


def test_duplicates_with_the_same_evidence_are_told_from_those_with_other_evidence():
    tokenizer = Tokenizer()
    (same,) = duplicates([raw(1, "how long", "x"), raw(2, "how long", "x")], tokenizer)
    (other,) = duplicates([raw(1, "how long", "x"), raw(2, "how long", "y")], tokenizer)
    assert "both name the same evidence" in same.message
    assert "they name different evidence" in other.message


def test_a_third_of_a_kind_is_named_with_the_first():
    assert ["the same as q1" in problem.message for problem in doubles("a b", "a b", "a b")] == [
        True,
        True,
    ]


def test_four_of_five_words_shared_is_near_and_three_of_five_is_not():
    # Jaccard: {a b c d e} and {a b c d} share 4 of 5; {a b c d} and {a b c e} share 3 of 5.
    (problem,) = doubles("a b c d e", "d c b a")
    assert (problem.kind, problem.level) == ("near-duplicate", "warning")
    assert "shares 80% of its words with q1" in problem.message
    assert doubles("a b c d", "a b c e") == []


def test_the_same_words_in_another_order_are_only_nearly_the_same():
    (problem,) = doubles("before the notice after", "after the notice before")
    assert problem.kind == "near-duplicate"
    assert "100%" in problem.message


def test_a_query_is_named_with_the_one_that_is_most_alike():
    problems = doubles("a b c d e f g h i", "a b c d e f g h i k", "a b c d e f g h k i l")
    assert ["q1" in problem.message for problem in problems] == [True, False]
    assert "with q2" in problems[1].message  # 10 of 11, against 9 of 11


def test_queries_without_any_word_are_duplicates_of_each_other_and_break_nothing():
    (problem,) = doubles("???", "!!!", "a b")
    assert problem.kind == "duplicate"


@given(st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6), max_size=12))
def test_near_duplicates_are_those_that_a_comparison_of_all_pairs_finds(words: list[list[str]]):
    distinct = list(dict.fromkeys(tuple(each) for each in words))
    sets = [frozenset(each) for each in distinct]
    near = {
        late
        for early, late in combinations(range(len(sets)), 2)
        if len(sets[early] & sets[late]) >= 0.8 * len(sets[early] | sets[late])
    }
    found = doubles(*(" ".join(each) for each in distinct))
    assert {int((problem.query_id or "q0")[1:]) - 1 for problem in found} == near


def test_more_queries_than_one_block_are_compared_across_blocks():
    texts = [f"w{n} x{n} y{n} z{n} v{n}" for n in range(BLOCK + 5)]
    (problem,) = doubles(*texts, "w0 x0 y0 z0 v0 u")
    assert problem.query_id == f"q{BLOCK + 6}"
    assert "with q1 " in problem.message


def test_a_query_of_which_most_words_stand_in_a_row_in_its_evidence_copies_it():
    (problem,) = copied("How it must be asked for?", "So it Must be\nasked, for 30 days.")
    assert (problem.kind, problem.level) == ("copied", "warning")


def test_the_row_of_copied_words_is_counted_and_shown():
    (problem,) = copied("so it must be asked", "Well: it must be asked for.")
    assert (
        '4 of its 5 words stand in a row in its own evidence ("it must be asked")'
        in problem.message
    )


def test_half_of_the_words_or_three_in_a_row_are_no_copy():
    assert copied("a b c d e f g h", "a b c d") == []  # 4 of 8 is not most
    assert copied("a b c", "a b c") == []  # 3 words occur by themselves
    assert copied("a b x c d", "a b y c d") == []  # 4 of 5, but not in a row


def test_any_evidence_of_a_query_can_be_copied():
    needs = (
        Need((Evidence("a", 0, 1, "z"),)),
        Need((Evidence("a", 0, 1, "y"), Evidence("a", 0, 9, "a b c d"))),
    )
    found = list(
        copies([Query("q1", "a b c d", needs=needs)], {"q1": raw(1, "a b c d")}, Tokenizer())
    )
    assert len(found) == 1


def test_a_query_without_evidence_is_said():
    assert [p.query_id for p in without_evidence([raw(1, "a"), raw(2, "b", "")])] == ["q2"]


def _asking(*entries: Named, grouped: bool = False) -> list[Problem]:
    needs = (entries,) if grouped else tuple((entry,) for entry in entries)
    return list(unsaid_needs([RawQuery("q1", "how", (), needs, 1, "q.jsonl")]))


def test_a_query_of_several_places_without_needs_is_asked_what_it_meant():
    one, other = (Named("a.md", quote, path=("evidence", n)) for n, quote in enumerate("xy"))
    (problem,) = _asking(one, other)
    assert (problem.kind, problem.level, problem.query_id) == ("unsaid-needs", "warning", "q1")
    assert "they count as 2 needs, and finding one of them as a recall of 1/2" in problem.message
    assert problem.suggestion.startswith('"need": 1, "need": 2 in them, in order, where all')
    assert 'or "need": 1 in each of them, where any one is an answer' in problem.suggestion
    assert _asking(one) == []


def test_a_query_that_says_its_needs_is_not_asked():
    said = [Named("a.md", quote, path=("evidence", 0), need="1") for quote in "xy"]
    nested = [Named("a.md", quote, path=("needs", 0, 0)) for quote in "xy"]
    assert _asking(*said) == _asking(*said, grouped=True) == _asking(*nested) == []


def test_a_place_that_is_judged_not_to_answer_is_no_need_to_ask_about():
    answer = Named("a.md", "x", path=("evidence", 0))
    assert _asking(answer, Named("a.md", "y", grade=0, path=("evidence", 1))) == []


def test_the_fewest_queries_are_those_whose_smallest_p_value_reaches_alpha():
    for alpha in (0.2, 0.1, 0.05, 0.01, 0.001):
        least = least_queries(alpha)
        assert 2 / 2**least <= alpha < 2 / 2 ** (least - 1)


def test_tags_with_too_few_judged_queries_are_named_and_others_are_not():
    queries = [raw(n, str(n), "x", ("big", "small") if n < 5 else ("big", "big")) for n in range(6)]
    queries.append(raw(9, "unjudged", "", ("small",)))
    (problem,) = small_tags(queries, "s.toml")
    assert "tag 'small' has 5 queries with evidence" in problem.message
    assert (problem.source, problem.level) == ("s.toml", "warning")


def test_a_suite_with_too_few_queries_is_named():
    (problem,) = small_tags([raw(1, "a")], "s.toml")
    assert problem.message.startswith("the suite has 1 query with evidence")
