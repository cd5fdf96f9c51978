"""Print the counts of a dataset, in the form in which its card shows them.

Usage: python scripts/describe_dataset.py datasets/handbook
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.evidence.queries import RawQuery, read_queries


def describe(folder: Path) -> str:
    """Two Markdown tables: documents and sections by area, and queries by tag and area."""
    corpus = read_corpus(folder / "corpus")
    queries = read_queries(folder / "queries.jsonl")
    return f"{_texts(corpus)}\n\n{_tags(queries)}\n"


def _texts(corpus: Corpus) -> str:
    documents = Counter(_area(document.doc_id) for document in corpus.documents)
    sections: Counter[str] = Counter()
    characters: Counter[str] = Counter()
    for document in corpus.documents:
        for section in corpus.outlines[document.doc_id].sections:
            body = document.text[section.body_start : section.end]
            sections[_area(document.doc_id)] += bool(body.strip())
            characters[_area(document.doc_id)] += sum(not each.isspace() for each in body)
    areas = sorted(documents)
    counts = {"documents": documents, "sections": sections, "characters": characters}
    return _table(
        ["area", *counts],
        [[area, *(counted[area] for counted in counts.values())] for area in areas]
        + [["all", *(counted.total() for counted in counts.values())]],
    )


def _tags(queries: Sequence[RawQuery]) -> str:
    counted = Counter((tag, _area_of(query)) for query in queries for tag in query.tags)
    areas = sorted({area for _, area in counted})
    tags = list(dict.fromkeys(tag for query in queries for tag in query.tags))
    counts = {tag: [counted[tag, area] for area in areas] for tag in sorted(tags)}
    counts["all"] = [sum(column) for column in zip(*counts.values(), strict=True)]
    rows = [[tag, *row, sum(row)] for tag, row in counts.items()]
    return _table(["queries", *areas, "all"], rows)


def _table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(_cell(cell) for cell in line)} |" for line in lines)


def _cell(cell: object) -> str:
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _area(doc_id: str) -> str:
    return doc_id.partition("/")[0]


def _area_of(query: RawQuery) -> str:
    return _area(query.needs[0][0].doc_id)


if __name__ == "__main__":
    print(describe(Path(sys.argv[1])), end="")
