"""A corpus from whatever a path names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.jsonl import read_jsonl
from goldrank.corpus.registry import INCLUDE
from goldrank.corpus.tree import MAX_BYTES, read_tree
from goldrank.errors import GoldrankError

CONTAINERS = {".jsonl": read_jsonl, ".ndjson": read_jsonl}
"""Files that hold many documents, by suffix; all else is a tree, or one file of it."""


def read_corpus(
    path: Path | str,
    include: Sequence[str] = INCLUDE,
    max_bytes: int = MAX_BYTES,
    strict: bool = False,
    encoding: str = "utf-8",
    format: str = "text",
    *,
    exclude: Sequence[str] = (),
    gitignore: bool = True,
) -> Corpus:
    """Read a container as its suffix says, all else with `read_tree`.

    `format` is for containers, the other options are for trees.
    """
    path = Path(path)
    if exclude and path.is_file():
        raise GoldrankError(
            f"exclude: expected a folder to leave files out of, got the file {path}; drop exclude"
        )
    container = CONTAINERS.get(path.suffix.lower())
    if container is not None and not path.is_dir():
        return container(path, format)
    return read_tree(
        path, include, max_bytes, strict, encoding, exclude=exclude, gitignore=gitignore
    )
