"""Run one suite in many ways and compare: bytes where they are promised, ranks where not.

    python scripts/determinism.py                      # the documents of hr/a*.md and hr/b*.md
    python scripts/determinism.py --documents "*/*.md" # all, slow

Twice from one cache: the same bytes. Cold in other batch sizes, on one thread and on two, with
the files made in another order: the same ranks, but among the near-ties that the run names. With
`deterministic = true` all of these give the same bytes; it is said what that costs.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[1]
HANDBOOK = ROOT / "datasets" / "handbook"
DIFFERENT = {"record.json", "timings.json"}  # times and places
SETTING = {"run.json", "summary.md", "report.html"}  # name the batch size, which is a setting
KEY = ["chunker", "variant", "ranker", "query_id", "need"]
WAYS = {
    "as it is": {},
    "from its cache": {"cache": "as it is"},
    "batches of 8": {"batch_size": "8"},
    "batches of 9, two threads": {"batch_size": "9", "threads": "2"},
    "two threads": {"threads": "2"},
    "files made in another order": {"order": "reversed"},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--documents", default="hr/[ab]*.md")
    options = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="determinism-"))
    wrong = 0
    for deterministic in (False, True):
        print(f"deterministic = {str(deterministic).lower()}")
        for name, way in WAYS.items():
            seconds = _run(place, name, way, deterministic, options.documents)
            wrong += _compare(place, name, deterministic, seconds)
    shutil.rmtree(place)
    sys.exit(wrong > 0)


def _folder(place: Path, name: str, deterministic: bool) -> Path:
    return place / f"{'exact' if deterministic else 'free'}-{name.replace(' ', '-')}"


def _run(place: Path, name: str, way: dict[str, str], deterministic: bool, documents: str) -> float:
    folder = _folder(place, name, deterministic)
    found = sorted((HANDBOOK / "corpus").glob(documents))
    for path in reversed(found) if "order" in way else found:
        copy = folder / "corpus" / path.relative_to(HANDBOOK / "corpus")
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    read = {p.relative_to(HANDBOOK / "corpus").as_posix() for p in found}
    lines = (HANDBOOK / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    kept = [q for q in lines if all(d in read for d in _documents_of(q))]
    (folder / "queries.jsonl").write_text("\n".join(kept) + "\n", encoding="utf-8")
    size = f"[encoder]\nbatch_size = {way['batch_size']}\n" if "batch_size" in way else ""
    (folder / "same.toml").write_text(
        f'name = "same"\ndeterministic = {str(deterministic).lower()}\n'
        f'[corpus]\npath = "corpus"\n[queries]\npath = "queries.jsonl"\n{size}'
    )
    cache = _folder(place, way.get("cache", name), deterministic) / "cache"
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "OMP_NUM_THREADS": way.get("threads", "1"),
        "MKL_NUM_THREADS": way.get("threads", "1"),
        "RAYON_NUM_THREADS": way.get("threads", "1"),
    }
    command = [sys.executable, "-c", "from goldrank.cli import main; main()", "run", "same.toml"]
    command += ["--cache", str(cache), "--out", "reports", "--name", "run"]
    since = time.perf_counter()
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return time.perf_counter() - since


def _documents_of(line: str) -> list[str]:
    return [each["doc_id"] for each in json.loads(line)["evidence"]]


def _compare(place: Path, name: str, deterministic: bool, seconds: float) -> bool:
    """Print how one way differs from the first, and whether more than is allowed."""
    ours = _folder(place, name, deterministic) / "reports" / "run"
    first = _folder(place, "as it is", deterministic) / "reports" / "run"
    files = [p.relative_to(first).as_posix() for p in first.rglob("*") if p.is_file()]
    files = [f for f in files if f not in DIFFERENT]
    differing = filecmp.cmpfiles(first, ours, files, shallow=False)[1]
    if "batches" in name:
        differing = [f for f in differing if f not in SETTING]
    one = pd.read_parquet(first / "needs.parquet").set_index(KEY)
    two = pd.read_parquet(ours / "needs.parquet").set_index(KEY)
    moved = one.index[(one["rank"].fillna(-1) != two["rank"].fillna(-1)).to_numpy()]
    named = [
        bool(one.near_tie[key]) and one.best[key] <= two["rank"][key] <= one.worst[key]
        for key in moved
    ]
    must_be_same = deterministic or name == "from its cache"
    wrong = bool(differing) if must_be_same else not all(named)
    print(
        f"  {name:30} {seconds:6.1f} s, {len(differing):3} of {len(files)} files differ, "
        f"{len(moved)} of {len(one)} ranks moved, {sum(named)} of them among named near-ties"
        f"{'  WRONG ' + ', '.join(differing) if wrong else ''}",
        flush=True,
    )
    return wrong


if __name__ == "__main__":
    main()
