"""How long a whole warm `bench run` takes, and how much memory, as the corpus grows.

Run: python scripts/bench_warm_run.py [chunks ...] (default 5000 41000 100000)

The corpus is synthetic Markdown, three variants, 500 queries, all rankers. Its vectors are put
into a cache of their own beforehand, under the keys that the bundled encoder's tokenizer gives
them: random ones, so this measures time and memory, never quality.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.running.cutting import chunk_corpus
from goldrank.running.indexing import represent
from goldrank.running.prepared import prepare
from goldrank.suites.suite import load_suite
from goldrank.window.measured import window_of

SECTIONS, WORDS, QUERIES, DIMENSIONS = 40, 60, 500, 384
SUITE = """
name = "scale"
[corpus]
path = "corpus"
[queries]
path = "queries.jsonl"
"""


def write_corpus(folder: Path, chunks: int) -> None:
    """Documents of 40 sections whose words are as unevenly common as in any language."""
    random = np.random.default_rng(0)
    vocabulary = np.array([f"word{i}" for i in range(20_000)])
    common = 1 / np.arange(1, len(vocabulary) + 1)
    common /= common.sum()
    (folder / "corpus").mkdir()
    asked = []
    for number in range(-(-chunks // SECTIONS)):
        parts = [f"# Document {number}"]
        for section in range(SECTIONS):
            words = random.choice(vocabulary, size=WORDS, p=common)
            mark = f"place{number:05}x{section:02}"
            parts += [f"## {words[0]} {words[1]} {section}", " ".join([mark, *words])]
            asked.append((f"d{number:05}.md", mark, " ".join(words[2:10])))
        (folder / "corpus" / f"d{number:05}.md").write_text("\n\n".join(parts) + "\n")
    with (folder / "queries.jsonl").open("w") as file:
        for n, place in enumerate(random.choice(len(asked), size=QUERIES, replace=False)):
            doc_id, mark, text = asked[place]
            evidence = [{"doc_id": doc_id, "quote": mark}]
            file.write(json.dumps({"query_id": str(n), "text": text, "evidence": evidence}) + "\n")
    (folder / "suite.toml").write_text(SUITE)


def fill_cache(folder: Path) -> int:
    """A random vector for every input of the run; returns how many chunks there are."""
    suite = load_suite(folder / "suite.toml")
    prepared = prepare(suite)
    parts, corpus = prepared.parts, prepared.corpus
    random = np.random.default_rng(1)
    with VectorCache.open(folder / "cache", parts.encoder.fingerprint) as cache:
        measured = window_of(SentenceTransformerEncoder(), cache)
        window = measured.content_tokens
        chunks = chunk_corpus(prepared.measured(measured), parts.chunkers[0])
        for name in parts.dense_names():
            made = represent(parts.representations[name], corpus, chunks, parts.encoder.counter)
            _put(cache, parts.encoder.read([t.text for t in made], "document", window), random)
        asked = [json.loads(line)["text"] for line in (folder / "queries.jsonl").open()]
        _put(cache, parts.encoder.read(asked, "query", window), random)
    return len(chunks)


def _put(cache: VectorCache, readings: list, random: np.random.Generator) -> None:
    keys = list(dict.fromkeys(reading.key for reading in readings))
    for start in range(0, len(keys), 1000):
        block = keys[start : start + 1000]
        cache.put(block, random.normal(size=(len(block), DIMENSIONS)).astype(np.float32))


def one_size(chunks: int) -> None:
    """Make, fill, run, print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_corpus(folder, chunks)
        made = fill_cache(folder)
        command = ["bench", "run", "suite.toml", "--cache", "cache", "--name", "scale"]
        for turn in ("first", "second"):
            since = time.perf_counter()
            subprocess.run([*command, "--replace"], cwd=folder, check=True, capture_output=True)
            seconds = time.perf_counter() - since
            _print(folder / "reports" / "scale" / "timings.json", made, turn, seconds)


def _print(timings: Path, chunks: int, turn: str, seconds: float) -> None:
    inside = json.loads(timings.read_text())
    ranked = sum(sum(c["rank_seconds"].values()) for c in inside["chunkers"].values())
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    print(
        f"{chunks:,} chunks x 3 variants x {QUERIES} queries, {turn} warm run: {seconds:.1f} s, "
        f"of which scoring {ranked:.1f} s; peak {peak:.2f} GiB"
    )
    print(json.dumps(inside["chunkers"], indent=1), flush=True)


if __name__ == "__main__":
    for size in [int(n) for n in sys.argv[1:]] or [5000, 41_000, 100_000]:
        one_size(size)
