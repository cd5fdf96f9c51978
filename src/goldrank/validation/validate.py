"""Check a suite, its corpus and its queries before anything is measured."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from goldrank.corpus.corpus import Corpus
from goldrank.errors import GoldrankError
from goldrank.evidence.locate import try_locate
from goldrank.evidence.problems import Problem
from goldrank.evidence.qrels import with_qrels
from goldrank.evidence.queries import RawQuery, try_queries
from goldrank.progress import Progress, Silent
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.running.cutting import chunk_corpus
from goldrank.running.prepared import Prepared, planned
from goldrank.suites.inputs import nothing_to_rank, read, sight_of
from goldrank.suites.languages import stated_languages
from goldrank.suites.parts import Parts, make_parts
from goldrank.suites.policy import make_policy
from goldrank.suites.suite import Suite, load_suite
from goldrank.types import Chunk, Query
from goldrank.validation import corpus_checks, filter_checks, query_checks
from goldrank.validation.doubts import doubts_of

T = TypeVar("T")
_TOML_LINE = re.compile(r"\(at line (\d+),")
_UNKNOWN = re.compile(r"unknown key '(?:.*\.)?([^'.]+)'")


@dataclass(frozen=True, slots=True)
class Validation:
    """What was checked and what is wrong with it, in the order of the checks.

    `documents` and `queries` are how many were read, `unanswerable` those of the queries that nothing
    answers; `notes` say what was left out on purpose, which is no problem, and `doubts` what the questions
    lean on.
    """

    suite: str
    documents: int
    queries: int
    problems: tuple[Problem, ...]
    notes: tuple[str, ...] = ()
    unanswerable: int = 0
    doubts: tuple[str, ...] = ()

    @property
    def errors(self) -> list[Problem]:
        """The problems that stop a run or make its numbers wrong."""
        return [problem for problem in self.problems if problem.level == "error"]

    def exit_code(self, strict: bool = False) -> int:
        """0 where nothing is wrong, 1 where something is; with `strict` warnings count."""
        return int(bool(self.problems if strict else self.errors))


def validate_file(path: Path, cache_folder: Path, progress: Progress | None = None) -> Validation:
    """Check the suite in the file `path`, and all that it names.

    Raises `GoldrankError` where there is no such file; whatever else is wrong is a problem.
    """
    if not path.is_file():
        raise GoldrankError(f"no such suite: {path}")
    try:
        suite = load_suite(path)
    except GoldrankError as error:
        problem = Problem(None, str(path), _line_of(error, path), "suite", str(error))
        return Validation(path.stem, 0, 0, (problem,))
    return validate_suite(suite, str(path), cache_folder, progress)


def validate_suite(
    suite: Suite, source: str, cache_folder: Path, progress: Progress | None = None
) -> Validation:
    """Check `suite`, which came from `source`, its corpus and its queries.

    No model is loaded: chunks are cut with the tokenizer, as in `bench plan`.
    """
    shown = progress or Silent()
    problems: list[Problem] = []
    doubts: tuple[str, ...] = ()
    parts = _attempt(lambda: make_parts(suite), "suite", source, problems)
    corpus = _attempt(lambda: read(suite, shown), "corpus", source, problems)
    raw = _read_queries(suite, source, problems)
    _attempt(lambda: stated_languages(suite, raw), "language", source, problems)
    problems += _checks_of_queries(raw, source)
    problems += _checks_of_gate(suite, parts, raw, source)
    if corpus is not None:
        problems += _checks_of_corpus(corpus, source)
        located, misplaced = try_locate(raw, corpus, strict=not suite.queries.count_repeats)
        problems += misplaced
        doubts = tuple(doubts_of(located, corpus))
        sight = _attempt(partial(sight_of, suite, corpus), "filter", source, problems)
        if sight is not None:
            by_id = {query.query_id: query for query in raw}
            problems += filter_checks.filters(located, by_id, sight, corpus)
        problems += query_checks.copies(located, {q.query_id: q for q in raw}, Tokenizer())
        if parts is not None and located and suite.unit == "chunk":
            prepared = Prepared(suite, parts, corpus, shown)
            problems += _checks_of_chunks(prepared, source, raw, located, cache_folder)
    documents = len(corpus.documents) if corpus is not None else 0
    unanswerable = sum(not query.answerable for query in raw)
    found = tuple(_sorted(problems, suite))
    return Validation(suite.name, documents, len(raw), found, _notes(corpus), unanswerable, doubts)


def _notes(corpus: Corpus | None) -> tuple[str, ...]:
    if corpus is None:
        return ()
    unread = corpus.unread
    chosen = unread.chosen if unread.may_hold_text else unread.remarks
    return (*chosen, *corpus.not_read)


def _attempt(make: Callable[[], T], kind: str, source: str, problems: list[Problem]) -> T | None:
    try:
        return make()
    except GoldrankError as error:
        problems.append(Problem(None, source, None, kind, str(error)))
        return None


def _read_queries(suite: Suite, source: str, problems: list[Problem]) -> list[RawQuery]:
    raw: list[RawQuery] = []
    for path in suite.query_paths:
        found = _attempt(partial(try_queries, path), "queries", source, problems)
        if found is not None:
            raw += found[0]
            problems += found[1]
    problems += _in_two_files(raw)
    if suite.qrels_path is not None:
        judged = partial(with_qrels, raw, suite.qrels_path)
        raw = _attempt(judged, "queries", source, problems) or raw
    chosen = [query for query in raw if suite.queries.wants(query.query_id, query.tags)]
    if raw and not chosen:
        message = f"none of {len(raw)} queries has one of the suite's {suite.queries.choice}"
        problems.append(Problem(None, source, None, "suite", message))
    return chosen


def _in_two_files(raw: Sequence[RawQuery]) -> Iterator[Problem]:
    first: dict[str, RawQuery] = {}
    for query in raw:
        earlier = first.setdefault(query.query_id, query)
        if earlier is not query:
            message = f"its id stands in {earlier.source} too; give it one id in one file"
            yield Problem(query.query_id, query.source, query.line, "query", message)


def _checks_of_queries(raw: Sequence[RawQuery], source: str) -> Iterator[Problem]:
    tokenizer = Tokenizer()
    if raw and not any(query.answerable for query in raw):
        yield Problem(None, source, None, "queries", nothing_to_rank(len(raw)))
    yield from query_checks.without_evidence(raw)
    yield from query_checks.unsaid_needs(raw)
    yield from query_checks.duplicates(raw, tokenizer)
    if raw:
        yield from query_checks.small_tags(raw, source)


def _checks_of_gate(
    suite: Suite, parts: Parts | None, raw: Sequence[RawQuery], source: str
) -> list[Problem]:
    """Policies that cannot be judged: what they ask is unknown, or on nothing that is there."""
    problems: list[Problem] = []
    tags = {tag for query in raw for tag in query.tags}
    systems = [] if parts is None else [str(system) for system, _ in parts.systems]
    for settings in suite.gate:
        policy = _attempt(
            partial(make_policy, settings, suite.ranker_graph), "gate", source, problems
        )
        if policy is not None and systems and policy.kind != "corpus":
            _attempt(partial(policy.systems, systems), "gate", source, problems)
        for tag in sorted(set(settings.tags) - tags) if raw else ():
            message = f"[[gate]] {settings.measure}: its tag {tag!r} is on no query"
            problems.append(Problem(None, source, None, "gate", message))
    return problems


def _checks_of_corpus(corpus: Corpus, source: str) -> Iterator[Problem]:
    yield from corpus_checks.unread_files(corpus, source)
    yield from corpus_checks.read_as_they_stand(corpus, source)
    yield from corpus_checks.skipped_files(corpus)
    yield from corpus_checks.doubtful_documents(corpus)
    yield from corpus_checks.empty_parts(corpus)


def _checks_of_chunks(
    prepared: Prepared,
    source: str,
    raw: Sequence[RawQuery],
    located: Sequence[Query],
    cache_folder: Path,
) -> list[Problem]:
    """Evidence that is longer than any chunk can be."""
    problems: list[Problem] = []
    chunks = _attempt(partial(_chunks, prepared, cache_folder), "suite", source, problems)
    if chunks is not None:
        by_id = {query.query_id: query for query in raw}
        rule = prepared.parts.rule
        problems += corpus_checks.evidence_too_long(located, by_id, prepared.corpus, chunks, rule)
    return problems


def _chunks(prepared: Prepared, cache_folder: Path) -> Mapping[str, list[Chunk]]:
    known = planned(prepared, cache_folder)
    return {chunker.name: chunk_corpus(known, chunker) for chunker in known.parts.chunkers}


def _sorted(problems: Sequence[Problem], suite: Suite) -> list[Problem]:
    """Errors before warnings; within each the suite, the corpus, and the queries by line."""
    files = [str(path) for path in suite.query_paths]

    def order(problem: Problem) -> tuple[bool, int, int]:
        at = files.index(problem.source) if problem.source in files else -1
        return problem.level == "warning", at, (problem.line or 0) if at >= 0 else 0

    return sorted(problems, key=order)


def _line_of(error: GoldrankError, path: Path) -> int | None:
    """The line that an error of a suite file is about, where it can be told."""
    named = _TOML_LINE.search(str(error))
    if named:
        return int(named[1])
    unknown = _UNKNOWN.search(str(error))
    if unknown is None:
        return None
    key = re.compile(rf"\s*(\[+\s*)?([\w-]+\.)*{re.escape(unknown[1])}\s*[=\]]")
    lines = path.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, 1) if key.match(line)), None)
