"""Registries of one set, written for a test: its entry, and the list of its files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from goldrank.fetching.registry import PublicSet, named_set

DOC = b"# Leave\n\nIt must be requested 30 days in advance.\n"
QUERY = {"query_id": "q1", "text": "when is leave requested", "evidence": [{"doc_id": "a.md"}]}
FILES = {"corpus/a.md": DOC, "queries.jsonl": json.dumps(QUERY).encode() + b"\n"}
ENTRY = {
    **dict.fromkeys(("title", "source", "licence", "good_for", "beware"), "x"),
    "gold": "documents",
    "tried_on": "its files",
    "documents": 1,
    "queries": 1,
}


def line(path: str, data: bytes) -> str:
    return f"{hashlib.sha256(data).hexdigest()} {len(data)} {path}\n"


def registry_in(
    folder: Path,
    lines: str | None = None,
    name: str = "mine",
    files: Mapping[str, bytes] = FILES,
    more: str = "",
    **entry: object,
) -> Path:
    """A registry with one set; `lines` is the list of its files, `more` what stands in its entry too."""
    table = "".join(f"{key} = {json.dumps(value)}\n" for key, value in {**ENTRY, **entry}.items())
    (folder / "files").mkdir(parents=True)
    listed = "".join(line(*item) for item in files.items()) if lines is None else lines
    (folder / "files" / "mine.txt").write_text(listed, encoding="utf-8")
    (folder / "registry.toml").write_text(f'["{name}"]\n{table}{more}', encoding="utf-8")
    return folder / "registry.toml"


def set_in(folder: Path, files: Mapping[str, bytes] = FILES, **entry: object) -> PublicSet:
    return named_set("mine", registry_in(folder, files=files, **entry))  # type: ignore[arg-type]


def source_in(folder: Path, files: Mapping[str, bytes] = FILES) -> Path:
    """The files of a set, in a folder."""
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder
