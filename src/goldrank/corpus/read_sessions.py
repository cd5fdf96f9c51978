"""The transcripts that a path names, and nothing but transcripts."""

from __future__ import annotations

from pathlib import Path

from goldrank.corpus.sessions import SUFFIXES, Session, session_of
from goldrank.corpus.walk import explain, walk
from goldrank.errors import GoldrankError
from goldrank.formats.base import UnreadableError


def transcript_files(path: Path) -> list[tuple[str, Path]]:
    """A transcript under its name, or all files of a folder that could be one under their paths."""
    if not path.exists():
        raise GoldrankError(f"sessions {path}: no such file or folder; give one that exists")
    if path.is_file():
        return [(path.name, path.resolve())]
    walked = walk(str(path.resolve()), lambda name: name.lower().endswith(SUFFIXES))
    files = sorted((file.path, Path(file.location)) for file in walked.files)
    if not files:
        raise GoldrankError(f"sessions {path}: expected transcripts (*.jsonl), got none")
    return files


def read_sessions(path: Path | str) -> list[Session]:
    """The sessions of a transcript, or of all transcripts under a folder, by path.

    Raises `GoldrankError` for a file that is none: what a stream is made of is never a document.
    """
    found = []
    for name, location in transcript_files(Path(path)):
        try:
            session = session_of(name, location.read_bytes(), location.as_uri())
        except UnreadableError as error:
            said = f"expected a session transcript, and {error}"
            raise GoldrankError(f"sessions {location}: {said}") from None
        except OSError as error:
            raise GoldrankError(f"sessions {location}: {explain(error)}") from None
        if session is None:
            raise GoldrankError(
                f"sessions {location}: expected a session transcript, got a file of something else; "
                "documents are no sessions: leave it out"
            )
        found.append(session)
    return found
