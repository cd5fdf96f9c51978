"""Pictures of systems show the numbers of their tables: read back from the axes."""

from __future__ import annotations

import re
import warnings
from typing import Any

import numpy as np
import pandas as pd
import pytest

from goldrank.report.pictures.cost import cost_figure, draw_cost
from goldrank.report.pictures.figure import Figure
from goldrank.report.pictures.intervals import draw_intervals, intervals_figure
from goldrank.report.pictures.labels import short
from goldrank.report.pictures.looks import MUTED, Looks
from goldrank.report.pictures.of_run import cost_of, intervals_of
from goldrank.runs.run import Run
from goldrank.tables.cost import cost_table
from goldrank.tables.intervals import intervals_table


def intervals(run: Run) -> pd.DataFrame:
    return intervals_table(
        run.systems, run.measurements, run.queries, run.evidence, "raw", run.suite.ranker_graph
    )


def marks(axes: Any) -> list[Any]:
    """The lines that are a single mark."""
    return [line for line in axes.lines if len(line.get_xdata()) == 1]


def spans(axes: Any) -> dict[float, tuple[float, float]]:
    """The ends of each interval by its row."""
    found = {}
    for line in axes.lines:
        x, y = np.asarray(line.get_xdata()), np.asarray(line.get_ydata())
        if len(x) == 2 and y[0] == y[1] and line.get_linewidth() > 1:
            found[float(y[0])] = (float(x[0]), float(x[1]))
    return found


@pytest.mark.parametrize("name", ["several", "forty"])
def test_every_row_shows_its_mean_its_difference_and_their_intervals(
    name: str, request: pytest.FixtureRequest
) -> None:
    run = request.getfixturevalue(name)
    table, looks = intervals(run), Looks.of(run)
    left, right = draw_intervals(table, "raw", looks).axes
    assert [mark.get_xdata()[0] for mark in marks(left)] == list(table.RR)
    assert [mark.get_ydata()[0] for mark in marks(left)] == list(range(len(table)))
    assert spans(left) == dict(enumerate(zip(table.RR_low, table.RR_high, strict=True)))
    changed = table[table.RR_change.notna()]
    assert [mark.get_xdata()[0] for mark in marks(right)] == list(changed.RR_change)
    assert spans(right) == {
        n: (row.RR_change_low, row.RR_change_high) for n, row in changed.iterrows()
    }
    grey = [mark.get_color() == MUTED for mark in marks(right)]
    assert grey == [not apart for apart in changed.told_apart]
    assert [mark.get_marker() for mark in marks(left)] == [looks.shape(r) for r in table.ranker]
    assert [mark.get_color() for mark in marks(left)] == [looks.colour(v) for v in table.variant]


def test_every_mark_of_cost_is_a_system_and_the_frontier_is_joined_and_named(several: Run) -> None:
    table = cost_table(several.systems, several.suite.ranker_graph)
    known = table[table.median_tokens.notna()]
    [axes] = draw_cost(known, Looks.of(several)).axes
    *drawn, joined = axes.lines
    points = [(line.get_xdata()[0], line.get_ydata()[0]) for line in drawn]
    assert points == list(zip(known.median_tokens, known.RR, strict=True))
    front = known[known.frontier].sort_values("median_tokens")
    assert list(joined.get_xdata()) == list(front.median_tokens)
    assert list(joined.get_ydata()) == list(front.RR)
    assert len(axes.texts) == len(front)


@pytest.mark.parametrize("name", ["one_query", "several", "forty"])
def test_hard_runs_are_drawn_without_a_warning_and_twice_the_same(
    name: str, request: pytest.FixtureRequest
) -> None:
    run = request.getfixturevalue(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        first = [intervals_of(run), cost_of(run)]
    assert first == [intervals_of(run), cost_of(run)]
    for figure in first:
        assert isinstance(figure, Figure)
        assert re.search(r"<title>[^<]+</title><desc>[^<]+</desc>", figure.panels[0])


def test_labels_of_every_script_are_text_in_the_picture(several: Run) -> None:
    [panel] = intervals_of(several).panels
    for chunker in several.systems.chunker.unique():
        assert short(f"{chunker}/raw/bm25") in panel


def test_with_one_query_there_is_no_interval_and_that_is_said(one_query: Run) -> None:
    figure = intervals_of(one_query)
    assert "too few clusters" in figure.reading
    left, _ = draw_intervals(intervals(one_query), "raw", Looks.of(one_query)).axes
    assert spans(left) == {}


def test_the_title_counts_what_the_rows_say(forty: Run) -> None:
    table = intervals(forty)
    compared = table[table.RR_change.notna()]
    above = int((compared.told_apart & (compared.RR_change > 0)).sum())
    title = intervals_figure(table, "raw", Looks.of(forty)).title
    assert f"of {len(compared)} others {above} are above raw" in title


def test_systems_without_a_known_cost_are_named_and_not_drawn(several: Run) -> None:
    systems = several.systems.copy()
    systems.loc[0, "median_tokens"] = np.nan
    figure = cost_figure(cost_table(systems, {}), Looks.of(several))
    name = "/".join(systems.loc[0, ["chunker", "variant", "ranker"]])
    assert f"no such number under {name}, which is not drawn" in figure.reading
    nothing = systems.assign(median_tokens=np.nan)
    assert cost_figure(cost_table(nothing, {}), Looks.of(several)) is None
