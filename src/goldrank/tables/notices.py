"""What a run left out, doubts or could not decide, counted: nothing of it is lost silently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor

import pandas as pd

from goldrank.corpus.corpus import Corpus
from goldrank.frames.rows import rows_of
from goldrank.frames.systems import system_of
from goldrank.rankers.graph import Graph
from goldrank.rankers.tokenizer import Tokenizer
from goldrank.representations.contexts import Contexts
from goldrank.running.indexing import Indexed
from goldrank.running.ranking import SHOWN_DEPTH
from goldrank.suites.parts import Parts
from goldrank.text.first_few import first_few
from goldrank.types import Need, Query
from goldrank.window.measured import Window

MOST = 10
"""How many doubts about single documents are said one by one."""


def notices_of(
    corpus: Corpus,
    queries: Sequence[Query],
    systems: pd.DataFrame,
    indexed: Sequence[Indexed],
    windows: Sequence[Window | None],
) -> list[str]:
    """What was left out, doubtful or undecided, counted: nothing of it is lost silently."""
    said = [warning for window in windows if window for warning in window.warnings]
    if corpus.skipped:
        listed = [f"{s.path} ({s.reason})" for s in corpus.skipped]
        count = len(corpus.skipped)
        files = "1 file was" if count == 1 else f"{count} files were"
        said.append(f"{files} not read: {first_few(listed, 5, '; ', '; and ')}")
    said += [*corpus.remarks, *corpus.warnings[:MOST]]
    if (more_warnings := len(corpus.warnings) - MOST) > 0:
        said.append(f"and {more_warnings} more doubts about documents: see bench validate")
    said += _repeats([need for query in queries for need in query.needs])
    for each in indexed:
        said += _index_notices(each) + _bound_notices(each)
    near = systems[systems.near_ties > 0]
    for row in rows_of(near):
        said.append(
            f"{system_of(row)}: {row['near_ties']} needs are nearer to another "
            "chunk than two encodings of one text may differ; their best and worst ranks say so"
        )
    return said


def _repeats(needs: Sequence[Need]) -> list[str]:
    """What became of the places that hold a judged text again."""
    said = []
    if repeats := sum(bool(need.repeats) for need in needs):
        places = sum(need.elsewhere for need in needs)
        others = f" ({places:,} of them in other documents)" if places else ""
        said.append(
            f"the evidence of {_needs(repeats)} stands again word for word; those places{others} "
            "count as alternatives (count_repeats = false switches that off)"
        )
    if by_chance := sum(bool(need.by_chance) for need in needs):
        said.append(
            f"other documents hold the words of the evidence of {_needs(by_chance)} too, which are "
            "so few or so common that chance explains it; those places are not gold"
        )
    return said


def _needs(count: int) -> str:
    return "1 need" if count == 1 else f"{count:,} needs"


def _index_notices(indexed: Indexed) -> list[str]:
    said = []
    for name, side in indexed.sides.items():
        if side.coverage.prefix_dominates:
            said.append(
                f"{indexed.chunker}/{name}: the prefix takes {side.coverage.prefix_share:.0%} of the "
                "window on average, more than half of it"
            )
        if side.embedded.zero:
            said.append(
                f"{indexed.chunker}/{name}: {_have(side.embedded.zero, 'chunk', 'chunks')} a zero "
                "vector; the cosine with everything is 0"
            )
    for ranker in indexed.fitted.rankers:
        for name, index in indexed.fitted.indexes(ranker).items():
            said += [f"{indexed.chunker}/{name}: {index.remark}"] if index.remark else []
    return said


def _bound_notices(indexed: Indexed) -> list[str]:
    """Where coverage is known between two bounds only, it is said which and what would help."""
    said = []
    for name, side in indexed.sides.items():
        covered, most = side.coverage, side.coverage.at_most
        if most is None or most == covered.covered_characters or not covered.body_characters:
            continue
        low, high = (100 * n / covered.body_characters for n in (covered.covered_characters, most))
        said.append(
            f"{indexed.chunker}/{name}: coverage is between {floor(10 * low) / 10:.1f} % (shown to be "
            f"read) and {ceil(10 * high) / 10:.1f} % (not shown to be unread); a gate judges it by "
            "the lower; hand in the encoder's tokenizer ([encoder] tokenizer) to have it told"
        )
    return said


def zero_queries(count: int) -> list[str]:
    """What is said of queries whose vector is zero.

    >>> zero_queries(1)
    ['1 query has a zero vector; its cosine with everything is 0, so ties alone order its units']
    """
    if not count:
        return []
    have = _have(count, "query", "queries")
    its = "its" if count == 1 else "their"
    return [
        f"{have} a zero vector; {its} cosine with everything is 0, so ties alone order {its} units"
    ]


def _have(count: int, one: str, many: str) -> str:
    return f"{count} {one} has" if count == 1 else f"{count} {many} have"


def left_over_contexts(parts: Parts, indexed: Sequence[Indexed]) -> list[str]:
    """For each representation that reads contexts from a file: which found no partner."""
    said = []
    for each in indexed:
        for name, representation in parts.representations.items():
            side, words = each.sides.get(name), each.lexical_texts.get(name)
            if not isinstance(representation, Contexts) or (side is None and words is None):
                continue
            texts = side.texts if side is not None else words or ()
            chunks = side.chunks if side is not None else each.chunks
            if len(texts) == len(chunks) and (left := str(representation.left_over(chunks, texts))):
                said.append(f"{each.chunker}/{name}: {left}")
    return said


def best_of_many(top: pd.DataFrame, chunks: pd.DataFrame, rankers: Graph) -> list[str]:
    """How many chunks the documents have that rank by the best of theirs, beside all documents.

    Per chunker, with its first variant: the mean number of chunks of the documents among the
    first ten by the first ranker of vectors, beside that of all documents. Nothing where ten are all of them, or where
    all have as many.
    """
    said = []
    vectors = [name for name in top.ranker.unique() if rankers[str(name)].reads == "dense"]
    ranker = next(iter(vectors), None)
    for chunker, mine in chunks.groupby("chunker", sort=False):
        sizes = mine.groupby("doc_id").size()
        first = top[(top.chunker == chunker) & (top.ranker == ranker)]
        first = first[first.variant == first.variant.iloc[0]] if len(first) else first
        if len(sizes) <= SHOWN_DEPTH or sizes.nunique() == 1 or not len(first):
            continue
        found = first.chunk_id.map(sizes).fillna(0).mean()
        said.append(
            f"{chunker}: a document ranks by the best of its chunks, so many chunks are many "
            f"chances: the first ten by {ranker} have {found:.1f} chunks on average, all documents "
            f"{sizes.mean():.1f}"
        )
    return said


def other_tokenizers(tokenizers: Mapping[str, Tokenizer]) -> list[str]:
    """That BM25 rankers cut texts into different terms, and whose terms the diagnosis counts.

    >>> other_tokenizers({"bm25": Tokenizer(), "stopped": Tokenizer(stopwords=("the",))})[0][:56]
    'stopped counts other terms than bm25: the diagnosis, and'
    """
    first, *rest = tokenizers or [""]
    others = [name for name in rest if tokenizers[name] != tokenizers[first]]
    if not others:
        return []
    verb = "counts" if len(others) == 1 else "count"
    return [
        f"{', '.join(others)} {verb} other terms than {first}: the diagnosis, and the terms that "
        f"are shown, are counted as by {first}"
    ]
