"""Chunks that are not those of the baseline are said, with their number."""

from __future__ import annotations

from tests.baselines import PARTS, baseline, gated

BEFORE = {**PARTS, "chunks": {"heading": "815 0f5a", "whole": "9 1234"}}


def _details(**changes: object) -> list[str]:
    result = gated(
        baseline([1], fingerprints=BEFORE), baseline([1], fingerprints={**BEFORE, **changes})
    )
    return [detail for drift in result.drift if drift.what == "code" for detail in drift.details]


def test_a_chunker_that_makes_other_chunks_of_one_corpus_is_a_change_of_the_code():
    assert _details(chunks={"heading": "712 a3b1", "whole": "9 1234"}) == [
        "heading makes 712 chunks, was 815"
    ]
    assert _details(chunks={"heading": "815 0f5a", "whole": "9 aaaa"}) == [
        "whole makes 9 chunks as before, at other places"
    ]
    assert _details() == []


def test_the_chunks_of_another_corpus_are_the_corpus_and_not_the_code():
    assert _details(chunks={"heading": "712 a3b1"}, corpus="other") == []


def test_a_baseline_that_knows_nothing_of_chunks_says_nothing_of_them():
    result = gated(baseline([1]), baseline([1], fingerprints=BEFORE))
    assert result.drift == ()
