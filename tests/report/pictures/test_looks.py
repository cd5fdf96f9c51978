"""One colour a variant and one shape a ranker, told apart by eyes of every kind."""

from __future__ import annotations

import re

import numpy as np
import pytest

from goldrank.report.pictures.looks import (
    DARK,
    DARK_DEPTHS,
    DEPTHS,
    SERIES,
    SHAPES,
    SIGNS,
    Looks,
    stylesheet,
)

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
EYES = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def linear(colours: list[str]) -> np.ndarray:
    values = np.array([[int(c[n : n + 2], 16) / 255 for n in (1, 3, 5)] for c in colours])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE L*a*b*: a difference of 2.3 is just seen."""
    scaled = rgb @ TO_XYZ.T / WHITE
    root = np.where(scaled > 216 / 24389, np.cbrt(scaled), (scaled * 24389 / 27 + 16) / 116)
    x, y, z = root.T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", [SERIES, DARK], ids=["light", "dark"])
def test_no_two_colours_look_alike(eyes: str, palette: tuple[str, ...]) -> None:
    seen = lab(np.clip(linear(list(palette)) @ EYES[eyes].T, 0, 1))
    apart = np.linalg.norm(seen[:, None] - seen[None], axis=-1)
    assert apart[~np.eye(len(palette), dtype=bool)].min() > 12


def test_a_blue_and_a_violet_of_one_lightness_would_not_pass() -> None:
    seen = lab(np.clip(linear(["#1d5fd1", "#6b45d1"]) @ EYES["protanopia"].T, 0, 1))
    assert np.linalg.norm(seen[0] - seen[1]) < 12


@pytest.mark.parametrize(("palette", "ground"), [(SERIES, "#ffffff"), (DARK, "#171e28")])
def test_every_colour_stands_out_from_its_ground(palette: tuple[str, ...], ground: str) -> None:
    light = linear([*palette, ground]) @ TO_XYZ[1]
    high, low = np.maximum(light[:-1], light[-1]), np.minimum(light[:-1], light[-1])
    assert ((high + 0.05) / (low + 0.05)).min() >= 3  # WCAG 2.2, graphics


def test_a_variant_keeps_its_colour_whatever_is_beside_it() -> None:
    looks = Looks(("raw", "breadcrumb", "abstract"), ("vector", "bm25"))
    assert [looks.colour(name) for name in looks.variants] == list(SERIES[:3])
    assert [looks.shape(name) for name in looks.rankers] == ["o", "s"]
    [key] = looks.key(["abstract"])
    assert (key.name, key.number) == ("abstract", 3)


def test_more_variants_than_colours_differ_by_their_filling() -> None:
    looks = Looks(tuple(f"v{n}" for n in range(17)), ("bm25",))
    drawn = [(looks.colour(name), looks.face(name)) for name in looks.variants]
    assert len(set(drawn[:16])) == 16
    assert drawn[16] == drawn[0]


def test_each_shape_has_a_sign_and_each_colour_a_variable() -> None:
    assert len(SHAPES) == len(SIGNS)
    named = re.findall(r"--s(\d):(#[0-9a-f]{6});", stylesheet())
    light = [(str(n), shade) for n, shade in enumerate(SERIES, start=1)]
    dark = [(str(n), shade) for n, shade in enumerate(DARK, start=1)]
    assert named == [*light, *dark, *light]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize(("shades", "way"), [(DEPTHS, -1), (DARK_DEPTHS, 1)])
def test_a_deeper_rank_differs_more_from_its_ground_for_all_eyes(
    shades: tuple[str, ...], way: int, eyes: str
) -> None:
    light = lab(np.clip(linear(list(shades)) @ EYES[eyes].T, 0, 1))[:, 0]
    assert (np.diff(light) * way > 7).all()
