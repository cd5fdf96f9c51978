"""The tables of docs/encoders.md are settings that a suite takes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from goldrank.encoders.registry import encoder_settings

PAGE = (Path(__file__).parents[1] / "docs" / "encoders.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def tables() -> list[dict[str, object]]:
    found = []
    for block in BLOCKS:
        named = tomllib.loads(block).get("encoder", [])
        found += named if isinstance(named, list) else [named]
    return [{key: value for key, value in table.items() if key != "name"} for table in found]


def test_the_page_shows_tables_of_several_kinds() -> None:
    assert {"http", "sentence-transformers", "callable"} <= {
        encoder_settings(table).model_dump()["kind"] or kind_of(table) for table in tables()
    }


def kind_of(table: dict[str, object]) -> str:
    return "callable" if ":" in str(table["model"]) else "sentence-transformers"


@pytest.mark.parametrize("table", tables(), ids=lambda table: str(table["model"]))
def test_every_table_is_taken(table: dict[str, object]) -> None:
    assert encoder_settings(table).model == table["model"]
