"""Archives of sets: what may be in one, and where it is written."""

from __future__ import annotations

import stat
import warnings
import zipfile
from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.fetching import unpack as module
from goldrank.fetching.unpack import unpack


def packed(path: Path, *members: tuple[str | zipfile.ZipInfo, bytes]) -> Path:
    with warnings.catch_warnings(), zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")  # a name twice is what is tried
        for name, data in members:
            archive.writestr(name, data)
    return path


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    return info


def test_files_stand_where_the_archive_has_them(tmp_path: Path):
    archive = packed(tmp_path / "s.zip", ("s/", b""), ("s/a.txt", b"one"), ("s/q/b.txt", b"two"))
    unpack(archive, tmp_path / "out")
    assert (tmp_path / "out/s/a.txt").read_bytes() == b"one"
    assert (tmp_path / "out/s/q/b.txt").read_bytes() == b"two"


@pytest.mark.parametrize(
    "name",
    [
        "../out.txt",
        "s/../../out.txt",
        "/etc/out.txt",
        "C:out.txt",
        "s\\..\\out.txt",
        "s//a",
        "./a",
    ],
)
def test_a_path_outside_the_set_is_refused_before_anything_is_written(name: str, tmp_path: Path):
    archive = packed(tmp_path / "s.zip", ("s/a.txt", b"one"), (name, b"bad"))
    with pytest.raises(GoldrankError, match=r"s\.zip: expected paths inside the set, got "):
        unpack(archive, tmp_path / "x" / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["s.zip"]


def test_a_name_that_ends_for_a_reader_before_its_end_is_refused(tmp_path: Path):
    archive = packed(tmp_path / "s.zip", ("aXb", b"one"))
    archive.write_bytes(archive.read_bytes().replace(b"aXb", b"a\0b"))
    with pytest.raises(GoldrankError, match="expected paths inside the set"):
        unpack(archive, tmp_path / "out")


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([("a", b"1"), ("A", b"2")], "expected every path once, got 'A' again"),
        ([("a", b"1"), ("a", b"2")], "expected every path once"),
        ([("a", b"1"), ("a/b", b"2")], "'a/b' to be a file or a folder, got both"),
        ([("a/b", b"1"), ("a", b"2")], "'a' to be a file or a folder, got both"),
        ([(link("a"), b"/etc/passwd")], "expected files, got the link 'a'"),
    ],
)
def test_what_no_set_holds_is_refused(members, said: str, tmp_path: Path):
    with pytest.raises(GoldrankError, match=said):
        unpack(packed(tmp_path / "s.zip", *members), tmp_path / "out")


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("MOST_FILES", "at most 1 files, got 2"),
        ("MOST_BYTES", "at most 1 bytes unpacked, got 2,00"),
    ],
)
def test_an_archive_has_bounds(bound: str, said: str, tmp_path: Path, monkeypatch):
    monkeypatch.setattr(module, bound, 1)
    with pytest.raises(GoldrankError, match=said):
        unpack(packed(tmp_path / "s.zip", ("a", bytes(2000)), ("b", b"1")), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_archive_that_says_less_than_it_holds_writes_no_more(tmp_path: Path):
    archive = packed(tmp_path / "s.zip", ("a", bytes(9_000_000)))
    size = (9_000_000).to_bytes(4, "little")
    archive.write_bytes(archive.read_bytes().replace(size, (10).to_bytes(4, "little")))
    with pytest.raises(GoldrankError, match=r"s\.zip: expected a zip archive, got Bad CRC"):
        unpack(archive, tmp_path / "out")
    assert (tmp_path / "out" / "a").stat().st_size <= 10


@pytest.mark.parametrize("at", [0, 40, -10])
def test_a_damaged_archive_is_one_line(at: int, tmp_path: Path):
    archive = packed(tmp_path / "s.zip", ("a", bytes(range(256)) * 20))
    data = bytearray(archive.read_bytes())
    data[at] ^= 0xFF
    archive.write_bytes(data)
    with pytest.raises(GoldrankError, match=r"^s\.zip: expected [^\n]*$"):
        unpack(archive, tmp_path / "out")


@pytest.mark.parametrize("data", [b"", b"<html>", b"PK\x05\x06", b"PK\x03\x04" + bytes(100)])
def test_what_is_no_archive_is_one_line(data: bytes, tmp_path: Path):
    (tmp_path / "s.zip").write_bytes(data)
    with pytest.raises(GoldrankError, match=r"s\.zip: expected a zip archive, got "):
        unpack(tmp_path / "s.zip", tmp_path / "out")
