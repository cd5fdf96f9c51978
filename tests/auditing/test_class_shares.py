"""What readings say of all chunks: counts close, the rule corrects where it is good enough."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from tests.auditing.auditing import audited

from goldrank.auditing.agreement import agreement_of, agreement_of_readers
from goldrank.auditing.chunks import AuditedChunks
from goldrank.auditing.class_shares import class_shares
from goldrank.auditing.classes import CLASSES, NAMES
from goldrank.auditing.readings import Readings, read_readings
from goldrank.auditing.sample import Design
from goldrank.auditing.session import open_audit
from goldrank.cli.main import main
from goldrank.errors import GoldrankError
from goldrank.frames.schema import AUDIT
from goldrank.measuring.double_sampling import corrected_shares
from goldrank.report.text.auditing import shares_shown

KEYS = {each.name: each.key for each in CLASSES}
BEGINNINGS = ("It is kept for", "The limit is", "Send to the desk", "- a copy and", "Number {n} is")


@pytest.fixture(scope="module")
def of_many(tmp_path_factory: pytest.TempPathFactory) -> AuditedChunks:
    """Sixty chunks, twelve that begin in each of five ways."""
    files = {
        f"d{doc}.md": f"# Title{doc}\n\n"
        + "".join(
            f"## Head{doc}x{n}\n\n{begin.format(n=f'head{doc}x{n}')} word{doc}{n} and w{n}v{doc}.\n\n"
            for n, begin in enumerate(BEGINNINGS)
        )
        for doc in range(12)
    }
    return audited(tmp_path_factory.mktemp("many") / "here", files)


def read_as(of: AuditedChunks, folder: Path, wrong: int, size: int = 40, name: str = "ana") -> Path:
    """A reader who agrees with the rule but for the first `wrong` chunks."""
    session = open_audit(of, name, size, folder=folder)
    assert of.guesses is not None
    for number, at in enumerate(session.sample):
        guess = of.guesses[at]
        other = "twin" if number < wrong else guess
        session.do(KEYS[other])
    return session.file.path


def test_counts_and_shares_close(of_many: AuditedChunks, tmp_path: Path):
    found = class_shares(of_many, read_as(of_many, tmp_path, 4))
    table = found.table
    AUDIT["audit_classes"].check(table)
    assert table["class"].tolist() == list(NAMES)
    assert (table.read.sum(), table.guessed.sum(), table.chunks.sum()) == (40, 60, 60)
    assert table.share.sum() == pytest.approx(1)
    assert table.corrected.sum() == pytest.approx(1)
    inside = (table.share_low <= table.share) & (table.share <= table.share_high)
    assert inside.all()


def test_the_rule_is_corrected_by_its_errors_on_the_sample(of_many: AuditedChunks, tmp_path: Path):
    found = class_shares(of_many, read_as(of_many, tmp_path, 4))
    last = read_readings(tmp_path / "ana.jsonl").last
    labels = dict(zip((c.chunk_id for c in of_many.chunks), of_many.guesses or [], strict=True))
    pairs = Counter((labels[chunk], name) for chunk, name in last.items())
    by_hand = corrected_shares(
        [[pairs[label, name] for name in NAMES] for label in NAMES],
        [Counter(labels.values())[name] for name in NAMES],
    )
    assert found.table.corrected.tolist() == list(by_hand.shares)
    assert found.rule is not None
    both = [(labels[chunk], name) for chunk, name in last.items()]
    assert found.rule.kappa.value == pytest.approx(cohen_kappa_score(*zip(*both, strict=True)))


def test_a_rule_that_agrees_too_little_labels_nothing(of_many: AuditedChunks, tmp_path: Path):
    found = class_shares(of_many, read_as(of_many, tmp_path, 20))
    assert found.corrected is None
    assert found.table.corrected.isna().all()
    assert any("too little to label all chunks" in line for line in shares_shown(found).said)


def test_what_was_said_after_the_guess_is_no_agreement_with_it(
    of_many: AuditedChunks, tmp_path: Path
):
    session = open_audit(of_many, "ana", 40, folder=tmp_path)
    assert of_many.guesses is not None
    for at in session.sample:
        session.do("t")  # never what the rule says
        session.do("g")
        session.do("b")
        session.do(KEYS[of_many.guesses[at]])  # and then what it says
    found = class_shares(of_many, session.file.path)
    assert found.rule is not None
    assert found.rule.kappa.same == 0
    assert found.table.set_index("class").read["twin"] == 0


def test_what_lacks_its_subject_is_all_but_the_named_and_the_twins(
    of_many: AuditedChunks, tmp_path: Path
):
    found = class_shares(of_many, read_as(of_many, tmp_path, 4, size=60))
    counts = dict(zip(NAMES, found.counts, strict=True))
    assert found.missing == pytest.approx(1 - (counts["named"] + counts["twin"]) / 60)
    assert tuple(found.missing_interval) == pytest.approx((found.missing, found.missing))


def test_readings_of_other_chunks_are_refused(of_many: AuditedChunks, tmp_path: Path):
    path = read_as(of_many, tmp_path, 0)
    other = audited(tmp_path / "other" / "here")
    with pytest.raises(GoldrankError, match=r"is of other chunks .* the chunker has changed"):
        class_shares(other, path)
    path.write_text(path.read_text("utf-8") + '{"chunk_id": "x", "class": "twin"}\n', "utf-8")
    with pytest.raises(GoldrankError, match="no chunk 'x' in the suite"):
        class_shares(of_many, path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)), min_size=1, max_size=40))
def test_agreement_counts_every_pair_once(pairs: list[tuple[str, str]]):
    first = {f"c{n}": one for n, (one, _) in enumerate(pairs)}
    second = {f"c{n}": other for n, (_, other) in enumerate(pairs)}
    found = agreement_of({**first, "only": "twin"}, second)
    assert sum(map(sum, found.counts)) == len(pairs)
    assert (found.only_first, found.only_second) == (1, 0)
    assert found.kappa.same == len(pairs) - len(found.differing)
    AUDIT["audit_agreement"].check(found.table)


def test_readers_of_nothing_in_common_cannot_be_compared():
    one = Readings(Design("heading", 9, "abc"), {}, {"a": "twin"})
    with pytest.raises(GoldrankError, match="no chunk was read by both"):
        agreement_of_readers(one, Readings(one.design, {}, {"b": "twin"}))
    with pytest.raises(GoldrankError, match="are of different chunks"):
        agreement_of_readers(one, Readings(Design("heading", 9, "xyz"), {}, {"a": "twin"}))


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Runs a command in a folder with a tiny suite that ana and bo have read."""
    of = audited(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path.parent / "tiny-cache"))
    for name, typed in (("ana", "piuln"), ("bo", "piunn")):
        session = open_audit(of, name, 300)
        for key in typed:
            session.do(key)

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["bench", "audit", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        found = capsys.readouterr()
        assert left.value.code == 0, found.err
        return found.out

    return run


@pytest.mark.parametrize(
    "arguments",
    [
        ("shares", "tiny.toml", "audits/ana.jsonl"),
        ("agreement", "audits/ana.jsonl", "audits/bo.jsonl"),
    ],
)
def test_each_format_has_the_same_numbers(bench, arguments: tuple[str, ...]):
    table = pd.read_csv(io.StringIO(bench(*arguments, "--format", "csv")))
    data = json.loads(bench(*arguments, "--format", "json"))
    (rows, *_) = data["tables"].values()
    assert table["class"].tolist() == [row["class"] for row in rows] == list(NAMES)
    column = "read" if arguments[0] == "shares" else "pronoun"
    assert table[column].tolist() == [row[column] for row in rows]
    text, markdown = bench(*arguments), bench(*arguments, "--format", "md")
    for name in NAMES:
        assert name in text
        assert f"| {name} |" in markdown
    for line in data["sentences"]:
        assert " ".join(line.split()[:4]) in " ".join(text.split())


def test_agreement_of_two_readers_is_printed(bench):
    shown = bench("agreement", "audits/ana.jsonl", "audits/bo.jsonl")
    assert "4 of 5 alike, kappa .750" in shown  # (4/5 - (1+1+1+0+2)/25) / (1 - 5/25) = .75
