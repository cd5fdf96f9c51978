"""Writes the output of the default suite's reference report into README.md.

python scripts/readme.py            # after: bench run --name handbook --replace
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from goldrank.records.record import load
from goldrank.report.terminal import run_summary

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- bench run -->", "<!-- end -->"


def shown(report: Path) -> str:
    """What `bench run` printed for the run in `report`, as a code block."""
    out = io.StringIO()
    console = Console(file=out, width=150, color_system=None, highlight=False)
    console.print(run_summary(load(report)))
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    return "```text\n" + "\n".join(lines).strip() + "\n```"


def with_output(readme: str, block: str) -> str:
    """`readme` with `block` between the marks."""
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{block}\n{END}{after}"


def main() -> None:
    """Rewrite README.md."""
    path = ROOT / "README.md"
    block = shown(ROOT / "reports" / "handbook")
    path.write_text(with_output(path.read_text(encoding="utf-8"), block), encoding="utf-8")
    sys.stdout.write(f"{path} shows reports/handbook\n")


if __name__ == "__main__":
    main()
