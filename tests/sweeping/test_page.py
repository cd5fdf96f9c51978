"""Every command that docs/sweep.md shows is one that runs: its suite, its settings, its options."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from goldrank.suites.bundled import find_suite
from goldrank.suites.suite import load_suite
from goldrank.sweeping.settings import axis_of, combinations, with_settings
from goldrank.sweeping.sweep import system_of

ROOT = Path(__file__).parents[2]


def test_the_commands_name_settings_and_systems_that_are_there():
    page = (ROOT / "docs" / "sweep.md").read_text(encoding="utf-8")
    commands = re.findall(r"^bench sweep (.+?)(?: >.*)?$", page, re.MULTILINE)
    assert len(commands) == 3
    for command in commands:
        named, *options = shlex.split(command)
        suite = load_suite(find_suite(named, ROOT))
        pairs = list(zip(options[::2], options[1::2], strict=True))
        axes = [axis_of(value) for option, value in pairs if option == "--set"]
        system = next((value for option, value in pairs if option == "--system"), None)
        assert system_of(suite, axes, system).chunker == "heading"
        for values in combinations(axes):
            assert with_settings(suite.model_dump(), axes, values)
