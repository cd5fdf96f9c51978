"""What a comparison says of the needs that it does not list."""

from __future__ import annotations

import pytest

from goldrank.comparing.comparison import Change, Comparison, Pair
from goldrank.report.text.comparison import comparison_html, comparison_markdown


def won(count: int) -> Comparison:
    changes = tuple(Change(f"q{n}", 0, "text", "20", "1", "", "") for n in range(count))
    return Comparison("a", "b", 10, (Pair("s", "s", (), (), changes, (), ()),), ())


@pytest.mark.parametrize("show", [comparison_markdown, comparison_html])
def test_needs_beyond_the_listed_ones_are_counted(show):
    six = show(won(6))
    assert "Won: 6 needs came into the first 10; the 5 that moved most, and 1 more" in six
    assert "q4" in six
    assert "q5" not in six
    assert "that moved most" not in show(won(5))
