"""A corpus from the files of a folder, or from one such file."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from goldrank.corpus.corpus import Corpus, Skipped, parse_document
from goldrank.corpus.left_out import excluding
from goldrank.corpus.registry import INCLUDE
from goldrank.corpus.unread import Unread
from goldrank.corpus.walk import File, Walked, explain, readable, walk
from goldrank.errors import GoldrankError
from goldrank.formats.base import ROOMIER, UnreadableError
from goldrank.formats.registry import format_named
from goldrank.outline import Outline
from goldrank.text.stand_ins import stand_in
from goldrank.types import Document

MAX_BYTES = 2 * 1024 * 1024
COUNTED_BYTES = 1 << 30  # beyond it, what a skipped file holds is not counted
BINARY_SAMPLE = 8 * 1024  # bytes
BINARY_SHARE = 0.1  # of NUL in the sample


@dataclass(frozen=True, slots=True)
class Files:
    """Which files of a folder are read, and how.

    A pattern of `include` is matched with the name of a file, or with its path under the root where
    it holds a `/`; case makes no difference. `exclude` are patterns as in a `.gitignore` at the
    root, case making no difference; what they name is left out, and so is what the `.gitignore`
    files of the git tree around the root name, unless `gitignore` is false. A file of more than
    `max_bytes`, one that is not in `encoding` and a binary one are skipped and listed; with
    `strict` whatever loses text is an error. What files in other formats are converted to is kept in
    the folder `kept`; PDF and DOCX may have `ROOMIER` times `max_bytes`.
    """

    include: Sequence[str] = INCLUDE
    max_bytes: int = MAX_BYTES
    strict: bool = False
    encoding: str = "utf-8"
    exclude: Sequence[str] = ()
    gitignore: bool = True
    kept: Path | None = None


USUAL = Files()


def read_tree(root: Path, files: Files = USUAL) -> Corpus:
    """Read every file under `root` that is wanted; a `root` that is a file is one document.

    `Corpus.unread` counts what is left out, and the files that no pattern names; with `strict` each
    of these is an error, unless it is a picture, a sound or a font.

    Raises `GoldrankError` where `root` is missing or holds no document.
    """
    root = Path(root)
    _check(root, files.encoding)
    absolute = root.resolve()
    walked = (
        walk(str(absolute), _matcher(files.include), excluding(files.exclude), files.gitignore)
        if root.is_dir()
        else Walked([_single(absolute)], [], Unread(1))
    )
    skipped = list(walked.skipped)
    parsed: list[tuple[Document, Outline]] = []
    for file in walked.files:
        outcome = _read(file, files)
        skipped.append(outcome) if isinstance(outcome, Skipped) else parsed.append(outcome)
    corpus = Corpus.of(parsed, skipped, readable(str(absolute)), walked.unread)
    _check_losses(corpus, files.include, files.strict)
    return corpus


def _check(root: Path, encoding: str) -> None:
    if not root.exists():
        raise GoldrankError(f"corpus {root}: no such file or folder; give one that exists")
    if not root.is_dir() and not root.is_file():
        raise GoldrankError(f"corpus {root}: expected a folder or a file, got something else")
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise GoldrankError(
            f"corpus {root}: unknown encoding {encoding!r}; try utf-8 or cp1252"
        ) from None


def _single(path: Path) -> File:
    return File(readable(path.name), str(path), path.stat().st_size)


def _check_losses(corpus: Corpus, include: Sequence[str], strict: bool) -> None:
    losses = [each for each in corpus.skipped if each.characters != 0]
    first = f"{losses[0].path} ({losses[0].reason})" if losses else ""
    if strict and losses:
        raise GoldrankError(
            f"corpus {corpus.root}: expected to read all, but {len(losses)} could not be read, "
            f"first {first}; mend them or read without strict"
        )
    if strict and corpus.documents and corpus.unread.may_hold_text:
        raise GoldrankError(
            f"corpus {corpus.root}: expected to read all, but {corpus.unread.unnamed}; add patterns "
            "to include, or name them in exclude, or read without strict"
        )
    if not corpus.documents:
        raise GoldrankError(
            f"corpus {corpus.root}: expected documents, got 0 files named {', '.join(include)}"
            + (f" ({len(losses)} skipped, first {first})" if losses else "")
            + "".join(f"; {remark}" for remark in corpus.unread.remarks)
            + _hint(Path(corpus.root))
        )


def _hint(root: Path) -> str:
    if (root / "corpus.jsonl").is_file():
        return "; it holds a corpus.jsonl: give the path of that file"
    return "; give another folder or other patterns"


def _matcher(include: Sequence[str]) -> Callable[[str], bool]:
    patterns = [pattern.lower() for pattern in include]

    def wanted(path: str) -> bool:
        path = path.lower()
        name = path.rpartition("/")[2]
        return any(fnmatchcase(path if "/" in each else name, each) for each in patterns)

    return wanted


def _read(file: File, files: Files) -> tuple[Document, Outline] | Skipped:
    path, encoding, format = Path(file.location), files.encoding, format_named(file.path)
    max_bytes = files.max_bytes * (ROOMIER if format is not None and format.binary else 1)
    try:
        if (reason := stand_in(path)) is not None:
            return Skipped(file.path, reason)
        if not (format and format.binary) and (reason := _not_text(path, encoding)) is not None:
            return Skipped(file.path, reason)
        if file.size > max_bytes:
            reason = f"too large: {file.size:,} bytes, the ceiling is {max_bytes:,}"
            # The tags of another format are no text that is lost.
            return Skipped(file.path, reason, None if format else _count(path, file.size, encoding))
        data, uri = path.read_bytes(), path.as_uri()
        return parse_document(file.path, data, uri, encoding=encoding, kept=files.kept)
    except UnreadableError as error:
        return Skipped(file.path, str(error))
    except OSError as error:
        return Skipped(file.path, explain(error))
    except UnicodeDecodeError as error:
        at = f"byte {error.start} = 0x{error.object[error.start]:02x}"
        return Skipped(file.path, f"not {encoding.upper()}: {at}; say which encoding it is in")


def _not_text(path: Path, encoding: str) -> str | None:
    if codecs.lookup(encoding).name.startswith(("utf-16", "utf-32")):
        return None  # half of their bytes are NUL
    with path.open("rb") as file:
        sample = file.read(BINARY_SAMPLE)
    if sample.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return f"not {encoding.upper()}: it begins as UTF-16 does; say which encoding it is in"
    if (nul := sample.count(0)) > BINARY_SHARE * len(sample):
        return f"binary: {nul} NUL in its first {len(sample)} bytes"
    return None


def _count(path: Path, size: int, encoding: str) -> int | None:
    """The characters of a file too large to hold, white space left out."""
    if size > COUNTED_BYTES:
        return None
    encoding = "utf-8-sig" if codecs.lookup(encoding).name == "utf-8" else encoding
    try:
        with path.open(encoding=encoding, newline="") as file:
            pieces = iter(lambda: file.read(1 << 20), "")
            return sum(len("".join(piece.split())) for piece in pieces)
    except UnicodeDecodeError:
        return None
