"""The command that makes a corpus: synth."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldrank.cli.output import console, progress


def synth(
    folder: Annotated[Path, typer.Argument(help="The new folder to write.")],
    chunks: Annotated[int, typer.Option("--chunks", help="About how many chunks.")] = 7000,
    queries: Annotated[int, typer.Option("--queries", help="How many questions.")] = 500,
    seed: Annotated[int, typer.Option("--seed", help="What chance begins with.")] = 0,
) -> None:
    """Make a corpus with questions for tests of scale; how well a system searches it says nothing."""
    from goldrank.generating.corpus import Asked
    from goldrank.generating.folder import write_folder

    asked = Asked(chunks, queries, seed)
    with progress() as stages:
        write_folder(Path.cwd() / folder, asked, stages)
    console().print(
        f"{asked.documents:,} documents and {asked.queries:,} questions, for tests of scale only.\n"
        f"Next: bench run {folder / 'suite.toml'}",
        markup=False,
        soft_wrap=True,
    )
