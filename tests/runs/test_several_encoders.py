"""A run of several encoders says of each what a run of it alone says."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import ENCODER, READS, random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
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


FUSED = """
[[ranker]]
name = "by-long"
kind = "vector"
encoder = "long"
[[ranker]]
name = "by-tiny"
kind = "vector"
encoder = "tiny"
[[ranker]]
name = "two"
kind = "rrf"
of = ["vector", "by-long"]
"""


@pytest.fixture(scope="module")
def fused(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("fused") / "suite"
    encoders = encoder("tiny", "tiny_encoder") + encoder("long", "long_encoder")
    path = suite_of(folder, encoders, fixed("wide", 40) + FUSED)
    ranked = 'rankers = ["vector", "by-long", "by-tiny", "two", "bm25"]\n'
    path.write_text(ranked + path.read_text())
    return run_tiny(path)


def by(run: Run, table: str, variant: str, ranker: str) -> pd.DataFrame:
    mine = getattr(run, table)
    of_system = (mine.chunker == "wide") & (mine.variant == variant) & (mine.ranker == ranker)
    kept = [c for c in mine.columns if c not in LEFT_OUT and not c.startswith("repair")]
    return mine[of_system][kept].drop(columns=["variant", "ranker"]).reset_index(drop=True)


@pytest.mark.parametrize("variant", ["raw", "breadcrumb"])
def test_a_ranker_that_names_an_encoder_ranks_as_a_variant_of_it(
    both: Run, fused: Run, variant: str
):
    for table in ("needs", "gold", "measurements", "diagnoses"):
        long = by(both, table, f"{variant}@long", "vector")
        pd.testing.assert_frame_equal(by(fused, table, variant, "by-long"), long)
        first = by(fused, table, variant, "vector")
        pd.testing.assert_frame_equal(by(fused, table, variant, "by-tiny"), first)
    assert set(fused.needs.variant) == {"raw", "breadcrumb", "abstract"}  # none is added
    assert {"raw", "raw@long"} <= set(fused.coverage.variant)


def test_two_encoders_are_fused_by_the_ranks_of_both(fused: Run):
    """The fused score is 1 / (60 + rank) of each, as reciprocal rank fusion has it."""
    gold = fused.gold[fused.gold.variant == "raw"]
    keys = ["query_id", "need", "chunk_id"]
    columns = ["rank", "best", "worst", "score"]
    rows = gold.set_index([*keys, "ranker"])[columns].unstack()
    mine = [rows.xs(name, axis=1, level="ranker") for name in ("vector", "by-long")]
    alone = pd.concat([m.best == m.worst for m in mine], axis=1).all(axis=1)
    assert alone.sum() > 8
    expected = sum(1 / (60 + m["rank"].astype(float)) for m in mine)
    fused_score = rows.xs("two", axis=1, level="ranker").score
    assert fused_score[alone].to_numpy() == pytest.approx(expected[alone].to_numpy(), abs=2e-6)


def test_evidence_that_one_encoder_of_two_reads_is_read(fused: Run):
    states = fused.needs[fused.needs.variant == "raw"].pivot(
        index=["query_id", "need"], columns="ranker", values="window"
    )
    assert set(states["vector"]) == {"inside", "straddling", "outside"}
    assert (states["by-long"] == "inside").any()
    assert (states["two"] == states["by-long"]).all()


def test_an_inspection_ranks_by_both_encoders(fused: Run):
    query = str(fused.needs.dropna(subset=["rank"]).query_id.iloc[0])
    found = inspect(fused, query, variant="raw")
    assert "two" in {detail.system.ranker for detail in found.details}
    assert [d.rank for d in found.details] == [d.saved_rank for d in found.details]


def test_a_run_of_two_encoders_in_its_rankers_says_which_is_better(fused: Run):
    [said] = [s for s in fused.sentences if "long and tiny" in s or "long or tiny" in s]
    assert "the 3 systems" in said  # 3 variants, one chunker


def test_a_variant_may_name_the_first_encoder(tmp_path: Path):
    encoders = encoder("tiny", "tiny_encoder") + encoder("long", "long_encoder")
    variants = "".join(
        f'[[variant]]\nname = "{name}"\nrepresentation = "raw"\nencoder = "{name}"\n'
        for name in ("tiny", "long")
    )
    head = 'baseline_variant = "tiny"\n'
    path = suite_of(tmp_path / "s", encoders, fixed("small", 12) + variants)
    path.write_text(head + path.read_text())
    run = run_tiny(path)
    assert set(run.systems.variant) == {"tiny", "long"}
    assert windows_of(run).keys() == {"", "long"}


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (
            'name = "x"\nkind = "vector"\nencoder = "lnog"',
            "'x': encoder: unknown encoder 'lnog'; did you mean 'long'?",
        ),
        ('name = "x"\nkind = "bm25"\nencoder = "long"', "'x': encoder: no setting of kind bm25"),
    ],
)
def test_a_ranker_of_an_encoder_that_is_not_there_is_one_line(
    tmp_path: Path, table: str, said: str
):
    encoders = encoder("tiny", "tiny_encoder") + encoder("long", "long_encoder")
    path = suite_of(tmp_path / "s", encoders, f"[[ranker]]\n{table}\n")
    with pytest.raises(GoldrankError) as raised:
        load_suite(path)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)
