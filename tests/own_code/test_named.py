"""An object by its name, `module:attribute`."""

from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.own_code.named import own_object


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "named_here.py").write_text("class Engine:\n    search = 3\n")
    (tmp_path / "breaks_here.py").write_text("raise RuntimeError('no licence')\n")
    return tmp_path


def test_an_attribute_of_an_attribute_is_found_beside_the_suite(folder: Path) -> None:
    assert own_object("search", "named_here:Engine.search", [folder]) == 3


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("nowhere_here:f", "mine: the module 'nowhere_here' could not be imported: ModuleNotFound"),
        ("breaks_here:f", "could not be imported: RuntimeError: no licence"),
        ("named_here:Engine.serch", "mine: there is no 'serch' there; did you mean 'search'"),
    ],
)
def test_where_a_name_ends_is_said(folder: Path, target: str, said: str) -> None:
    with pytest.raises(GoldrankError, match=said):
        own_object("mine", target, [folder])


def test_a_stand_in_for_what_is_absent_is_given_back(folder: Path) -> None:
    assert own_object("mine", "named_here:absent.too", [folder], None) is None
