"""A corpus from whatever a path names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.jsonl import read_jsonl
from goldrank.corpus.tree import INCLUDE, MAX_BYTES, read_tree
from goldrank.errors import GoldrankError
from goldrank.types import Format


def read_corpus(
    path: Path | str,
    include: Sequence[str] = INCLUDE,
    max_bytes: int = MAX_BYTES,
    strict: bool = False,
    encoding: str = "utf-8",
    format: Format = "text",
    *,
    exclude: Sequence[str] = (),
    gitignore: bool = True,
) -> Corpus:
    """Read a `.jsonl` file with `read_jsonl`, all else with `read_tree`.

    `format` is for `.jsonl` files, the other options are for trees.
    """
    path = Path(path)
    if exclude and path.is_file():
        raise GoldrankError(
            f"exclude: expected a folder to leave files out of, got the file {path}; drop exclude"
        )
    if path.suffix.lower() in (".jsonl", ".ndjson") and not path.is_dir():
        return read_jsonl(path, format)
    return read_tree(
        path, include, max_bytes, strict, encoding, exclude=exclude, gitignore=gitignore
    )
