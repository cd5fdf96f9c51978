"""Encoders that misbehave, through whole runs: a clear error, or counted and said."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiny import FILES, NAMED, write_tiny

from goldrank.errors import GoldrankError
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite

ENCODER = """
import hashlib, os
import numpy as np

def vector(text, reads):
    made = np.zeros(32)
    for word in text.lower().replace(".", " ").replace("\\n", " ").split()[:reads]:
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
        made += np.random.default_rng(seed).standard_normal(32)
    return made

def encode(texts):
    {before}
    rows = np.array([vector(text, {reads}) for text in texts])
    {after}
    return rows
"""
OF_THE_CORPUS = "any('Bonus' in t or 'March' in t for t in texts)"  # not the probes of the window
LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen."


def run_with(
    folder: Path, after: str = "", before: str = "", reads: int = 12, files: dict[str, str] = FILES
) -> Run:
    suite = write_tiny(folder, files=files, rest='version = "1"\n')
    suite.write_text(suite.read_text().replace(NAMED, ""))
    code = ENCODER.format(before=before or "pass", after=after or "pass", reads=reads)
    (folder / "tiny_encoder.py").write_text(code)
    return run_suite(load_suite(suite), folder / "cache")


@pytest.mark.parametrize(
    ("after", "message"),
    [
        ("rows[-1] = np.nan", 'expected finite numbers, got NaN or infinity for the text "'),
        ("rows[0, 3] = np.inf", r"\(1 of \d+ in its batch\); nothing of the batch was stored"),
        ("rows = rows[:-1]", r"expected \d+ vectors, got an array of shape \(\d+, 32\)"),
        ("rows = np.concatenate([rows, rows])", "it must return one row for each text"),
        ("rows = rows[:, :16]", "expected 32 dimensions, got 16"),
        ("rows = rows[0]", r"got an array of shape \(32,\)"),
        ("rows = rows[:, :0]", "got 0"),
        ("rows = [['a']] * len(texts)", "expected an array of numbers"),
        ("raise RuntimeError('out of memory')", "failed on .* texts: RuntimeError: out of memory"),
        ("rows = None", "expected"),
    ],
)
def test_what_no_encoder_may_return_ends_the_run_with_its_name(
    tmp_path: Path, after: str, message: str
):
    with pytest.raises(GoldrankError, match=message) as error:
        run_with(tmp_path, f"if {OF_THE_CORPUS}: {after}")
    assert "tiny_encoder:encode" in str(error.value)


def test_after_the_encoder_is_mended_the_run_goes_on_as_if_nothing_had_been(tmp_path: Path):
    with pytest.raises(GoldrankError):
        run_with(tmp_path / "a", f"if {OF_THE_CORPUS}: rows[-1] = np.nan")
    mended = run_with(tmp_path / "a")
    sound = run_with(tmp_path / "b")
    assert mended.needs.equals(sound.needs)


def test_zero_vectors_of_chunks_and_of_queries_are_counted_and_said(tmp_path: Path):
    run = run_with(tmp_path, "rows[[('bonus' in t.lower()) for t in texts]] = 0")
    said = " ".join(run.notices)
    assert "1 query has a zero vector" in said
    assert "heading/breadcrumb: 1 chunk has a zero vector" in said


def test_an_encoder_whose_vectors_are_all_alike_is_an_error(tmp_path: Path):
    with pytest.raises(GoldrankError, match="tiny_encoder:encode"):
        run_with(tmp_path, "rows[:] = 1")


@pytest.mark.parametrize(("first", "then"), [(12, 6), (6, 12)])
def test_a_window_that_changes_between_runs_ends_the_run(tmp_path: Path, first: int, then: int):
    """As behind a service: the code and its version stay, and the model is another."""
    reads = "int(__import__('pathlib').Path(__file__).with_name('reads').read_text())"
    tmp_path.joinpath("reads").write_text(str(first))
    run_with(tmp_path, reads=reads)  # type: ignore[arg-type]
    tmp_path.joinpath("reads").write_text(str(then))
    more = {**FILES, "more.md": f"# More\n\n{LONG}\n"}
    with pytest.raises(GoldrankError, match="expected the vectors that it gave in an earlier run"):
        run_with(tmp_path, reads=reads, files=more)  # type: ignore[arg-type]


def test_a_window_that_shrank_is_noticed_where_no_text_is_cut(tmp_path: Path):
    reads = "int(__import__('pathlib').Path(__file__).with_name('reads').read_text())"
    tmp_path.joinpath("reads").write_text("40")
    run_with(tmp_path, reads=reads)  # type: ignore[arg-type]
    tmp_path.joinpath("reads").write_text("5")
    more = {**FILES, "more.md": f"# More\n\n{LONG}\n"}
    with pytest.raises(GoldrankError, match="expected the vectors that it gave in an earlier run"):
        run_with(tmp_path, reads=reads, files=more)  # type: ignore[arg-type]


def test_of_an_encoder_that_reads_the_end_coverage_is_told_between_two_bounds(tmp_path: Path):
    more = {**FILES, "more.md": f"# More\n\n{LONG}\n"}
    run = run_with(tmp_path, before="texts = [' '.join(t.split()[-8:]) for t in texts]", files=more)
    [row] = run.coverage[run.coverage.variant == "raw"].to_dict("records")
    mine = run.document_coverage[
        (run.document_coverage.variant == "raw") & (run.document_coverage.doc_id == "more.md")
    ]
    # Of the 15 words of more.md the last eight are read: that much at most is told, and no least.
    eight = len("eight nine ten eleven twelve thirteen fourteen fifteen.".replace(" ", ""))
    lost = len(LONG.replace(" ", "")) - eight
    assert int(mine.covered_characters.iloc[0]) == 0
    assert row["covered_at_most"] == row["body_characters"] - lost
    assert any("does not read" in notice or "is between" in notice for notice in run.notices)


def test_an_encoder_that_gives_other_vectors_each_time_is_an_error(tmp_path: Path):
    with pytest.raises(GoldrankError, match="tiny_encoder:encode"):
        run_with(tmp_path, "rows += np.random.default_rng().standard_normal(rows.shape)")
