"""Commands of an audit: read, agreement, shares, gain, headers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldrank.cli.asking import Typed
from goldrank.cli.options import Cache
from goldrank.cli.output import cache_folder, console, progress

app = typer.Typer(
    help="Read a sample of chunks, and say which of them a header helps.", no_args_is_help=True
)

Suite = Annotated[str, typer.Argument(help="A suite: a .toml file, or a name in bench/suites.")]
Chunker = Annotated[
    str | None, typer.Option("--chunker", help="Whose chunks; by default the suite's first.")
]


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
    from goldrank.auditing.chunks import audited_chunks
    from goldrank.auditing.session import open_audit
    from goldrank.report.terminal.auditing import audit_in_terminal
    from goldrank.suites.bundled import find_suite
    from goldrank.suites.suite import load_suite

    loaded = load_suite(find_suite(suite, Path.cwd()))
    with progress() as stages:
        audited = audited_chunks(loaded, cache_folder(cache), stages, chunker)
    auditing = open_audit(audited, reader, sample, seed, by_document, folder)
    audit_in_terminal(auditing, Typed(console()))
