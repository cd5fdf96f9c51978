"""The schema knows every column that a run writes, and says where a table is not as it says."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import FILES, NAMED, random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.frames.schema import SCHEMA
from goldrank.frames.schema.columns import MEASURE, Column, Table
from goldrank.runs.record import load, save

ROOT = Path(__file__).resolve().parents[2]
CSV = ("systems", "needs", "coverage", "uncovered", "skipped")
PAIRS = Table(
    "pairs",
    "One row per name.",
    ("name",),
    (Column("name", "text", "its name"), Column("size", "whole", "its size", optional="asked for")),
)


def heads(folder: Path) -> dict[str, list[str]]:
    """The columns of every CSV of a run's folder."""
    found = {p.stem: p.read_text(encoding="utf-8").split("\n", 1)[0] for p in folder.glob("*.csv")}
    return {name: head.split(",") for name, head in found.items() if name in SCHEMA}


def assert_known(folder: Path) -> None:
    for name, columns in heads(folder).items():
        assert [c for c in columns if not any(k.covers(c) for k in SCHEMA[name].columns)] == []


def suites(name: str, folder: Path) -> Path:
    """A suite of a kind whose tables have columns of their own."""
    if name == "bm25":
        return write_tiny(folder, 'rankers = ["bm25"]\nmeasures = ["AP", "P@3", "Rprec"]\n')
    if name == "document":
        return write_tiny(folder, 'unit = "document"\n')
    files = random_files(5)
    suite = write_tiny(folder, "", "", {**files, **FILES}, random_queries(files, 5))
    suite.write_text(suite.read_text(encoding="utf-8").replace(NAMED, ""), encoding="utf-8")
    return suite


@pytest.mark.parametrize("kind", ["bm25", "document", "callable without tokenizer"])
def test_every_column_of_every_csv_is_in_the_schema(kind: str, tmp_path: Path):
    run = run_tiny(suites(kind, tmp_path / "suite"))
    folder = save(run, tmp_path / "out" / "it", {}, {})
    assert set(CSV) <= set(heads(folder))
    assert_known(folder)
    known_bounds = "covered_at_most" in run.coverage
    assert known_bounds == (kind == "callable without tokenizer")


def test_every_table_of_the_reference_report_is_as_the_schema_says():
    assert_known(ROOT / "reports" / "handbook")
    run = load(ROOT / "reports" / "handbook")
    for name, table in SCHEMA.items():
        table.check(getattr(run, name))


def test_a_column_that_nobody_wrote_down_is_an_error():
    with pytest.raises(GoldrankError, match="pairs: expected a column of its schema, got 'weight'"):
        PAIRS.check(pd.DataFrame({"name": ["a"], "weight": [1.0]}))


def test_a_key_that_occurs_twice_is_an_error_that_shows_it():
    with pytest.raises(GoldrankError, match=r"expected each key once, got \{'name': 'b'\} again"):
        PAIRS.check(pd.DataFrame({"name": ["a", "b", "b"]}))


def test_a_column_that_is_left_out_is_an_error_unless_it_is_optional():
    PAIRS.check(pd.DataFrame({"name": ["a"]}))
    with pytest.raises(GoldrankError, match="pairs: expected the column name"):
        PAIRS.check(pd.DataFrame({"size": [1]}))


def test_a_column_of_another_type_is_an_error():
    with pytest.raises(GoldrankError, match="pairs: expected whole in size, got float64"):
        PAIRS.check(pd.DataFrame({"name": ["a"], "size": [0.5]}))


def test_a_family_covers_measures_and_depths_and_nothing_else():
    assert [Column(MEASURE, "number", "").covers(n) for n in ("nDCG@10", "Rprec", "size")] == [
        True,
        True,
        False,
    ]
    buried = SCHEMA["systems"].column("buried@20")
    assert (buried.name, buried.head) == ("buried@20", ">20")


def test_a_table_of_the_schema_without_rows_is_as_the_schema_says():
    for table in SCHEMA.values():
        table.check(table.empty())


def test_keys_and_names_of_the_schema_are_its_columns_once():
    for table in SCHEMA.values():
        names = [column.name for column in table.columns]
        assert len(set(names)) == len(names)
        assert set(table.key) <= set(names)
