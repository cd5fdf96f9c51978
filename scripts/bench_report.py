"""Measures the report of an invented large run: its size, how long it takes to write and to open.

    python scripts/bench_report.py [--needs 1000] [--out /tmp/report.html]

The run has 3 chunkers x 3 variants x 3 rankers = 27 systems over 300 documents of words drawn as
words are in English, which compress less well than sentences do. Promised: under 8 MB, open in
under two seconds. Opening is measured in headless Chromium where it and selenium are there.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pandas as pd

from goldrank.diagnosis.causes import DIAGNOSES
from goldrank.frames.schema import SCHEMA
from goldrank.report.page.html import report_html
from goldrank.runs.run import Run
from goldrank.suites.suite import make_suite
from goldrank.tables.derived import DERIVED

CHUNKERS, VARIANTS, RANKERS = (
    ("heading", "paragraph", "fixed"),
    ("raw", "breadcrumb", "abstract"),
    ("vector", "bm25", "rrf"),
)
SYSTEMS = list(product(CHUNKERS, VARIANTS, RANKERS))
DOCUMENTS, SECTIONS = 300, 15
KEYS = ["chunker", "variant", "ranker"]
MOST_BYTES, MOST_SECONDS = 8_000_000, 2.0


class Invented:
    """Words, documents and chunks, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.stream = np.random.default_rng(seed)
        letters = list("etaoinshrdlucmfwypvbgk")
        self.words = [
            "".join(self.stream.choice(letters, self.stream.integers(2, 10))) for _ in range(9000)
        ]
        weights = 1 / np.arange(1, len(self.words) + 1)
        self.weights = weights / weights.sum()

    def text(self, count: int) -> str:
        """So many words."""
        return " ".join(self.stream.choice(self.words, count, p=self.weights))

    def chunks(self) -> pd.DataFrame:
        """Every chunker cuts the same documents, at places of its own."""
        texts = [self.text(SECTIONS * 78) for _ in range(DOCUMENTS)]
        rows = []
        for chunker, (document, text) in product(CHUNKERS, enumerate(texts)):
            cuts = np.sort(self.stream.choice(np.arange(1, len(text)), SECTIONS - 1, replace=False))
            for section, (start, end) in enumerate(pairwise([0, *cuts.tolist(), len(text)])):
                doc_id = f"policies/document-{document:03}.md"
                path = json.dumps([f"Section {section}", self.words[500 + section]])
                rows.append(
                    (
                        chunker,
                        f"{doc_id}#{start}-{end}",
                        doc_id,
                        start,
                        end,
                        f"Document {document}",
                        path,
                        (end - start) // 5,
                        False,
                        text[start:end],
                    )
                )
        names = [
            "chunker",
            "chunk_id",
            "doc_id",
            "start",
            "end",
            "title",
            "section_path",
            "tokens",
            "continuation",
            "text",
        ]
        return pd.DataFrame(rows, columns=names)


def invented_run(needs: int, seed: int = 7) -> Run:
    """A run of the promised size."""
    made = Invented(seed)
    chunks = made.chunks()
    ids = {c: rows.chunk_id.to_numpy() for c, rows in chunks.groupby("chunker", sort=False)}
    queries = [f"q{n:04}" for n in range(needs)]
    table, top, competitors = _rankings(made, ids, queries)
    diagnoses = table[[*KEYS, "query_id", "need"]].assign(
        diagnosis=np.where(
            table["rank"] <= 10, DIAGNOSES[0], made.stream.choice(DIAGNOSES[2:], len(table))
        ),
        cover="",
    )
    systems = (
        table.groupby(KEYS, sort=False)
        .agg(needs=("rank", "size"), RR=("rank", lambda r: (1 / r).mean()))
        .reset_index()
    )
    systems = systems.assign(
        RR_change=0.1,
        queries=needs,
        median_rank=9.0,
        median_tokens=720.0,
        split=0,
        outside=3,
        units=DOCUMENTS * SECTIONS,
        tied=0.0,
        **{"recall@1": 0.3, "recall@10": 0.6, "nDCG@10": 0.5, "buried@20": 0.3, "buried@100": 0.1},
    )
    gold = chunks.set_index("chunk_id").loc[table.chunk_id[:needs]]
    coverage = pd.DataFrame(
        [
            (c, v, len(ids[c]), len(ids[c]), 0.9, 10**6, 9 * 10**5, 80, 0.02, 9.0, 0.04, 10**5, 0.4)
            for c, v in product(CHUNKERS, VARIANTS)
        ],
        columns=[
            "chunker",
            "variant",
            "chunks",
            "inputs",
            "coverage",
            "body_characters",
            "covered_characters",
            "cut_chunks",
            "cut_rate",
            "prefix_tokens",
            "prefix_share",
            "pushed_out",
            "similarity",
        ],
    )
    documents = sorted(set(chunks.doc_id))
    by_document = pd.DataFrame(
        [(c, v, d, 9000, 8100) for c, v in product(CHUNKERS, VARIANTS) for d in documents],
        columns=["chunker", "variant", "doc_id", "body_characters", "covered_characters"],
    )
    uncovered = pd.DataFrame(
        [
            (c, v, d, 9000, 9900, made.text(150))
            for c, v in product(CHUNKERS, VARIANTS[1:])
            for d in documents
        ],
        columns=["chunker", "variant", "doc_id", "start", "end", "text"],
    )
    empty = pd.DataFrame()
    return Run(
        name="invented", systems=systems, needs=table, gold=table[[*KEYS, "query_id", "need", "chunk_id"]], measurements=empty,
        coverage=coverage, document_coverage=by_document, uncovered=uncovered, chunks=chunks.drop(columns="text"),
        documents=pd.DataFrame({"doc_id": documents, "title": [f"Document {n}" for n in range(DOCUMENTS)]}),
        queries=pd.DataFrame({"query_id": queries, "text": [made.text(11) for _ in queries], "tags": "invented", "needs": 1}),
        evidence=pd.DataFrame({"query_id": queries, "need": 0, "doc_id": gold.doc_id.to_numpy(), "start": gold.start.to_numpy(), "end": gold.start.to_numpy() + 90, "quote": [made.text(14) for _ in queries]}),
        top=top, skipped=empty, diagnoses=diagnoses, competitors=competitors, headings=empty, size_leans=empty, advice=empty,
        **{name: SCHEMA[name].empty() for name in DERIVED},
        texts=_texts(made, chunks, set(top.chunk_id) | set(table.chunk_id)), window={"tokens": 256, "content_tokens": 254, "special_tokens": 2, "declared": {"tokenizer truncation": 512}},
        sentences=["An invented run, to measure its report."], notices=[], fingerprints={"corpus": "invented"},
        suite=make_suite({"name": "invented", "corpus": {"path": "c"}, "queries": {"path": "q"}, "variant": [{"name": v, "representation": v} for v in VARIANTS]}, "an invented suite", Path()),
    )  # fmt: skip


def _rankings(
    made: Invented, ids: dict[str, np.ndarray], queries: list[str]
) -> tuple[pd.DataFrame, ...]:
    """Gold ranks, the first ten of every query under every system, and what stands ahead."""
    gold_at = made.stream.integers(0, DOCUMENTS * SECTIONS, len(queries))
    needs, tops, ahead = [], [], []
    for chunker, variant, ranker in SYSTEMS:
        names = {"chunker": chunker, "variant": variant, "ranker": ranker}
        ranks = np.minimum(np.exp(made.stream.exponential(1.9, len(queries))).astype(int) + 1, 4000)
        scores = made.stream.uniform(0.2, 0.8, len(queries))
        needs.append(
            pd.DataFrame(
                {
                    **names,
                    "query_id": queries,
                    "need": 0,
                    "chunk_id": ids[chunker][gold_at],
                    "rank": ranks,
                    "score": scores,
                    "split": False,
                    "tokens_to_gold": ranks * 80,
                }
            )
        )
        shown = made.stream.integers(0, DOCUMENTS * SECTIONS, (len(queries), 10))
        repeated = np.repeat(queries, 10)
        top = pd.DataFrame(
            {
                **names,
                "query_id": repeated,
                "rank": np.tile(np.arange(1, 11), len(queries)),
                "chunk_id": ids[chunker][shown.ravel()],
                "score": made.stream.uniform(0.2, 0.9, shown.size),
            }
        )
        tops.append(top)
        before = top[top["rank"].to_numpy() < np.repeat(ranks, 10)]
        ahead.append(
            before.assign(
                need=0,
                side=made.stream.choice(["topic", "predicate", "both", "neither"], len(before)),
                twin=False,
            )
        )
    return tuple(pd.concat(each, ignore_index=True) for each in (needs, tops, ahead))


def _texts(made: Invented, chunks: pd.DataFrame, shown: set[str]) -> pd.DataFrame:
    """The strings that are indexed, of every variant."""
    abstracts = {d: made.text(300) for d in dict.fromkeys(chunks.doc_id)}
    rows = list(_indexed(chunks[chunks.chunk_id.isin(shown)], abstracts))
    return pd.DataFrame(
        rows,
        columns=[
            "chunker",
            "representation",
            "chunk_id",
            "text",
            "body_start",
            "body_end",
            "read_end",
        ],
    )


def _indexed(chunks: pd.DataFrame, abstracts: dict[str, str]) -> Iterator[tuple[object, ...]]:
    for row in chunks.itertuples():
        crumb = " > ".join([row.title, *json.loads(row.section_path)]) + "\n\n"
        for variant, before in zip(
            VARIANTS, ("", crumb, abstracts[row.doc_id] + "\n\n"), strict=True
        ):
            text = before + row.text
            yield (
                row.chunker,
                variant,
                row.chunk_id,
                text,
                len(before),
                len(text),
                min(len(text), 1400),
            )


def seconds_to_open(page: Path) -> tuple[float, float] | None:
    """Until the table of all needs can be used, and from a press until a need stands open."""
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.browser import browser, missing, open_page

    if missing():
        return None
    with browser() as driver:
        started = time.perf_counter()
        open_page(driver, page)
        ready = time.perf_counter() - started
        opened = driver.execute_async_script(
            "const [done, since] = [arguments[0], performance.now()];"
            "document.querySelector('#need-table .open').click();"
            "const look = () => document.querySelector('tr.detail .ahead')"
            " ? done((performance.now() - since) / 1000) : setTimeout(look, 5); look();"
        )
    return ready, opened


def main() -> None:
    """Print the measurements; exit 1 where a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--needs", type=int, default=1000)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        page = options.out or Path(folder) / "report.html"
        run = invented_run(options.needs)
        started = time.perf_counter()
        page.write_text(report_html(run), encoding="utf-8")
        print(
            f"{options.needs:,} needs x {len(SYSTEMS)} systems, {len(run.texts):,} indexed strings"
        )
        print(
            f"written in {time.perf_counter() - started:.1f} s, {page.stat().st_size / 1e6:.2f} MB"
        )
        opened = seconds_to_open(page)
        if opened:
            print(
                f"ready in {opened[0]:.2f} s; the first need stands open {opened[1]:.2f} s after a press"
            )
        too_slow = bool(opened) and opened[0] > MOST_SECONDS
        sys.exit(1 if page.stat().st_size > MOST_BYTES or too_slow else 0)


if __name__ == "__main__":
    main()
