"""Data sets of the library ir_datasets, where it is there; it is stood in for by one of its shape."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from tests.exchange.sets import DOCUMENTS, Q1, Q2

from goldrank.errors import GoldrankError
from goldrank.exchange.convert import convert


class Dataset:
    """What `ir_datasets.load` gives: iterators of named tuples, and what there is."""

    def __init__(self, library: ModuleType, lacking: str = "", absent: bool = False) -> None:
        self.library, self.lacking, self.absent = library, lacking, absent

    def has(self, what: str) -> bool:
        return what != self.lacking

    def docs_iter(self) -> Iterator[Any]:
        if self.absent:
            self.library.lazy_libs.requests().get("somewhere")
        for doc_id, text in DOCUMENTS.items():
            yield SimpleNamespace(doc_id=doc_id, title=doc_id.title(), text=text)

    def queries_iter(self) -> Iterator[Any]:
        yield SimpleNamespace(query_id="q1", text=Q1)
        yield SimpleNamespace(query_id="q2", title=Q2, narrative="more")

    def qrels_iter(self) -> Iterator[Any]:
        yield SimpleNamespace(query_id="q1", doc_id="leave", relevance=2, iteration="0")
        yield SimpleNamespace(query_id="q2", doc_id="pay", relevance=1, iteration="0")


@pytest.fixture
def library(monkeypatch) -> ModuleType:
    made: Any = ModuleType("ir_datasets")
    made.lazy_libs = SimpleNamespace(requests=lambda: pytest.fail("it was fetched"))
    sets = {
        "tiny": Dataset(made),
        "tiny/none": Dataset(made, lacking="qrels"),
        "tiny/far": Dataset(made, absent=True),
    }
    made.load = sets.__getitem__
    monkeypatch.setitem(sys.modules, "ir_datasets", made)
    return made


def test_an_id_is_read_as_a_set(library, tmp_path: Path):
    made = convert(Path("ir_datasets:tiny"), tmp_path / "out")
    assert made.sentences == ("2 documents, 2 queries, 2 judgments, read as ir-datasets",)
    assert '"Leave"' in (tmp_path / "out" / "corpus.jsonl").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("tiny/none", "it has no qrels"),
        ("tiny/far", "nothing is fetched here"),
        ("gone", "KeyError: 'gone'"),
    ],
)
def test_what_is_not_there_is_one_line_and_nothing_is_fetched(library, name, said, tmp_path):
    before = library.lazy_libs.requests
    with pytest.raises(GoldrankError, match=said):
        convert(Path(f"ir_datasets:{name}"), tmp_path / "out")
    assert library.lazy_libs.requests is before


def test_without_the_library_the_way_out_is_said(monkeypatch, tmp_path: Path):
    monkeypatch.setitem(sys.modules, "ir_datasets", None)
    with pytest.raises(GoldrankError, match="is not installed; pip install ir_datasets"):
        convert(Path("ir_datasets:beir/scifact"), tmp_path / "out")
