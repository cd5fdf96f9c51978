"""GLOSSARY.md explains each head of a table that a person sees, and each word once."""

from __future__ import annotations

from pathlib import Path

from goldrank.frames.schema import AUDIT, SCHEMA

PAGE = (Path(__file__).resolve().parents[1] / "GLOSSARY.md").read_text("utf-8")
PLAIN = {"file"}
"""Heads that mean what they mean everywhere."""


def _words() -> list[str]:
    rows = [line.split(" | ")[0] for line in PAGE.splitlines() if line.startswith("| ")]
    return [word.strip("`| ") for row in rows[1:] for word in row.split(", ")]


def test_every_head_of_a_table_is_a_word_of_the_glossary():
    labels = {
        column.label for table in (*SCHEMA.values(), *AUDIT.values()) for column in table.columns
    }
    words = {word.removesuffix("s") for word in _words()} | {"MRR"}
    # `recall@{k}` stands there as recall@k, `>{k}` by its usual number.
    heads = {
        label: {
            label.replace("{k}", k).replace("{baseline}", "raw").removesuffix("s")
            for k in ("k", "20")
        }
        for label in labels - {""} - PLAIN
    }
    assert len(heads) > 9
    assert [label for label, shown in heads.items() if not shown & words] == []
    assert "MRR is the mean of RR" in PAGE


def test_no_word_stands_twice():
    words = _words()
    assert [word for word in set(words) if words.count(word) > 1] == []
