"""Fingerprints change when what they stand for does, and with nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest
from tests.tiny import FILES, QUERIES, run_tiny, write_tiny

from goldrank.running.described import described_value
from goldrank.running.fingerprints import digest

OWN = '[[chunker]]\nname = "{}"\nkind = "own_cut:{}"\n'


def _prints(folder: Path, top: str = "", rest: str = "", files=FILES, queries=QUERIES):
    suite = write_tiny(folder, 'rankers = ["vector"]\n' + top, rest, files, queries)
    return dict(run_tiny(suite).fingerprints)


def _own(folder: Path, code: str, name: str = "m", call: str = "cut", more: str = ""):
    folder.mkdir()
    (folder / "own_cut.py").write_text(code)
    return _prints(folder, rest=OWN.format(name, call) + more)["chunkers"][name]


def test_what_changed_is_told_apart(tmp_path: Path):
    base = _prints(tmp_path / "base")
    changed = {
        "corpus": _prints(tmp_path / "a", files={**FILES, "new.md": "# New\n\nwords\n"}),
        "queries": _prints(tmp_path / "b", queries=QUERIES[:1]),
        "gold": _prints(tmp_path / "c", "gold = {min_overlap = 0.5}\n"),
        "rankers": _prints(tmp_path / "d", "bm25 = {k1 = 2.0}\n"),
        "chunkers": _prints(tmp_path / "e", rest='[[chunker]]\nname = "heading"\n'),
    }
    for what, prints in changed.items():
        # The chunks follow from corpus and chunkers, and have a digest of their own.
        others = {key for key in base if base[key] != prints[key]} - {"chunks"}
        assert others == {what}
    assert _prints(tmp_path / "same") == base


def test_a_default_that_is_written_out_changes_nothing(tmp_path: Path):
    plain = _prints(tmp_path / "a", rest='[[chunker]]\nname = "fixed"\n')
    written = _prints(tmp_path / "b", rest='[[chunker]]\nname = "fixed"\nunit = "tokens"\n')
    other = _prints(
        tmp_path / "c", rest='[[chunker]]\nname = "fixed"\nunit = "characters"\nlimit = 40\n'
    )
    assert plain["chunkers"] != other["chunkers"]
    assert plain["chunkers"] == written["chunkers"]


def test_the_code_of_the_users_own_chunker_is_in_its_fingerprint(tmp_path: Path):
    code = "def cut(text):\n    return [text]\n\ndef other(text):\n    return [text]\n"
    base = _own(tmp_path / "a", code)
    assert _own(tmp_path / "b", code) == base
    assert _own(tmp_path / "c", code + "# another\n") != base
    assert _own(tmp_path / "d", code, call="other") != base
    assert _own(tmp_path / "e", code, name="another name") == base


def test_options_of_the_users_own_class_are_in_its_fingerprint(tmp_path: Path):
    code = (
        "class Cut:\n    def __init__(self, size=9):\n        self.size = size\n\n"
        "    def split_text(self, text):\n        return [text]\n"
    )
    prints = [
        _own(tmp_path / f"{n}", code, call="Cut", more=f"options = {{size = {n}}}\n")
        for n in (1, 2)
    ]
    assert prints[0] != prints[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (partial(sorted, reverse=True), partial(sorted, reverse=False)),
        ({"a": 1}, {"a": 2}),
        ({1, 2}, {1, 3}),
        (len, max),
        ((1, 2), (2, 1)),
    ],
)
def test_different_values_are_described_differently(one, other):
    assert digest(described_value(one)) != digest(described_value(other))
    assert digest(described_value(one)) == digest(described_value(one))


def test_what_a_dataclass_does_not_compare_is_not_described():
    @dataclass(frozen=True)
    class Part:
        size: int
        place: str = field(default="", compare=False)

    assert described_value(Part(1, "/here")) == described_value(Part(1, "/there"))
    assert described_value(Part(1)) != described_value(Part(2))


def test_a_description_has_no_address_and_ends_in_a_circle():
    class Circle:
        def __init__(self) -> None:
            self.me = self
            self.call = lambda text: text

        def method(self) -> None: ...

    assert digest(described_value(Circle())) == digest(described_value(Circle()))
    assert "0x" not in str(described_value([Circle(), Circle().method, object()]))
