"""The command line: thin, and the only file that prints.

Heavy things are imported inside the commands, so that `bench --help` answers at once.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from goldrank.gating.verdicts import GateResult
    from goldrank.suites.suite import Suite

INTERRUPTED = 130

app = typer.Typer(
    help="Where does the gold chunk rank, and what did the model never read?",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Suites = Annotated[
    str | None, typer.Argument(help="A suite: a .toml file, or a name in bench/suites.")
]
Corpora = Annotated[Path | None, typer.Option("--corpus", help="A folder of documents.")]
Queries = Annotated[list[Path] | None, typer.Option("--queries", help="A query file (repeatable).")]
Chunkers = Annotated[list[str] | None, typer.Option("--chunker", help="A chunker (repeatable).")]
Variants = Annotated[list[str] | None, typer.Option("--variant", help="A variant (repeatable).")]
Rankers = Annotated[list[str] | None, typer.Option("--ranker", help="A ranker (repeatable).")]
Model = Annotated[str | None, typer.Option("--model", help="bundled, a folder, or a name.")]
Cutoffs = Annotated[str | None, typer.Option("--cutoffs", help="Of recall, as 1,5,10,20.")]
Cache = Annotated[Path | None, typer.Option("--cache", help="The folder of cached vectors.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Skipped files and unscored queries are errors.")
]


@app.command()
def run(
    suite: Suites = None,
    corpus: Corpora = None,
    queries: Queries = None,
    chunker: Chunkers = None,
    variant: Variants = None,
    ranker: Rankers = None,
    model: Model = None,
    cutoffs: Cutoffs = None,
    out: Annotated[Path, typer.Option("--out", help="Where run folders go.")] = Path("reports"),
    name: Annotated[str | None, typer.Option("--name", help="The run folder's name.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace that folder.")] = False,
    full_runs: Annotated[bool, typer.Option("--full-runs", help="Export whole rankings.")] = False,
    deterministic: Annotated[
        bool, typer.Option("--deterministic", help="Encode in fixed shapes: exact, slower.")
    ] = False,
    strict: Strict = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the chunk plan only.")] = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Run a suite and print where its gold chunks rank."""
    from goldrank.suites.options import Options, suite_of

    options = Options(
        corpus, queries or [], chunker or [], variant or [], ranker or [], model, cutoffs
    )
    chosen = suite_of(suite, options, Path.cwd(), strict=strict, deterministic=deterministic)
    if dry_run:
        _plan(chosen, cache, as_json)
        return
    _run(chosen, cache, out, name, replace, full_runs, as_json)


@app.command()
def plan(
    path: Annotated[Path, typer.Argument(help="A folder of documents, or one document.")],
    chunker: Chunkers = None,
    model: Model = None,
    strict: Strict = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Print how a corpus would be chunked; loads no model, opens no socket."""
    from goldrank.suites.options import Options, suite_for_corpus

    options = Options(path, [], chunker or [], [], [], model, None)
    _plan(suite_for_corpus(options, Path.cwd(), strict), cache, as_json)


@app.command()
def headings(
    path: Annotated[Path, typer.Argument(help="A folder of documents, or one document.")],
    chunker: Chunkers = None,
    model: Model = None,
    strict: Strict = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Print which headings tell nothing, before any query; loads no model, opens no socket."""
    from goldrank.heading_quality import heading_quality
    from goldrank.report.headings import headings_report
    from goldrank.suites.options import Options, suite_for_corpus

    options = Options(path, [], chunker or [], [], [], model, None)
    suite = suite_for_corpus(options, Path.cwd(), strict)
    with _progress() as progress:
        quality = heading_quality(suite, _cache_folder(cache), progress)
    if as_json:
        _print_json(quality.to_json())
    else:
        _console().print(headings_report(quality))


@app.command()
def window(
    model: Annotated[
        str, typer.Argument(help="bundled, a folder, a name, or module:callable.")
    ] = "bundled",
    corpus: Corpora = None,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Measure what an encoder reads of its input, beside every window that is declared."""
    from goldrank.report.window import window_report, window_result

    with _progress() as progress:
        result = window_result(model, corpus, _cache_folder(cache), progress, Path.cwd())
    if as_json:
        _print_json(result.to_json())
    else:
        _console().print(window_report(result))


@app.command()
def report(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    format: Annotated[str, typer.Option("--format", help="html, md or csv.")] = "html",
    out: Annotated[Path | None, typer.Option("--out", help="Another folder to write to.")] = None,
) -> None:
    """Write the report of a saved run again."""
    from goldrank.report.again import write_again

    for path in write_again(run, format, out):
        _console().print(str(path), markup=False, soft_wrap=True)


@app.command()
def validate(
    suite: Suites = None,
    fix: Annotated[
        bool, typer.Option("--fix", help="Rewrite in the query files what is unambiguous.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail too.")] = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Check a suite, its corpus and its queries; exit 0 fine, 1 problems, 2 usage."""
    from goldrank.report.validate import check, validation_json, validation_report
    from goldrank.suites.bundled import find_suite

    path = find_suite(suite, Path.cwd())
    with _progress() as progress:
        validation, fixed = check(path, _cache_folder(cache), fix, progress)
    if as_json:
        _print_json(validation_json(validation, fixed, Path.cwd()))
    else:
        # One line for one problem, however long: it is there to be pasted.
        _console().print(validation_report(validation, fixed, Path.cwd()), soft_wrap=True)
    raise typer.Exit(validation.exit_code(strict))


@app.command()
def inspect(
    run: Annotated[Path, typer.Argument(help="A run's folder, as reports/handbook-….")],
    query: Annotated[str | None, typer.Argument(help="The id of a query of the run.")] = None,
    text: Annotated[str | None, typer.Option("--text", help="Any question instead.")] = None,
    expect: Annotated[
        str | None, typer.Option("--expect", help="What should answer --text: a chunk or quote.")
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
    from goldrank.records.record import load
    from goldrank.report.inspection import inspection_report

    with _progress() as progress:
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
            cache=_cache_folder(cache),
            corpus=corpus,
            progress=progress,
        )
    if as_json:
        _print_json(inspection_json(found))
    else:
        _console().print(inspection_report(found))


@app.command()
def read(
    document: Annotated[str, typer.Argument(help="A file, or a doc_id of the corpus.")],
    section: Annotated[str | None, typer.Option("--section", help="A heading.")] = None,
    chunk: Annotated[str | None, typer.Option("--chunk", help="A chunk_id, or start-end.")] = None,
    corpus: Corpora = None,
) -> None:
    """Print one section of a document, or one chunk in its place."""
    from goldrank.report.excerpt import excerpt_report, find_excerpt

    found = find_excerpt(document, section, chunk, corpus, Path.cwd())
    _console().print(excerpt_report(found))


@app.command()
def gate(
    suite: Suites = None,
    baseline: Annotated[Path | None, typer.Option("--baseline", help="A baseline file.")] = None,
    attribute: Annotated[
        str | None,
        typer.Option("--attribute", help="A git revision or folder with the old corpus and suite."),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", help="Write the result as JUnit XML too.")
    ] = None,
    github: Annotated[
        bool, typer.Option("--github", help="Write a job summary, and annotations at lines.")
    ] = False,
    cache: Cache = None,
    as_json: Json = False,
) -> None:
    """Hold a run against its baseline; exit 0 pass, 1 fail, 3 not comparable, 4 inconclusive."""
    from goldrank.errors import GoldrankError
    from goldrank.gating.command import gate_command
    from goldrank.report.ci import Outputs

    outputs = Outputs(junit, github, os.environ, Path.cwd())
    try:
        with _progress() as progress:
            result = gate_command(
                suite, baseline, attribute, _cache_folder(cache), Path.cwd(), progress
            )
    except GoldrankError as error:
        _print_lines(outputs.of_refusal(suite or "default", error), as_json)
        raise
    _print_gate(result, as_json, github)
    _print_lines(outputs.of_result(result), as_json)
    raise typer.Exit(result.exit_code)


@app.command()
def compare(
    before: Annotated[
        str, typer.Argument(help="A run's folder, or FOLDER:chunker/variant/ranker.")
    ],
    after: Annotated[str, typer.Argument(help="The same, for what it is compared with.")],
    measure: Annotated[
        list[str] | None, typer.Option("--measure", help="A measure (repeatable); default all.")
    ] = None,
    style: Annotated[
        str, typer.Option("--format", help="text, md, json or html.", metavar="FORMAT")
    ] = "text",
) -> None:
    """Say whether the difference between two runs, or two systems, is real."""
    from goldrank.comparing.compare import compare as compared
    from goldrank.comparing.sides import open_side
    from goldrank.report.comparison import written

    as_text = written(style)
    found = compared(open_side(before), open_side(after), measure or ())
    shown = as_text(found)
    if isinstance(shown, str):
        sys.stdout.write(shown)
    else:
        _console().print(shown)


@app.command()
def power(
    suite: Suites = None,
    system: Annotated[
        str | None, typer.Option("--system", help="chunker/variant/ranker; default the first.")
    ] = None,
    churn: Annotated[
        float, typer.Option("--churn", help="Share of queries that a harmless change moves.")
    ] = 0.2,
    repetitions: Annotated[
        int, typer.Option("--repetitions", help="Simulated gates.", min=1)
    ] = 400,
) -> None:
    """Say what a gate on these queries can see: false alarms, and power at several drops."""
    from goldrank.gating.command import power_of_suite
    from goldrank.gating.power import power_markdown

    rows, counted = power_of_suite(suite, system, churn, repetitions, Path.cwd())
    _console().print(counted, markup=False)
    sys.stdout.write("\n" + power_markdown(rows))


baselines = typer.Typer(help="Save, show and list what gates compare with.", no_args_is_help=True)
app.add_typer(baselines, name="baseline")


@baselines.command("save")
def baseline_save(
    suite: Suites = None,
    run: Annotated[Path | None, typer.Option("--run", help="Of this run's folder.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The file to write.")] = None,
    cache: Cache = None,
) -> None:
    """Save the baseline of a suite, to be committed."""
    from goldrank.gating.command import save_baseline

    with _progress() as progress:
        path = save_baseline(suite, run, out, _cache_folder(cache), Path.cwd(), progress)
    _console().print(f"Saved {path}; review it with git diff, then commit it", markup=False)


@baselines.command("show")
def baseline_show(suite: Suites = None) -> None:
    """Show the baseline of a suite, or the one in a .json file."""
    from goldrank.gating.command import show_baseline
    from goldrank.report.gate import baseline_report

    _console().print(baseline_report(*show_baseline(suite, Path.cwd())))


@baselines.command("list")
def baseline_list() -> None:
    """List the baselines in bench/baselines."""
    from goldrank.gating.command import list_baselines

    for path in list_baselines(Path.cwd()):
        _console().print(str(path), markup=False, soft_wrap=True)


def _run(
    suite: Suite,
    cache: Path | None,
    out: Path,
    name: str | None,
    replace: bool,
    full_runs: bool,
    as_json: bool,
) -> None:
    from goldrank.measuring.trec import DEPTH
    from goldrank.records.provenance import provenance, run_name
    from goldrank.records.record import refuse_existing, run_folder, save
    from goldrank.report.diagnosis import diagnosis_summary
    from goldrank.report.pages import pages_of
    from goldrank.report.terminal import run_summary
    from goldrank.run import run_suite

    folder = run_folder(out, run_name(suite.name) if name is None else name)
    refuse_existing(folder, replace)
    with _progress() as progress:
        result = run_suite(suite, _cache_folder(cache), progress, None if full_runs else DEPTH)
        with progress.stage("write report", 0, "pages"):
            pages = pages_of(result)
    save(result, folder, provenance(suite, sys.argv[1:]), pages, replace)
    if as_json:
        systems = json.loads(result.systems.to_json(orient="records"))
        _print_json(
            {"folder": str(folder), "systems": systems, "sentences": list(result.sentences)}
        )
        return
    console = _console()
    console.print(run_summary(result))
    console.print("", diagnosis_summary(result), sep="\n")
    console.print(f"\nEverything is in {folder}/", style="dim", markup=False, highlight=False)


def _print_gate(result: GateResult, as_json: bool, github: bool) -> None:
    from secrets import token_hex

    from goldrank.report.gate import gate_report
    from goldrank.report.github import commands_off

    if as_json:
        _print_json(result.to_json())
        return
    # A document or a query may hold what a runner would take for a command.
    off, on = commands_off(token_hex(16)) if github else ([], [])
    _print_lines(off)
    _console().print(gate_report(result, Path.cwd()))
    _print_lines(on)


def _print_lines(lines: Sequence[str], stdout_is_json: bool = False) -> None:
    stream = sys.stderr if stdout_is_json else sys.stdout
    stream.write("".join(f"{line}\n" for line in lines))


def _plan(suite: Suite, cache: Path | None, as_json: bool) -> None:
    from goldrank.plan import plan_suite
    from goldrank.report.plan import plan_report

    with _progress() as progress:
        planned = plan_suite(suite, _cache_folder(cache), progress)
    if as_json:
        _print_json(planned.to_json())
    else:
        _console().print(plan_report(planned))


def _cache_folder(named: Path | None) -> Path:
    from goldrank.encoders.folders import default_cache_folder

    return named or default_cache_folder()


def _progress() -> Any:
    from goldrank.report.progress import RichProgress

    return RichProgress(_console(stderr=True))


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False, soft_wrap=False)
    # A pipe or a log has no width of its own: never cut a table there.
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console = Console(stderr=stderr, highlight=False, width=200)
    return console


def _print_json(value: Any) -> None:
    from goldrank.report.printable import escaped_json

    text = json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)
    sys.stdout.write(escaped_json(text) + "\n")


def main() -> None:
    """Run the command; a mistake of the user is one red line and an exit code, never a traceback."""
    from goldrank.errors import GoldrankError

    try:
        # While Python takes itself down there is nothing left to interrupt, and all is written.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
        # Without standalone mode an exit code is handed back, not raised.
        code = app(standalone_mode=False) or 0
        if code == INTERRUPTED:  # Typer turns Ctrl-C into this, and says nothing
            raise KeyboardInterrupt
        sys.exit(code)
    except GoldrankError as error:
        _fail(str(error), error.exit_code)
    except typer.Exit as leave:
        sys.exit(leave.exit_code)
    except KeyboardInterrupt:
        _interrupted()
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:
        _unexpected(error)


def _interrupted() -> None:
    _fail("interrupted; run the same command again and it goes on where it stopped", INTERRUPTED)


def _unexpected(error: Exception) -> None:
    if isinstance(error, typer.Abort):
        _interrupted()
    # Typer brings its own copy of click since 0.20, so its errors are known by what they can do.
    if hasattr(error, "format_message"):
        _wrong_usage(error)
    if os.environ.get("GOLDRANK_DEBUG"):
        raise error
    _fail(
        f"this is a fault of goldrank, not yours: {type(error).__name__}: {error}; "
        "set GOLDRANK_DEBUG=1 to see where",
        70,
    )


def _wrong_usage(error: Any) -> None:
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(error.format_message() + "\n")
        sys.exit(2)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "bench"
    _fail(f"{error.format_message().rstrip('.')}; see {command} --help", 2)


def _fail(message: str, code: int) -> None:
    from goldrank.report.printable import printable

    line = printable(" ".join(message.split()))
    red = ("\x1b[31m", "\x1b[0m") if sys.stderr.isatty() else ("", "")
    sys.stderr.write(f"{red[0]}bench: {line}{red[1]}\n")
    sys.exit(code)
