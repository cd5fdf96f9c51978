"""Which of the user's files a module is made of, found without running any."""

from __future__ import annotations

from pathlib import Path

import pytest

from goldrank.own_code.own_files import own_files


def write(folder: Path, **files: str) -> None:
    """Files by their path, `__` for `/`: a name of Python's has no slash."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/", name.count("__")) + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def labels(folder: Path, module: str) -> list[str]:
    return [file.label for file in own_files([folder], module)]


@pytest.mark.parametrize(
    "line",
    [
        "import helper",
        "import helper as h",
        "from helper import *",
        "def encode(texts):\n    from helper import f\n    return f(texts)",
        "try:\n    import helper\nexcept ImportError:\n    helper = None",
        "import importlib\nhelper = importlib.import_module('helper')",
        "helper = __import__('helper')",
        "# -*- coding: latin-1 -*-\nimport helper  # \xe9",
    ],
)
def test_an_import_counts_wherever_it_stands(tmp_path: Path, line: str) -> None:
    (tmp_path / "mine.py").write_bytes(line.encode("latin-1"))
    write(tmp_path, helper="import json, numpy\nimport deeper", deeper="import helper", other="")
    assert labels(tmp_path, "mine") == ["deeper.py", "helper.py", "mine.py"]


def test_packages_are_followed_into_what_they_import(tmp_path: Path) -> None:
    (tmp_path / "pack" / "sub").mkdir(parents=True)
    (tmp_path / "loose").mkdir()
    (tmp_path / "mine.py").write_text("from pack import text\nfrom loose.words import split\n")
    (tmp_path / "pack" / "__init__.py").write_text("from .first import a\n")
    (tmp_path / "pack" / "first.py").write_text("a = 1\n")
    (tmp_path / "pack" / "text.py").write_text("from .sub.inner import b\nfrom . import first\n")
    (tmp_path / "pack" / "sub" / "__init__.py").write_text("")
    (tmp_path / "pack" / "sub" / "inner.py").write_text("from ...pack import first\nb = 1\n")
    (tmp_path / "pack" / "unused.py").write_text("")
    (tmp_path / "loose" / "words.py").write_text("def split(t): return t.split()\n")
    assert labels(tmp_path, "mine") == [
        "loose/words.py",
        "mine.py",
        "pack/__init__.py",
        "pack/first.py",
        "pack/sub/__init__.py",
        "pack/sub/inner.py",
        "pack/text.py",
    ]


def test_what_is_installed_or_broken_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path, mine="import numpy, json, broken", broken="def (:\nimport other", other="")
    assert labels(tmp_path, "mine") == ["broken.py", "mine.py"]
    assert labels(tmp_path, "numpy") == []


def test_a_module_on_the_path_is_followed_in_its_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, on_path_x="import beside_it_x", beside_it_x="")
    monkeypatch.syspath_prepend(tmp_path)
    assert labels(tmp_path / "elsewhere", "on_path_x") == ["beside_it_x.py", "on_path_x.py"]
