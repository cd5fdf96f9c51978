"""A corpus from whatever a path names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.jsonl import read_jsonl
from goldrank.corpus.tree import INCLUDE, MAX_BYTES, read_tree
from goldrank.types import Format


def read_corpus(
    path: Path | str,
    include: Sequence[str] = INCLUDE,
    max_bytes: int = MAX_BYTES,
    strict: bool = False,
    encoding: str = "utf-8",
    format: Format = "text",
) -> Corpus:
    """Read a `.jsonl` file with `read_jsonl`, all else with `read_tree`.

    `format` is for `.jsonl` files, the other options are for trees.
    """
    path = Path(path)
    if path.suffix.lower() in (".jsonl", ".ndjson") and not path.is_dir():
        return read_jsonl(path, format)
    return read_tree(path, include, max_bytes, strict, encoding)
