"""Broken files of every format: what cannot be read is one line, and nothing is lost without a word.

python -m tests.exchange.fuzz --files 10000 --seed 0
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import yaml
from tests.exchange.sets import DOCUMENTS, LEAVE, SETS

from goldrank.errors import GoldrankError
from goldrank.exchange.base import Asked
from goldrank.exchange.convert import convert
from goldrank.progress import Silent
from goldrank.suites import inputs
from goldrank.suites.suite import load_suite

ODD: list[Any] = [
    None, True, 0, -1, 7.5, 10**30, float("nan"), "", " ", "\0", "a\0b", "\ud800", "\ufeffx", "q1",
    "leave", LEAVE, "30 days  in advance", "x" * 5000, [], {}, [[]], [None], ["x"], {"x": 1}, "é\u2028",
    "../../etc/passwd", "=1+1", "%00", "<top>", "\t", "a\tb\nc",
]  # fmt: skip


def broken(folder: Path, rng: random.Random) -> str:
    """Break one file under `folder`; what was done to it."""
    path = rng.choice(sorted(path for path in folder.rglob("*") if path.is_file()))
    how = rng.choice([_values, _values, _values, _bytes, _bytes, _whole])
    how(path, rng)
    return f"{how.__name__.strip('_')} of {path.relative_to(folder)}"


def _values(path: Path, rng: random.Random) -> None:
    """Values changed, taken out, doubled or moved, in a file that still parses."""
    if path.suffix == ".parquet":
        table = pd.read_parquet(path)
        column = rng.choice(list(table.columns))
        odd = [rng.choice([v for v in ODD if isinstance(v, str) and v.isprintable()]), None]
        table[column] = rng.choices(odd, k=len(table))
        table.to_parquet(path)
        return
    text = path.read_text("utf-8")
    if path.suffix == ".json":
        path.write_text(json.dumps(_changed(json.loads(text), rng)), encoding="utf-8")
    elif path.suffix == ".jsonl":
        rows = _changed([json.loads(line) for line in text.splitlines()], rng)
        lines = rows if isinstance(rows, list) else [rows]
        path.write_text("".join(json.dumps(row) + "\n" for row in lines), encoding="utf-8")
    elif path.suffix in (".yaml", ".yml"):
        made = yaml.safe_dump(_writable(_changed(yaml.safe_load(text), rng)), allow_unicode=True)
        path.write_text(made, encoding="utf-8")
    else:
        words = re.split(r"(\s|,|\"\")", text)
        words[rng.randrange(len(words))] = str(_writable(rng.choice(ODD)))
        path.write_text("".join(words), encoding="utf-8", newline="")


def _changed(value: Any, rng: random.Random) -> Any:
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        made = dict(value)
        if rng.random() < 0.15:
            made[str(_writable(rng.choice(ODD)))] = made.pop(key)
        elif rng.random() < 0.15:
            del made[key]
        else:
            made[key] = _changed(value[key], rng)
        return made
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        choice = rng.random()
        if choice < 0.15:
            return [*value, value[at]]
        if choice < 0.25:
            return value[:at] + value[at + 1 :]
        return [*value[:at], _changed(value[at], rng), *value[at + 1 :]]
    return rng.choice(ODD)


def _writable(value: Any) -> Any:
    """Without half of a surrogate pair, which no file in UTF-8 holds."""
    if isinstance(value, dict):
        return {_writable(key): _writable(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_writable(each) for each in value]
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _bytes(path: Path, rng: random.Random) -> None:
    """Bytes changed, inserted, taken out, doubled, or cut off."""
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.randint(1, 40))
        junk = rng.choice(
            [b"\0", b"\xff", b"\xef\xbb\xbf", b"\r", b"\n", b'"', b"{", b"]", b",", b"&*a"]
        )
        data = rng.choice(
            [
                data[:at] + junk + data[at:],
                data[:at] + data[end:],
                data[:at],
                data[:end] + data[at:],
            ]
        )
    path.write_bytes(bytes(data))


def _whole(path: Path, rng: random.Random) -> None:
    """The file gone, empty, a folder, or another file that stands for it."""
    choice = rng.randrange(5)
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 9\n"
    path.unlink()
    if choice == 1:
        path.write_bytes(b"")
    elif choice == 2:
        path.mkdir()
    elif choice == 3:
        path.write_text(pointer)
    elif choice == 4:
        path.write_text("[" * 100_000)


def trial(seed: int, folder: Path) -> str:
    """Convert one broken set, and hold what came of it against what was there; how it ended.

    Raises `AssertionError` where something is wrong, or whatever the conversion raises that is no
    `GoldrankError`.
    """
    rng = random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    name = rng.choice(sorted(SETS))
    format, make = SETS[name]
    source = make(folder / "in")
    broken(folder / "in", rng)
    corpus = folder / "docs" if rng.random() < 0.2 and name in ("ragas", "parquet") else None
    for doc_id, text in DOCUMENTS.items() if corpus else ():
        corpus.mkdir(exist_ok=True)
        (corpus / f"{doc_id}.md").write_text(text, encoding="utf-8")
    named = format if rng.random() < 0.7 else None
    target = rng.choice(["goldrank", "goldrank", "beir", "trec"])
    try:
        made = convert(source, folder / "out", Asked(corpus=corpus), read_as=named, write_as=target)
    except GoldrankError:
        left = {path.name for path in folder.iterdir()} - {"in", "docs"}
        assert not left, left
        return "refused"
    record = json.loads((folder / "out" / "conversion.json").read_text("utf-8"))
    for thing, found in record["found"].items():
        out = sum(r["count"] for r in record["remarks"] if r["left_out"] and r["thing"] == thing)
        assert found == record["written"][thing] + out, (thing, record)
    if made.source == format and (count := COUNTED.get(name)):
        seen = count(source)
        found = record["found"]["query"], record["found"]["judgment"]
        # One of no document may stand in several.
        assert found[0] == seen[0], (seen, record)
        assert (
            found[1] >= seen[1] if name in ("chunklab", "ragas", "parquet") else found[1] == seen[1]
        )
    if target == "goldrank":
        suite = load_suite(folder / "out" / "suite.toml")
        queries = inputs.ask(suite, inputs.read(suite, Silent()))
        assert len(queries) == record["written"]["query"]
    return "converted" if record["found"] == record["written"] else "converted in part"


# What is there, counted by other means than the readers: queries, judgments.


def _lines(path: Path) -> list[str]:
    text = path.read_bytes().decode("utf-8-sig")
    return [line for line in text.split("\n") if line.strip()]


def _listed(value: Any, key: str) -> list[Any]:
    found = value.get(key) if isinstance(value, dict) else None
    return found if isinstance(found, list) else []


def _beir(path: Path) -> tuple[int, int]:
    return len(_lines(path / "queries.jsonl")), max(0, len(_lines(path / "qrels" / "test.tsv")) - 1)


def _trec(path: Path) -> tuple[int, int]:
    text = (path / "topics.txt").read_bytes().decode("utf-8-sig")
    is_lines = "<top" not in text.lower()
    topics = len(_lines(path / "topics.txt")) if is_lines else None
    found = len(re.findall(r"(?is)<top(?:ic)?(?:\s[^>]*)?>.*?</top(?:ic)?>", text))
    return found if topics is None else topics, len(_lines(path / "qrels.txt"))


def _chroma(path: Path) -> tuple[int, int]:
    text = (path / "questions_df.csv").read_bytes().decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    judged = 0
    for row in rows:
        try:
            value = json.loads(row["references"])
        except (ValueError, RecursionError):
            continue
        judged += len(value) if isinstance(value, list) else 0
    return len(rows), judged


def _legalbench(path: Path) -> tuple[int, int]:
    tests = json.loads((path / "benchmarks" / "hr.json").read_bytes())["tests"]
    return len(tests), sum(len(_listed(test, "snippets")) for test in tests)


def _squad(path: Path) -> tuple[int, int]:
    articles = json.loads(path.read_bytes())["data"]
    asked = [q for a in articles for p in _listed(a, "paragraphs") for q in _listed(p, "qas")]
    return len(asked), sum(len(_listed(each, "answers")) for each in asked)


def _llama_index(path: Path) -> tuple[int, int]:
    data = json.loads(path.read_bytes())
    judged = data["relevant_docs"].values()
    return len(data["queries"]), sum(
        len(each) if isinstance(each, list) else isinstance(each, str) for each in judged
    )


def _squad_rows(path: Path) -> tuple[int, int]:
    rows = list(map(json.loads, _lines(path)))
    return len(rows), sum(len(_listed(row.get("answers"), "text")) for row in rows)


COUNTED: dict[str, Callable[[Path], tuple[int, int]]] = {
    "beir": _beir,
    "trec": _trec,
    "chroma": _chroma,
    "legalbench": _legalbench,
    "squad": _squad,
    "llama_index": _llama_index,
    "squad_rows": _squad_rows,
}


def main() -> int:
    """Try many, and say how they ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    ended: Counter[str] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as place:
        for seed in range(options.seed, options.seed + options.files):
            since = time.perf_counter()
            try:
                ended[trial(seed, Path(place) / "set")] += 1
            except Exception as error:  # whatever it is, it is a fault
                ended["WRONG"] += 1
                print(f"seed {seed}: {type(error).__name__}: {str(error)[:300]}")
            slowest = max(slowest, time.perf_counter() - since)
    print(
        ", ".join(f"{count} {how}" for how, count in sorted(ended.items())),
        f"; slowest {slowest:.2f} s",
    )
    return int(ended["WRONG"] > 0)


if __name__ == "__main__":
    sys.exit(main())
