"""Formats that are converted, by name and by suffix: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping

from goldrank.formats.asciidoc import ASCIIDOC
from goldrank.formats.base import Format
from goldrank.formats.docx import DOCX
from goldrank.formats.html import HTML
from goldrank.formats.mdx import MDX
from goldrank.formats.notebook import NOTEBOOK
from goldrank.formats.pdf import PDF
from goldrank.formats.rst import RST

FORMATS: Mapping[str, Format] = {
    each.name: each for each in (HTML, RST, ASCIIDOC, MDX, NOTEBOOK, PDF, DOCX)
}


def format_named(name: str) -> Format | None:
    """The format of a file, told by its name in any case; `None` where it is converted by none.

    >>> format_named("docs/Index.HTML").title, format_named("a.md")
    ('HTML', None)
    """
    name = name.lower()
    return next((each for each in FORMATS.values() if name.endswith(each.suffixes)), None)
