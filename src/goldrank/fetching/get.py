"""A public set as a folder that runs: its files, each verified, and a suite for each of its pools."""

from __future__ import annotations

import json
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.fetching.registry import PublicSet
from goldrank.fetching.verify import verified_bytes
from goldrank.runs.whole_folder import whole_folder

SUITE = "suite.toml"


def get(wanted: PublicSet, source: Path, folder: Path) -> list[Path]:
    """Copy a set from `source`, or from the folder of its name there, to `folder`; its suites.

    `folder` appears whole or not at all. The first suite is always `suite.toml`; the others are
    those of further pools.

    Raises:
        GoldrankError: `folder` is there already, or a file is missing or not what the registry says.
    """
    if folder.exists():
        raise GoldrankError(
            f"{folder} exists already; bench datasets verify {wanted.name} says whether it is right, "
            "or choose another with --to"
        )
    inside = source / wanted.name
    where = inside if inside.is_dir() else source
    suites = suites_of(wanted)
    with whole_folder(folder) as unfinished:
        for file in wanted.files:
            place = unfinished / file.path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(verified_bytes(where, file))
        for name, text in suites.items():
            (unfinished / name).write_text(text, encoding="utf-8", newline="\n")
    return [folder / name for name in suites]


def suites_of(wanted: PublicSet) -> dict[str, str]:
    """The text of each suite by its file: one, or one a pool, which is searched alone.

    They rank by BM25 and cut by characters, so that no model is needed to begin.
    """
    pools = wanted.entry.pools
    if not pools:
        return {SUITE: _suite(wanted, wanted.name, "queries.jsonl", None)}
    return {
        SUITE if pool == pools[0] else f"{pool}.toml": _suite(
            wanted, f"{wanted.name}-{pool}", f"queries.{pool}.jsonl", pool
        )
        for pool in pools
    }


def _suite(wanted: PublicSet, name: str, queries: str, pool: str | None) -> str:
    lines = any(file.path == "corpus.jsonl" for file in wanted.files)
    text = [f"name = {json.dumps(name)}", 'rankers = ["bm25"]']
    if wanted.entry.gold == "documents":
        text.append('unit = "document"')
    text += ["", "[corpus]", f'path = "{"corpus.jsonl" if lines else "corpus"}"']
    if pool is not None:
        text.append(f"include = {json.dumps([f'{pool}/*.md'])}")
    text += ["", "[queries]", f"path = {json.dumps(queries)}"]
    text += ["", "[[chunker]]", 'name = "section"']
    for variant in ("raw", "title" if lines else "breadcrumb"):
        text += ["", "[[variant]]", f'name = "{variant}"', f'representation = "{variant}"']
    return "\n".join(text) + "\n"
