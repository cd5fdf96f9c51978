"""Writes the table of docs/datasets.md: the public sets of the registry.

python scripts/datasets.py            # write it
python scripts/datasets.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from goldrank.fetching.registry import PublicSet, default_registry, read_registry

PAGE = Path(__file__).resolve().parents[1] / "docs" / "datasets.md"
BEGIN, END = "<!-- scripts/datasets.py -->", "<!-- end -->"
HEAD = "| set | what | documents | queries | judged are | bytes | licence | beware |\n|---|---|---|---|---|---|---|---|"


def page(text: str) -> str:
    """The page with the table as the registry is now."""
    table = "\n".join([HEAD, *map(row, read_registry(default_registry()).values())])
    before, _, rest = text.partition(BEGIN)
    after = re.split(re.escape(END), rest, maxsplit=1)[1]
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"


def row(each: PublicSet) -> str:
    """One line of the table."""
    entry = each.entry
    title = f"[{entry.title}]({entry.source}/tree/{entry.commit}/{entry.path})"
    counts = [f"{entry.documents:,}", f"{entry.queries:,}", entry.gold, f"{each.size:,}"]
    return f"| {' | '.join([f'`{each.name}`', title, *counts, entry.licence, entry.beware])} |"


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
    sys.stdout.write(f"{PAGE} is not what the registry says; run python scripts/datasets.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
