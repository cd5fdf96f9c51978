from __future__ import annotations

from tests.chunkers.contract import budget, texts

from goldrank.chunkers.whole import WholeChunker

WHOLE = WholeChunker("whole")


def test_the_document_without_front_matter_and_outer_space_is_one_chunk():
    text = "---\ntitle: T\n---\n\n# A\n\none\n\n## B\n\ntwo \n"
    assert texts(WHOLE, text) == ["# A\n\none\n\n## B\n\ntwo"]


def test_no_window_cuts_it():
    assert texts(WHOLE, "one two three", budget(2)) == ["one two three"]


def test_an_empty_document_has_no_chunk():
    assert texts(WHOLE, " \n") == []
