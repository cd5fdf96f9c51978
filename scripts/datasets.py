"""Writes the tables of docs/datasets.md: the public sets of the registry.

python scripts/datasets.py            # write it
python scripts/datasets.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from goldrank.fetching.registry import PublicSet, default_registry, read_registry

PAGE = Path(__file__).resolve().parents[1] / "docs" / "datasets.md"
BEGIN, END = "<!-- scripts/datasets.py -->", "<!-- end -->"
COLUMNS = (
    "set",
    "what",
    "documents",
    "queries",
    "judged are",
    "bytes",
    "from",
    "read as",
    "tried on",
)
NOTES = ("licence", "good for", "beware")


def page(text: str) -> str:
    """The page with the tables as the registry is now."""
    sets = read_registry(default_registry()).values()
    tables = [*table(COLUMNS, map(facts, sets)), "", *table(("set", *NOTES), map(notes, sets))]
    before, _, rest = text.partition(BEGIN)
    after = re.split(re.escape(END), rest, maxsplit=1)[1]
    return "\n".join([f"{before}{BEGIN}", "", *tables, "", f"{END}{after}"])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a table."""
    return [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows)]


def facts(each: PublicSet) -> list[str]:
    """What a set is."""
    entry = each.entry
    place = f"/tree/{entry.commit}/{entry.path}" if entry.commit else ""
    documents = "" if entry.documents is None else f"{entry.documents:,}"
    return [
        f"`{each.name}`",
        f"[{entry.title}]({entry.source}{place})",
        documents,
        f"{entry.queries:,}",
        entry.gold,
        f"{each.size:,}",
        each.host or "`--from`",
        f"`{entry.format}`",
        entry.tried_on,
    ]


def notes(each: PublicSet) -> list[str]:
    """What one should know of it."""
    return [f"`{each.name}`", each.entry.licence, each.entry.good_for, each.entry.beware]


def main() -> int:
    """Write the tables, or say whether it is up to date."""
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
