"""Code that an encoder or a chunker imports is part of it, in one process and between two runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.tiny import ENCODER, run_tiny, write_tiny

from goldrank.comparing.compare import compare
from goldrank.comparing.pair import ComparedRun
from goldrank.encoders.user import UserEncoder
from goldrank.errors import GoldrankError
from goldrank.gating.baseline import baseline_of
from goldrank.gating.compared_needs import check_encoder
from goldrank.gating.drift import drift_of
from goldrank.gating.verdicts import NotComparable
from goldrank.runs.run import Run
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import load_suite

MINE = """
from helpers.text import prepared
import tiny_encoder

def encode(texts):
    return tiny_encoder.encode([prepared(text) for text in texts])

def chunks(text):
    from cutter import cut
    return cut(text)
"""
PREPARED = """
import re

def prepared(text):
    return re.sub(r"(\\w+)", r"\\1{}", text)
"""
CUT = "def cut(text):\n    return [p for p in text.split({!r}) if p.strip()]\n"


def write_own(folder: Path, end: str = "a", at: str = "\n\n") -> Path:
    """A suite whose encoder and chunker import helpers, one of them only when it is called."""
    suite = write_tiny(folder, rest='[[chunker]]\nname = "own"\nkind = "mine:chunks"\n')
    suite.write_text(suite.read_text().replace("tiny_encoder:encode", "mine:encode"))
    (folder / "mine.py").write_text(MINE)
    (folder / "helpers").mkdir(exist_ok=True)
    (folder / "helpers" / "text.py").write_text(PREPARED.format(end))
    (folder / "cutter.py").write_text(CUT.format(at))
    return suite


def best(run: Run) -> list[object]:
    mine = run.needs[run.needs.ranker == "vector"]
    return [*mine["rank"], *mine.score.round(6)]


def test_a_changed_helper_encodes_everything_anew_in_one_process(tmp_path: Path) -> None:
    first = run_tiny(write_own(tmp_path / "a"), tmp_path / "cache")
    # Written within a second, with as many bytes: a compiled file would look fresh.
    other = run_tiny(write_own(tmp_path / "a", "b"), tmp_path / "cache")
    clean = run_tiny(write_own(tmp_path / "b", "b"), tmp_path / "clean")
    assert best(other) == best(clean) != best(first)
    assert other.fingerprints["encoder"] == clean.fingerprints["encoder"]
    assert other.fingerprints["encoder"] != first.fingerprints["encoder"]


def test_a_helper_of_that_name_beside_another_suite_is_another_one(tmp_path: Path) -> None:
    runs = [
        run_tiny(write_own(tmp_path / n, s), tmp_path / "c") for n, s in (("a", "a"), ("b", "b"))
    ]
    again = run_tiny(tmp_path / "a" / "tiny.toml", tmp_path / "fresh")
    assert best(again) == best(runs[0]) != best(runs[1])


def test_a_helper_that_is_imported_at_the_call_is_part_of_the_chunker(tmp_path: Path) -> None:
    first = run_tiny(write_own(tmp_path), tmp_path / "cache")
    other = run_tiny(write_own(tmp_path, at="x\n"), tmp_path / "cache")
    assert len(other.chunks) < len(first.chunks)
    assert other.fingerprints["chunkers"] != first.fingerprints["chunkers"]
    assert other.fingerprints["encoder"] != ""
    (code,) = [
        drift
        for drift in drift_of(baseline_of(first, ""), baseline_of(other, ""), [])
        if drift.what == "code"
    ]
    assert "chunker own (cutter.py)" in code.sentence


def test_the_gate_and_a_comparison_name_the_file_that_changed(tmp_path: Path) -> None:
    first = run_tiny(write_own(tmp_path), tmp_path / "cache")
    other = run_tiny(write_own(tmp_path, "b"), tmp_path / "cache")
    before, after = baseline_of(first, ""), baseline_of(other, "")
    with pytest.raises(NotComparable, match=r"helpers/text\.py changed\)"):
        check_encoder(before, after.fingerprints)
    assert drift_of(before, after, [])[0].sentence == (
        "The encoder is another one: helpers/text.py changed."
    )
    names = tuple(
        "/".join(row) for row in first.systems[["chunker", "variant", "ranker"]].to_numpy()
    )
    notes = compare(ComparedRun("a", first, names), ComparedRun("b", other, names)).notes
    assert "The two have another encoder: helpers/text.py changed." in notes


def test_a_run_says_which_files_its_own_code_is_in(tmp_path: Path) -> None:
    said = make_parts(load_suite(write_own(tmp_path))).imported
    assert said[0] == (
        "chunker mine:chunks is the code in mine.py and of cutter.py, helpers/text.py, "
        "tiny_encoder.py, imported from beside the suite"
    )


def test_without_a_helper_the_fingerprint_is_what_it_was(tmp_path: Path) -> None:
    write_own(tmp_path)
    (tmp_path / "mine.py").write_text(ENCODER)
    alone = UserEncoder("mine:encode", folders=(str(tmp_path),))
    assert alone.code.keys() == {"mine.py"}
    before = alone.fingerprint
    (tmp_path / "cutter.py").write_text("changed = 1\n")
    assert UserEncoder("mine:encode", folders=(str(tmp_path),)).fingerprint == before


def test_code_that_changes_between_fingerprint_and_first_call_stores_nothing(
    tmp_path: Path,
) -> None:
    write_own(tmp_path)
    encoder = UserEncoder("mine:encode", folders=(str(tmp_path),))
    assert encoder.fingerprint
    (tmp_path / "helpers" / "text.py").write_text(PREPARED.format("b"))
    with pytest.raises(GoldrankError, match=r"helpers/text\.py changed since"):
        encoder.encode(["a"], "document")
    again = UserEncoder("mine:encode", folders=(str(tmp_path),))
    assert np.any(again.encode(["ab"], "document"))


def test_a_version_stands_for_what_cannot_be_seen(tmp_path: Path) -> None:
    suite = write_own(tmp_path)
    prints = []
    for version in ("", '\nversion = "2"\n'):
        suite.write_text(suite.read_text() + version)
        prints.append(run_tiny(suite, tmp_path / "cache").fingerprints["chunkers"]["own"])
    assert prints[0] != prints[1]


def test_what_a_tokenizer_imports_is_part_of_the_encoder(tmp_path: Path) -> None:
    write_own(tmp_path)
    (tmp_path / "tokens.py").write_text(
        "def pieces(text):\n    from cutter import cut\n    return cut(text)\n"
    )
    made = [
        UserEncoder("mine:encode", tokenizer="tokens:pieces", folders=(str(tmp_path),))
        for _ in range(2)
    ]
    assert made[0].counter.count("a\n\nb") == 2
    assert {"mine.py", "tokens.py", "cutter.py"} <= made[0].code.keys()
    (tmp_path / "cutter.py").write_text(CUT.format("b"))
    assert made[1].counter.count("a\n\nb") == 1
    assert made[0].fingerprint != made[1].fingerprint
