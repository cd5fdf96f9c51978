"""What a value asks of the layers above it, by name, when a person asks it: to show itself, or to be
looked into.

An import upwards would make a circle. This table is the only place where a lower layer names a
higher one, and nothing is imported until it is called.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

ABOVE = {
    "inspect": "goldrank.inspection.inspect",
    "what_if": "goldrank.inspection.what_if",
    "inspection_text": "goldrank.report.terminal.inspection",
    "what_if_text": "goldrank.report.terminal.inspection",
    "inspection_html": "goldrank.notebook",
    "what_if_html": "goldrank.notebook",
    "show_tables_as_text": "goldrank.notebook",
}
"""Functions by name, and the module that each is found in."""


def above(name: str) -> Any:
    """The function of a higher layer that `name` names, imported now.

    >>> above("what_if_text").__module__
    'goldrank.report.terminal.inspection'
    """
    return getattr(import_module(ABOVE[name]), name)
