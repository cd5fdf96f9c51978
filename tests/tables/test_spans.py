"""The tables of spans against sets of characters and words, read off the run's other tables."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.runs.record import load, save
from goldrank.runs.run import Run
from goldrank.suites.suite import load_suite

AGAIN = "alpha beta gamma delta epsilon " * 8
FILES = {**random_files(3), "z-again.md": AGAIN}
CHUNKER = '[[chunker]]\nname = "small"\nkind = "fixed"\nlimit = 9\noverlap = 4\nreserve = 0\n'
CUTOFFS = (1, 4)
ASKED = f"[spans]\ncutoffs = {list(CUTOFFS)}\n"
LATER = {"doc_id": "z-again.md", "start": len(AGAIN) - 31, "end": len(AGAIN) - 15, "grade": 1}
QUERIES = [
    *random_queries(FILES, 5, count=25),
    {"query_id": "again", "text": "gamma delta", "needs": [[LATER]]},
]
Places = set[tuple[str, int]]


def made(folder: Path, rest: str = "") -> Run:
    suite = write_tiny(folder, "", CHUNKER + ASKED + rest, files=FILES, queries=QUERIES)
    return run_tiny(suite)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made(tmp_path_factory.mktemp("spans") / "suite")


@pytest.fixture(scope="module")
def chroma(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return made(tmp_path_factory.mktemp("spans") / "suite", 'mode = "chroma"\n')


@dataclass(frozen=True)
class Spelled:
    """One query under one system: every chunk in order, and the evidence of each need.

    `judged` is the evidence as it was written, without the repeats that were found of it.
    """

    read: list[tuple[str, int, int]]
    needs: list[list[tuple[str, int, int]]]
    judged: list[tuple[str, int, int]]


def rows(run: Run) -> list[pd.Series]:
    """Those of one variant, to be quick."""
    return [row for _, row in run.span_queries[run.span_queries.variant == "raw"].iterrows()]


def spelled(run: Run, row: pd.Series) -> Spelled:
    places = {c.chunk_id: (c.doc_id, c.start, c.end) for c in run.chunks.itertuples()}
    assert run.rankings is not None
    system = next(s for s in run.rankings.ranked if tuple(s) == tuple(row.iloc[:3]))
    at = list(run.rankings.query_ids).index(row.query_id)
    order = run.rankings.ranked[system].top[at]
    ids = run.rankings.unit_ids[system.chunker]
    read = [places[ids[position]] for position in order if position >= 0]
    mine = run.evidence[(run.evidence.query_id == row.query_id) & (run.evidence.grade > 0)]
    needs = [list(zip(e.doc_id, e.start, e.end, strict=True)) for _, e in mine.groupby("need")]
    written = next(query["needs"] for query in QUERIES if query["query_id"] == row.query_id)
    judged = [(e["doc_id"], e["start"], e["end"]) for n in written for e in n if e["grade"] > 0]
    return Spelled(read, needs, judged)


def characters(span: tuple[str, int, int]) -> Places:
    return {(span[0], place) for place in range(span[1], span[2])}


def words(span: tuple[str, int, int]) -> Places:
    starts = (m.start() for m in re.finditer(r"\w+|[^\w\s]", FILES[span[0]]))
    return {(span[0], start) for start in starts if span[1] <= start < span[2]}


UNITS = {"char": characters, "token": words}


@pytest.mark.parametrize("unit", UNITS)
def test_every_share_is_that_of_sets(run: Run, unit: str):
    told = 0
    for row in rows(run):
        case, of = spelled(run, row), UNITS[unit]
        seen = set().union(*(of(span) for span in case.read[: row.k]))
        every, chosen = set(), set()
        for need in case.needs:
            alternatives = [of(span) for span in need]
            shares = [len(a & seen) / len(a) if a else 0.0 for a in alternatives]
            chosen |= alternatives[shares.index(max(shares))]
            every |= set().union(*alternatives)
        assert row[f"{unit}_recall"] == (len(chosen & seen) / len(chosen) if chosen else 0)
        assert row[f"{unit}_precision"] == (len(every & seen) / len(seen) if seen else 0)
        assert row[f"{unit}_iou"] == len(every & seen) / len(seen | chosen)
        told += 0 < row[f"{unit}_recall"] < 1
    assert told > 5


def test_omega_reads_every_chunk_that_holds_evidence(run: Run):
    for row in rows(run):
        judged = set().union(*(characters(need[0]) for need in spelled(run, row).needs))
        chunks = [(c.doc_id, c.start, c.end) for c in run.chunks.itertuples()]
        held = [characters(chunk) for chunk in chunks if characters(chunk) & judged]
        both = set().union(judged, *held)
        assert row.char_omega == len(judged & set().union(*held)) / len(both)


def test_evidence_ap_finds_a_need_where_all_its_solid_characters_were_read(run: Run):
    told = 0
    for row in rows(run):
        case = spelled(run, row)
        ranks: list[int] = []
        for need in case.needs:
            seen: Places = set()
            for rank, span in enumerate(case.read, start=1):
                seen |= characters(span)
                if any(
                    all(FILES[d][n].isspace() or (d, n) in seen for d, n in characters(place))
                    for place in need
                ):
                    ranks.append(rank)
                    break
        nth = {rank: n for n, rank in enumerate(sorted(set(ranks)), start=1)}
        expected = sum(nth[rank] / rank for rank in ranks) / len(case.needs)
        assert row.evidence_AP == pytest.approx(expected, abs=1e-12)
        told += expected > 0
    assert told > 5


def test_needs_recall_is_that_of_the_systems(run: Run):
    key = ["chunker", "variant", "ranker"]
    both = run.spans[run.spans.k == 1].merge(run.systems, on=key)
    assert len(both) == len(run.systems)
    assert both.need_recall.to_numpy() == pytest.approx(both["recall@1"].to_numpy(), abs=1e-12)


def test_spans_are_the_means_of_the_queries(run: Run):
    row = run.spans.iloc[-1]
    mine = run.span_queries[
        (run.span_queries[["chunker", "variant", "ranker", "k"]] == row.iloc[:4]).all(axis=1)
    ]
    assert row["queries"] == len(mine) == run.measurements.query_id.nunique()
    for name in mine.columns[5:]:
        assert row[name] == pytest.approx(mine[name].mean(), abs=1e-12)


def test_legalbench_counts_each_pair_of_a_chunk_and_a_judgment(run: Run):
    more = 0
    for row in rows(run):
        case = spelled(run, row)
        read = [characters(span) for span in case.read[: row.k]]
        judged = [characters(place) for place in case.judged]
        shared = sum(len(one & two) for one in read for two in judged)
        sizes = sum(map(len, judged))
        assert row.legalbench_recall == pytest.approx(shared / sizes, abs=1e-12)
        assert row.legalbench_precision == pytest.approx(
            shared / max(1, sum(map(len, read))), abs=1e-12
        )
        more += shared > len(set().union(*read) & set().union(*judged))
    assert more  # chunks overlap, and it counts what they share twice


def test_chromas_mode_finds_chunks_where_their_text_first_stands(chroma: Run):
    moved = 0
    for row in rows(chroma):
        case = spelled(chroma, row)
        read = []
        for doc_id, start, end in case.read[: row.k]:
            text = FILES[doc_id][start:end]
            text = text[:-1] if text[-1] == "." else text
            first = FILES[doc_id].index(text)
            moved += first != start
            read.append((doc_id, first, first + len(text)))
        judged = case.judged
        met = set().union(*map(characters, read)) & set().union(*map(characters, judged))
        size = sum(end - start for _, start, end in read)
        assert row.char_recall == len(met) / sum(end - start for _, start, end in judged)
        assert row.char_precision == (len(met) / size if size else 0)
    assert moved


def test_what_is_no_share_of_chromas_is_the_same_in_both_modes(run: Run, chroma: Run):
    same = ["need_recall", "span_nDCG", "evidence_AP", "legalbench_recall"]
    pd.testing.assert_frame_equal(run.span_queries[same], chroma.span_queries[same])
    assert not run.spans.char_precision.equals(chroma.spans.char_precision)


def test_a_suite_that_does_not_ask_has_neither_the_tables_nor_the_setting(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path / "suite", "", CHUNKER, files=FILES, queries=QUERIES[:3]))
    folder = save(run, tmp_path / "run", {}, {})
    assert not run.spans.size
    assert not run.span_queries.size
    assert not list(folder.rglob("span*"))
    assert '"spans"' not in (folder / "run.json").read_text("utf-8")


def test_the_tables_are_in_the_folder_of_a_run_that_was_asked_for_them(run: Run, tmp_path: Path):
    folder = save(run, tmp_path / "run", {}, {})
    assert (folder / "spans.csv").read_text("utf-8").count("\n") == len(run.spans) + 1
    again = load(folder)
    assert again.suite.spans == run.suite.spans
    pd.testing.assert_frame_equal(again.span_queries, run.span_queries)


@pytest.mark.parametrize(
    ("top", "rest", "said"),
    [
        ('unit = "document"\n', "[spans]\n", 'spans: .*needs unit = "chunk"'),
        ("", "[spans]\ncutoffs = []\n", "spans.cutoffs"),
        ("", "[spans]\ncutoffs = [1001]\n", "spans.cutoffs"),
        ("", '[spans]\nmode = "chrome"\n', "spans.mode"),
        ("", "[spans]\ncutoff = [5]\n", "cutoffs"),
    ],
)
def test_what_cannot_be_asked_is_an_error(tmp_path: Path, top: str, rest: str, said: str):
    suite = write_tiny(tmp_path / "suite", top, CHUNKER + rest, files=FILES)
    with pytest.raises(GoldrankError, match=said):
        load_suite(suite)
