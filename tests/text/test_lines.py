from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from goldrank.text.lines import Lines

texts = st.text(st.sampled_from("a \r\n\f\u2028"), max_size=30)


def test_a_text_without_characters_has_no_lines() -> None:
    assert len(Lines.of("")) == 0
    assert Lines.of("").start(0) == 0


def test_a_last_line_end_begins_no_further_line() -> None:
    assert len(Lines.of("a\n")) == len(Lines.of("a")) == 1
    assert len(Lines.of("a\n\n")) == 2


def test_a_line_beyond_the_last_starts_at_the_end() -> None:
    assert Lines.of("a\nb").start(5) == 3


def test_lines_may_start_inside_a_text() -> None:
    lines = Lines.of("x\na\nb", 2)
    assert [lines.start(0), lines.start(1), lines.end(1)] == [2, 4, 5]


@given(texts)
def test_lines_tile_the_text_and_hold_no_line_end_inside(text: str) -> None:
    lines = Lines.of(text)
    pieces = [text[lines.start(n) : lines.start(n + 1)] for n in range(len(lines))]
    assert "".join(pieces) == text
    for number, piece in enumerate(pieces):
        content = text[lines.start(number) : lines.end(number)]
        assert not re.search(r"[\r\n]", content)
        assert piece.removeprefix(content) in ("", "\n", "\r", "\r\n")
        assert lines.is_blank(number) == (not piece.strip())
