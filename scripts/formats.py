"""Writes the table of docs/formats.md: what each format keeps, what it drops, what it needs.

python scripts/formats.py            # write it
python scripts/formats.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from goldrank.formats.base import Format
from goldrank.formats.registry import FORMATS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "formats.md"
BEGIN, END = "<!-- scripts/formats.py -->", "<!-- end -->"
HEAD = "| format | files | keeps | does not read, and counts | places | extra, and packages |\n|---|---|---|---|---|---|"


def page(text: str) -> str:
    """The page with the table as the formats are now."""
    table = "\n".join([HEAD, *map(row, FORMATS.values())])
    before, _, rest = text.partition(BEGIN)
    after = re.split(re.escape(END), rest, maxsplit=1)[1]
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"


def row(format: Format) -> str:
    """One line of the table."""
    files = " ".join(f"`{suffix}`" for suffix in format.suffixes)
    needs = f"`{format.extra}`: {', '.join(format.packages)}" if format.extra else "none"
    cells = [format.title, files, format.keeps, ", ".join(format.drops), format.places, needs]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Write the table, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    text = PAGE.read_text(encoding="utf-8")
    if not parser.parse_args().check:
        PAGE.write_text(page(text), encoding="utf-8")
        return 0
    if text == page(text):
        return 0
    sys.stdout.write(f"{PAGE} is not what the formats say; run python scripts/formats.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
