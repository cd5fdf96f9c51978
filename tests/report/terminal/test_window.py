"""The window report: what was measured, the proof, and what is declared."""

from __future__ import annotations

import io
import json
from pathlib import Path

from rich.console import Console
from tests.tiny import READS, write_tiny

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.user import UserEncoder
from goldrank.progress import Silent
from goldrank.report.terminal.window import WindowResult, window_report, window_result
from goldrank.window.measured import NOTE


def _result(folder: Path, corpus: Path | None = None) -> WindowResult:
    write_tiny(folder, files={"a.md": "word " * 40})
    model = "tiny_encoder:encode"
    return window_result(model, corpus, folder / "cache", Silent(), folder, "tiny_tokens:tokens")


def _shown(result: WindowResult) -> str:
    file = io.StringIO()
    Console(file=file, width=200).print(window_report(result))
    return file.getvalue()


def test_a_window_is_shown_with_its_proof_and_remembered_for_runs(tmp_path: Path):
    result = _result(tmp_path)
    shown = _shown(result)
    assert f"Window: {READS} tokens ({READS} of content, 0 special), measured" in shown
    assert "any word past it moved it not at all: bit-identical" in shown
    encoder = UserEncoder(
        "tiny_encoder:encode", tokenizer="tiny_tokens:tokens", folders=(str(tmp_path),)
    )
    with VectorCache.open(tmp_path / "cache", encoder.fingerprint) as cache:
        assert cache.note(NOTE) is not None
    assert json.loads(json.dumps(result.to_json(), allow_nan=False))["tokens"] == READS


def test_a_corpus_says_how_many_characters_the_window_is(tmp_path: Path):
    shown = _shown(_result(tmp_path, Path("corpus")))
    # Twelve words of four letters with eleven spaces between.
    assert "In corpus: 59 characters (median; 59 to 59 for 8 of 10) over the 1 documents" in shown


def test_a_corpus_of_short_documents_says_so(tmp_path: Path):
    (tmp_path / "short").mkdir()
    (tmp_path / "short" / "a.md").write_text("few words\n")
    shown = _shown(_result(tmp_path, Path("short")))
    assert "No document of short is longer than the window." in shown
