"""What a suite reads: its corpus, and its queries with their evidence located."""

from __future__ import annotations

from pathlib import Path

from goldrank.corpus.corpus import Corpus
from goldrank.corpus.read import read_corpus
from goldrank.corpus.registry import EVERY
from goldrank.corpus.tree import Files
from goldrank.encoders.folders import default_cache_folder
from goldrank.errors import GoldrankError
from goldrank.evidence.gold import relevant_needs
from goldrank.evidence.locate import locate_queries
from goldrank.evidence.qrels import with_qrels
from goldrank.evidence.queries import RawQuery, read_queries
from goldrank.filters.hidden import without_hidden
from goldrank.filters.metadata import with_metadata
from goldrank.filters.sight import Sight
from goldrank.progress import Progress
from goldrank.suites.languages import stated_languages
from goldrank.suites.suite import Suite
from goldrank.types import Query


def read(suite: Suite, progress: Progress) -> Corpus:
    """The corpus of a suite."""
    path = suite.path(suite.corpus.path)
    with progress.stage("read corpus", 0, "documents"):
        return beside(suite, read_corpus(path, files_of(suite)))


def beside(suite: Suite, corpus: Corpus) -> Corpus:
    """A corpus with the metadata that lies beside it, where the suite names any."""
    if suite.metadata_path is None:
        return corpus
    lists = {each.asked for each in suite.filter if each.rule == "any of"}
    return with_metadata(corpus, suite.metadata_path, lists)


def sight_of(suite: Suite, corpus: Corpus) -> Sight:
    """The rules of a suite over the metadata of its corpus."""
    return Sight.of(suite.filter, corpus.documents)


def files_of(suite: Suite) -> Files:
    """Which files of its corpus a suite wants."""
    wanted = suite.corpus
    return Files(
        include=wanted.include,
        max_bytes=wanted.max_bytes,
        encoding=wanted.encoding,
        strict=suite.strict,
        exclude=wanted.exclude,
        gitignore=wanted.gitignore,
        kept=_kept(),
    )


def every_file() -> Files:
    """Files of every format, for what looks at a folder without a suite."""
    return Files(include=EVERY, kept=_kept())


def _kept() -> Path | None:
    try:
        return default_cache_folder() / "converted"
    except GoldrankError:
        return None  # a user without a home converts each time anew


def wanted(suite: Suite) -> list[RawQuery]:
    """The queries of a suite as its files name them, of the wanted tags and ids, each id once.

    Judgments that stand in a file of their own are among them.
    """
    raw = [query for path in suite.query_paths for query in read_queries(path)]
    ids = [query.query_id for query in raw]
    if len(set(ids)) < len(ids):
        twice = next(query_id for query_id in ids if ids.count(query_id) > 1)
        raise GoldrankError(f"query {twice} stands in two query files; give it one id in one file")
    if suite.qrels_path is not None:
        raw = with_qrels(raw, suite.qrels_path)
    chosen = [query for query in raw if suite.queries.wants(query.query_id, query.tags)]
    if raw and not chosen:
        raise GoldrankError(f"none of {len(raw)} queries has one of the {suite.queries.choice}")
    return chosen


def ask(suite: Suite, corpus: Corpus) -> list[Query]:
    """The queries of a suite, with their evidence located.

    A query without evidence stays in the list and out of every mean; with `strict` it is an error,
    unless it says that nothing answers it.
    """
    raw = wanted(suite)
    located = locate_queries(raw, corpus, strict=not suite.queries.count_repeats)
    queries = without_hidden(located, sight_of(suite, corpus), corpus.documents)
    stated_languages(suite, queries)  # found wrong before any work
    judged = [query for query in queries if query.answerable]
    without = [query.query_id for query in judged if not relevant_needs(query)]
    if queries and not judged:
        raise GoldrankError(nothing_to_rank(len(queries)))
    if len(without) == len(judged):
        raise GoldrankError(
            f"none of {len(queries)} queries has evidence, so no rank can be measured; add "
            '"evidence" to the query file (see the README)'
        )
    if without and suite.strict:
        raise GoldrankError(f"{len(without)} queries have no evidence: {', '.join(without[:5])}")
    return queries


def nothing_to_rank(count: int) -> str:
    """What is said where nothing answers any query of a suite."""
    which = "the one query says" if count == 1 else f"all {count:,} queries say"
    return (
        f'{which} "answerable": false, so no rank can be measured; add queries that something '
        "answers, with their evidence"
    )
