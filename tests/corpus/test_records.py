"""The one promise of all sources: records with an address, a hash and a boundary."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.corpus.test_sessions import EVENTS, MESSAGES, lines

from goldrank.corpus.records import Documents, RecordSource, ReferenceRecord, Sessions

TREE = {"a.md": "Before.\n\n# A\n\none\n\n## B\n\ntwo\n", "sub/c.txt": "three\n\nfour\n"}


def _tree(folder: Path) -> Documents:
    for name, text in TREE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Documents(folder)


def _jsonl(folder: Path) -> Documents:
    path = folder / "corpus.jsonl"
    path.write_bytes(lines([{"_id": "1", "text": "one"}, {"_id": "2", "text": "two"}]))
    return Documents(path)


def _messages(folder: Path) -> Sessions:
    (folder / "a.jsonl").write_bytes(lines(MESSAGES))
    return Sessions(folder / "a.jsonl")


def _events(folder: Path) -> Sessions:
    (folder / "log.jsonl").write_bytes(lines(EVENTS))
    return Sessions(folder)


Maker = Callable[[Path], RecordSource[Any]]
SOURCES = [_tree, _jsonl, _messages, _events]
COUNTS = {_tree: 4, _jsonl: 2, _messages: 2, _events: 3}


@pytest.mark.parametrize("make", SOURCES)
def test_every_source_keeps_the_promise(make: Maker, tmp_path: Path):
    source = make(tmp_path)
    records, again = list(source), list(source)
    assert records == again
    assert len(records) == COUNTS[make]
    ends: dict[str, int] = {}
    for record in records:
        assert urlsplit(record.source_uri).scheme in ("file", "https")
        assert record.text.strip()
        assert record.boundary in ("heading", "record")
        assert record.start >= ends.get(record.doc_id, 0)
        ends[record.doc_id] = record.start + len(record.text)


def test_the_sections_of_a_tree_have_their_path_boundary_and_the_hash_of_their_file(tmp_path: Path):
    records = list(_tree(tmp_path))
    assert all(isinstance(record, ReferenceRecord) for record in records)
    assert [(r.doc_id, r.path, r.boundary) for r in records] == [
        ("a.md", (), "record"),
        ("a.md", ("A",), "heading"),
        ("a.md", ("A", "B"), "heading"),
        ("sub/c.txt", (), "record"),
    ]
    assert {r.sha256 for r in records} == {
        sha256(text.encode()).hexdigest() for text in TREE.values()
    }
