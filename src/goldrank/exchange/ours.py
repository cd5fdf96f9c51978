"""A suite of goldrank: its corpus and its queries, and a folder with a suite that runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

from goldrank.corpus.jsonl import object_of
from goldrank.evidence.queries import QUERY_KEYS, query_lines
from goldrank.evidence.written import as_named, query_object
from goldrank.exchange.base import Asked, Format, JudgedSet, is_place
from goldrank.exchange.beir import write_lines
from goldrank.exchange.ledger import Ledger
from goldrank.exchange.values import said
from goldrank.progress import Silent
from goldrank.suites import inputs
from goldrank.suites.suite import load_suite

SUITE = "suite.toml"


def fits(path: Path) -> bool:
    """Whether it is a suite, or a folder that has one as this writes it."""
    return (path.suffix == ".toml" and path.is_file()) or (path / SUITE).is_file()


def read(path: Path, asked: Asked, ledger: Ledger) -> JudgedSet:
    """What a suite reads, with its evidence located: every place by its offsets."""
    suite = load_suite(path / SUITE if path.is_dir() else path)
    corpus = inputs.read(suite, Silent())
    queries = [as_named(query) for query in inputs.ask(suite, corpus)]
    judged = JudgedSet(corpus.documents, queries)
    for thing, count in judged.kept.items():
        ledger.found(thing, count)
    for path in suite.query_paths:
        for _, text in query_lines(path):
            line = json.loads(text)
            ledger.unread(line, QUERY_KEYS, said(line, "query_id", "_id", "id"))
    for skipped in corpus.skipped:
        ledger.found("document")
        ledger.leave_out("document", skipped.reason, skipped.path)
    return judged


def write(judged: JudgedSet, folder: Path, ledger: Ledger) -> JudgedSet:
    """corpus.jsonl, queries.jsonl and suite.toml."""
    write_lines(folder / "corpus.jsonl", map(object_of, judged.documents))
    write_lines(folder / "queries.jsonl", map(query_object, judged.queries))
    (folder / SUITE).write_text(suite_text(judged, folder), encoding="utf-8", newline="\n")
    for query in judged.queries if not judged.has_spans else ():
        places = sum(is_place(named) for group in query.needs for named in group)
        said = "is of a place, and others of whole documents: it counts for its document"
        ledger.change("judgment", said, query.query_id, places)
    return judged


def suite_text(judged: JudgedSet, folder: Path) -> str:
    """A suite that ranks chunks where places are judged, and documents where any is judged whole."""
    lines = [f"name = {json.dumps(_name(folder))}"]
    if not judged.has_spans:
        lines += [
            "# Whole documents are judged: each ranks by its best chunk.",
            'unit = "document"',
        ]
    lines += ["", "[corpus]", 'path = "corpus.jsonl"', "", "[queries]", 'path = "queries.jsonl"']
    for name in ("raw", *prefixes(judged)):
        lines += ["", "[[variant]]", f'name = "{name}"', f'representation = "{name}"']
    return "\n".join(lines) + "\n"


def prefixes(judged: JudgedSet) -> tuple[str, ...]:
    """What a prefix can be made of: headings, or titles alone."""
    if any(document.format != "text" for document in judged.documents):
        return ("breadcrumb",)
    return ("title",) if any(document.title for document in judged.documents) else ()


def _name(folder: Path) -> str:
    # Written under a hidden name that ends otherwise, see `whole_folder`.
    name = re.sub(r"^\.(.+)\.unfinished-[a-z0-9_]{8}$", r"\1", folder.name)
    kept = "".join(c if c.isprintable() and c not in '/\\"' else "-" for c in name)
    return kept.lstrip(".") or "converted"


OURS = Format("goldrank", "a suite of goldrank, or its folder", fits, read, write)
