"""Every chunker's chunks: the same whatever ranks them, and known before anything is encoded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.tiny import FILES, QUERIES, READS, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.progress import Stage
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite


class Seen:
    """Remembers the stages that were entered."""

    def __init__(self) -> None:
        self.stages: list[str] = []

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        self.stages.append(name)
        yield lambda done: None

    def say(self, line: str) -> None:
        self.stages.append(line)


LONG = {"long.md": "# Long\n\n" + " ".join(f"w{n}" for n in range(60)) + "\n"}


@pytest.mark.parametrize("kind", ["heading", "paragraph", "recursive", "fixed"])
def test_the_chunks_are_the_same_whatever_ranks_them(tmp_path: Path, kind: str):
    rest = f'[[chunker]]\nname = "{kind}"\n'
    files = {**FILES, **LONG}
    runs = [
        run_tiny(write_tiny(tmp_path / rankers[0], f"rankers = {rankers}\n", rest, files))
        for rankers in (["vector"], ["bm25"], ["rrf"])
    ]
    # 60 words do not fit into what the encoder reads, so its window is the limit in all three.
    assert runs[0].chunks.doc_id.value_counts()["long.md"] > 60 // READS
    assert [list(run.chunks.chunk_id) for run in runs] == [list(runs[0].chunks.chunk_id)] * 3
    for what in ("chunks", "chunkers"):
        assert runs[0].fingerprints[what] == runs[1].fingerprints[what]
    assert any("no vector is ranked; the window" in notice for notice in runs[1].notices)


def test_another_window_is_another_chunker_fingerprint_where_it_is_the_limit(tmp_path: Path):
    def prints(folder: str, reads: int, limit: str) -> tuple[str, str]:
        rest = f'[[chunker]]\nname = "fixed"\n{limit}'
        suite = write_tiny(tmp_path / folder, 'rankers = ["bm25"]\n', rest, {**FILES, **LONG})
        code = tmp_path / folder / "tiny_encoder.py"
        code.write_text(code.read_text().replace(f"[:{READS}]", f"[:{reads}]"))
        found = run_tiny(suite).fingerprints
        return found["chunkers"]["fixed"], found["chunks"]["fixed"]

    assert prints("a", 12, "limit = 9") == prints("b", 20, "limit = 9")
    window, other = prints("c", 12, ""), prints("d", 20, "")
    assert window[0] != other[0]
    assert window[1] != other[1]


def test_a_prompt_takes_its_part_of_the_window_that_chunks_are_cut_to(tmp_path: Path):
    files = {**FILES, **LONG}
    rest = 'document_prompt = "find this: "\n[[chunker]]\nname = "fixed"\nreserve = 0\n'
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["vector"]\n', rest, files))
    # The prompt is three words and marks, so nine of the twelve are left, and no chunk is cut.
    assert run.chunks.tokens.max() == READS - 3
    raw = run.coverage[run.coverage.variant == "raw"]
    assert raw.cut_rate.tolist() == [0.0]


def test_a_window_that_is_a_limit_and_cannot_be_measured_is_an_error_that_says_so(tmp_path: Path):
    suite = write_tiny(tmp_path, 'rankers = ["bm25"]\n')
    (tmp_path / "tiny_encoder.py").write_text("raise RuntimeError('imported')\n")
    with pytest.raises(GoldrankError, match="the limit of the chunkers heading, and it could not"):
        run_tiny(suite)


def test_all_chunkers_are_tried_before_anything_is_encoded(tmp_path: Path):
    rest = '[[chunker]]\nname = "whole"\n[[chunker]]\nname = "own"\nkind = "own_cut:fail"\n'
    suite = write_tiny(tmp_path, 'rankers = ["vector"]\n', rest)
    (tmp_path / "own_cut.py").write_text("def fail(text):\n    raise ValueError('mine')\n")
    seen = Seen()
    with pytest.raises(GoldrankError, match="ValueError: mine"):
        run_suite(load_suite(suite), tmp_path / "cache", seen)
    assert [name for name in seen.stages if not name.startswith(("read", "measure", "chunk"))] == []


def test_a_run_without_vectors_is_inspected_with_the_chunks_that_it_ranked(tmp_path: Path):
    query = {
        "query_id": "q9",
        "text": "w41",
        "evidence": [{"doc_id": "long.md", "quote": "w41 w42"}],
    }
    suite = write_tiny(
        tmp_path, 'rankers = ["bm25"]\n', files={**FILES, **LONG}, queries=[query, *QUERIES]
    )
    folder = tmp_path / "cache"
    run = run_suite(load_suite(suite), folder)
    found = run.inspect("q9", cache=folder)
    assert found.need == 0
    assert run.window["content_tokens"] == READS
