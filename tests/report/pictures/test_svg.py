"""Figures: numbers derived by hand, the same bytes twice, hostile names as text, nothing kept on."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import matplotlib as mpl
import numpy as np
import pytest

from goldrank.report.pictures.budget import draw_budget
from goldrank.report.pictures.looks import Looks
from goldrank.report.pictures.ranks import draw_ranks, told_medians
from goldrank.report.pictures.ridges import ridges
from goldrank.report.pictures.svg import svg_of
from goldrank.tables.budget_curve import shares_within, steps_of
from goldrank.tables.rank_shares import shares

NAN = float("nan")
RANKS = {
    "raw": np.array([4, 1, NAN, 30, 2], dtype=float),
    "breadcrumb": np.array([1, 1, 8, NAN, 2], dtype=float),
}
EVIL = "_</svg><script>alert(1)</script> $x^2$ \u202e\x07"


def distribution(title: str, ranks: dict[str, np.ndarray], units: int) -> str:
    drawing = draw_ranks(title, ranks, units, 0.6, Looks(tuple(ranks), (title,)))
    return svg_of(drawing, title, told_medians(ranks))


def budget(title: str, ranks: dict[str, np.ndarray]) -> str:
    steps = steps_of(np.concatenate(list(ranks.values())))
    lines = {name: (steps, shares_within(values, steps)) for name, values in ranks.items()}
    shades = dict.fromkeys(ranks, "#1d63c8")
    return svg_of(
        draw_budget(title, lines, shades, (int(steps[0]), int(steps[-1]))), title, [title]
    )


def all_figures(ranks: dict[str, np.ndarray]) -> list[str]:
    return [distribution("vector", ranks, 40), budget("vector", ranks), ridges(ranks, 40)]


def described(svg: str) -> str:
    found = re.search(r"<desc>(.*?)</desc>", svg)
    assert found
    return found[1]


def test_shares_add_up_to_one_and_end_with_what_is_not_retrieved() -> None:
    # 1 | 2 | 4 | . | 30 | . and one of five not retrieved; stretches 1, 2-3, 4-7, 8-15, 16-31, 32-63.
    assert shares(RANKS["raw"], 40) == [0.2, 0.2, 0.2, 0.0, 0.2, 0.0, 0.2]


def test_the_same_ranks_give_the_same_bytes() -> None:
    assert all_figures(RANKS) == all_figures(RANKS)


def test_a_figure_tells_its_numbers_in_words() -> None:
    # raw: sorted 1 2 4 30 none: median 4; one of five first; only "none" and 30 beyond 20.
    assert "raw: median rank 4, 20% of the needs first, 40% beyond 20." in described(
        distribution("vector", RANKS, 40)
    )


@pytest.mark.parametrize("number", range(3))
def test_a_hostile_name_is_text_in_a_well_formed_figure(number: int) -> None:
    svg = all_figures({EVIL: RANKS["raw"], "b": RANKS["breadcrumb"]})[number]
    root = ET.fromstring(svg)
    assert not [e for e in root.iter() if e.tag.endswith("script")]
    assert "\u202e" not in svg


def test_a_name_is_never_read_as_a_formula() -> None:
    svg = distribution("cost $x^2$", RANKS, 40)
    assert "cost $x^2$</text>" in svg


def test_no_id_and_no_date_is_left_that_nothing_uses() -> None:
    for svg in all_figures(RANKS):
        used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg))
        assert set(re.findall(r' id="([^"]+)"', svg)) <= used
        assert "date" not in svg.lower()
        assert "<style" not in svg


def test_drawing_needs_no_screen_and_leaves_the_settings_as_they_were() -> None:
    with mpl.rc_context({"font.size": 31, "svg.fonttype": "path"}):
        before = dict(mpl.rcParams)
        here = distribution("vector", RANKS, 40)
        assert dict(mpl.rcParams) == before
    assert here == distribution("vector", RANKS, 40)


def test_a_run_in_which_nothing_is_retrieved_can_be_drawn() -> None:
    nothing = {"raw": np.array([NAN, NAN]), "b": np.array([NAN, NAN])}
    assert all(svg.startswith("<svg") for svg in all_figures(nothing))


def test_one_need_and_one_unit_can_be_drawn() -> None:
    one = {"raw": np.array([1.0]), "b": np.array([1.0])}
    assert distribution("vector", one, 1).startswith("<svg")
    assert budget("vector", one).startswith("<svg")
