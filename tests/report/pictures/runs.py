"""Small runs whose names and sizes are hard to draw."""

from __future__ import annotations

import json
from pathlib import Path

from tests.tiny import random_files, run_tiny, write_tiny

from goldrank.runs.run import Run

LONG = "a-chunker-whose-name-is-longer-than-any-picture-has-room-for-beside-its-rows"

DOCUMENTS = 18


def random_run(folder: Path, chunkers: list[str], queries: int = 30, seed: int = 0) -> Run:
    """Raw and breadcrumb by three rankers under some chunkers, all of fixed size but each other."""
    files = random_files(seed, documents=DOCUMENTS, sections=5)
    asked = []
    for number in range(queries):
        document, section = number % DOCUMENTS, number // DOCUMENTS % 5
        quote = f"id{document}x{section}"
        words = files[f"d{document:02}.md"].split(quote)[1].split()[: 1 + number % 3]
        asked.append(
            {
                "query_id": f"q{number}",
                "text": " ".join(words),
                "tags": [f"kind:{number % 2}", "标签"],
                "evidence": [{"doc_id": f"d{document:02}.md", "quote": quote}],
            }
        )
    rest = "".join(
        f"\n[[chunker]]\nname = {json.dumps(name, ensure_ascii=False)}\n"
        f'kind = "fixed"\nlimit = {8 + n}\n'
        if n
        else f'\n[[chunker]]\nname = {json.dumps(name, ensure_ascii=False)}\nkind = "heading"\n'
        for n, name in enumerate(chunkers)
    )
    folder.mkdir(parents=True, exist_ok=True)
    top = 'rankers = ["vector", "bm25", "rrf"]\n'
    return run_tiny(write_tiny(folder, top=top, rest=rest, files=files, queries=asked))
