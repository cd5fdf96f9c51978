"""Formats of judged sets by name: a new one is a file and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.exchange.base import Format
from goldrank.exchange.beir import BEIR
from goldrank.exchange.chroma import CHROMA
from goldrank.exchange.chunklab import CHUNKLAB
from goldrank.exchange.ir_datasets import IR_DATASETS
from goldrank.exchange.legalbench import LEGALBENCH
from goldrank.exchange.llama_index import LLAMA_INDEX
from goldrank.exchange.ours import OURS
from goldrank.exchange.rows import ROWS
from goldrank.exchange.squad import SQUAD
from goldrank.exchange.squad_rows import SQUAD_ROWS
from goldrank.exchange.trec import TREC
from goldrank.suggest import listed, unknown

# The plainest last: rows of a table are many things.
FORMATS: Mapping[str, Format] = {
    each.name: each
    for each in (
        IR_DATASETS,
        OURS,
        BEIR,
        TREC,
        CHROMA,
        LEGALBENCH,
        SQUAD,
        LLAMA_INDEX,
        CHUNKLAB,
        SQUAD_ROWS,
        ROWS,
    )
}
WRITTEN: Mapping[str, Format] = {name: each for name, each in FORMATS.items() if each.write}


def format_of(path: Path, named: str | None) -> Format:
    """The format that is named, else the first that `path` looks like."""
    if named is not None:
        if named not in FORMATS:
            raise GoldrankError(f"--from: {unknown('format', named, FORMATS)}")
        return FORMATS[named]
    found = next((each for each in FORMATS.values() if each.fits(path)), None)
    if found is not None:
        return found
    if not path.exists():
        raise GoldrankError(f"no such file or folder: {path}")
    raise GoldrankError(
        f"{path} looks like no format that is known; say which with --from {listed(FORMATS)}, or name "
        "the columns of a table with --query-column"
    )


def written_as(name: str) -> Format:
    """The format that is written, by name."""
    if name not in WRITTEN:
        raise GoldrankError(f"--to: {unknown('format', name, WRITTEN)}")
    return WRITTEN[name]
