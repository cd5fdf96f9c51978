"""Metadata in a file beside a corpus: csv, JSONL or Parquet, a row for each document."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from goldrank.corpus.chunked import ID_KEYS, records_of
from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.filters.values import is_nothing
from goldrank.text.first_few import first_few

FORMATS: Final = (".csv", ".jsonl", ".parquet")
SEPARATOR: Final = ";"
"""What stands between the values of one cell of a csv, in a field of which any is enough."""

Row = tuple[int, Mapping[str, Any]]


def with_metadata(corpus: Corpus, path: Path, lists: Collection[str] = ()) -> Corpus:
    """`corpus` with what a file says of its documents, which goes before what they say themselves.

    A row names its document by `doc_id` (or `_id`, `id`); its other cells are fields, and an empty
    one is none. `lists` are the fields of which a cell of a csv holds several values, with `;`
    between them. Nothing but the metadata of documents changes: no text, no title.

    Raises:
        GoldrankError: a file that cannot be read, a row without a document, two rows of one
            document, or a file with no row of any document of the corpus.
    """
    known = {document.doc_id for document in corpus.documents}
    found: dict[str, Mapping[str, Any]] = {}
    for number, row in _rows(path, lists):
        doc_id = _document_of(row, f"{path}:{number}")
        if doc_id in found:
            raise GoldrankError(f"{path}:{number}: document {doc_id!r} has a row already; keep one")
        own = {k: v for k, v in row.items() if k not in ID_KEYS and not is_nothing(v)}
        found[doc_id] = own
    strangers = [doc_id for doc_id in found if doc_id not in known]
    if len(strangers) == len(found):
        raise GoldrankError(
            f"{path}: none of its {len(found)} rows is of a document of the corpus; expected ids "
            f"such as {min(known, default='none')!r}, got {min(found, default='none')!r}"
        )
    documents = tuple(
        replace(d, metadata=MappingProxyType({**d.metadata, **found.get(d.doc_id, {})}))
        for d in corpus.documents
    )
    return replace(corpus, documents=documents, about=_remarks(path, found, strangers, known))


def _remarks(
    path: Path, found: Mapping[str, object], strangers: Sequence[str], known: Collection[str]
) -> tuple[str, ...]:
    said = []
    if strangers:
        rows = "row is" if len(strangers) == 1 else "rows are"
        said.append(
            f"{path.name}: {len(strangers):,} {rows} of no document of the corpus: "
            f"{first_few(strangers, 3)}"
        )
    if lacking := sorted(known - found.keys()):
        have = "document has" if len(lacking) == 1 else "documents have"
        said.append(f"{path.name}: {len(lacking):,} {have} no row: {first_few(lacking, 3)}")
    return tuple(said)


def _rows(path: Path, lists: Collection[str]) -> Iterator[Row]:
    if path.suffix.lower() not in FORMATS:
        raise GoldrankError(f"{path}: expected metadata in {', '.join(FORMATS)}")
    try:
        yield from _csv(path, lists) if path.suffix.lower() == ".csv" else records_of(path)
    except OSError as error:
        raise GoldrankError(
            f"cannot read the metadata {path}: {error.strerror or error}"
        ) from error


def _csv(path: Path, lists: Collection[str]) -> Iterator[Row]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GoldrankError(f"{path}: it is not UTF-8; save it so") from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        for row in reader:
            if None in row or None in row.values():
                expected = len(reader.fieldnames or ())
                raise GoldrankError(
                    f"{path}:{reader.line_num}: expected {expected} cells, as its first line has"
                )
            yield reader.line_num, {k: _cell(v, k in lists) for k, v in row.items()}
    except csv.Error as error:
        raise GoldrankError(f"{path}:{reader.line_num}: not a csv: {error}") from None


def _cell(text: str, several: bool) -> str | list[str]:
    if not several:
        return text
    return [part for each in text.split(SEPARATOR) if (part := each.strip())]


def _document_of(row: Mapping[str, Any], place: str) -> str:
    named = next((row[key] for key in ("doc_id", *ID_KEYS) if not is_nothing(row.get(key))), None)
    if named is None or not isinstance(named, str | int):
        raise GoldrankError(f'{place}: expected a "doc_id", the document that it is about')
    return str(named)
