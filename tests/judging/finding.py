"""A session over the tiny corpus, for tests of people who judge."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.tiny import FILES

from goldrank.corpus.corpus import Corpus, parse_document
from goldrank.judging.find import Finding, open_finding

QUESTIONS = "when must leave be requested\nis there a gym\nwhen is the bonus paid\n"


def corpus_of(files: Mapping[str, str] = FILES) -> Corpus:
    return Corpus.of(parse_document(name, text.encode()) for name, text in files.items())


def opened(
    folder: Path, questions: str = QUESTIONS, files: Mapping[str, str] = FILES, name: str = "q.txt"
) -> Finding:
    path = folder / name
    if not path.exists():
        path.write_text(questions, encoding="utf-8")
    return open_finding(path, corpus_of(files))
