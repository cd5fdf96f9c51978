"""A session reads chunk by chunk, goes on where it stopped, and shows no guess unasked."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.auditing.auditing import audited

from goldrank.auditing.readings import read_readings
from goldrank.auditing.session import Auditing, open_audit
from goldrank.errors import GoldrankError


@pytest.fixture
def session(tmp_path: Path) -> Auditing:
    return open_audit(audited(tmp_path / "here"), "ana", 300, folder=tmp_path / "audits")


def again(session: Auditing) -> Auditing:
    return open_audit(session.audited, "ana", 300, folder=session.file.path.parent)


def test_a_sample_is_never_larger_than_the_chunks(session: Auditing):
    assert sorted(session.sample) == list(range(len(session.audited.chunks)))
    assert session.file.design.size == len(session.audited.chunks)


def test_each_reading_is_on_the_disk_and_another_session_goes_on_there(session: Auditing):
    session.do("p")
    session.do("N")
    assert list(read_readings(session.file.path).last.values()) == ["pronoun", "named"]
    assert again(session).walk.at == 2
    assert again(session).walk.left == len(session.sample) - 2


def test_what_is_skipped_comes_again_next_time(session: Auditing):
    first = session.walk.key
    session.do("s")
    session.do("u")
    assert again(session).walk.key == first


def test_going_back_reads_a_chunk_anew(session: Auditing):
    first = session.walk.key
    session.do("p")
    session.do("b")
    session.do("i")
    assert read_readings(session.file.path).last == {first: "imperative"}
    assert session.walk.at == 1


def test_the_guess_is_shown_when_asked_for_and_after_the_answer(session: Auditing):
    with pytest.raises(GoldrankError, match="no chunk was read yet"):
        session.do("g")
    session.do("t")
    assert session.guess == ""
    session.do("g")
    guesses = session.audited.guesses
    assert guesses is not None
    assert f"you said twin, the rule says {guesses[session.sample[0]]}" in session.guess
    session.do("b")
    session.do("n")
    found = read_readings(session.file.path)
    key = session.audited.chunks[session.sample[0]].chunk_id
    assert (found.first[key], found.last[key]) == ("twin", "named")
    assert '"after_guess": true' in session.file.path.read_text("utf-8")


@pytest.mark.parametrize("typed", ["", "x", "p n", "pronoun"])
def test_what_means_nothing_changes_nothing(session: Auditing, typed: str):
    with pytest.raises(GoldrankError, match="expected one of p, i, l, u, n, t, s, b, g, q"):
        session.do(typed)
    assert session.walk.at == 0


def test_the_first_chunk_has_none_before_it(session: Auditing):
    with pytest.raises(GoldrankError, match="this is the first chunk"):
        session.do("b")
