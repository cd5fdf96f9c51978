"""Small corpora and an encoder that loads nothing, for tests of whole runs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import load_suite

READS = 12  # words: what the encoder below reads of its input

ENCODER = f"""
import hashlib
import re
import numpy as np

def encode(texts):
    return np.array([vector(text) for text in texts])

def vector(text):
    made = np.zeros(32)
    if not re.search(r"\\w", text):
        return made
    for word in re.findall(r"\\w+|[^\\w\\s]", text.lower())[:{READS}]:
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:8], "big")
        made += np.random.default_rng(seed).standard_normal(32)
    return made
"""

# In a module of its own: to count is not to import the encoder.
TOKENIZER = 'import re\n\ndef tokens(text):\n    return re.findall(r"\\w+|[^\\w\\s]", text)\n'
NAMED = 'tokenizer = "tiny_tokens:tokens"\n'

FILES = {
    "leave.md": (
        "# Leave\n\nAsk your manager.\n\n## Parental\n\nIt must be requested 30 days in advance.\n\n"
        "## Sick\n\nCall before nine.\n"
    ),
    "pay.md": "# Pay\n\nSalaries come monthly.\n\n## Bonus\n\nIt is paid in March.\n",
}
QUERIES = (
    {
        "query_id": "q1",
        "text": "when must parental leave be requested",
        "tags": ["leave"],
        "evidence": [{"doc_id": "leave.md", "quote": "requested 30 days in advance"}],
    },
    {
        "query_id": "q2",
        "text": "when is the bonus paid",
        "tags": ["pay"],
        "evidence": [{"doc_id": "pay.md", "quote": "paid in March"}],
    },
)
SUITE = """
[corpus]
path = "corpus"
[queries]
path = "queries.jsonl"
[encoder]
model = "tiny_encoder:encode"
tokenizer = "tiny_tokens:tokens"
"""


def write_tiny(
    folder: Path,
    top: str = "",
    rest: str = "",
    files: Mapping[str, str] = FILES,
    queries: Sequence[Mapping[str, Any]] = QUERIES,
) -> Path:
    """Write a suite with its corpus, queries and encoder into `folder`; the suite's path.

    `top` are lines before its tables, `rest` lines after them.
    """
    for name, text in files.items():
        path = folder / "corpus" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    lines = [json.dumps(query) for query in queries]
    (folder / "queries.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "tiny_encoder.py").write_text(ENCODER, encoding="utf-8")
    (folder / "tiny_tokens.py").write_text(TOKENIZER, encoding="utf-8")
    suite = folder / "tiny.toml"
    suite.write_text(top + SUITE + rest, encoding="utf-8")
    return suite


def run_tiny(suite: Path, cache: Path | None = None) -> Run:
    """Run a suite; every ranking is kept whole.

    Tests that do not care share a cache, in which the encoder's window is known.
    """
    return run_suite(load_suite(suite), cache or suite.parents[1] / "tiny-cache", depth=None)


def random_files(seed: int, documents: int = 8, sections: int = 5) -> dict[str, str]:
    """Documents of random words; words are few, so scores tie and terms repeat."""
    stream = np.random.default_rng(seed)
    words = [f"w{number}" for number in range(40)]
    files = {}
    for number in range(documents):
        parts = [f"# Title {number}\n\nlead {number}.\n"]
        for section in range(sections):
            size = int(stream.integers(3, 25))
            body = " ".join(stream.choice(words, size))
            parts.append(f"## {stream.choice(words)}\n\nid{number}x{section} {body}.\n")
        files[f"d{number:02}.md"] = "\n".join(parts)
    return files


def random_queries(files: Mapping[str, str], seed: int, count: int = 12) -> list[dict[str, Any]]:
    """Queries of several needs with alternatives and grades; some needs are split, some are empty."""
    stream = np.random.default_rng(seed)
    names = sorted(files)
    made = []
    for number in range(count):
        needs = []
        for _ in range(int(stream.integers(0, 4))):
            alternatives = [
                _evidence(files, str(stream.choice(names)), stream)
                for _ in range(int(stream.integers(1, 3)))
            ]
            needs.append(alternatives)
        text = " ".join(f"w{n}" for n in stream.integers(0, 44, size=4))
        made.append({"query_id": f"q{number}", "text": text, "needs": needs})
    return made


def _evidence(files: Mapping[str, str], name: str, stream: np.random.Generator) -> dict[str, Any]:
    text = files[name]
    start = int(stream.integers(0, len(text) - 40))
    while text[start].isspace():
        start += 1
    end = start + int(stream.integers(2, 40))
    return {"doc_id": name, "start": start, "end": end, "grade": int(stream.integers(0, 4))}
