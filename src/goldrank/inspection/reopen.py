"""A saved run, opened again: the same corpus, parts and window, without running anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.encoders.folders import default_cache_folder
from goldrank.errors import GoldrankError
from goldrank.frames.answerable import is_answerable
from goldrank.frames.rows import rows_of
from goldrank.inspection.open_chunker import OpenChunker
from goldrank.progress import Progress, Silent
from goldrank.running.fingerprints import encoder_fingerprints
from goldrank.running.prepared import Prepared
from goldrank.runs.run import Run
from goldrank.runs.windows import windows_of
from goldrank.suggest import did_you_mean, unknown
from goldrank.suites.inputs import beside, files_of
from goldrank.suites.parts import Parts, make_parts
from goldrank.tables.corpus import documents_table
from goldrank.text.first_few import first_few
from goldrank.types import Evidence, Need, Query

SHOWN = 5


class Reopened:
    """What a run was made of; its chunkers are opened when they are asked for, and kept."""

    def __init__(self, run: Run, prepared: Prepared, cache_folder: Path) -> None:
        self.run = run
        self.suite = prepared.suite
        self.parts = prepared.parts
        self._prepared = prepared
        self._cache_folder = cache_folder
        self._open: dict[str, OpenChunker] = {}

    def chunker(self, name: str) -> OpenChunker:
        """The chunks and indexes of one chunker; an error where they are not those of the run."""
        if name not in self._open:
            chunkers = {chunker.name: chunker for chunker in self.parts.chunkers}
            if name not in chunkers:
                raise GoldrankError(f"this run: {unknown('chunker', name, chunkers)}")
            opened = OpenChunker(self._prepared, chunkers[name], self._cache_folder)
            _refuse_other_chunks(self.run, opened)
            self._open[name] = opened
        return self._open[name]

    def query(self, query_id: str) -> Query:
        """A query of the run, with the evidence that was located then."""
        return query_of(self.run, query_id)


def reopen(
    run: Run,
    cache_folder: Path | None = None,
    corpus: Path | str | None = None,
    progress: Progress | None = None,
) -> Reopened:
    """Read the corpus of `run` again and make its parts from the saved settings.

    No model is loaded: vectors come out of the cache, and only what it lacks is encoded, when it
    is needed. `corpus` says where the corpus lies now, if it was moved. What was opened is kept
    in `run`, so the second inspection is at once.

    Raises:
        GoldrankError: the corpus is not there, a document has changed since the run, or the
            encoder is another one; says which and what to do.
    """
    folder = cache_folder or default_cache_folder()
    key = (str(folder), str(corpus))
    if key not in run.opened:
        run.opened[key] = _reopen(run, folder, corpus, progress or Silent())
    opened: Reopened = run.opened[key]
    return opened


def _reopen(
    run: Run, cache_folder: Path, corpus: Path | str | None, progress: Progress
) -> Reopened:
    suite = run.suite
    read = corpus_of(run, corpus, progress)
    parts = make_parts(suite)
    _refuse_other_encoder(run, parts)
    prepared = Prepared(suite, parts, read, progress).measured(windows_of(run))
    return Reopened(run, prepared, cache_folder)


def query_of(run: Run, query_id: str) -> Query:
    """A query of `run` from its tables."""
    rows = run.queries[run.queries.query_id == query_id]
    if rows.empty:
        known = [str(q) for q in run.queries.query_id]
        shown = unknown("query", query_id, known) if len(known) < 20 else _near(query_id, known)
        raise GoldrankError(f"run {run.name}: {shown}")
    row = rows.iloc[0]
    mine = run.evidence[run.evidence.query_id == query_id]
    needs = [_need(mine[mine.need == number]) for number in range(int(row.needs))]
    tags, answerable = tuple(str(row.tags).split()), bool(is_answerable(rows).iloc[0])
    asked = json.loads(str(row["filter"]) or "{}") if "filter" in rows else {}
    return Query(query_id, str(row.text), tags, tuple(needs), answerable=answerable, filter=asked)


def _need(rows: pd.DataFrame) -> Need:
    return Need(
        tuple(
            Evidence(
                str(row["doc_id"]),
                None if pd.isna(row["start"]) else int(row["start"]),
                None if pd.isna(row["end"]) else int(row["end"]),
                str(row["quote"]),
                int(row["grade"]),
            )
            for row in rows_of(rows)
        )
    )


def _near(query_id: str, known: Sequence[str]) -> str:
    hint = did_you_mean(query_id, known, alike=0.3, most=3, shown=str)
    return f"unknown query {query_id!r} among {len(known)}{hint}"


def corpus_of(run: Run, corpus: Path | str | None, progress: Progress) -> Corpus:
    """The corpus of `run` read again, from where it lies now; an error where it has changed."""
    suite = run.suite
    path = Path(corpus) if corpus is not None else suite.path(suite.corpus.path)
    if not path.exists():
        raise GoldrankError(
            f"the corpus of run {run.name} is not at {path.absolute()} any more; say where it is "
            'with --corpus (in Python: corpus="…")'
        )
    with progress.stage("read corpus", 0, "documents"):
        read = beside(suite, read_corpus(path, replace(files_of(suite), strict=False)))
    _refuse_changed(run, read)
    if suite.filter:
        _refuse_other_metadata(run, read)
    return read


def _refuse_other_metadata(run: Run, corpus: Corpus) -> None:
    """What a query may see follows from it."""
    then = dict(zip(run.documents.doc_id, run.documents.metadata, strict=True))
    now = dict(zip(*(documents_table(corpus)[c] for c in ("doc_id", "metadata")), strict=True))
    if other := [doc_id for doc_id in then if then[doc_id] != now[doc_id]]:
        raise GoldrankError(
            f"the metadata of {first_few(other, SHOWN)} is not what run {run.name} filtered by; its "
            "ranks would be among other units: run the suite again, or put the old state back"
        )


def _refuse_changed(run: Run, corpus: Corpus) -> None:
    then = dict(zip(run.documents.doc_id, run.documents.sha256, strict=True))
    now = {document.doc_id: document.sha256 for document in corpus.documents}
    if then == now:
        return
    said = [f"{d} has changed" for d in then if d in now and now[d] != then[d]]
    said += [f"{d} is gone" for d in then if d not in now]
    said += [f"{d} is new" for d in now if d not in then]
    raise GoldrankError(
        f"the corpus is not the one that run {run.name} ranked: {first_few(said, SHOWN)}; "
        "its ranks would be of another corpus: run the suite again, or name the old state with "
        "--corpus"
    )


def _refuse_other_encoder(run: Run, parts: Parts) -> None:
    then, now = run.fingerprints.get("encoder", ""), encoder_fingerprints(parts)["encoder"]
    if then and now and now != then:
        names = [parts.encoders[name].name for name in parts.encoding()]
        one = (
            f"the encoder {names[0]} is not the one"
            if len(names) == 1
            else (f"the encoders {', '.join(names)} are not those")
        )
        raise GoldrankError(
            f"{one} that run {run.name} used: expected fingerprint {then[:12]}…, got {now[:12]}…; "
            "run the suite again, or use the model and library versions that record.json names"
        )


def _refuse_other_chunks(run: Run, opened: OpenChunker) -> None:
    then = list(run.chunks[run.chunks.chunker == opened.name].chunk_id)
    if then != [chunk.chunk_id for chunk in opened.chunks]:
        raise GoldrankError(
            f"chunker {opened.name} cuts otherwise than in run {run.name}: expected {len(then)} "
            f"chunks, got {len(opened.chunks)}, or other places; the code has changed since: run the "
            "suite again"
        )
