"""Writes the output of the default suite's reference report into README.md, and draws its picture.

python scripts/readme.py    # after: bench run --name handbook --replace
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from goldrank.report.pictures.ridges import ridges
from goldrank.report.terminal.diagnosis import diagnosis_summary
from goldrank.report.terminal.run import run_summary
from goldrank.runs.record import load
from goldrank.tables.rank_shares import by_variant

ROOT = Path(__file__).resolve().parents[1]
REPORT = ROOT / "reports" / "handbook"
VARIANTS = ("raw", "breadcrumb", "abstract")
BEGIN, END = "<!-- bench run -->", "<!-- end -->"


def shown(report: Path) -> str:
    """What `bench run` printed for the run in `report`, as a code block."""
    out = io.StringIO()
    console = Console(file=out, width=150, color_system=None, highlight=False)
    run = load(report)
    console.print(run_summary(run), "", diagnosis_summary(run), sep="\n")
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    return "```text\n" + "\n".join(lines).strip() + "\n```"


def with_output(readme: str, block: str) -> str:
    """`readme` with `block` between the marks."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{block}\n{END}{after}"


def picture(report: Path) -> str:
    """Where the gold chunks of the run in `report` rank by vector, as SVG."""
    run = load(report)
    ranks = by_variant(run.needs[run.needs.ranker == "vector"], "rank")
    return ridges({name: ranks[name] for name in VARIANTS}, int(run.systems.units.max()))


def main() -> None:
    """Rewrite README.md and docs/gold-ranks.svg."""
    path = ROOT / "README.md"
    block = shown(REPORT)
    path.write_text(with_output(path.read_text(encoding="utf-8"), block), encoding="utf-8")
    (ROOT / "docs" / "gold-ranks.svg").write_text(picture(REPORT), encoding="utf-8")
    sys.stdout.write(f"{path} shows reports/handbook\n")


if __name__ == "__main__":
    main()
