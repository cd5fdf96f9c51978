"""The gain of a header by class, against a whole run's tables counted the slow way."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.auditing.auditing import CHUNKER
from tests.auditing.test_class_shares import KEYS
from tests.tiny import run_tiny, write_tiny

from goldrank.auditing.chunks import audited_chunks
from goldrank.auditing.header_gains import HeaderGains, header_gains
from goldrank.auditing.labels import Labels
from goldrank.auditing.session import open_audit
from goldrank.errors import GoldrankError
from goldrank.frames.schema import AUDIT
from goldrank.measuring.paired import effects
from goldrank.progress import Silent
from goldrank.report.text.auditing import gains_shown
from goldrank.suites.suite import load_suite

BEGINNINGS = ("It is kept for", "The limit is", "Number {n} is")
FILES = {
    f"d{doc}.md": f"# Title{doc}\n\n"
    + "".join(
        f"## Head{doc}x{n}\n\n{begin.format(n=f'head{doc}x{n}')} a word and w{n}v{doc} and "
        "one two three four.\n\n"
        for n, begin in enumerate(BEGINNINGS)
    )
    for doc in range(8)
}
QUERIES = tuple(
    {
        "query_id": f"q{doc}x{n}",
        "text": f"head{doc}x{n} one two",
        "evidence": [{"doc_id": f"d{doc}.md", "quote": f"w{n}v{doc} and"}],
    }
    for doc in range(8)
    for n in range(3)
)
VARIANTS = '[[variant]]\nname = "raw"\nrepresentation = "raw"\n[[variant]]\nname = "breadcrumb"\nrepresentation = "breadcrumb"\n'
LONG_CHUNKS = CHUNKER.replace("limit = 12", "limit = 40")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gains") / "here"
    top = 'rankers = ["vector", "bm25"]\n'
    return write_tiny(folder, top, LONG_CHUNKS + VARIANTS, files=FILES, queries=QUERIES)


@pytest.fixture(scope="module")
def readings(suite: Path) -> Path:
    """Who reads says what the rule says, of 18 of 24 chunks."""
    audited = audited_chunks(load_suite(suite), suite.parents[1] / "tiny-cache", Silent())
    session = open_audit(audited, "ana", 18, folder=suite.parent / "audits")
    assert audited.guesses is not None
    for at in session.sample:
        session.do(KEYS[audited.guesses[at]])
    return session.file.path


@pytest.fixture(scope="module")
def found(suite: Path, readings: Path) -> HeaderGains:
    return header_gains(load_suite(suite), readings, suite.parents[1] / "tiny-cache", Silent())


def class_of(query_id: str) -> str:
    return ("pronoun", "underspecified", "twin")[int(query_id.partition("x")[2])]


def test_ranks_before_and_after_are_those_of_a_run(suite: Path, found: HeaderGains):
    needs = run_tiny(suite).needs
    needs = needs.assign(rr=1 / needs["rank"], name=needs.query_id.map(class_of))
    for row in found.gains[found.gains.header == "breadcrumb"].itertuples(index=False):
        own = needs[(needs.ranker == row.ranker) & (needs.name == row[2])]
        before, after = (
            own[own.variant == variant].set_index("query_id") for variant in ("raw", "breadcrumb")
        )
        assert len(before) == row.needs == row.clusters == 8
        assert row.RR_before == pytest.approx(before.rr.fillna(0).mean())
        assert row.RR_after == pytest.approx(after.rr.fillna(0).mean())
        assert row.rank_before == pytest.approx(before["rank"].astype(float).median())
        old, new = (each["rank"].astype("Float64").fillna(np.inf) for each in (before, after))
        assert (row.higher, row.lower) == ((new < old).sum(), (new > old).sum())


def test_intervals_are_those_of_all_rows_together(suite: Path, found: HeaderGains):
    """All 18 tests in one family, each of the needs of its class alone."""
    run = run_tiny(suite)
    short = found.gains[found.gains.header == "breadcrumb"]
    assert len(found.gains) == 3 * len(short) == 18
    row = short.iloc[0]
    needs = run.needs[run.needs.ranker == row.ranker]
    own = needs[needs.query_id.map(class_of) == row["class"]]
    rr = own.assign(rr=(1 / own["rank"]).fillna(0)).pivot(
        index="query_id", columns="variant", values="rr"
    )
    alone = effects((rr.breadcrumb - rr.raw).to_numpy().reshape(-1, 1), list(rr.index))[0]
    assert row.RR_change == pytest.approx(alone.mean)
    assert row.p_value >= alone.p_value
    assert row.RR_change_low <= alone.interval.low
    assert row.RR_change_high >= alone.interval.high


def test_the_subject_comes_back_where_it_was_missing(found: HeaderGains):
    by = found.gains[found.gains.header == "breadcrumb"].set_index(["class", "ranker"])
    for name in ("pronoun", "underspecified"):
        assert by.RR_after[name, "bm25"] == 1
        assert by.RR_before[name, "bm25"] < 0.5
    assert by.RR_before["twin", "bm25"] == 1


def test_the_long_header_is_held_against_raw_and_against_the_short_one(found: HeaderGains):
    key = ["class", "ranker"]
    of = {pair: rows.set_index(key) for pair, rows in found.gains.groupby(["header", "against"])}
    short, long = of["breadcrumb", "raw"], of["forty tokens", "raw"]
    both = of["forty tokens", "breadcrumb"]
    assert set(of) == {
        ("breadcrumb", "raw"),
        ("forty tokens", "raw"),
        ("forty tokens", "breadcrumb"),
    }
    assert np.allclose(both.RR_change, long.RR_change - short.RR_change)


def test_costs_are_those_of_the_coverage(suite: Path, found: HeaderGains):
    coverage = run_tiny(suite).coverage.set_index("variant").loc["breadcrumb"]
    short = found.costs[found.costs.header == "breadcrumb"]
    assert short.chunks.sum() == coverage.chunks == 24
    assert short.pushed_out.sum() == coverage.pushed_out > 0
    mean = (short.prefix_tokens * short.chunks).sum() / 24
    assert mean == pytest.approx(coverage.prefix_tokens)
    long = found.costs[found.costs.header == "forty tokens"]
    assert (long.prefix_tokens <= 40).all()
    assert (long.pushed_out >= short.pushed_out.to_numpy()).all()


def test_a_header_of_forty_tokens_has_forty_where_there_is_so_much(tmp_path: Path):
    many = {
        f"a{n}.md": f"---\nabstract: {'word ' * 60}\n---\n# A{n}\n\nIt is so.\n" for n in range(3)
    }
    queries = ({"query_id": "q", "text": "so", "evidence": [{"doc_id": "a0.md", "quote": "so"}]},)
    suite = write_tiny(tmp_path / "here", rest=LONG_CHUNKS, files=many, queries=queries)
    audited = audited_chunks(load_suite(suite), tmp_path / "tiny-cache", Silent())
    session = open_audit(audited, "ana", 9, folder=tmp_path)
    for _ in session.sample:
        session.do("p")
    found = header_gains(load_suite(suite), session.file.path, tmp_path / "tiny-cache", Silent())
    assert found.costs.set_index("header").prefix_tokens["forty tokens"] == 40


def test_tables_are_as_their_schema_says_and_are_shown(found: HeaderGains):
    AUDIT["audit_gains"].check(found.gains)
    AUDIT["audit_costs"].check(found.costs)
    said = gains_shown(found).said
    assert said[0].startswith("24 needs, 18 of them in chunks that were read and the others by")
    assert any(line.startswith("breadcrumb against raw, by bm25: pronoun +") for line in said)


def test_needs_without_a_known_class_are_counted(suite: Path, readings: Path, tmp_path: Path):
    """A reader who never agrees with the rule: it labels nothing, and six chunks stay unread."""
    other = {"twin": "imperative", "pronoun": "named", "underspecified": "list-item"}
    text, path = readings.read_text("utf-8"), tmp_path / "bo.jsonl"
    for name, wrong in other.items():
        text = text.replace(f'"class": "{name}"', f'"class": "{wrong}"')
    path.write_text(text, "utf-8")
    found = header_gains(load_suite(suite), path, suite.parents[1] / "tiny-cache", Silent())
    assert (found.needs, found.of_readers, found.split, found.mixed) == (18, 18, 0, 0)
    assert found.unread == 6
    assert set(found.gains["class"]) == set(other.values())


def test_a_need_of_several_classes_has_none():
    labels = Labels({0: "twin", 1: "named"}, frozenset())
    assert [labels.of_need(dict.fromkeys(gold, 1)) for gold in ([0], [0, 1], [1, 5], [5], [])] == [
        "twin",
        "",
        "named",
        "",
        "",
    ]


@pytest.mark.parametrize("header", ["raw", "breadcrumbs"])
def test_a_header_that_is_none_is_refused(suite: Path, readings: Path, header: str):
    with pytest.raises(GoldrankError, match="--header: "):
        header_gains(load_suite(suite), readings, suite.parents[1] / "tiny-cache", Silent(), header)


def test_documents_have_no_class(suite: Path, readings: Path, tmp_path: Path):
    path = suite.parent / "documents.toml"
    path.write_text('unit = "document"\n' + suite.read_text("utf-8"), "utf-8")
    with pytest.raises(GoldrankError, match="the suite ranks documents"):
        header_gains(load_suite(path), readings, suite.parents[1] / "tiny-cache", Silent())
