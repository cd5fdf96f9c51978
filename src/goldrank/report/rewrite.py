"""What a run shows, written again from its folder."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.frames.schema import SCHEMA
from goldrank.runs.record import FOR_PEOPLE, load
from goldrank.tables.files import write_csv

Format = Literal["html", "md", "csv"]
FORMATS: tuple[Format, ...] = ("html", "md", "csv")


def write_again(folder: Path, format: str, out: Path | None = None) -> list[Path]:
    """Write the report of the run in `folder` to `out` (default: the same folder).

    `html` is `report.html`, `md` is `summary.md`, `csv` the tables for people. Nothing but the
    saved tables is read. Returns what was written.

    Raises:
        GoldrankError: another format; not the folder of a run; a place that cannot be written.
    """
    if format not in FORMATS:
        raise GoldrankError(f"--format: expected one of {', '.join(FORMATS)}; got {format!r}")
    run = load(folder)
    target = out or folder
    try:
        target.mkdir(parents=True, exist_ok=True)
        if format == "csv":
            paths = [target / f"{name}.csv" for name in FOR_PEOPLE]
            for name, path in zip(FOR_PEOPLE, paths, strict=True):
                write_csv(SCHEMA[name].rows_for_people(getattr(run, name)), path)
            return paths
        from goldrank.report.pages import pages_of

        name = "report.html" if format == "html" else "summary.md"
        path = target / name
        path.write_text(pages_of(run, (name,))[name], encoding="utf-8", newline="\n")
    except OSError as error:
        raise GoldrankError(
            f"cannot write to {target}: {error.strerror}; choose another folder with --out"
        ) from error
    return [path]
