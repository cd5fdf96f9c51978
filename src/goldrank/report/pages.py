"""The pages that lie beside a run's tables."""

from __future__ import annotations

from collections.abc import Sequence

from goldrank.report.page.html import report_html
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.run import Run

PAGES = {"summary.md": summary_markdown, "report.html": report_html}


def pages_of(run: Run, names: Sequence[str] = tuple(PAGES)) -> dict[str, str]:
    """The text of each page by its file's name."""
    return {name: PAGES[name](run) for name in names}
