"""Pictures of ranks show the numbers of their tables: read back from the axes."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import pytest

from goldrank.report.pictures.budget import draw_budget
from goldrank.report.pictures.looks import BAD, Looks
from goldrank.report.pictures.of_run import budget_of, ranks_of, shift_of
from goldrank.report.pictures.ranks import draw_ranks
from goldrank.report.pictures.shift import draw_shift, draw_slopes, shift_figure
from goldrank.runs.run import Run
from goldrank.tables.rank_shares import by_variant, shares
from goldrank.tables.rank_shift import Shift, rank_shift
from goldrank.types import System

LOOKS = Looks(("raw", "breadcrumb"), ("vector",))
RAW, AFTER = System("c", "raw", "vector"), System("c", "breadcrumb", "vector")


def shift(pairs: list[tuple[float, float, int]]) -> Shift:
    table = pd.DataFrame(pairs, columns=["before", "after", "needs"])
    old, new = (table[name].fillna(np.inf) for name in ("before", "after"))
    up, down, same = (int(table.needs[which].sum()) for which in (new < old, new > old, new == old))
    return Shift(RAW, AFTER, table, up, down, same, 0)


def test_a_circle_is_a_pair_of_ranks_and_its_area_the_needs() -> None:
    found = shift([(1, 1, 50), (20, 1, 10), (3, 9, 5), (np.nan, 4, 2)])
    [axes] = draw_shift(found, 100, LOOKS).axes
    circles = {
        tuple(place): size
        for drawn in axes.collections
        for place, size in zip(drawn.get_offsets().tolist(), drawn.get_sizes(), strict=True)
    }
    none = 190.0
    assert set(circles) == {(1.0, 1.0), (20.0, 1.0), (3.0, 9.0), (none, 4.0)}
    assert circles[1.0, 1.0] / circles[20.0, 1.0] == pytest.approx(5)
    assert axes.get_title("right") == "12 up, 5 down"
    diagonal = axes.lines[0]
    assert list(diagonal.get_xdata()) == list(diagonal.get_ydata())


def test_few_needs_are_lines_and_losers_are_on_top() -> None:
    found = shift([(1, 1, 1), (20, 1, 1), (3, 9, 1)])
    [axes] = draw_slopes(found, 100, LOOKS).axes
    lines = {tuple(line.get_ydata()): line for line in axes.lines}
    assert set(lines) == {(1.0, 1.0), (20.0, 1.0), (3.0, 9.0)}
    assert lines[3.0, 9.0].get_color() == BAD
    assert max(axes.lines, key=lambda line: line.get_zorder()) is lines[3.0, 9.0]


@pytest.mark.parametrize(("needs", "drawn"), [(60, "line"), (61, "circle")])
def test_lines_are_drawn_for_sixty_needs_and_no_more(needs: int, drawn: str) -> None:
    figure = shift_figure([shift([(4, 2, needs)])], 100, LOOKS)
    assert figure.reading.startswith(f"One {drawn} is")
    assert figure.title == (
        f"breadcrumb ranks {needs} of {needs} needs higher than raw and 0 lower, by vector under c"
    )


def test_every_chunker_has_a_line_with_its_name_and_the_shares_of_its_needs(forty: Run) -> None:
    figure = budget_of(forty)
    assert len(figure.panels) == 6  # two variants by three rankers
    for panel in figure.panels:
        for chunker in forty.systems.chunker.unique():
            assert re.search(rf">{chunker}</text>", panel)
    tokens, values = np.array([10, 20, 40]), np.array([0.25, 0.5, 0.75])
    lines = {"a": (tokens, values), "b": (tokens, values / 2)}
    [axes] = draw_budget("by vector", lines, {"a": "#111111", "b": "#222222"}, (10, 40)).axes
    assert axes.get_ylim() == (0, 1)
    assert [list(line.get_ydata()) for line in axes.lines] == [list(values), list(values / 2)]
    assert [line.get_label() for line in axes.lines] == ["a", "b"]


def test_panels_beside_each_other_have_one_scale_and_show_the_shares(several: Run) -> None:
    mine = several.needs[several.needs.chunker == "切块器"]
    tops = []
    for ranker in ("vector", "bm25"):
        found = by_variant(mine[mine.ranker == ranker], "rank")
        [axes] = draw_ranks(ranker, found, 90, 0.5, Looks.of(several)).axes
        tops.append(axes.get_ylim())
        drawn = [list(line.get_ydata()) for line in axes.lines]
        for variant, values in found.items():
            expected = shares(values, 90)
            assert expected[:-1] in drawn, variant
            assert expected[-1:] in drawn
    assert tops[0] == tops[1]


@pytest.mark.parametrize("name", ["one_query", "several", "forty"])
def test_hard_runs_are_drawn_without_a_warning_and_twice_the_same(
    name: str, request: pytest.FixtureRequest
) -> None:
    run = request.getfixturevalue(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first = [budget_of(run), shift_of(run), ranks_of(run)]
    assert first == [budget_of(run), shift_of(run), ranks_of(run)]
    assert set(first[2]) == set(run.systems.chunker)


def test_the_shift_of_a_run_counts_its_needs(several: Run) -> None:
    figure = shift_of(several)
    best = re.search(r"by (\w+) under (.+)$", figure.title)
    assert best
    before = System(best[2], "raw", best[1])
    found = rank_shift(several.needs, before, before._replace(variant="breadcrumb"))
    assert f"{found.up:,} of {found.needs:,} needs higher" in figure.title
