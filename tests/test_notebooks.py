"""The notebooks run from the first cell to the last, and what is stored is what a reader may see."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
OUTPUTS = ("text/plain", "text/html")
# One kernel for all: to start it takes longer than most notebooks. No name of one is left for the next.
EXECUTE = """
import json, sys
from pathlib import Path
import nbformat
from nbclient import NotebookClient
books = {path: nbformat.read(path, as_version=4) for path in map(Path, sys.argv[1:])}
all_cells = nbformat.v4.new_notebook()
for book in books.values():
    all_cells.cells += [nbformat.v4.new_code_cell("%reset -f"), *book.cells]
place = {"metadata": {"path": str(next(iter(books)).parent)}}
NotebookClient(all_cells, timeout=900, allow_errors=True, resources=place).execute()
failed = {}
for path, book in books.items():
    outputs = [output for cell in book.cells for output in cell.get("outputs", ())]
    errors = [output for output in outputs if output.output_type == "error"]
    failed |= {path.stem: "\\n".join(errors[0].traceback)} if errors else {}
sys.stdout.write(json.dumps(failed))
"""


@pytest.fixture(scope="module")
def failed() -> dict[str, str]:
    """What went wrong in each notebook that did not run to its end."""
    # In a process of its own: an event loop that is left open would be a warning in another test.
    done = subprocess.run(
        [sys.executable, "-c", EXECUTE, *(str(FOLDER / f"{name}.ipynb") for name in NAMES)],
        capture_output=True,
        text=True,
        check=False,
        timeout=1000,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return dict(json.loads(done.stdout))


def _stored(name: str) -> str:
    """Everything that a reader sees of the outputs, images left out."""
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    found: list[str] = []
    for cell in book.cells:
        for output in cell.get("outputs", ()):
            found.append(output.get("text", ""))
            found += [output.get("data", {}).get(kind, "") for kind in OUTPUTS]
    return "\n".join(found)


def test_the_four_questions_are_there():
    assert len(NAMES) == 4


@pytest.mark.notebook
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_without_an_error(failed: dict[str, str], name: str):
    assert failed.get(name, "") == ""


@pytest.mark.parametrize("name", NAMES)
def test_stored_outputs_are_whole_and_hold_no_error_and_no_place_of_a_machine(name: str):
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    kinds = {output.output_type for cell in code for output in cell.outputs}
    assert kinds <= {"execute_result", "display_data", "stream"}
    assert all(output.get("name") != "stderr" for cell in code for output in cell.outputs)
    assert not re.search(
        r"(?<![\w.<])/(home|root|tmp|work|Users|usr|var)/|[A-Z]:\\\\", _stored(name)
    )


@pytest.mark.parametrize("name", NAMES)
def test_markdown_states_no_measured_number(name: str):
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    prose = "\n".join(cell.source for cell in book.cells if cell.cell_type == "markdown")
    # Ranks as examples are whole numbers; a measure has a decimal point or a percent sign.
    assert not re.search(r"\d\.\d(?!\.)|\d ?%", prose)


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_defines_nothing(name: str):
    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    code = "\n".join(cell.source for cell in book.cells if cell.cell_type == "code")
    assert "import goldrank" in code
    assert not re.search(r"^\s*(def|class) ", code, re.MULTILINE)
