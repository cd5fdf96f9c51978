"""Notebooks: cells in order, what they printed counted."""

from __future__ import annotations

import json
from typing import Any

import nbformat.v4 as v4
import pytest

from goldrank.formats.base import UnreadableError
from goldrank.formats.notebook import NOTEBOOK
from goldrank.outline import parse_outline


def notebook(*cells: Any, **metadata: Any) -> bytes:
    return json.dumps({"cells": list(cells), "metadata": metadata, "nbformat": 4}).encode()


def test_markdown_stands_as_it_is_and_code_is_code() -> None:
    printed = v4.new_output("stream", text="4\n")
    made = NOTEBOOK.convert(
        notebook(
            v4.new_markdown_cell("# Leave\n\n*Ask* `x`."),
            v4.new_code_cell("2 + 2", outputs=[printed, printed]),
            v4.new_raw_cell("\\LaTeX"),
            v4.new_markdown_cell(["## Parental\n", "30 days"]),
            language_info={"name": "python"},
            title="About leave",
        ),
        "utf-8",
    )
    assert made.text == ("# Leave\n\n*Ask* `x`.\n\n```python\n2 + 2\n```\n\n## Parental\n30 days\n")
    assert made.dropped == {"outputs": 2, "raw cells": 1}
    at = {place: made.text[start:].split("\n")[0] for start, place in made.marks}
    assert at == {"cell 1": "# Leave", "cell 2": "```python", "cell 4": "## Parental"}
    assert made.values == {"title": "About leave"}


def test_a_cell_that_leaves_a_fence_open_swallows_no_other_cell() -> None:
    cells = [v4.new_markdown_cell(each) for each in ("a\n\n```\nb", "# Leave", "<!-- x", "# Pay")]
    outline = parse_outline(NOTEBOOK.convert(notebook(*cells), "utf-8").text)
    assert [heading.text for heading in outline.headings] == ["Leave", "Pay"]


def test_cells_of_version_3_lie_in_worksheets_and_may_be_headings() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": "Leave"},
        {"cell_type": "code", "input": "1"},
    ]
    data = json.dumps({"worksheets": [{"cells": cells}], "nbformat": 3}).encode()
    assert NOTEBOOK.convert(data, "utf-8").text == "## Leave\n\n```\n1\n```\n"


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"cells": [}', b"[" * 100_000])
def test_what_is_no_notebook_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="it is"):
        NOTEBOOK.convert(data, "utf-8")


def test_cells_of_the_wrong_shape_hold_nothing() -> None:
    data = json.dumps({"cells": [1, None, {"cell_type": "code", "source": 3, "outputs": 4}]})
    assert NOTEBOOK.convert(data.encode(), "utf-8").text == ""
