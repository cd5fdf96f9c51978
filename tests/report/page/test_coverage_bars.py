"""Coverage as bars."""

from __future__ import annotations

from types import SimpleNamespace

import pandas as pd

from goldrank.report.page.coverage_bars import STRETCHES, coverage_bars


def test_a_text_of_which_every_other_word_is_unknown_does_not_fill_the_page():
    names = {"chunker": "heading", "variant": "raw"}
    count = STRETCHES + 5
    coverage = {**names, "coverage": 0.5, "body_characters": 2 * count}
    document = {**names, "doc_id": "a", "body_characters": 2 * count, "covered_characters": count}
    rows = [
        {**names, "doc_id": "a", "start": 2 * n, "end": 2 * n + 1, "text": "x"}
        for n in range(count)
    ]
    run = SimpleNamespace(
        coverage=pd.DataFrame([coverage]),
        document_coverage=pd.DataFrame([document]),
        uncovered=pd.DataFrame(rows),
    )
    [bars] = coverage_bars(run)
    [bar] = bars.bars
    assert (len(bar.stretches), bar.left_out, bar.lost) == (STRETCHES, 5, count)
