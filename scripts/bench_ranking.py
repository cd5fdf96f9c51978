"""How long ranking and measuring take, and how much memory, on synthetic vectors and texts.

Run: python scripts/bench_ranking.py [chunks ...] (default 5000 41000 100000)
Each size runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from collections import defaultdict

import numpy as np

from goldrank.measuring.judgments import Gold, Judgments
from goldrank.measuring.measures import mean, parse_measure
from goldrank.rankers.bm25 import Bm25
from goldrank.rankers.order import Scores, holds_tie, ranks_of, top
from goldrank.rankers.rrf import Rrf
from goldrank.rankers.vector import Vector

VARIANTS, QUERIES, BLOCK, DIMENSIONS = 3, 500, 64, 384
MEASURES = [parse_measure(name) for name in ("RR", "R@5", "recall@5", "Success@5", "nDCG@10", "AP")]


def texts(random: np.random.Generator, count: int, words: int) -> list[str]:
    """Texts whose words are as unevenly common as in any language."""
    vocabulary = np.array([f"word{i}" for i in range(50_000)])
    common = 1 / np.arange(1, len(vocabulary) + 1)
    drawn = random.choice(len(vocabulary), size=count * words, p=common / common.sum())
    return [" ".join(vocabulary[row]) for row in drawn.reshape(count, words)]


class Clock:
    def __init__(self) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.seconds[name] += now - self._last
        self._last = now


def collect(block: Scores, gold: list[list[int]]) -> list[list[list[Gold]]]:
    """What a run keeps of a block: gold ranks, whether the top ties, the first thousand."""
    for row in block:
        holds_tie(row, top(row, 1000)[:11])
    return [[[Gold(r and r.rank)] for r in ranks] for ranks in ranks_of(block, gold)]


def one_size(chunks: int) -> None:
    random = np.random.default_rng(0)
    words = texts(random, chunks, 100)
    asked = texts(random, QUERIES, 8)
    gold = random.integers(0, chunks, size=(QUERIES, 2)).tolist()
    clock = Clock()
    for _ in range(VARIANTS):
        vectors = random.normal(size=(chunks, DIMENSIONS)).astype(np.float32)
        queries = random.normal(size=(QUERIES, DIMENSIONS)).astype(np.float32)
        clock.lap("(making data)")
        dense = Vector().fit(vectors)
        clock.lap("vector fit")
        lexical = Bm25().fit(words)
        clock.lap("bm25 fit")
        fused = Rrf().fit(chunks)
        ranked: dict[str, list[list[list[Gold]]]] = {"vector": [], "bm25": [], "rrf": []}
        for start in range(0, QUERIES, BLOCK):
            here = slice(start, start + BLOCK)
            by_vector = dense.scores(queries[here])
            clock.lap("vector scores")
            by_words = lexical.scores(asked[here])
            clock.lap("bm25 scores")
            by_both = fused.scores([by_vector, by_words])
            clock.lap("rrf scores")
            for name, block in zip(ranked, (by_vector, by_words, by_both), strict=True):
                ranked[name] += collect(block, gold[here])
            clock.lap("ranks, ties, top 1000")
        for needs in ranked.values():
            judged = Judgments.of(needs)
            for measure in MEASURES:
                mean(measure(judged))
        clock.lap("measures")
    report(chunks, clock.seconds)


def report(chunks: int, seconds: dict[str, float]) -> None:
    made = seconds.pop("(making data)")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"{chunks} chunks x {VARIANTS} variants x {QUERIES} queries, vector + bm25 + rrf")
    for name, value in seconds.items():
        print(f"  {name:24}{value:8.2f} s")
    print(f"  {'all':24}{sum(seconds.values()):8.2f} s   peak {peak:.2f} GiB")
    print(f"  (making the data took {made:.1f} s and is not counted;")
    print(f"  {time.process_time():.1f} s of processor time with it)", flush=True)


if __name__ == "__main__":
    for size in [int(n) for n in sys.argv[1:]] or [5000, 41_000, 100_000]:
        process = multiprocessing.get_context("spawn").Process(target=one_size, args=(size,))
        process.start()
        process.join()
        if process.exitcode:
            sys.exit(process.exitcode)
