"""Commands that measure: run, plan, headings, window."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldrank.cli.options import (
    Cache,
    Chunkers,
    Corpora,
    Cutoffs,
    Json,
    Models,
    Queries,
    Rankers,
    Strict,
    Suites,
    Variants,
)
from goldrank.cli.output import cache_folder, console, print_json, print_lines, progress
from goldrank.encoders.models import BUNDLED

if TYPE_CHECKING:
    from goldrank.suites.suite import Suite


def run(
    suite: Suites = None,
    corpus: Corpora = None,
    queries: Queries = None,
    chunker: Chunkers = None,
    variant: Variants = None,
    ranker: Rankers = None,
    model: Models = None,
    cutoffs: Cutoffs = None,
    trec_run: Annotated[
        list[Path] | None,
        typer.Option("--trec-run", help="Others' run, judged beside (repeatable)."),
    ] = None,
    out: Annotated[Path, typer.Option("--out", help="Where run folders go.")] = Path("reports"),
    name: Annotated[str | None, typer.Option("--name", help="The run folder's name.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace that folder.")] = False,
    full_runs: Annotated[
        bool, typer.Option("--full-runs", help="Keep whole rankings for bench export.")
    ] = False,
    deterministic: Annotated[
        bool, typer.Option("--deterministic", help="Encode in fixed shapes: exact, slower.")
    ] = False,
    strict: Strict = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the chunk plan only.")] = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Run a suite and print where its gold chunks rank."""
    from goldrank.runs.provenance import run_name
    from goldrank.runs.record import run_folder
    from goldrank.suites.options import Options, announced, suite_of
    from goldrank.suites.others_runs import with_runs

    options = Options(
        corpus, queries or [], chunker or [], variant or [], ranker or [], model or [], cutoffs
    )
    chosen = suite_of(suite, options, Path.cwd(), strict=strict, deterministic=deterministic)
    chosen = with_runs(chosen, trec_run or [], Path.cwd())
    if suite is None and corpus is not None:
        print_lines([announced(chosen)], stdout_is_json=True)
    if dry_run:
        _plan(chosen, cache, as_json)
        return
    folder = run_folder(out, run_name(chosen.name) if name is None else name)
    _run(chosen, cache, folder, replace, full_runs, as_json)


def plan(
    path: Annotated[Path, typer.Argument(help="A folder of documents, one document, or a suite.")],
    chunker: Chunkers = None,
    model: Models = None,
    strict: Strict = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Print how a corpus would be chunked; loads no model, opens no socket."""
    from goldrank.suites.options import Options, suite_for_corpus

    options = Options(path, [], chunker or [], [], [], model or [], None)
    _plan(suite_for_corpus(options, Path.cwd(), strict), cache, as_json)


def headings(
    path: Annotated[Path, typer.Argument(help="A folder of documents, one document, or a suite.")],
    chunker: Chunkers = None,
    model: Models = None,
    strict: Strict = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Print which headings tell nothing, before any query; loads no model, opens no socket."""
    from goldrank.report.terminal.headings import headings_report
    from goldrank.runs.heading_quality import heading_quality
    from goldrank.suites.options import Options, suite_for_corpus

    options = Options(path, [], chunker or [], [], [], model or [], None)
    suite = suite_for_corpus(options, Path.cwd(), strict)
    with progress() as stages:
        quality = heading_quality(suite, cache_folder(cache), stages)
    if as_json:
        print_json(quality.to_json())
    else:
        console().print(headings_report(quality))


def window(
    model: Annotated[
        str, typer.Argument(help="bundled, a folder, a name, module:callable, or a suite's .toml.")
    ] = BUNDLED,
    corpus: Corpora = None,
    tokenizer: Annotated[
        str,
        typer.Option(help="The tokenizer of a callable: module:callable, a file, or a folder."),
    ] = "",
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Measure what an encoder reads of its input, beside every window that is declared."""
    from goldrank.report.terminal.window import window_report, window_result, windows_of_suite

    folder, here = cache_folder(cache), Path.cwd()
    with progress() as stages:
        if model.endswith(".toml"):
            results = windows_of_suite(here / model, corpus, folder, stages, here)
        else:
            results = [window_result(model, corpus, folder, stages, here, tokenizer)]
    if as_json:
        found = [result.to_json() for result in results]
        print_json(found[0] if len(found) == 1 else found)
    else:
        for result in results:
            if len(results) > 1:
                console().print(result.model, style="bold", markup=False)
            console().print(window_report(result))


def _run(
    suite: Suite,
    cache: Path | None,
    folder: Path,
    replace: bool,
    full_runs: bool,
    as_json: bool,
) -> None:
    from goldrank.report.pages import pages_of
    from goldrank.report.terminal.diagnosis import diagnosis_summary
    from goldrank.report.terminal.run import run_summary
    from goldrank.runs.provenance import provenance
    from goldrank.runs.record import refuse_existing, save
    from goldrank.runs.run_suite import run_suite
    from goldrank.text.trec import DEPTH

    refuse_existing(folder, replace)
    with progress() as stages:
        result = run_suite(suite, cache_folder(cache), stages, None if full_runs else DEPTH)
        with stages.stage("write report", 0, "pages"):
            pages = pages_of(result)
    save(result, folder, provenance(suite, sys.argv[1:]), pages, replace)
    if as_json:
        systems = json.loads(result.systems.to_json(orient="records"))
        decision = result.decision
        decided = {
            "kind": decision.kind,
            "system": decision.chosen.name if decision.chosen else None,
            "sentences": list(result.decided),
        }
        said = {"systems": systems, "decision": decided, "sentences": list(result.sentences)}
        print_json({"folder": str(folder), **said})
        return
    screen = console()
    screen.print(run_summary(result))
    screen.print("", diagnosis_summary(result), sep="\n")
    screen.print(f"\nEverything is in {folder}/", style="dim", markup=False, highlight=False)


def _plan(suite: Suite, cache: Path | None, as_json: bool) -> None:
    from goldrank.report.terminal.plan import plan_report
    from goldrank.running.plan import plan_suite

    with progress() as stages:
        planned = plan_suite(suite, cache_folder(cache), stages)
    if as_json:
        print_json(planned.to_json())
    else:
        console().print(plan_report(planned))
