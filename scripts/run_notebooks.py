"""Execute the notebooks in place and keep their outputs, without times and counters of a machine.

python scripts/run_notebooks.py [NAME ...]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
SECONDS = 600  # a cold cache encodes one area of the handbook first


def execute(path: Path) -> nbformat.NotebookNode:
    """The notebook at `path`, executed in its folder; an error in a cell is raised."""
    book = nbformat.read(path, as_version=4)
    place = {"metadata": {"path": str(path.parent)}}
    NotebookClient(book, timeout=SECONDS, record_timing=False, resources=place).execute()
    for cell in book.cells:
        cell.metadata.clear()
        if cell.cell_type == "code":
            # Progress and warnings of libraries say nothing about the question.
            cell.outputs = [o for o in cell.outputs if o.get("name") != "stderr"]
    book.metadata.language_info = {"name": "python"}
    return book


def main() -> None:
    """Execute the named notebooks, or all."""
    names = sys.argv[1:] or sorted(path.stem for path in FOLDER.glob("*.ipynb"))
    for name in names:
        since = time.perf_counter()
        path = FOLDER / f"{name}.ipynb"
        nbformat.write(execute(path), path)
        print(f"{name}: {time.perf_counter() - since:.1f} s")


if __name__ == "__main__":
    main()
