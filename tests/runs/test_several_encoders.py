"""A run of several encoders says of each what a run of it alone says."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import ENCODER, READS, random_files, random_queries, run_tiny, write_tiny

from goldrank.gating.gated_run import run_light
from goldrank.inspection.inspect import inspect
from goldrank.runs.record import load, save
from goldrank.runs.run import Run
from goldrank.runs.windows import windows_of
from goldrank.suites.suite import load_suite

FILES = random_files(7)
LONG = ENCODER.replace(f"[:{READS}]", "[:40]")
CHUNKERS = """
[[chunker]]
name = "follows"
kind = "fixed"
limit = "tiny"
[[chunker]]
name = "smallest"
kind = "fixed"
[[chunker]]
name = "wide"
kind = "fixed"
limit = "long"
"""


def encoder(name: str, model: str, table: str = "[[encoder]]") -> str:
    named = f'name = "{name}"\n' if table == "[[encoder]]" else ""
    return f'{table}\n{named}model = "{model}:encode"\ntokenizer = "tiny_tokens:tokens"\n'


def suite_of(folder: Path, encoders: str, chunkers: str) -> Path:
    path = write_tiny(folder, files=FILES, queries=random_queries(FILES, 3))
    head, _, _ = path.read_text().partition("[encoder]")
    path.write_text(head + encoders + chunkers)
    (folder / "long_encoder.py").write_text(LONG)
    return path


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("both") / "suite"
    encoders = encoder("tiny", "tiny_encoder") + encoder("long", "long_encoder")
    return run_tiny(suite_of(folder, encoders, CHUNKERS))


def alone(tmp_path: Path, model: str, chunkers: str) -> Run:
    table = encoder("", model, "[encoder]")
    return run_tiny(suite_of(tmp_path / model, table, chunkers))


def fixed(name: str, limit: int) -> str:
    return f'[[chunker]]\nname = "{name}"\nkind = "fixed"\nlimit = {limit}\n'


def of(table: pd.DataFrame, chunker: str, variants: dict[str, str]) -> pd.DataFrame:
    mine = table[(table.chunker == chunker) & table.variant.isin(variants)]
    return mine.assign(variant=mine.variant.map(variants)).reset_index(drop=True)


LEFT_OUT = ["RR_change", "RR_held", "needs_held"]
"""What compares systems of a run with each other, which have others beside them here."""


@pytest.mark.parametrize(
    ("model", "names", "chunker", "limit"),
    [
        ("tiny_encoder", ("raw", "breadcrumb", "abstract"), "smallest", 12),
        ("long_encoder", ("raw@long", "breadcrumb@long", "abstract@long"), "smallest", 12),
        ("long_encoder", ("raw@long", "breadcrumb@long", "abstract@long"), "wide", 40),
    ],
)
def test_every_rank_and_coverage_is_that_of_the_encoder_alone(
    both: Run, tmp_path: Path, model: str, names: tuple[str, ...], chunker: str, limit: int
):
    one = alone(tmp_path, model, fixed(chunker, limit))
    variants = {name: name.partition("@")[0] for name in names}
    rankers = set(both.needs[both.needs.variant == names[0]].ranker)
    for name in ("needs", "gold", "measurements", "coverage", "uncovered", "top", "diagnoses"):
        mine, own = of(getattr(both, name), chunker, variants), getattr(one, name)
        if "ranker" in own:
            own = own[own.ranker.isin(rankers)].reset_index(drop=True)
        kept = [c for c in own.columns if c not in LEFT_OUT and not c.startswith("repair")]
        shared = [column for column in kept if column in mine.columns]
        assert set(kept) - set(shared) <= {"query_read"}
        if name == "uncovered" and own.empty:
            assert mine.empty
            continue
        pd.testing.assert_frame_equal(mine[shared], own[shared])


def test_a_chunker_cuts_once_by_the_window_that_it_names_or_the_smallest(both: Run):
    # A word is a token here: the windows are of 12 and 40 tokens.
    most = {name: int(max(chunks.tokens)) for name, chunks in both.chunks.groupby("chunker")}
    assert most["follows"] == most["smallest"] <= 12 < most["wide"] <= 40
    said = " ".join(both.notices)
    assert "follows, smallest cuts once for all encoders, by the window of tiny" in said
    assert "wide cuts once for all encoders, by the window of long" in said


def test_both_windows_are_told_and_kept(both: Run, tmp_path: Path):
    save(both, tmp_path / "kept", {}, {})
    kept = load(tmp_path / "kept")
    for run in (both, kept):
        windows = windows_of(run)
        assert [windows[name].tokens for name in ("", "long")] == [12, 40]  # type: ignore[union-attr]


def test_an_inspection_ranks_by_the_encoder_of_its_variant(both: Run):
    query = str(both.needs.dropna(subset=["rank"]).query_id.iloc[0])
    for variant in ("raw", "raw@long"):
        found = inspect(both, query, variant=variant, chunker="wide")
        assert not [notice for notice in found.notices if "ranking again" in notice]
        assert [d.rank == d.saved_rank for d in found.details] == [True] * len(found.details)


def test_which_encoder_is_better_is_said_with_its_test(both: Run):
    [said] = [s for s in both.sentences if "long" in s and "tiny" in s]
    assert "the 18 systems that" in said  # 3 chunkers, 3 variants, by vector and by RRF


def test_the_gate_tells_another_second_encoder(tmp_path: Path):
    encoders = encoder("tiny", "tiny_encoder") + encoder("long", "long_encoder")
    path = suite_of(tmp_path / "s", encoders, fixed("small", 12))
    before = run_light(load_suite(path), tmp_path / "cache")
    (path.parent / "long_encoder.py").write_text(LONG.replace("[:40]", "[:30]"))
    after = run_light(load_suite(path), tmp_path / "cache")
    assert before.fingerprints["encoder"] != after.fingerprints["encoder"]
