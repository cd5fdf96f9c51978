"""The suites of a public set: one, or one for each pool, which is searched alone."""

from __future__ import annotations

import json
from collections.abc import Sequence

from goldrank.fetching.registry import PublicSet

SUITE = "suite.toml"
LINES = "corpus.jsonl"


def suites_of(wanted: PublicSet, prefixes: Sequence[str]) -> dict[str, str]:
    """The text of each suite by its file; the first is always `suite.toml`.

    They rank by BM25 and cut by characters, so that no model is needed to begin. `prefixes` are
    the representations that stand beside `raw`.
    """
    pools = wanted.entry.pools
    if not pools:
        return {SUITE: _suite(wanted, wanted.name, "queries.jsonl", None, prefixes)}
    return {
        SUITE if pool == pools[0] else f"{pool}.toml": _suite(
            wanted, f"{wanted.name}-{pool}", f"queries.{pool}.jsonl", pool, prefixes
        )
        for pool in pools
    }


def is_lines(wanted: PublicSet) -> bool:
    """Whether its files hold the corpus as lines of JSON, not as a folder."""
    return any(file.path == LINES for file in wanted.files)


def _suite(
    wanted: PublicSet, name: str, queries: str, pool: str | None, prefixes: Sequence[str]
) -> str:
    folder = LINES if is_lines(wanted) or wanted.is_converted else "corpus"
    text = [f"name = {json.dumps(name)}", 'rankers = ["bm25"]']
    if wanted.entry.gold == "documents":
        text.append('unit = "document"')
    text += ["", "[corpus]", f'path = "{folder}"']
    if pool is not None:
        text.append(f"include = {json.dumps([f'{pool}/*.md'])}")
    text += ["", "[queries]", f"path = {json.dumps(queries)}"]
    text += ["", "[[chunker]]", 'name = "section"']
    for variant in ("raw", *prefixes):
        text += ["", "[[variant]]", f'name = "{variant}"', f'representation = "{variant}"']
    return "\n".join(text) + "\n"
