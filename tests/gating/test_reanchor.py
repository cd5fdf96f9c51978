"""Evidence that moved, was renamed, or is gone, in whole small runs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.tiny import FILES, write_tiny

from goldrank.errors import GoldrankError
from goldrank.gating.baseline_file import write_baseline
from goldrank.gating.gate import gate_suite
from goldrank.gating.gated_run import light_baseline, run_light
from goldrank.gating.verdicts import GateResult, NotComparable
from goldrank.suites.suite import load_suite

START = FILES["leave.md"].index("requested 30")
BY_OFFSETS = (
    {
        "query_id": "q1",
        "text": "when must parental leave be requested",
        "evidence": [{"doc_id": "leave.md", "start": START, "end": START + 28}],
    },
    {
        "query_id": "q2",
        "text": "when is the bonus paid",
        "evidence": [{"doc_id": "pay.md", "quote": "paid in March"}],
    },
)


def saved(folder: Path, **options: object) -> tuple[Path, Path]:
    """A tiny suite and its baseline."""
    suite = write_tiny(folder, **options)  # type: ignore[arg-type]
    loaded = load_suite(suite)
    light = light_baseline(run_light(loaded, folder / "cache"), loaded)
    return suite, write_baseline(light, folder / "b.json")


ANY_SHARE = '[[gate]]\nmeasure = "RR"\nmin_compared = 0\n'


def edited(folder: Path, name: str, text: str | None) -> None:
    path = folder / "corpus" / name
    path.unlink() if text is None else path.write_text(text, encoding="utf-8")


def verdict(folder: Path, suite: Path, baseline: Path) -> GateResult:
    return gate_suite(load_suite(suite), baseline, folder / "cache")


def test_nothing_changed_passes_and_names_no_drift(tmp_path) -> None:
    suite, baseline = saved(tmp_path)
    result = verdict(tmp_path, suite, baseline)
    assert (result.exit_code, result.drift, result.worse, result.better) == (0, (), (), 0)


def test_evidence_that_a_new_paragraph_pushed_down_is_listed_as_moved(tmp_path) -> None:
    suite, baseline = saved(tmp_path)
    edited(tmp_path, "leave.md", "# New\n\n" + FILES["leave.md"])
    result = verdict(tmp_path, suite, baseline)
    moved = result.moved[0]
    assert (moved.query_id, moved.start - moved.old_start, moved.reanchored) == ("q1", 7, False)
    assert [drift.what for drift in result.drift] == ["corpus"]
    assert result.needs_compared == 2


def test_offsets_that_now_hold_another_text_are_anchored_by_the_old_quote(tmp_path) -> None:
    suite, baseline = saved(tmp_path, queries=BY_OFFSETS)
    edited(tmp_path, "leave.md", "# New\n\n" + FILES["leave.md"])
    result = verdict(tmp_path, suite, baseline)
    assert [(m.query_id, m.start, m.reanchored) for m in result.moved] == [("q1", START + 7, True)]
    assert result.needs_compared == 2


def test_a_renamed_document_is_found_by_the_quote(tmp_path) -> None:
    suite, baseline = saved(tmp_path)
    edited(tmp_path, "leave.md", None)
    edited(tmp_path, "absence.md", FILES["leave.md"])
    result = verdict(tmp_path, suite, baseline)
    assert [(m.doc_id, m.reanchored) for m in result.moved] == [("absence.md", True)]
    assert result.drift[0].details[:2] == ("added: absence.md", "removed: leave.md")


def test_evidence_that_is_gone_is_left_out_and_listed(tmp_path) -> None:
    suite, baseline = saved(tmp_path, rest=ANY_SHARE)
    edited(tmp_path, "leave.md", "# Leave\n\nAsk your manager.\n")
    result = verdict(tmp_path, suite, baseline)
    assert result.needs_compared == 1
    assert result.left_out == (
        'q1: its evidence is gone from leave.md ("requested 30 days in advance")',
    )


def test_a_quote_that_stands_twice_elsewhere_is_not_guessed(tmp_path) -> None:
    suite, baseline = saved(tmp_path, rest=ANY_SHARE)
    edited(tmp_path, "leave.md", None)
    for name in ("one.md", "two.md"):
        edited(tmp_path, name, FILES["leave.md"])
    assert verdict(tmp_path, suite, baseline).needs_compared == 1


def test_evidence_that_is_not_there_in_the_baseline_s_own_corpus_is_an_error(tmp_path) -> None:
    suite, baseline = saved(tmp_path)
    queries = tmp_path / "queries.jsonl"
    queries.write_text(queries.read_text().replace("requested 30 days", "requested 31 days"))
    with pytest.raises(GoldrankError, match="q1") as told:
        verdict(tmp_path, suite, baseline)
    assert told.value.exit_code == 2


def test_a_query_that_was_deleted_is_not_comparable(tmp_path) -> None:
    suite, baseline = saved(tmp_path)
    (tmp_path / "queries.jsonl").write_text(json.dumps(BY_OFFSETS[1]) + "\n")
    with pytest.raises(NotComparable, match="q1 is missing"):
        verdict(tmp_path, suite, baseline)


def test_another_encoder_is_refused_before_anything_is_encoded(tmp_path) -> None:
    suite, baseline = saved(tmp_path)
    code = tmp_path / "tiny_encoder.py"
    code.write_text(code.read_text() + "\nraise RuntimeError('loaded')\n")
    with pytest.raises(NotComparable, match="the encoder is not the baseline's"):
        verdict(tmp_path, suite, baseline)
