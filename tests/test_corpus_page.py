"""What docs/corpus.md says of the settings is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from goldrank.suites.suite_tables import CorpusSettings

PAGE = (Path(__file__).parents[1] / "docs" / "corpus.md").read_text(encoding="utf-8")


def test_the_settings_shown_are_all_there_are_and_the_defaults_but_for_three() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    shown = tomllib.loads(block)["corpus"]
    assert list(shown) == list(CorpusSettings.model_fields)
    fields = {
        key: value for key, value in shown.items() if key not in ("path", "exclude", "metadata")
    }
    defaults = CorpusSettings(path="x").model_dump(mode="json")
    assert fields == {key: defaults[key] for key in fields}


def test_each_setting_but_the_path_is_explained() -> None:
    explained = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert explained == [key for key in CorpusSettings.model_fields if key != "path"]
