"""Commands of an audit: read, agreement, shares, gain, headers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from goldrank.cli.asking import Typed
from goldrank.cli.options import Cache
from goldrank.cli.output import cache_folder, console, progress

if TYPE_CHECKING:
    from goldrank.auditing.chunks import AuditedChunks
    from goldrank.report.text.shown_tables import Shown

app = typer.Typer(
    help="Read a sample of chunks, and say which of them a header helps.", no_args_is_help=True
)

Suite = Annotated[str, typer.Argument(help="A suite: a .toml file, or a name in bench/suites.")]
Chunker = Annotated[
    str | None, typer.Option("--chunker", help="Whose chunks; by default the suite's first.")
]

Readings = Annotated[Path, typer.Argument(help="A reader's file, as audits/ana.jsonl.")]
Style = Annotated[str, typer.Option("--format", help="text, md, csv or json.", metavar="FORMAT")]


@app.command("read")
def read(
    suite: Suite,
    reader: Annotated[str, typer.Option("--reader", help="Who reads.")],
    sample: Annotated[int, typer.Option("--sample", help="How many chunks.", min=1)] = 300,
    by_document: Annotated[
        bool, typer.Option("--by-document", help="Each document has its share of the sample.")
    ] = False,
    chunker: Chunker = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the sample.")] = 0,
    folder: Annotated[Path, typer.Option("--out", help="The folder of readings.")] = Path("audits"),
    cache: Cache = None,
) -> None:
    """Put a sample of chunks into six classes, one key a chunk; goes on where it stopped."""
    from goldrank.auditing.session import open_audit
    from goldrank.report.terminal.auditing import audit_in_terminal

    auditing = open_audit(
        _audited(suite, chunker, cache), reader, sample, seed, by_document, folder
    )
    audit_in_terminal(auditing, Typed(console()))


@app.command("shares")
def shares(suite: Suite, readings: Readings, style: Style = "text", cache: Cache = None) -> None:
    """Say what share of all chunks is of each class, and what a rule adds to the readings."""
    from goldrank.auditing.class_shares import class_shares
    from goldrank.auditing.readings import read_readings
    from goldrank.report.text.auditing import shares_shown
    from goldrank.report.text.shown_tables import written

    written(style)
    chunker = read_readings(readings).design.chunker
    _print(shares_shown(class_shares(_audited(suite, chunker, cache), readings)), style)


@app.command("agreement")
def agreement(
    first: Readings,
    second: Annotated[Path, typer.Argument(help="Another reader's file.")],
    style: Style = "text",
) -> None:
    """Hold two readers' classes against each other: kappa, and where they differ."""
    from goldrank.auditing.agreement import agreement_of_readers
    from goldrank.auditing.readings import read_readings
    from goldrank.report.text.auditing import agreement_shown

    found = agreement_of_readers(read_readings(first), read_readings(second))
    _print(agreement_shown(found, (first.stem, second.stem)), style)


@app.command("gain")
def gain(
    suite: Suite,
    readings: Readings,
    header: Annotated[
        str, typer.Option("--header", help="A representation of the suite.")
    ] = "breadcrumb",
    style: Style = "text",
    cache: Cache = None,
) -> None:
    """Say what a header brings to the needs of each class of chunks, and what it costs the others."""
    from goldrank.auditing.header_gains import header_gains
    from goldrank.report.text.auditing import gains_shown
    from goldrank.report.text.shown_tables import written
    from goldrank.suites.bundled import find_suite
    from goldrank.suites.suite import load_suite

    written(style)
    loaded = load_suite(find_suite(suite, Path.cwd()))
    with progress() as stages:
        found = header_gains(loaded, readings, cache_folder(cache), stages, header)
    _print(gains_shown(found), style)


def _audited(suite: str, chunker: str | None, cache: Path | None) -> AuditedChunks:
    from goldrank.auditing.chunks import audited_chunks
    from goldrank.suites.bundled import find_suite
    from goldrank.suites.suite import load_suite

    loaded = load_suite(find_suite(suite, Path.cwd()))
    with progress() as stages:
        return audited_chunks(loaded, cache_folder(cache), stages, chunker)


def _print(found: Shown, style: str) -> None:
    from goldrank.report.text.shown_tables import written

    shown = written(style)(found)
    if isinstance(shown, str):
        sys.stdout.write(shown)
    else:
        console().print(shown, soft_wrap=False)
