"""The picture of all needs shows the classes of their ranks: read back from its lines."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from goldrank.report.pictures.looks import DEPTHS, NO_RANK, Looks
from goldrank.report.pictures.needs import draw_needs, drawn_classes, needs_figure
from goldrank.report.pictures.of_run import grid_of, needs_of
from goldrank.runs.run import Run
from goldrank.tables.needs_grid import NeedsGrid
from goldrank.types import System

NAMES = ("1", "2–10", "11–20", "21–100", "beyond 100", "not retrieved", "split")
SHADES = (*DEPTHS, NO_RANK)


def read_back(svg: str, rows: int, columns: int) -> np.ndarray:
    """The class of each row and column, by the colour of the line that is drawn there."""
    found = np.full((rows, columns), -1)
    for steps, shade in re.findall(r'<path d="([^"]+)" stroke="var\(--h\d, (#\w+)\)"', svg):
        for x, y, length in re.findall(r"M([\d.]+) (\d+)v(\d+)", steps):
            at = slice(int(y), int(y) + int(length))
            assert (found[at, int(float(x))] == -1).all()
            found[at, int(float(x))] = SHADES.index(shade)
    return found


@pytest.mark.parametrize("name", ["one_query", "several", "forty"])
def test_every_cell_is_the_class_of_its_rank(name: str, request: pytest.FixtureRequest) -> None:
    run: Run = request.getfixturevalue(name)
    grid = grid_of(run)
    svg = draw_needs(grid, Looks.of(run), "title")
    ET.fromstring(svg)
    assert read_back(svg, *grid.classes.shape).tolist() == grid.classes.tolist()
    ends = [1, 10, 20, 100]
    key = ["chunker", "variant", "ranker", "query_id", "need"]
    rows = run.needs.set_index(key)[["rank", "split"]].astype({"rank": "float64"})
    for row in (0, -1):
        for column, system in enumerate(grid.systems):
            rank, split = rows.loc[(*system, *grid.needs[row])]
            expected = 6 if split else 5 if np.isnan(rank) else sum(rank > end for end in ends)
            assert grid.classes[row, column] == expected


def many(needs: int) -> NeedsGrid:
    classes = np.sort(np.arange(needs * 2).reshape(needs, 2) % 7, axis=0)[::-1].astype(np.int8)
    systems = (System("c", "raw", "bm25"), System("c", "raw", "vector"))
    return NeedsGrid(tuple((f"q{n}", 0) for n in range(needs)), systems, NAMES, 2, classes)


def test_of_many_needs_neighbours_share_a_row_and_that_is_said() -> None:
    looks = Looks(("raw",), ("bm25", "vector"))
    grid = many(1300)
    assert drawn_classes(grid.classes).shape == (434, 2)  # three a row
    assert drawn_classes(grid.classes)[7].tolist() == np.median(grid.classes[21:24], 0).tolist()
    figure = needs_figure(grid, looks)
    assert "A row is 3 needs" in figure.reading
    assert "A row is" not in needs_figure(many(600), looks).reading
    assert len(needs_figure(many(10_000), looks).panels[0]) < 60_000


def test_the_title_counts_what_no_system_and_what_all_find(several: Run) -> None:
    grid = grid_of(several)
    by_need = several.needs.groupby(["query_id", "need"])["rank"]
    worst = by_need.apply(lambda ranks: ranks.astype("float64").fillna(np.inf).max())
    assert grid.counts[2] == int((worst <= 10).sum())
    assert needs_of(several).title.endswith(f"all 36 systems find {grid.counts[2]}")
