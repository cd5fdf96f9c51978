"""Commands with which people judge: evidence find, pool, agreement, holes, apply."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldrank.cli.asking import Typed
from goldrank.cli.options import Corpora, Json
from goldrank.cli.output import console, print_json, progress

if TYPE_CHECKING:
    from goldrank.corpus.corpus import Corpus

app = typer.Typer(
    help="Find evidence for questions, and judge what systems found.", no_args_is_help=True
)

JUDGMENTS = Path("judgments")
InCorpus = Annotated[
    str, typer.Option("--corpus", help="A folder of documents, or a suite that names it.")
]
JudgeFiles = Annotated[list[Path], typer.Argument(help="Files of judges; the median grade counts.")]
Depth = Annotated[int, typer.Option("--k", min=1, help="How many of each system.")]


@app.command("find")
def find(
    questions: Annotated[
        Path, typer.Argument(help="One question a line; or .jsonl, .json, .csv, .tsv.")
    ],
    corpus: InCorpus,
    out: Annotated[
        Path | None, typer.Option("--out", help="The query file; by default NAME.judged.jsonl.")
    ] = None,
) -> None:
    """Find evidence for questions by words, and write it as a query file; goes on where it stopped."""
    from goldrank.judging.find import open_finding
    from goldrank.report.terminal.finding import find_in_terminal

    finding = open_finding(questions, _corpus(corpus), out)
    find_in_terminal(finding, Typed(console()))


@app.command("pool")
def pool(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    judge: Annotated[str, typer.Option("--judge", help="Whose judgments they are.")],
    k: Depth = 10,
    corpus: Corpora = None,
    folder: Annotated[Path, typer.Option("--out", help="The folder of judgments.")] = JUDGMENTS,
    seed: Annotated[int, typer.Option("--seed", help="Of the order in which units are shown.")] = 0,
) -> None:
    """Grade the first units of all systems of a run, shuffled and blind; goes on where it stopped."""
    from goldrank.exchange.exports.results import Results
    from goldrank.inspection.reopen import corpus_of
    from goldrank.judging.grades import GradeFile, judge_path
    from goldrank.judging.pool import Pooling, pool_of
    from goldrank.report.terminal.pooling import pool_in_terminal

    file = GradeFile.open(judge_path(folder, judge))
    results = Results.of(run)
    with progress() as stages:
        documents = corpus_of(results.run, corpus, stages)
    pooling = Pooling.begun(pool_of(results, k, documents, seed), file)
    pool_in_terminal(pooling, Typed(console()))


@app.command("agreement")
def agreement(
    first: Annotated[Path, typer.Argument(help="A judge's file.")],
    second: Annotated[Path, typer.Argument(help="Another judge's file.")],
    as_json: Json = False,
) -> None:
    """Hold two people's judgments against each other: kappa, alpha, and where they differ."""
    from goldrank.judging.agreement import agreement as compared
    from goldrank.judging.grades import read_grades
    from goldrank.report.terminal.pooling import agreement_report

    found = compared(read_grades(first), read_grades(second))
    if as_json:
        print_json(found.to_json())
    else:
        console().print(agreement_report(found, (first.stem, second.stem)))


@app.command("holes")
def holes(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    judgments: Annotated[
        list[Path] | None, typer.Argument(help="Files of judges; the median grade counts.")
    ] = None,
    k: Depth = 10,
    as_json: Json = False,
) -> None:
    """Count what nobody judged among the first of each system, and measure without it."""
    from goldrank.exchange.exports.results import Results
    from goldrank.judging.grades import merged, read_grades
    from goldrank.judging.holes import holes_of
    from goldrank.report.terminal.pooling import holes_report

    found = holes_of(Results.of(run), merged(map(read_grades, judgments or [])), k)
    if as_json:
        print_json([each.to_json() for each in found])
    else:
        console().print(holes_report(found, k))


@app.command("apply")
def apply(
    queries: Annotated[Path, typer.Argument(help="The query file of the run.")],
    judgments: JudgeFiles,
    corpus: InCorpus,
    out: Annotated[Path, typer.Option("--out", help="The query file to write; a new one.")],
    least: Annotated[int, typer.Option("--least", help="The lowest grade that is evidence.")] = 1,
) -> None:
    """Write a query file with what judges found as further evidence."""
    from goldrank.judging.apply import apply_grades
    from goldrank.report.terminal.pooling import applied_report

    found = apply_grades(queries, judgments, _corpus(corpus), out, least)
    console().print(applied_report(found), soft_wrap=True)


def _corpus(named: str) -> Corpus:
    from goldrank.judging.corpora import corpus_named

    with progress() as stages:
        return corpus_named(named, Path.cwd(), stages)
