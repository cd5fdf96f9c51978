"""Kill `bench run` at random moments, resume it, and compare with a run that nobody disturbed.

    python scripts/kill_run.py --kills 100            # a stub encoder, slow on purpose
    python scripts/kill_run.py --kills 12 --bundled   # the bundled model
    python scripts/kill_run.py --kills 50 --signal INT

One round: an empty cache and an empty folder of reports; the run is killed at random moments until
its next start is left alone. Of each round it is asked: was a batch encoded again that had been
stored? Are the results, byte for byte, those of a run on the same final cache, and those of a run
that was never killed? Did a half-written report appear, or anything stay behind?
"""

from __future__ import annotations

import argparse
import contextlib
import filecmp
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HANDBOOK = ROOT / "datasets" / "handbook"
DIFFERENT = {"record.json", "timings.json"}  # times and places
WORDS = 60  # what the stub reads
STUB = '''
import hashlib, json, os, sys, time
from pathlib import Path
import numpy as np


def direction(word):
    digest = hashlib.sha256(word.encode()).digest()
    row = np.frombuffer(digest * 2, dtype=np.uint8).astype(np.float64) - 127.5
    return row / np.linalg.norm(row)


def is_input():
    """Whether the vectors are to be stored: the probes of the window are not."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_name == "_stored":
            return True
        frame = frame.f_back
    return False


def encode(texts):
    if is_input():
        line = json.dumps([os.getpid(), [hashlib.sha256(t.encode()).hexdigest() for t in texts]])
        with Path(os.environ["ENCODED"]).open("a") as file:
            file.write(line + "\\n")
        time.sleep(float(os.environ["PAUSE"]))
    return np.array([sum(map(direction, t.split()[:WORDS]), np.zeros(64)) for t in texts])
'''.replace("WORDS", str(WORDS))


def main() -> None:
    options = _options()
    random.seed(options.seed)
    folder = Path(tempfile.mkdtemp(prefix="kill-run-"))
    suite = _suite(folder, options)
    expected, seconds = _undisturbed(folder, suite, options)
    print(f"an undisturbed run takes {seconds:.1f} s; {options.kills} kills, seed {options.seed}")
    found: Counter[str] = Counter()
    rounds = 0
    while found["kills"] < options.kills:
        rounds += 1
        found.update(_round(folder / f"round{rounds}", suite, expected, seconds, options))
        print(f"round {rounds}: {dict(found)}", flush=True)
        shutil.rmtree(folder / f"round{rounds}")
    shutil.rmtree(folder)
    wrong = {name: count for name, count in found.items() if name.startswith("WRONG") and count}
    print(f"{rounds} rounds, {dict(found)}: {wrong or 'as promised'}")
    sys.exit(bool(wrong))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--a-round", type=int, default=6, help="kills before one run is left alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--signal", choices=("KILL", "INT", "TERM"), default="KILL")
    parser.add_argument(
        "--pause", type=float, default=0.1, help="seconds a batch of the stub takes"
    )
    parser.add_argument("--documents", default="facilities/[a-c]*.md")
    parser.add_argument("--bundled", action="store_true", help="the bundled model, not the stub")
    return parser.parse_args()


def _suite(folder: Path, options: argparse.Namespace) -> Path:
    (folder / "slow_stub.py").write_text(STUB)
    lines = (HANDBOOK / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    read = {p.relative_to(HANDBOOK / "corpus").as_posix() for p in _documents(options.documents)}
    kept = [q for q in lines if {e["doc_id"] for e in json.loads(q)["evidence"]} <= read]
    (folder / "queries.jsonl").write_text("\n".join(kept) + "\n", encoding="utf-8")
    suite = folder / "killed.toml"
    model = "bundled" if options.bundled else "slow_stub:encode"
    suite.write_text(
        f'name = "killed"\n[corpus]\npath = "{HANDBOOK / "corpus"}"\n'
        f'include = ["{options.documents}"]\n[queries]\npath = "queries.jsonl"\n'
        f'[encoder]\nmodel = "{model}"\n'
    )
    return suite


def _documents(pattern: str) -> list[Path]:
    return sorted((HANDBOOK / "corpus").glob(pattern))


def _start(suite: Path, place: Path, name: str, pause: float) -> subprocess.Popen[str]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "GOLDRANK_CACHE": str(place / "cache"),
        "ENCODED": str(place / "encoded.jsonl"),
        "PAUSE": str(pause),
        "OMP_NUM_THREADS": "1",
    }
    command = [sys.executable, "-c", "from goldrank.cli import main; main()"]
    command += ["run", str(suite), "--out", str(place / "reports"), "--name", name]
    return subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _finish(suite: Path, place: Path, name: str, pause: float) -> None:
    process = _start(suite, place, name, pause)
    _, said = process.communicate()
    if process.returncode != 0:
        raise SystemExit(f"a run that nobody disturbed ended with {process.returncode}: {said}")


def _undisturbed(folder: Path, suite: Path, options: argparse.Namespace) -> tuple[Path, float]:
    place = folder / "undisturbed"
    place.mkdir()
    since = time.monotonic()
    _finish(suite, place, "run", options.pause)
    return place / "reports" / "run", time.monotonic() - since


def _round(
    place: Path, suite: Path, expected: Path, seconds: float, options: argparse.Namespace
) -> Counter[str]:
    place.mkdir()
    found: Counter[str] = Counter()
    stored_whole: set[int] = set()
    for number in range(options.a_round):
        found.update(_killed(place, suite, seconds, options, number % 3 == 2, stored_whole))
        if (place / "reports" / "run").exists():  # the signal came after the end
            different = _differences(place / "reports" / "run", expected)
            found["WRONG: not the bytes of an undisturbed run"] += different
            shutil.rmtree(place / "reports" / "run")
    _finish(suite, place, "run", options.pause)
    _finish(suite, place, "again", options.pause)
    ours, again = place / "reports" / "run", place / "reports" / "again"
    found["WRONG: not the bytes of a second run on the same cache"] += _differences(ours, again)
    found["WRONG: not the bytes of an undisturbed run"] += _differences(ours, expected)
    left = [p.name for p in (place / "reports").iterdir() if p.name not in ("run", "again")]
    left += [p.name for p in (place / "cache").rglob("*") if p.suffix in (".tmp", ".lock")]
    left += [p.name for p in (place / "cache").rglob("*-wal")]
    found["WRONG: left behind"] += len(left)
    twice, lost = _encoded_twice(place / "encoded.jsonl", stored_whole)
    found["batches in flight, encoded again"] += lost
    found["WRONG: batches encoded again that were stored"] += twice
    found["rounds"] += 1
    return found


def _killed(
    place: Path,
    suite: Path,
    seconds: float,
    options: argparse.Namespace,
    while_writing: bool,
    stored_whole: set[int],
) -> Counter[str]:
    """Start a run, send the signal at a random moment, and look at what lies there."""
    found: Counter[str] = Counter()
    process = _start(suite, place, "run", options.pause)
    if while_writing:
        _wait_for_writing(process, place / "reports")
        time.sleep(random.uniform(0, 0.3))
    else:
        time.sleep(random.uniform(0.05, seconds * 1.02))
    alive = process.poll() is None
    if alive:
        process.send_signal(getattr(signal, f"SIG{options.signal}"))
    _, said = process.communicate()
    hidden = list((place / "reports").glob(".run.unfinished-*"))
    found["kills"] += alive
    found["kills while it was writing"] += bool(hidden)
    found["WRONG: more than one left"] += len(hidden) > 1
    if alive and options.signal == "INT" and process.returncode != 0:
        fine = process.returncode == 130 and "run the same command again" in said
        found["interrupts told in one line"] += fine and "Traceback" not in said
        found["WRONG: interrupt not told in a line"] += not fine or "Traceback" in said
        found["WRONG: left by an interrupt"] += bool(hidden)
        if not fine or "Traceback" in said:
            print(f"  exit {process.returncode}: {said[-600:]}")
    reported = place / "reports" / "run"
    if reported.exists():
        found["ended before the kill"] += 1
        whole = (reported / "record.json").is_file() and (reported / "rankings.parquet").is_file()
        found["WRONG: half a report"] += not whole
    if not options.bundled and _stored(place) == len(_texts(place / "encoded.jsonl")):
        stored_whole.add(process.pid)
    return found


def _wait_for_writing(process: subprocess.Popen[str], reports: Path) -> None:
    while process.poll() is None and not list(reports.glob(".run.unfinished-*")):
        time.sleep(0.002)


def _stored(place: Path) -> int:
    """How many vectors the cache holds, counted in a copy: nothing of it is touched."""
    copy = place / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    if not (place / "cache" / "vectors").is_dir():
        return 0
    shutil.copytree(place / "cache" / "vectors", copy)
    counted = 0
    for file in copy.glob("*.sqlite"):
        with contextlib.closing(sqlite3.connect(file)) as connection:
            tables = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'vectors'")
            if tables.fetchone():
                counted += connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    return counted


def _calls(log: Path) -> list[tuple[int, list[str]]]:
    lines = log.read_text().splitlines() if log.exists() else []
    return [tuple(json.loads(line)) for line in lines if line.endswith("]]")]


def _texts(log: Path) -> set[str]:
    return {text for _, texts in _calls(log) for text in texts}


def _differences(one: Path, other: Path) -> int:
    """How many result files differ, or are in one folder alone."""
    files = {p.relative_to(f) for f in (one, other) for p in f.rglob("*") if p.is_file()}
    compared = [p.as_posix() for p in files if p.as_posix() not in DIFFERENT]
    _, wrong, missing = filecmp.cmpfiles(one, other, compared, shallow=False)
    for name in (*wrong, *missing):
        print(f"  differs: {name}")
    return len(wrong) + len(missing)


def _encoded_twice(log: Path, stored_whole: set[int]) -> tuple[int, int]:
    """Batches encoded again though they were stored, and those that a kill caught in flight.

    A process stores a batch before it encodes the next: only its last one can be lost, and is
    not where the cache held everything at its end (`stored_whole`).
    """
    calls = _calls(log)
    last = {pid: number for number, (pid, _) in enumerate(calls)}
    stored: set[str] = set()
    seen: set[str] = set()
    twice = again = 0
    for number, (pid, texts) in enumerate(calls):
        twice += set(texts) <= stored
        again += set(texts) <= seen and not set(texts) <= stored
        seen |= set(texts)
        if number != last[pid] or pid in stored_whole:
            stored |= set(texts)
    return twice, again


if __name__ == "__main__":
    main()
