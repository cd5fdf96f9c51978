"""Commands that decide: gate, compare, power, baseline."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldrank.cli.options import (
    Cache,
    Json,
    Suites,
)
from goldrank.cli.output import cache_folder, console, print_json, print_lines, progress

if TYPE_CHECKING:
    from goldrank.gating.verdicts import GateResult


def gate(
    suite: Suites = None,
    baseline: Annotated[Path | None, typer.Option("--baseline", help="A baseline file.")] = None,
    attribute: Annotated[
        str | None,
        typer.Option("--attribute", help="A git revision or folder with the old corpus and suite."),
    ] = None,
    judgments: Annotated[
        bool,
        typer.Option(
            "--accept-judgments",
            help="Queries were judged anew: judge on the baseline's judgments.",
        ),
    ] = False,
    edited: Annotated[
        bool, typer.Option("--accept-edited", help="Take a baseline that was edited by hand.")
    ] = False,
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
    from goldrank.gating.command import Against, gate_command
    from goldrank.gating.gate import Accepted
    from goldrank.report.ci.written import Outputs

    outputs = Outputs(junit, github, os.environ, Path.cwd())
    try:
        with progress() as stages:
            result = gate_command(
                suite,
                Against(baseline, attribute, Accepted(judgments, edited)),
                cache_folder(cache),
                Path.cwd(),
                stages,
            )
    except GoldrankError as error:
        print_lines(outputs.of_refusal(suite or "default", error), as_json)
        raise
    _print_gate(result, as_json, github)
    print_lines(outputs.of_result(result), as_json)
    raise typer.Exit(result.exit_code)


def compare(
    before: Annotated[
        str, typer.Argument(help="A run's folder, or FOLDER:chunker/variant/ranker.")
    ],
    after: Annotated[
        list[str], typer.Argument(help="The same, one or more, each held against the first.")
    ],
    measure: Annotated[
        list[str] | None, typer.Option("--measure", help="A measure (repeatable); default all.")
    ] = None,
    primary: Annotated[str, typer.Option("--primary", help="The measure that decides.")] = "RR",
    style: Annotated[
        str, typer.Option("--format", help="text, md, json or html.", metavar="FORMAT")
    ] = "text",
) -> None:
    """Say whether the difference between runs, or systems, is real: ship, do not, or cannot tell."""
    from goldrank.comparing.compare import compare as compared
    from goldrank.comparing.pair import open_compared_run
    from goldrank.measuring.measures import of_a_query
    from goldrank.report.text.comparison import written

    as_text = written(style)
    found = compared(
        open_compared_run(before),
        [open_compared_run(one) for one in after],
        [of_a_query(each) for each in measure or ()],
        primary=of_a_query(primary),
    )
    shown = as_text(found)
    if isinstance(shown, str):
        sys.stdout.write(shown)
    else:
        console().print(shown)


def power(
    suite: Suites = None,
    system: Annotated[
        str | None, typer.Option("--system", help="chunker/variant/ranker; default the first.")
    ] = None,
    churn: Annotated[
        float, typer.Option("--churn", help="Share of queries that a harmless change moves.")
    ] = 0.2,
    icc: Annotated[
        float,
        typer.Option("--icc", help="How alike queries of one document move.", min=0, max=0.9),
    ] = 0.1,
    max_drop: Annotated[
        float, typer.Option("--max-drop", help="The drop that is allowed.", min=0, max=1)
    ] = 0.01,
    repetitions: Annotated[
        int, typer.Option("--repetitions", help="Simulated gates.", min=1)
    ] = 400,
) -> None:
    """Say what a gate on these queries can see: false alarms, and power at several drops.

    A drop counts where it is larger than allowed and chance does not explain by how much.
    """
    from goldrank.gating.command import power_of_suite
    from goldrank.gating.power import Design, power_markdown

    design = Design(0, icc=icc, churn=churn, tolerance=max_drop)
    rows, counted = power_of_suite(suite, system, design, repetitions, Path.cwd())
    console().print(counted, markup=False)
    sys.stdout.write("\n" + power_markdown(rows))


baselines = typer.Typer(help="Save, show and list what gates compare with.", no_args_is_help=True)


@baselines.command("save")
def baseline_save(
    suite: Suites = None,
    run: Annotated[Path | None, typer.Option("--run", help="Of this run's folder.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="The file to write.")] = None,
    cache: Cache = None,
) -> None:
    """Save the baseline of a suite, to be committed."""
    from goldrank.gating.command import save_baseline

    with progress() as stages:
        path = save_baseline(suite, run, out, cache_folder(cache), Path.cwd(), stages)
    console().print(f"Saved {path}; review it with git diff, then commit it", markup=False)


@baselines.command("show")
def baseline_show(suite: Suites = None) -> None:
    """Show the baseline of a suite, or the one in a .json file."""
    from goldrank.gating.command import show_baseline
    from goldrank.report.terminal.gate import baseline_report

    console().print(baseline_report(*show_baseline(suite, Path.cwd())))


@baselines.command("list")
def baseline_list() -> None:
    """List the baselines in bench/baselines."""
    from goldrank.gating.command import list_baselines

    for path in list_baselines(Path.cwd()):
        console().print(str(path), markup=False, soft_wrap=True)


def _print_gate(result: GateResult, as_json: bool, github: bool) -> None:
    from secrets import token_hex

    from goldrank.report.ci.github import commands_off
    from goldrank.report.terminal.gate import gate_report

    if as_json:
        print_json(result.to_json())
        return
    # A document or a query may hold what a runner would take for a command.
    off, on = commands_off(token_hex(16)) if github else ([], [])
    print_lines(off)
    console().print(gate_report(result, Path.cwd()))
    print_lines(on)
