"""Whole runs whose vectors come from a real server on loopback, under three manners and caps."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from tests.encoders.loopback import (
    KEY,
    Loopback,
    averaging,
    mixed_truncating,
    refusing,
    words_of,
)
from tests.tiny import write_tiny

from goldrank.errors import GoldrankError
from goldrank.progress import Stage
from goldrank.report.pages import pages_of
from goldrank.running.plan import plan_suite
from goldrank.runs.provenance import provenance
from goldrank.runs.record import save
from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite

LONG = {
    "leave.md": "# Leave\n\n"
    + " ".join(f"Day {n} of leave is asked for." for n in range(40))
    + "\n\n## Parental\n\nIt must be requested 30 days in advance.\n",
    "pay.md": "# Pay\n\nSalaries come monthly.\n\n## Bonus\n\nIt is paid in March.\n",
}
FIXED = '[[chunker]]\nname = "section"\n'


class Told:
    """Keeps what is said, and how many requests the server had seen then."""

    def __init__(self, server: Loopback) -> None:
        self.server = server
        self.lines: list[tuple[int, str]] = []

    @contextmanager
    def stage(self, name: str, total: int, unit: str) -> Iterator[Stage]:
        yield lambda done: None

    def say(self, line: str) -> None:
        self.lines.append((len(self.server.seen), line))


def suite_in(folder: Path, more: str = "", tokenizer: bool = True) -> Path:
    path = write_tiny(folder, 'rankers = ["vector"]\n', FIXED, files=LONG)
    text = path.read_text()
    named = 'tokenizer = "tiny_tokens:tokens"\n' if tokenizer else ""
    ours = f'kind = "http"\nmodel = "small"\n{named}{more}'
    path.write_text(
        text.replace('model = "tiny_encoder:encode"\ntokenizer = "tiny_tokens:tokens"\n', ours)
    )
    return path


def run_in(folder: Path, more: str = "", tokenizer: bool = True, told: Told | None = None) -> Run:
    return run_suite(load_suite(suite_in(folder, more, tokenizer)), folder / "cache", told)


def test_a_longer_chunk_is_sent_cut_to_what_is_taken_and_the_rest_is_unread(
    server: Loopback, tmp_path: Path
) -> None:
    server.vectors = refusing(60)
    run = run_in(tmp_path)
    # The first chunk has 40 sentences of 6 words and a mark each; the others are short.
    row = run.coverage.iloc[0]
    assert round(row.cut_rate * row.chunks) == 1
    assert max(len(words_of(text)) for text in server.texts[-6:]) == 60
    assert run.window["content_tokens"] == 60
    assert any("refuses long texts: it takes 60 tokens" in said for said in run.notices)
    sent = len(server.seen)
    again = run_in(tmp_path)
    assert len(server.seen) == sent
    assert list(again.notices) == list(run.notices)
    assert again.window == run.window


@pytest.mark.parametrize(
    ("vectors", "said"),
    [
        (mixed_truncating(60), "cuts long texts in silence: it reads 60 tokens"),
        (averaging(60), "averages pieces: it reads all of a long text, about 60 tokens"),
    ],
)
def test_what_it_does_with_long_texts_is_in_the_notices_and_the_record(
    vectors: object, said: str, server: Loopback, tmp_path: Path
) -> None:
    server.vectors = vectors
    run = run_in(tmp_path)
    assert any(said in notice for notice in run.notices)
    assert run.window["manner"]["requests"] > 0
    assert run.window["manner"]["tokens"] > 1024


def test_without_a_tokenizer_a_chunk_that_is_refused_keeps_the_run_from_starting(
    server: Loopback, tmp_path: Path
) -> None:
    server.vectors = refusing(60)
    with pytest.raises(GoldrankError, match="of 3 chunks are surely longer") as error:
        run_in(tmp_path, tokenizer=False)
    assert "hand in its tokenizer" in str(error.value)
    assert "when must parental leave be requested" not in server.texts


def test_what_would_be_sent_is_said_before_the_first_request_and_is_about_what_is_sent(
    server: Loopback, tmp_path: Path
) -> None:
    server.vectors = mixed_truncating(60)
    told = Told(server)
    suite = load_suite(suite_in(tmp_path, "price = 2.0\ndeclared_window = 60\n"))
    plan = plan_suite(suite, tmp_path / "cache", told)
    assert not server.seen
    (estimate,) = plan.estimates
    run_suite(suite, tmp_path / "cache", told)
    ((requests, line),) = told.lines
    assert requests == 0
    assert line == estimate.line
    assert line.startswith("small: about ")
    assert "counted by its tokenizer, which cost" in line
    sent = sum(len(text.split()) for text in server.texts)
    assert 0.5 * sent < estimate.tokens < 2 * sent
    (path,) = (tmp_path / "cache" / "vectors").glob("*.sqlite")
    with closing(sqlite3.connect(path)) as stored:
        assert estimate.texts == stored.execute("SELECT count(*) FROM vectors").fetchone()[0]
    run_suite(suite, tmp_path / "cache", told)
    assert len(told.lines) == 1
    assert plan_suite(suite, tmp_path / "cache", told).estimates[0].tokens == 0


def test_a_cap_counts_chunks_queries_and_the_probe_and_nothing_is_sent_beyond_it(
    server: Loopback, tmp_path: Path
) -> None:
    server.vectors = mixed_truncating(60)
    more = "price = 2.0\ndeclared_window = 60\n"
    needed = plan_suite(load_suite(suite_in(tmp_path, more)), tmp_path / "c", Told(server))
    (estimate,) = needed.estimates
    assert estimate.probing < estimate.tokens
    short = f"{more}max_tokens = {estimate.tokens - 1}\n"
    with pytest.raises(GoldrankError, match="beyond max_tokens") as error:
        run_in(tmp_path, short)
    assert "; nothing was sent: raise the cap" in str(error.value)
    dear = f"{more}max_cost = {2.0 * (estimate.tokens - 1) / 1e6:.7f}\n"
    with pytest.raises(GoldrankError, match="beyond max_cost"):
        run_in(tmp_path, dear)
    assert not server.seen
    run_in(tmp_path, more)
    # All is in the cache now: a cap of nothing is kept.
    run_in(tmp_path, f"{more}max_tokens = 0\n")


def test_neither_key_nor_address_is_in_anything_that_a_run_writes(
    server: Loopback, tmp_path: Path
) -> None:
    run = run_in(tmp_path)
    suite = load_suite(tmp_path / "tiny.toml")
    save(run, tmp_path / "out", provenance(suite, ["run"]), pages_of(run), False)
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.suffix == ".sqlite" for path in written)
    for path in written:
        content = path.read_bytes()
        for secret in (KEY, server.host, server.url):
            assert secret.encode() not in content, path


def test_another_model_behind_the_same_name_is_found_before_its_vectors_are_mixed(
    server: Loopback, tmp_path: Path
) -> None:
    server.vectors = mixed_truncating(60)
    run_in(tmp_path)
    server.vectors = lambda texts: -mixed_truncating(60)(texts)
    (tmp_path / "corpus" / "new.md").write_text("# New\n\nA text of today.\n")
    before = len(server.texts)
    with pytest.raises(GoldrankError, match="has another one now"):
        run_suite(load_suite(tmp_path / "tiny.toml"), tmp_path / "cache")
    assert len(server.texts) - before == 1
