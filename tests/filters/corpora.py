"""Small corpora with tenants, groups, dates and revisions, and suites that filter by them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tests.tiny import random_files, random_queries, write_tiny

RULES = """
[[filter]]
name = "tenant"

[[filter]]
name = "groups"
rule = "any of"
field = "access"

[[filter]]
name = "as_of"
rule = "in force at"
begins = "from"
ends = "until"
series = "policy"
"""
RANKERS = """rankers = ["vector", "bm25", "rrf", "convex", "z", "random", "oracle"]
"""
NAMED = """
[[ranker]]
name = "z"
kind = "convex"
normalise = "z-score"
weights = [2, 1]
"""
TENANTS, GROUPS, SERIES = ("acme", "bolt"), ("hr", "it", "law"), ("leave", "pay")


def day(number: int) -> str:
    """A day of 2026, as its metadata has it."""
    return f"2026-{1 + number // 28:02}-{1 + number % 28:02}"


def random_metadata(names: Sequence[str], stream: np.random.Generator) -> dict[str, dict[str, Any]]:
    """What documents say of themselves; some say nothing of a field."""
    made: dict[str, dict[str, Any]] = {}
    for name in names:
        own: dict[str, Any] = {}
        if stream.random() < 0.9:
            own["tenant"] = str(stream.choice(TENANTS))
        if stream.random() < 0.9:
            own["access"] = [
                str(g) for g in stream.choice(GROUPS, int(stream.integers(1, 3)), False)
            ]
        if stream.random() < 0.8:
            own["from"] = day(int(stream.integers(0, 300)))
        if stream.random() < 0.3:
            own["until"] = day(int(stream.integers(150, 330)))
        if stream.random() < 0.6:
            own["policy"] = str(stream.choice(SERIES))
        made[name] = own
    return made


def random_filter(stream: np.random.Generator) -> dict[str, Any]:
    """A filter of some of the three keys, or none."""
    asked: dict[str, Any] = {}
    if stream.random() < 0.6:
        asked["tenant"] = str(stream.choice([*TENANTS, "nobody"]))
    if stream.random() < 0.6:
        asked["groups"] = [str(g) for g in stream.choice(GROUPS, int(stream.integers(0, 3)), False)]
    if stream.random() < 0.6:
        asked["as_of"] = day(int(stream.integers(0, 330)))
    return asked


def may_see(
    asked: Mapping[str, Any], own: Mapping[str, Any], every: Sequence[Mapping[str, Any]]
) -> bool:
    """Whether a filter lets a document through, in the words of the rules and without their code."""
    if "tenant" in asked and own.get("tenant") != asked["tenant"]:
        return False
    if "groups" in asked and not set(asked["groups"]) & set(own.get("access", [])):
        return False
    if "as_of" not in asked:
        return True
    at = asked["as_of"]  # days are written so that text sorts as they do
    if "from" not in own and "until" not in own:
        return False
    if not own.get("from", "") <= at < own.get("until", "9"):
        return False
    later = [
        other.get("from", "")
        for other in every
        if "policy" in own and other.get("policy") == own["policy"] and other.get("from", "") <= at
    ]
    return all(begins <= own.get("from", "") for begins in later)


def write_filtered(
    folder: Path,
    metadata: Mapping[str, Mapping[str, Any]],
    files: Mapping[str, str],
    queries: Sequence[Mapping[str, Any]],
    top: str = RANKERS,
    rest: str = NAMED,
) -> Path:
    """A suite with the rules above, and its metadata in a JSONL file beside the corpus."""
    suite = write_tiny(folder, top, RULES + rest, files, queries)
    rows = [json.dumps({"doc_id": name, **own}) for name, own in metadata.items()]
    (folder / "metadata.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    text = suite.read_text(encoding="utf-8")
    named = 'path = "corpus"\nmetadata = "metadata.jsonl"\n'
    suite.write_text(text.replace('path = "corpus"\n', named), encoding="utf-8")
    return suite


def random_suite(folder: Path, seed: int, **given: Any) -> tuple[Path, dict[str, Any], list[Any]]:
    """A suite of random documents, queries and filters; its metadata, and its queries."""
    stream = np.random.default_rng(seed)
    files = random_files(seed)
    metadata = random_metadata(sorted(files), stream)
    queries = [{**q, "filter": random_filter(stream)} for q in random_queries(files, seed, 20)]
    return write_filtered(folder, metadata, files, queries, **given), metadata, queries
