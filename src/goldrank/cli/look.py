"""Commands that look, and change no number: init, report, validate, inspect, read."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goldrank.cli.options import (
    Cache,
    Corpora,
    Json,
    Queries,
    Suites,
)
from goldrank.cli.output import cache_folder, console, print_json, progress
from goldrank.suites.bundled import SUITES


def init(
    folder: Annotated[Path, typer.Argument(help="A folder of documents.")] = Path(),
    queries: Annotated[
        Path | None, typer.Option("--queries", help="The judged questions, where there are any.")
    ] = None,
    suite: Annotated[Path, typer.Option("--suite", help="The file to write.")] = SUITES
    / "default.toml",
    replace: Annotated[bool, typer.Option("--replace", help="Replace that file.")] = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Look at a folder and write a first suite for it, every choice explained."""
    from goldrank.report.terminal.init import init_json, init_report
    from goldrank.starting.seen import look_at
    from goldrank.starting.written import suite_text, write_suite

    here = Path.cwd()
    with progress() as stages:
        seen = look_at(here / folder, cache_folder(cache), stages, [here])
    asked = here / queries if queries else seen.queries or here / "queries.jsonl"
    write_suite(here / suite, suite_text(seen, here / suite, asked), replace)
    if as_json:
        print_json(init_json(seen, here / suite, asked))
    else:
        console().print(init_report(seen, here / suite, asked, here))


def report(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    format: Annotated[str, typer.Option("--format", help="html, md or csv.")] = "html",
    out: Annotated[Path | None, typer.Option("--out", help="Another folder to write to.")] = None,
) -> None:
    """Write the report of a saved run again."""
    from goldrank.report.rewrite import write_again

    for path in write_again(run, format, out):
        console().print(str(path), markup=False, soft_wrap=True)


def validate(
    suite: Suites = None,
    corpus: Corpora = None,
    queries: Queries = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Rewrite in the query files what is unambiguous.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Check a suite, its corpus and its queries; exit 0 fine, 1 problems, 2 usage.

    In a terminal --fix shows what it would change, and asks.
    """
    from goldrank.report.terminal.validate import (
        check,
        fixes_report,
        validation_json,
        validation_report,
    )
    from goldrank.suites.bundled import own_suite
    from goldrank.suites.options import NO_OPTIONS, suite_of
    from goldrank.validation.query_fixes import Rewritten
    from goldrank.validation.validate import Validation, validate_file, validate_suite

    here, folder = Path.cwd(), cache_folder(cache)
    asks = not as_json and sys.stdin.isatty() and sys.stdout.isatty()

    def validated() -> Validation:
        with progress() as stages:
            if corpus is None and not queries:
                return validate_file(own_suite(suite, here), folder, stages)
            options = dataclasses.replace(NO_OPTIONS, corpus=corpus, queries=queries or [])
            return validate_suite(suite_of(suite, options, here), "command line", folder, stages)

    def agrees(fixes: Sequence[Rewritten]) -> bool:
        if not asks:
            return True
        console().print(fixes_report(fixes, here), soft_wrap=True)
        return typer.confirm("Write this?", err=True)

    validation, fixed = check(validated, fix, agrees)
    if as_json:
        print_json(validation_json(validation, fixed, here))
    else:
        # One line for one problem, however long: it is there to be pasted.
        shown = validation_report(validation, fixed, here, with_diff=not asks)
        console().print(shown, soft_wrap=True)
    raise typer.Exit(validation.exit_code(strict))


def inspect(
    run: Annotated[Path, typer.Argument(help="A run's folder, as reports/handbook-….")],
    query: Annotated[str | None, typer.Argument(help="The id of a query of the run.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="Any question instead.")] = None,
    expect: Annotated[
        str | None, typer.Option("--expect", help="What should answer --text: an id or a quote.")
    ] = None,
    need: Annotated[int | None, typer.Option("--need", help="Which need, from 0.")] = None,
    system: Annotated[
        str | None, typer.Option("--system", help="chunker/variant/ranker; * is anything.")
    ] = None,
    chunker: Annotated[str | None, typer.Option("--chunker", help="In detail.")] = None,
    variant: Annotated[str | None, typer.Option("--variant", help="In detail.")] = None,
    ranker: Annotated[str | None, typer.Option("--ranker", help="In detail.")] = None,
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Where it lies now.")] = None,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Show why one query's gold chunk ranks where it does."""
    from goldrank.inspection.inspect import inspect as look
    from goldrank.inspection.words import inspection_json
    from goldrank.report.terminal.inspection import inspection_report
    from goldrank.runs.record import load

    with progress() as stages:
        found = look(
            load(run),
            query,
            text=text,
            expect=expect,
            need=need,
            system=system,
            chunker=chunker,
            variant=variant,
            ranker=ranker,
            cache=cache_folder(cache),
            corpus=corpus,
            progress=stages,
        )
    if as_json:
        print_json(inspection_json(found))
    else:
        console().print(inspection_report(found))


def read(
    document: Annotated[str, typer.Argument(help="A file, or a doc_id of the corpus.")],
    section: Annotated[str | None, typer.Option("--section", help="A heading.")] = None,
    chunk: Annotated[str | None, typer.Option("--chunk", help="A chunk_id, or start-end.")] = None,
    corpus: Corpora = None,
) -> None:
    """Print a document as the bench reads it, one section of it, or one chunk in its place."""
    from goldrank.report.terminal.excerpt import excerpt_report, find_excerpt

    found = find_excerpt(document, section, chunk, corpus, Path.cwd())
    console().print(excerpt_report(found))
