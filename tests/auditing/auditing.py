"""An audit of the tiny corpus, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.tiny import FILES, write_tiny

from goldrank.auditing.chunks import AuditedChunks, audited_chunks
from goldrank.progress import Silent
from goldrank.suites.suite import load_suite

CHUNKER = '[[chunker]]\nname = "heading"\nkind = "heading"\ninclude_heading = false\nlimit = 12\nreserve = 0\n'


def audited(folder: Path, files: Mapping[str, str] = FILES) -> AuditedChunks:
    suite = write_tiny(folder, rest=CHUNKER, files=files)
    return audited_chunks(load_suite(suite), folder.parent / "tiny-cache", Silent())
