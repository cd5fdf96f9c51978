"""The corpus that a person judges: a folder's, a file's, or that of a suite."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.progress import Progress
from goldrank.suites.inputs import read
from goldrank.suites.options import NO_OPTIONS, suite_for_corpus


def corpus_named(named: str, working_folder: Path, progress: Progress) -> Corpus:
    """Read it; a name that ends in `.toml` is a suite.

    Raises `GoldrankError` where it is not there, or holds no document.
    """
    options = replace(NO_OPTIONS, corpus=Path(named))
    corpus = read(suite_for_corpus(options, working_folder), progress)
    if not corpus.documents:
        raise GoldrankError(f"{named}: expected documents, found none")
    return corpus
