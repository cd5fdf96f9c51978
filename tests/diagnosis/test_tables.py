"""The table of headings."""

from __future__ import annotations

from pathlib import Path

from goldrank.corpus.read import read_corpus
from goldrank.diagnosis.tables import headings_of
from goldrank.frames.rows import rows_of
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.types import Chunk

TEXT = "# Leave\n\n## Notice\n\none two\n\n## Overview\n\nthree\n"


def test_chunks_of_one_section_path_are_one_row_and_the_least_telling_come_first(tmp_path: Path):
    (tmp_path / "a.md").write_text(TEXT, encoding="utf-8")
    corpus = read_corpus(tmp_path)
    starts = [TEXT.index(word) for word in ("one", "two", "three")]
    chunks = [Chunk("a.md", start, start + 3) for start in starts]
    found = rows_of(headings_of("c", chunks, corpus, Tokenizer()))
    assert [(row["breadcrumb"], row["chunks"], row["alike"]) for row in found] == [
        ("Leave > Overview", 1, 3),
        ("Leave > Notice", 2, 2),
    ]
    assert [row["section_path"] for row in found] == [
        '["Leave", "Overview"]',
        '["Leave", "Notice"]',
    ]
