"""Commands of public sets: datasets list, get, verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldrank.cli.options import Json
from goldrank.cli.output import cache_folder, console, print_json

app = typer.Typer(help="Public sets by name, held against their hashes.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="A set, as bench datasets list names it.")]
Registry = Annotated[
    Path | None, typer.Option("--registry", help="A registry of your own: a .toml file.")
]


@app.command("list")
def list_sets(registry: Registry = None, as_json: Json = False) -> None:
    """List the sets: name, size, whether it is there, licence, title."""
    from goldrank.fetching.registry import default_registry, read_registry
    from goldrank.text.unsafe import printable

    sets = read_registry(registry or default_registry())
    rows = [
        {
            "name": name,
            "title": each.entry.title,
            "licence": each.entry.licence,
            "bytes": each.size,
            "present": _kept(name).is_dir(),
        }
        for name, each in sets.items()
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        there = "present" if row["present"] else "absent"
        size = f"{row['bytes']:,} bytes"
        line = f"{row['name']}  {size}, {there}; {row['licence']}; {row['title']}"
        console().print(printable(line), markup=False, soft_wrap=True)


@app.command("get")
def get_set(
    name: Name,
    source: Annotated[
        Path,
        typer.Option("--from", help="The folder that holds its files, or a folder NAME of them."),
    ],
    to: Annotated[
        Path | None, typer.Option("--to", help="The folder to write; by default in the cache.")
    ] = None,
    registry: Registry = None,
) -> None:
    """Take a set whose files lie on this machine: each is verified, and the folder runs at once."""
    from goldrank.fetching.get import get
    from goldrank.fetching.registry import default_registry, named_set

    wanted = named_set(name, registry or default_registry())
    suites = get(wanted, source, to or _kept(wanted.name))
    said = f"{len(wanted.files)} files, {wanted.size:,} bytes, as the registry has them; run"
    console().print(said, markup=False, soft_wrap=True)
    for suite in suites:
        console().print(f"bench run {suite}", markup=False, soft_wrap=True)


@app.command("verify")
def verify_set(
    name: Name,
    folder: Annotated[
        Path | None, typer.Option("--in", help="Its folder; by default that in the cache.")
    ] = None,
    registry: Registry = None,
) -> None:
    """Hold the files of a set against the registry; exit 2 where one is missing or another."""
    from goldrank.fetching.registry import default_registry, named_set
    from goldrank.fetching.verify import faults
    from goldrank.text.unsafe import printable

    wanted = named_set(name, registry or default_registry())
    found = faults(folder or _kept(wanted.name), wanted)
    for line in found:
        console().print(printable(line), markup=False, soft_wrap=True)
    right = len(wanted.files) - len(found)
    console().print(f"{right} of {len(wanted.files)} files are as the registry has them")
    if found:
        raise typer.Exit(2)


def _kept(name: str) -> Path:
    return cache_folder(None) / "datasets" / name
