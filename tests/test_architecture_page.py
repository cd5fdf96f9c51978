"""docs/architecture.md names what is there: every path, every folder, and the layers in order."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "goldrank"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def _paths(page: str) -> list[str]:
    """What stands between backticks in prose and looks like a path."""
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    quoted = re.findall(r"`([^`\n]+)`", prose)
    words = [word for text in quoted for word in text.split()]
    return [word for word in words if "/" in word or word.endswith((".py", ".importlinter"))]


def _drawn(page: str) -> list[list[str]]:
    """The layers of the drawing, from the top down: its names stand left of two spaces or more."""
    drawing = page.split("```")[1].strip("\n")
    rows = [re.match(r"\w+(?:  \w+)*(?=\s{2,}\S)", line) for line in drawing.splitlines()]
    assert all(rows)
    return [sorted(row[0].split()) for row in rows if row]


def test_every_path_on_the_page_exists():
    paths = _paths(PAGE)
    missing = [p for p in paths if not (SOURCE / p).exists() and not (ROOT / p).exists()]
    assert missing == []
    # Each of the registries is among them, so the page is not empty of paths.
    registries = {path.relative_to(SOURCE).as_posix() for path in SOURCE.glob("*/registry.py")}
    assert len(registries) >= 5
    assert registries <= set(paths)


def test_every_folder_and_file_of_the_source_is_named():
    inside = [path for path in SOURCE.iterdir() if path.name not in ("__init__.py", "__pycache__")]
    names = {p.stem for p in inside if p.is_dir() or p.suffix == ".py"} - {"bundled"}
    drawn = {name for row in _drawn(PAGE) for name in row}
    assert names - drawn == {"templates"}
    assert "`templates`" in PAGE
    assert drawn <= names


def test_the_drawing_is_the_contract_of_imports():
    contract = configparser.ConfigParser()
    contract.read(ROOT / ".importlinter", "utf-8")
    layers = contract["importlinter:contract:line"]["layers"].strip().splitlines()
    assert _drawn(PAGE) == [sorted(re.findall(r"\w+", layer)) for layer in layers]
