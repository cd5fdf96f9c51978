"""The options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Suites = Annotated[
    str | None, typer.Argument(help="A suite: a .toml file, or a name in bench/suites.")
]
Corpora = Annotated[Path | None, typer.Option("--corpus", help="A folder of documents.")]
Queries = Annotated[list[Path] | None, typer.Option("--queries", help="A query file (repeatable).")]
Chunkers = Annotated[list[str] | None, typer.Option("--chunker", help="A chunker (repeatable).")]
Variants = Annotated[list[str] | None, typer.Option("--variant", help="A variant (repeatable).")]
Rankers = Annotated[list[str] | None, typer.Option("--ranker", help="A ranker (repeatable).")]
Models = Annotated[
    list[str] | None,
    typer.Option("--model", help="bundled, a folder, or a name; several stand side by side."),
]
Cutoffs = Annotated[str | None, typer.Option("--cutoffs", help="Of recall, as 1,5,10,20.")]
Cache = Annotated[Path | None, typer.Option("--cache", help="The folder of cached vectors.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Strict = Annotated[
    bool, typer.Option("--strict", help="Skipped files and unscored queries are errors.")
]
