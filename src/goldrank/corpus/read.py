"""A corpus from whatever a path names."""

from __future__ import annotations

from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.jsonl import read_jsonl
from goldrank.corpus.tree import USUAL, Files, read_tree
from goldrank.errors import GoldrankError

CONTAINERS = {".jsonl": read_jsonl, ".ndjson": read_jsonl, ".parquet": read_jsonl}
"""Files that hold many documents, by suffix; all else is a tree, or one file of it."""


def read_corpus(path: Path | str, files: Files = USUAL, format: str = "text") -> Corpus:
    """Read a container as its suffix says, all else with `read_tree`.

    `format` is for containers, `files` for trees.
    """
    path = Path(path)
    if files.exclude and path.is_file():
        raise GoldrankError(
            f"exclude: expected a folder to leave files out of, got the file {path}; drop exclude"
        )
    container = CONTAINERS.get(path.suffix.lower())
    if container is not None and not path.is_dir():
        return container(path, format)
    return read_tree(path, files)
