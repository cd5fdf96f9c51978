"""Writes docs/tables.md, the reference of the tables of a run and of an audit, from their schema.

python scripts/tables.py            # write it
python scripts/tables.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from goldrank.frames.schema import AUDIT, SCHEMA, Column, Table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "tables.md"
INTRODUCTION = """\
# The tables of a run

Written by `python scripts/tables.py` from `goldrank/frames/schema`, which a run is checked against
before it is saved.

A run is a folder. Every table is in `tables/NAME.parquet`, and those for people are beside it as
CSV. In Python each is an attribute: `load("reports/handbook").needs`. Offsets count characters
from 0 and the end is exclusive; ranks count from 1. *Key* names the columns that tell rows apart:
join tables by them, never by position.

In names, `{k}` is a number and `{measure}` any measure of the suite. *Shown as* is the head in the
terminal, in `summary.md` and on the page, where a table shows the column there.
"""

OF_AUDITS = """\
# The tables of an audit

`bench audit` prints them ([its commands](commands.md#bench-audit-read)): with `--format csv` and `json` under the names of
the columns.
"""


def page() -> str:
    """The whole page."""
    of_runs = [INTRODUCTION + "\n" + listed(SCHEMA), *map(in_a_folder, SCHEMA.values())]
    of_audits = [OF_AUDITS + "\n" + listed(AUDIT), *map(section, AUDIT.values())]
    return "\n\n".join([*of_runs, *of_audits]) + "\n"


def listed(tables: Mapping[str, Table]) -> str:
    """What each table is, and where on the page."""
    return "\n".join(f"- [`{name}`](#{name}): {t.meaning}" for name, t in tables.items())


def in_a_folder(table: Table) -> str:
    """A table of a run, and its files."""
    files = f"`tables/{table.name}.parquet`" + (f", `{table.name}.csv`" if table.for_people else "")
    if table.people_read:
        files += " (where `{}` is `{}`)".format(*table.people_read)
    there = f" Only where {table.optional}." if table.optional else ""
    return section(table, f" In {files}.{there}")


def section(table: Table, where: str = "") -> str:
    """One table: what a row is, its key, where it is, its columns."""
    key = ", ".join(f"`{name}`" for name in table.key) or "none"
    head = "| column | type | unit | shown as | meaning |\n|---|---|---|---|---|"
    rows = [f"| {' | '.join(cells(column))} |" for column in table.columns]
    said = f"{table.meaning} Key: {key}.{where}"
    return "\n".join([f"## {table.name}", "", said, "", head, *rows])


def cells(column: Column) -> list[str]:
    """One row of the page."""
    notes = [column.meaning]
    if column.missing:
        notes.append(f"missing: {column.missing}")
    if column.optional:
        notes.append(f"only where {column.optional}")
    shown = f"`{column.head}`" if column.format else ""
    return [f"`{column.name}`", column.type, column.unit, shown, "; ".join(notes)]


def main() -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    sys.stdout.write(f"{PAGE} is not what the schema says; run python scripts/tables.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
