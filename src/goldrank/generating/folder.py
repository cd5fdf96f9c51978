"""The folder of a made corpus, which is there whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.generating.card import card, suite
from goldrank.generating.corpus import Asked, documents, queries
from goldrank.progress import Progress


def write_folder(place: Path, asked: Asked, progress: Progress) -> None:
    """Write `corpus/`, `queries.jsonl`, `suite.toml` and `README.md` to a new folder `place`.

    It is made beside `place` and given its name at the end; an interrupt leaves nothing. Raises
    `GoldrankError` where something is at `place`, or where it cannot be written.
    """
    if place.exists() or place.is_symlink():
        raise GoldrankError(f"{place} is there already; name a new folder, or remove that one")
    try:
        unfinished = Path(tempfile.mkdtemp(prefix=f".{place.name}.", dir=place.parent))
    except OSError as error:
        raise GoldrankError(f"cannot write beside {place}: {error.strerror}") from error
    try:
        _write(unfinished, asked, progress)
        unfinished.chmod(0o755)
        unfinished.rename(place)
    except OSError as error:
        raise GoldrankError(f"cannot write {place}: {error.strerror}; nothing is left") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _write(folder: Path, asked: Asked, progress: Progress) -> None:
    with progress.stage("making documents", asked.documents, "documents") as done:
        for document in documents(asked):
            path = folder / "corpus" / document.doc_id
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(document.text, encoding="utf-8", newline="\n")
            done(1)
    with (folder / "queries.jsonl").open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in queries(asked))
    for name, text in (("suite.toml", suite(asked)), ("README.md", card(asked))):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
