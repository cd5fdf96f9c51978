"""Draws docs/gold-ranks.svg: where the gold chunks of the reference report rank, by vector.

python scripts/readme_picture.py    # after: bench run --name handbook --replace
"""

from __future__ import annotations

import sys
from pathlib import Path

from goldrank.records.record import load
from goldrank.report.figures import columns
from goldrank.report.picture import ridges

ROOT = Path(__file__).resolve().parents[1]
VARIANTS = ("raw", "breadcrumb", "abstract")


def picture(report: Path) -> str:
    """The figure for the run in `report`."""
    run = load(report)
    ranks = columns(run.needs[run.needs.ranker == "vector"], "rank")
    units = int(run.systems.units.max())
    return ridges({name: ranks[name] for name in VARIANTS}, units)


def main() -> None:
    """Write the file."""
    path = ROOT / "docs" / "gold-ranks.svg"
    path.parent.mkdir(exist_ok=True)
    path.write_text(picture(ROOT / "reports" / "handbook"), encoding="utf-8")
    sys.stdout.write(f"{path} shows reports/handbook\n")


if __name__ == "__main__":
    main()
