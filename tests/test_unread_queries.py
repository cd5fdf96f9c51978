"""Queries longer than the window, or unknown to the tokenizer: said, and no unread word is named."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.tiny import FILES, READS, run_tiny, write_tiny

from goldrank.notebook import inspection_html
from goldrank.report.page.html import report_html
from goldrank.report.page.lookup_tables import looked
from goldrank.report.page.worst_needs import opened
from goldrank.report.text.summary import summary_markdown
from goldrank.runs.record import load, save
from goldrank.runs.run import Run

# Seven words that no text has, then more: of what the encoder reads five words are left.
LONG = "please could somebody kindly tell us now when must parental leave be requested in advance"
LATE = ("requested", "advance")
EVIDENCE = [{"doc_id": "leave.md", "quote": "requested 30 days in advance"}]
SHORT = {
    "query_id": "q2",
    "text": "when is the bonus paid",
    "evidence": [{"doc_id": "pay.md", "quote": "paid in March"}],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("long") / "suite"
    folder.mkdir()
    queries = [{"query_id": "q1", "text": LONG, "evidence": EVIDENCE}, SHORT]
    return run_tiny(write_tiny(folder, queries=queries))


def test_a_query_longer_than_the_window_is_said_with_how_much_of_it_is_read(run: Run):
    words = len(LONG.split())
    assert words > READS
    [said] = [notice for notice in run.notices if "longer than" in notice]
    assert said == (
        "1 of 2 queries is longer than the encoder's window, and by vector only the beginning is "
        f"read: q1 ({READS} of {words} tokens)"
    )


def test_the_table_of_needs_says_how_much_of_its_query_the_vector_read(run: Run):
    shares = {
        (ranker, query): share
        for ranker, query, share in zip(
            run.needs.ranker, run.needs.query_id, run.needs.query_read.round(3), strict=True
        )
    }
    read = round(READS / len(LONG.split()), 3)
    assert shares["vector", "q1"] == shares["rrf", "q1"] == read
    assert shares["vector", "q2"] == 1
    assert shares["bm25", "q1"] != shares["bm25", "q1"]  # not a number: it reads all of it
    [unread] = run.queries[run.queries.query_id == "q1"].unread
    [[start, end]] = json.loads(unread)
    assert LONG[start:end].split() == LONG.split()[READS:]


def test_unread_words_of_a_query_are_named_as_shared_for_bm25_and_never_for_the_vector(run: Run):
    shared = {
        row.ranker: str(row.shared).split()
        for row in run.diagnoses[run.diagnoses.query_id == "q1"].itertuples()
    }
    assert set(LATE) <= set(shared["bm25"])
    assert not set(LATE) & set(shared["vector"])
    assert set(LATE) <= set(shared["rrf"])  # BM25 is one of its two sides
    ahead = run.competitors[run.competitors.ranker == "vector"]
    named = {term for cell in (*ahead.topic_terms, *ahead.predicate_terms) for term in cell.split()}
    assert not set(LATE) & named


def test_the_diagnosis_says_how_much_of_the_query_was_read(run: Run):
    mine = run.diagnoses[(run.diagnoses.query_id == "q1") & (run.diagnoses.variant == "raw")]
    mine = mine.set_index("ranker")
    assert mine.query_read["vector"] == READS / len(LONG.split())
    assert "query unread" in mine.holds["vector"].split("; ")
    assert "query unread" not in mine.holds["bm25"].split("; ")


def test_an_inspection_says_that_the_query_is_cut_and_marks_no_unread_word(
    run: Run, tmp_path: Path
):
    cache = run.suite.folder.parent / "tiny-cache"
    vector = run.inspect("q1", ranker="vector", cache=cache)
    assert f"by vector, {READS} of its {len(LONG.split())} tokens are read" in repr(vector)
    words = run.inspect("q1", ranker="bm25", cache=cache)
    assert "tokens are read" not in repr(words)
    # In five chunks every word is common: as if these were rare.
    vector, words = (replace(each, query_terms=LATE) for each in (vector, words))
    assert "<mark>requested</mark>" not in inspection_html(vector)
    assert "<mark>requested</mark>" in inspection_html(words)
    asked = run.inspect(text=LONG, ranker="vector", cache=cache)
    assert f"by vector, {READS} of its" in repr(asked)


def test_a_saved_run_says_the_same(run: Run, tmp_path: Path):
    folder = save(run, tmp_path / "run", {}, {})
    again = load(folder)
    assert again.queries.unread.tolist() == run.queries.unread.tolist()
    assert "longer than the encoder" in summary_markdown(again)
    assert "longer than the encoder" in report_html(again)


def test_a_page_names_no_unread_word_beside_what_a_vector_found(run: Run):
    found = looked(run)
    terms = found.terms["q1"]
    late = {terms.index(word) for word in LATE}
    for n, system in enumerate(found.systems):
        bits = found.lists["q1", n].bits
        named = {t for bit in bits for t in late if bit >> t & 1}
        assert bool(named) == (system.ranker != "vector")


def test_queries_that_are_read_whole_leave_the_tables_as_they_are(tmp_path: Path):
    run = run_tiny(write_tiny(tmp_path))
    assert "query_read" not in run.needs
    assert "unread" not in run.queries
    assert not [notice for notice in run.notices if "quer" in notice]


KNOWS = """
import hashlib
import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace

WORDS = "? ask your manager it must be requested in advance call nine is paid march when days"
LETTERS = "abcdefghijklmnop"
# Words to measure the window with: as many as are needed, and not those that texts here have.
PROBES = [a + b + c for a in LETTERS for b in LETTERS for c in "aeiou"]
VOCABULARY = dict.fromkeys([*WORDS.split(), *PROBES])
made = Tokenizer(WordLevel({word: n for n, word in enumerate(VOCABULARY)}, unk_token="?"))
made.pre_tokenizer = Whitespace()

def encode(texts):
    return np.array([vector(text) for text in texts])

def vector(text):
    made_of = np.zeros(32)
    for token in made.encode(text).ids[:12]:
        seed = int.from_bytes(hashlib.sha256(token.to_bytes(4)).digest()[:8], "big")
        made_of += np.random.default_rng(seed).standard_normal(32)
    return made_of
"""
UNKNOWN = "ሰላም ለሁሉም ነው"
FILES_UNKNOWN = {**FILES, "greeting.md": f"# Greeting\n\n{UNKNOWN} ።\n"}


@pytest.fixture(scope="module")
def unknown(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("unknown") / "suite"
    folder.mkdir()
    greeting = [{"doc_id": "greeting.md", "quote": UNKNOWN}]
    queries = [
        {"query_id": "q1", "text": UNKNOWN, "evidence": greeting},
        {**SHORT, "text": "when is it paid 🎉"},
    ]
    suite = write_tiny(folder, files=FILES_UNKNOWN, queries=queries)
    return run_tiny(knowing(suite))


def knowing(suite: Path) -> Path:
    """The suite with an encoder that knows few words."""
    (suite.parent / "known_words.py").write_text(KNOWS, encoding="utf-8")
    text = suite.read_text().replace("tiny_encoder:encode", "known_words:encode")
    suite.write_text(text.replace("tiny_tokens:tokens", "known_words:made"))
    return suite


def test_a_query_of_unknown_words_is_said_and_shown(unknown: Run):
    [said] = [notice for notice in unknown.notices if "unknown" in notice]
    assert said.startswith("1 of 2 queries consists mostly of tokens that are unknown")
    assert f'q1 (3 of 3 tokens: "{UNKNOWN}")' in said
    mine = unknown.needs[(unknown.needs.query_id == "q1") & (unknown.needs.ranker == "vector")]
    assert set(mine.query_read) == {0.0}
    assert set(mine.window) == {"outside"}


def test_unknown_evidence_and_queries_are_diagnosed_as_unread_and_not_as_cut(unknown: Run):
    mine = unknown.diagnoses[unknown.diagnoses.query_id == "q1"].set_index("ranker")
    assert set(mine.unknown["vector"]) == {1.0}
    assert set(mine.shared["vector"]) == {""}
    assert "query unread" in mine.holds["vector"].iloc[0].split("; ")
    raw = unknown.coverage[unknown.coverage.variant == "raw"]
    assert raw.cut_chunks.tolist() == [0]


def test_a_sign_that_is_unknown_is_counted_and_blamed_for_nothing(unknown: Run):
    mine = unknown.diagnoses[
        (unknown.diagnoses.query_id == "q2") & (unknown.diagnoses.variant == "raw")
    ]
    mine = mine.set_index("ranker")
    assert (mine.query_read["vector"], mine.query_unknown["vector"]) == (4 / 5, 1 / 5)
    assert "query unread" not in mine.holds["vector"].split("; ")


def test_what_of_the_evidence_is_unknown_is_told_from_what_the_window_cuts(tmp_path: Path):
    # Twelve tokens are read: the two of the heading line, and ten words, the first unknown.
    text = "ሰላም ask your manager it must be requested in advance call is paid march"
    queries = [{"query_id": "q1", "text": "ask", "evidence": [{"doc_id": "a.md", "quote": text}]}]
    whole = '[[chunker]]\nname = "whole"\nkind = "whole"\n'
    suite = write_tiny(tmp_path, "", whole, {"a.md": f"# A\n\n{text}\n"}, queries)
    run = run_tiny(knowing(suite))
    raw = run.diagnoses[(run.diagnoses.variant == "raw") & (run.diagnoses.ranker == "vector")].iloc[
        0
    ]
    size = len(text.replace(" ", ""))
    assert raw.unknown == pytest.approx(3 / size)
    assert raw.unread == pytest.approx((3 + len("callispaidmarch")) / size)


def test_where_documents_are_ranked_unknown_evidence_asks_for_another_tokenizer(tmp_path: Path):
    greeting = [{"doc_id": "greeting.md", "quote": UNKNOWN}]
    queries = [{"query_id": "q1", "text": "when is it paid", "evidence": greeting}, SHORT]
    top = 'unit = "document"\nfound_at = 1\n'
    run = run_tiny(knowing(write_tiny(tmp_path, top, files=FILES_UNKNOWN, queries=queries)))
    raw = run.diagnoses[(run.diagnoses.variant == "raw") & (run.diagnoses.query_id == "q1")]
    mine = raw.set_index("ranker").loc["vector"]
    assert (mine.diagnosis, mine.unknown) == ("outside", 1.0)
    advice = run.advice[(run.advice.variant == "raw") & (run.advice.ranker == "vector")]
    assert "tokenizer" in set(advice.change)
    assert "window" not in set(advice.change)


def test_the_share_that_is_unknown_is_a_column_and_a_sentence(unknown: Run):
    raw = unknown.coverage[unknown.coverage.variant == "raw"].iloc[0]
    known = set(KNOWS.partition('WORDS = "? ')[2].partition('"')[0].split())
    words = re.findall(r"\w+|[^\w\s]", "\n".join(map(_body, FILES_UNKNOWN.values())))
    size = sum(map(len, words))
    missed = sum(len(word) for word in words if word not in known)
    assert raw.unknown_share == missed / size
    assert raw.coverage == (size - missed) / size
    assert any("is unknown to the encoder's tokenizer" in said for said in unknown.sentences)


def test_what_is_unknown_is_marked_where_the_indexed_text_is_shown(unknown: Run):
    cache = unknown.suite.folder.parent / "tiny-cache"
    shown = unknown.inspect("q1", ranker="vector", variant="raw", cache=cache)
    assert f"‹{UNKNOWN}" in repr(shown)
    assert "characters that stand in ‹ ›" in repr(shown)
    found = looked(unknown)
    system = next(n for n, s in enumerate(found.systems) if str(s) == "heading/raw/vector")
    need = next(need for need in found.needs if need.query_id == "q1")
    marked = [s for s in opened(found, need, system).stretches if not s.read]
    assert "".join(s.text for s in marked).startswith(UNKNOWN)
    assert UNKNOWN not in found.units.indexed("heading", "raw", need.gold[system], cut=True)
    assert UNKNOWN in found.units.indexed("heading", "raw", need.gold[system])


def _body(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith("#"))


def test_a_word_of_the_header_that_was_not_read_of_the_query_is_no_reason_for_a_header(
    tmp_path: Path,
):
    text = "please could somebody kindly tell us now for once dear friend whether sick"
    evidence = [{"doc_id": "leave.md", "quote": "Call before nine"}]
    queries = [{"query_id": "q1", "text": text, "evidence": evidence}, SHORT]
    run = run_tiny(write_tiny(tmp_path, queries=queries))
    mine = run.diagnoses[(run.diagnoses.query_id == "q1") & (run.diagnoses.variant == "raw")]
    found = dict(zip(mine.ranker, mine.only_in_header, strict=True))
    assert found == {"vector": "", "bm25": "sick", "rrf": "sick"}


def test_a_query_whose_shared_words_are_all_unread_is_named_unread(tmp_path: Path) -> None:
    # Twelve words are read: what the text shares stands behind them.
    text = "please could somebody kindly tell us now for once dear friend whether call before nine"
    evidence = [{"doc_id": "leave.md", "quote": "Call before nine"}]
    queries = [{"query_id": "q1", "text": text, "evidence": evidence}, SHORT]
    run = run_tiny(
        write_tiny(tmp_path, 'rankers = ["vector", "bm25"]\nfound_at = 1\n', queries=queries)
    )
    mine = run.diagnoses[(run.diagnoses.query_id == "q1") & (run.diagnoses.variant == "raw")]
    named = dict(zip(mine.ranker, mine.diagnosis, strict=True))
    assert named == {"vector": "query unread", "bm25": "found"}
    assert 0.5 < mine.query_read[mine.ranker == "vector"].item() < 1
