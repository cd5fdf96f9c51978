"""How often the sentences of a run claim what is not so, by simulation.

    python scripts/simulate_sentences.py                       # 400 runs of each kind
    python scripts/simulate_sentences.py --repetitions 2000

In each kind no difference is true, so each word below is false wherever it is said. Queries share
documents: a document moves all of its queries by one amount (intra-class correlation .2).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd

from goldrank.rankers.named import named_rankers
from goldrank.rankers.registry import DEFAULT
from goldrank.tables.claims import Claims, System
from goldrank.tables.sentences import sentences_of

Values = Mapping[System, np.ndarray]
NAMED = named_rankers([], DEFAULT, {})
RANKERS = ("vector", "bm25")
ICC = 0.2
SPREAD = 0.3
WORDS = ("lifts", "The gain of", "alone", "leads", "lower", "far ahead", "falls far below")


def noise(rng: np.random.Generator, queries: int, documents: int) -> np.ndarray:
    """Differences around 0, of which those in one document share a part."""
    of_document = rng.normal(0, ICC**0.5, documents)[np.arange(queries) % documents]
    return SPREAD * (of_document + rng.normal(0, (1 - ICC) ** 0.5, queries))


def no_effect(variants: int) -> Callable[[np.random.Generator, int, int], Values]:
    """`variants` that change nothing but by chance, under both rankers."""

    def draw(rng: np.random.Generator, queries: int, documents: int) -> Values:
        values: dict[System, np.ndarray] = {}
        for ranker in RANKERS:
            values["heading", "raw", ranker] = np.full(queries, 0.5)
            for n in range(variants):
                values["heading", f"v{n}", ranker] = 0.5 + noise(rng, queries, documents)
        return values

    return draw


def same_gain(gain: float) -> Callable[[np.random.Generator, int, int], Values]:
    """A variant that gains as much on both sides: whose gain it is is nobody's alone."""

    def draw(rng: np.random.Generator, queries: int, documents: int) -> Values:
        values: dict[System, np.ndarray] = {}
        for ranker in RANKERS:
            values["heading", "raw", ranker] = np.full(queries, 0.5)
            values["heading", "crumb", ranker] = 0.5 + gain + noise(rng, queries, documents)
        return values

    return draw


def same_chunkers(count: int) -> Callable[[np.random.Generator, int, int], Values]:
    """Chunkers that differ by chance alone."""

    def draw(rng: np.random.Generator, queries: int, documents: int) -> Values:
        return {
            (f"c{n}", "raw", ranker): 0.5 + noise(rng, queries, documents)
            for n in range(count)
            for ranker in RANKERS
        }

    return draw


def same_rankers(variants: int) -> Callable[[np.random.Generator, int, int], Values]:
    """Vector, BM25 and their fusion, which differ by chance alone, under each variant."""

    def draw(rng: np.random.Generator, queries: int, documents: int) -> Values:
        return {
            ("heading", name, ranker): 0.25 + noise(rng, queries, documents)
            for name in ("raw", *(f"v{n}" for n in range(1, variants)))
            for ranker in ("vector", "bm25", "rrf")
        }

    return draw


def said_of(values: Values, documents: int) -> str:
    """The sentences on a run of these values."""
    count = len(next(iter(values.values())))
    systems = pd.DataFrame(
        [
            {
                **dict(zip(("chunker", "variant", "ranker"), system, strict=True)),
                "RR": float(rr.mean()),
                "queries": count,
                "buried@20": 0.0,
                "tied": 0.0,
            }
            for system, rr in values.items()
        ]
    )
    clusters = tuple(f"d{n % documents}" for n in range(count))
    coverage = pd.DataFrame(columns=["chunker", "variant", "coverage"])
    needs = pd.DataFrame(columns=["chunker", "variant", "ranker", "split"])
    claims = Claims(values, clusters, queries=tuple(f"q{n}" for n in range(count)))
    return "\n".join(sentences_of(systems, coverage, needs, "raw", claims, NAMED))


def false_claims(
    draw: Callable[[np.random.Generator, int, int], Values],
    queries: int,
    documents: int,
    repetitions: int,
    seed: int = 0,
) -> dict[str, float]:
    """The share of runs in which each word is said."""
    rng = np.random.default_rng(seed)
    said = [said_of(draw(rng, queries, documents), documents) for _ in range(repetitions)]
    return {word: sum(word in text for text in said) / repetitions for word in WORDS}


KINDS = {
    "12 variants without effect": (no_effect(12), ("lifts", "The gain of", "lower")),
    "1 variant without effect": (no_effect(1), ("lifts", "The gain of", "lower")),
    "equal gains of .15": (same_gain(0.15), ("alone",)),
    "equal gains of .30": (same_gain(0.30), ("alone",)),
    "6 chunkers without effect": (same_chunkers(6), ("leads",)),
    "6 variants whose rankers are alike": (same_rankers(6), ("far ahead", "falls far below")),
}


def main() -> None:
    """Print one line for each kind and size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repetitions", type=int, default=400)
    repetitions = parser.parse_args().repetitions
    print("| queries | documents | no difference is true | falsely said |")
    print("| ---: | ---: | --- | --- |")
    for queries, documents in ((12, 12), (60, 20), (300, 60)):
        for name, (draw, words) in KINDS.items():
            found = false_claims(draw, queries, documents, repetitions)
            told = ", ".join(f'"{word}" {found[word]:.1%}' for word in words)
            print(f"| {queries} | {documents} | {name} | {told} |", flush=True)


if __name__ == "__main__":
    main()
