"""What a page holds of the strings that are indexed, where one chunker's are read with gaps."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from tests.tiny import run_tiny, write_tiny

from goldrank.report.page.html import report_html
from goldrank.report.page.units import units_shown

TEXT = " ".join(f"{letter}{n}" for n in range(4) for letter in "abcdefghij")
FILES = {"long.md": f"# Long\n\n{TEXT}\n\n## Short\n\nPaid in March.\n"}
QUERY = {
    "query_id": "q",
    "text": "when is it paid",
    "evidence": [{"doc_id": "long.md", "quote": "Paid in March"}],
}
KINDS = (
    '[[chunker]]\nname = "section"\nkind = "section"\n[[chunker]]\nname = "whole"\nkind = "whole"\n'
)


def test_a_page_is_drawn_where_only_one_chunker_has_strings_read_with_gaps(tmp_path: Path) -> None:
    run = run_tiny(write_tiny(tmp_path, rest=KINDS, files=FILES, queries=[QUERY]))
    whole = run.texts.chunker == "whole"
    # As two tables of which one has the column are stacked.
    run.texts["unread"] = pd.Series(
        ["[[9, 13]]" if one else float("nan") for one in whole], dtype=object
    )
    shown = units_shown(run)
    gaps = {key: {at.left_out for at in by_unit.values()} for key, by_unit in shown.around.items()}
    assert gaps["whole", "raw"] == {((9, 13),)}
    assert gaps["section", "raw"] == {()}
    assert "Paid in March" in report_html(run)
