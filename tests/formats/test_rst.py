"""reStructuredText: sections, blocks, what Sphinx adds, and what is not followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from docutils.parsers.rst import directives, roles

from goldrank.formats.base import UnreadableError
from goldrank.formats.rst import RST
from goldrank.outline import parse_outline

PAGE = """\
=====
Leave
=====

Ask your *manager*, see :ref:`the form <form>` and :class:`~a.b.C`,
in version |v|.

.. |v| replace:: 1.0

Parental
--------

.. note:: Thirty days.

- one

  - inner
- two

.. code-block:: python

   a = 1

   b

.. versionadded:: 2.0
   It came.

.. toctree::

   a
   b

===  ===
a    b
===  ===
1    2
===  ===

.. image:: x.png

.. a comment
"""
MARKDOWN = """\
# Leave

Ask your manager, see the form and C,
in version 1.0.

## Parental

Thirty days.

- one
  - inner
- two

```python
a = 1

b
```

2.0
It came.

| a | b |
| --- | --- |
| 1 | 2 |
"""


def read(text: str) -> str:
    return RST.convert(text.encode(), "utf-8").text


def test_a_page_is_the_markdown_that_one_would_write() -> None:
    made = RST.convert(PAGE.encode(), "utf-8")
    assert made.text == MARKDOWN
    assert made.dropped == {"comments": 1, "images": 1, "lists of pages": 1}


def test_a_place_is_the_line_in_the_file() -> None:
    made = RST.convert(PAGE.encode(), "utf-8")
    at = {made.text[start:].split("\n")[0]: place for start, place in made.marks}
    lines = PAGE.split("\n")
    for first, source in [("# Leave", "Leave"), ("## Parental", "Parental"), ("- two", "- two")]:
        assert at[first] == f"line {lines.index(source) + 1}"


def test_nothing_is_included_and_nothing_runs(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hidden words")
    made = RST.convert(
        f".. include:: {secret}\n\n.. literalinclude:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\n"
        f".. csv-table:: t\n   :file: {secret}\n\nx\n".encode(),
        "utf-8",
    )
    assert "hidden" not in made.text
    assert made.text.rstrip().endswith("x")
    assert made.dropped == {"faults": 1, "included files": 2, "raw blocks": 1}


def test_what_docutils_cannot_read_is_kept_as_it_stands_and_counted() -> None:
    made = RST.convert(b"====  ==\na     b\n====  ==\n1 2 3 4 5\n", "utf-8")
    assert "1 2 3 4 5" in made.text
    assert made.dropped["faults"] >= 1


def test_substitutions_in_each_other_do_not_grow() -> None:
    defined = "".join(f".. |x{n}| replace:: {f'|x{n + 1}| ' * 10}\n" for n in range(20))
    assert len(read(f"{defined}\n|x0|\n")) < 1000


def test_names_that_one_file_uses_are_known_to_no_other() -> None:
    before = set(directives._directives), set(roles._roles)
    read(".. only-here:: x\n\n:only-there:`y`\n")
    assert (set(directives._directives), set(roles._roles)) == before


def test_headings_are_those_of_the_same_page_in_markdown() -> None:
    sections = parse_outline(read("A\n=\n\nx\n\nB\n-\n\nC\n~\n\nD\n-\n\nE\n=\n")).sections
    assert [s.path for s in sections] == [
        ("A",), ("A", "B"), ("A", "B", "C"), ("A", "D"), ("E",),
    ]  # fmt: skip


def test_a_line_too_long_for_docutils_is_refused_and_not_dropped() -> None:
    with pytest.raises(UnreadableError, match="a line has more than 10,000 characters"):
        read("x" * 10_001)
