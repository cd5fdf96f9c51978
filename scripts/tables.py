"""Writes docs/tables.md, the reference of a run's tables, from their schema.

python scripts/tables.py            # write it
python scripts/tables.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from goldrank.frames.schema import SCHEMA, Column, Table

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


def page() -> str:
    """The whole page."""
    listed = "\n".join(f"- [`{name}`](#{name}): {t.meaning}" for name, t in SCHEMA.items())
    return "\n\n".join([INTRODUCTION + "\n" + listed, *map(section, SCHEMA.values())]) + "\n"


def section(table: Table) -> str:
    """One table: what a row is, its key, its columns."""
    key = ", ".join(f"`{name}`" for name in table.key) or "none"
    files = f"`tables/{table.name}.parquet`" + (f", `{table.name}.csv`" if table.for_people else "")
    if table.people_read:
        files += " (where `{}` is `{}`)".format(*table.people_read)
    head = "| column | type | unit | shown as | meaning |\n|---|---|---|---|---|"
    rows = [f"| {' | '.join(cells(column))} |" for column in table.columns]
    there = f" Only where {table.optional}." if table.optional else ""
    said = f"{table.meaning} Key: {key}. In {files}.{there}"
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
