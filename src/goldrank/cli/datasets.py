"""Commands of public sets: datasets list, get, verify."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from goldrank.cli.options import Json
from goldrank.cli.output import cache_folder, console, print_json, progress

if TYPE_CHECKING:
    from goldrank.fetching.get import Got
    from goldrank.fetching.registry import PublicSet

app = typer.Typer(help="Public sets by name, held against their hashes.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(help="A set, as bench datasets list names it.")]
Registry = Annotated[
    Path | None, typer.Option("--registry", help="A registry of your own: a .toml file.")
]


@app.command("list")
def list_sets(registry: Registry = None, as_json: Json = False) -> None:
    """List the sets: name, size, whether it is there, where from, what is judged, licence, title."""
    from goldrank.exchange.ledger import many
    from goldrank.fetching.registry import default_registry, read_registry

    sets = read_registry(registry or default_registry())
    rows = [{**_row(each), "present": _kept(each.name).is_dir()} for each in sets.values()]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        there = "present" if row["present"] else "absent"
        where = f"from {row['host']}" if row["host"] else "with --from only"
        _print(
            f"{row['name']}  {row['bytes']:,} bytes, {there}, {where}; {many(row['queries'], 'query')}, "
            f"{row['gold']}; {row['licence']}; {row['title']}"
        )


def _row(each: PublicSet) -> dict[str, Any]:
    entry = each.entry.model_dump(exclude={"good_for", "beware", "commit", "path", "reads"})
    return {"name": each.name, **entry, "host": each.host, "bytes": each.size}


@app.command("get")
def get_set(
    name: Name,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="A folder of its files, or of a folder NAME: none is fetched."),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", help="The folder to write; by default in the cache.")
    ] = None,
    registry: Registry = None,
) -> None:
    """Fetch a set, or take its files from a folder: each is verified, and the set runs at once."""
    from goldrank.fetching.get import get, refuse_present
    from goldrank.fetching.registry import default_registry, named_set

    wanted = named_set(name, registry or default_registry())
    folder = to or _kept(wanted.name)
    refuse_present(wanted, folder)
    _tell(_fetched(wanted, folder) if source is None else get(wanted, source, folder))


def _fetched(wanted: PublicSet, folder: Path) -> Got:
    import shutil

    from goldrank.fetching.fetch import Fetching, fetch
    from goldrank.fetching.get import get

    downloads = cache_folder(None) / "downloads" / wanted.name
    with progress() as stages:
        if wanted.host:
            stages.say(f"{wanted.size:,} bytes from {wanted.host}; {wanted.entry.licence}")
        fetch(wanted, downloads, Fetching(stages))
    got = get(wanted, downloads, folder)
    shutil.rmtree(downloads, ignore_errors=True)
    return got


def _tell(got: Got) -> None:
    for sentence in got.sentences:
        _print(sentence)
    for suite in got.suites:
        _print(f"bench run {shlex.quote(str(suite))}")


@app.command("verify")
def verify_set(
    name: Name,
    folder: Annotated[
        Path | None, typer.Option("--in", help="Its folder; by default that in the cache.")
    ] = None,
    registry: Registry = None,
) -> None:
    """Hold the files of a set against the registry; exit 2 where one is missing or another."""
    from goldrank.fetching.originals import set_faults
    from goldrank.fetching.registry import default_registry, named_set

    wanted = named_set(name, registry or default_registry())
    found, count = set_faults(folder or _kept(wanted.name), wanted)
    for line in found:
        _print(line)
    _print(f"{count - len(found)} of {count} files are as they should be")
    if found:
        raise typer.Exit(2)


def _print(line: str) -> None:
    from goldrank.text.unsafe import printable

    console().print(printable(line), markup=False, soft_wrap=True)


def _kept(name: str) -> Path:
    return cache_folder(None) / "datasets" / name
