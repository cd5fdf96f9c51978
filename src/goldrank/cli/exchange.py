"""Commands that take data in and give it out: convert, export."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goldrank.cli.options import Corpora, Json
from goldrank.cli.output import console, print_json, progress

Replace = Annotated[bool, typer.Option("--replace", help="Replace what this wrote before.")]


def convert(
    source: Annotated[str, typer.Argument(help="A folder or file, or ir_datasets:ID.")],
    folder: Annotated[Path, typer.Argument(help="Where to write: a new folder.")],
    read_as: Annotated[
        str | None, typer.Option("--from", help="The format; by default what it looks like.")
    ] = None,
    write_as: Annotated[str, typer.Option("--to", help="goldrank, beir or trec.")] = "goldrank",
    split: Annotated[
        str | None, typer.Option("--split", help="Which judgments, where there are several.")
    ] = None,
    corpus: Corpora = None,
    query_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of what is asked.")
    ] = None,
    quote_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of the answers' texts.")
    ] = None,
    document_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of the document's id.")
    ] = None,
    id_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of the query's id.")
    ] = None,
    start_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of where an answer begins.")
    ] = None,
    end_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of where it ends.")
    ] = None,
    grade_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of the grade.")
    ] = None,
    tags_column: Annotated[
        str | None, typer.Option(metavar="COLUMN", help="The column of the tags.")
    ] = None,
    replace: Replace = False,
    as_json: Json = False,
) -> None:
    """Take a judged set of another tool over: a folder with a suite that runs, or the way back."""
    from goldrank.exchange.base import Asked
    from goldrank.exchange.convert import convert as converted

    columns = {
        "query": query_column,
        "quote": quote_column,
        "document": document_column,
        "id": id_column,
        "start": start_column,
        "end": end_column,
        "grade": grade_column,
        "tags": tags_column,
    }
    named = {meaning: column for meaning, column in columns.items() if column is not None}
    made = converted(
        Path(source),
        folder,
        Asked(split, corpus, named),
        read_as=read_as or ("rows" if named else None),
        write_as=write_as,
        replace=replace,
    )
    if as_json:
        print_json(made.to_json())
        return
    for sentence in made.sentences:
        console().print(sentence, markup=False, soft_wrap=True)
    console().print(f"Written to {folder}/", markup=False, soft_wrap=True)


def export(
    run: Annotated[Path, typer.Argument(help="The folder of a run.")],
    folder: Annotated[Path, typer.Argument(help="Where to write: a new folder.")],
    write_as: Annotated[
        str, typer.Option("--to", help="trec, beir, ranx, ir_measures, mteb, pandas or csv.")
    ] = "trec",
    system: Annotated[
        list[str] | None, typer.Option("--system", help="chunker/variant/ranker; default all.")
    ] = None,
    corpus: Annotated[Path | None, typer.Option("--corpus", help="Where it lies now.")] = None,
    replace: Replace = False,
) -> None:
    """Write the rankings and judgments of a saved run for another tool."""
    from goldrank.exchange.exports.export import Export
    from goldrank.exchange.exports.export import export as exported
    from goldrank.exchange.ledger import many

    asked = Export(write_as, system or (), corpus)
    with progress() as stages:
        made = exported(run, folder, asked, replace, stages)
    count = many(len(made.kept), "system")
    console().print(f"{count} written to {folder}/", markup=False, soft_wrap=True)
