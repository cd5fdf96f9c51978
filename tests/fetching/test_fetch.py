"""Sets that are fetched: every fault of a server, going on, and nothing that is not the registry's."""

from __future__ import annotations

import hashlib
import random
import re
import shutil
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fetching.registries import set_in
from tests.fetching.served import Served

from goldrank.encoders.patience import Patience
from goldrank.errors import GoldrankError
from goldrank.fetching.fetch import Fetching, fetch
from goldrank.fetching.registry import PublicSet
from goldrank.progress import Silent
from goldrank.runs.whole_folder import lock_folder, unlock

DATA = random.Random(0).randbytes(50_000)
HALF = len(DATA) // 2
FILES = {"a b.bin": DATA, "sub/c.bin": b"second"}


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    for proxy in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(proxy, raising=False)
    with Served({"a%20b.bin": DATA, "sub/c.bin": b"second"}) as server:
        yield server


@pytest.fixture
def wanted(served: Served, tmp_path: Path) -> PublicSet:
    return set_in(tmp_path / "r", FILES, address=served.address)


def how(retries: int = 2, timeout: float = 10.0) -> Fetching:
    return Fetching(Silent(), timeout, Patience(retries=retries, sleep=lambda seconds: None))


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def begun_with(folder: Path, data: bytes) -> Path:
    """What an earlier run has left of the first file."""
    folder.mkdir()
    part = folder / f".{hashlib.sha256(DATA).hexdigest()[:32]}.part"
    part.write_bytes(data)
    return part


def test_every_file_is_there_under_its_own_name_alone(served, wanted, tmp_path: Path):
    fetch(wanted, tmp_path / "d", how())
    assert {name: (tmp_path / "d" / name).read_bytes() for name in names(tmp_path / "d")} == FILES
    fetch(wanted, tmp_path / "d", how())
    assert len(served.seen) == 2  # nothing is asked for twice


@pytest.mark.parametrize(
    ("faults", "ranges"),
    [
        (["503"], ["", ""]),
        (["cut"], ["", f"bytes={HALF}-"]),
        (["cut", "cut"], ["", f"bytes={HALF}-", f"bytes={(HALF + len(DATA)) // 2}-"]),
        (["cut", "whole again"], ["", f"bytes={HALF}-"]),
        (["cut", "from elsewhere"], ["", f"bytes={HALF}-", ""]),
        (["cut", "416"], ["", f"bytes={HALF}-", ""]),
        (["stalls"], ["", "bytes=4096-"]),
        (["to http://x:y/"], ["", ""]),
        (["to moved/a%20b.bin"], ["", ""]),
        (["to /sets/moved/a%20b.bin", "cut"], ["", "", f"bytes={HALF}-"]),
    ],
)
def test_what_fails_in_passing_is_gone_on_with(faults, ranges, served, wanted, tmp_path: Path):
    served.faults = list(faults)
    fetch(wanted, tmp_path / "d", how(timeout=0.3))
    assert {name: (tmp_path / "d" / name).read_bytes() for name in names(tmp_path / "d")} == FILES
    assert served.ranges == [*ranges, ""]


@pytest.mark.parametrize(
    ("faults", "said"),
    [
        (["404"], "expected the file, got the answer 404"),
        (["403"], "got the answer 403"),
        (["304"], "got the answer 304"),
        (["wrong bytes"], "expected sha256 .*, got .*, and nothing of it was kept"),
        (["longer"], "expected 50,000 bytes, got 50,001"),
        (["endless"], "expected 50,000 bytes, got more"),
        (["to https://example.com/a.zip"], "sends to another host, example.com, which is not"),
        (["to http://localhost/a.zip"], "sends to another host, localhost"),
        (["to //127.0.0.1:1/a.zip"], "sends to another host"),
        (["to file:///etc/passwd"], "sends to another host"),
        (["to /sets/a%20b.bin"] * 6, "sends on and on"),
    ],
)
def test_what_is_not_the_file_is_an_error_and_leaves_nothing(
    faults, said, served, wanted, tmp_path: Path
):
    served.faults = list(faults)
    with pytest.raises(GoldrankError, match=f"a%20b.bin: .*{said}") as error:
        fetch(wanted, tmp_path / "d", how())
    assert "\n" not in str(error.value)
    assert names(tmp_path / "d") == []


@pytest.mark.parametrize("fault", ["503", "cut", "stalls"])
def test_what_fails_again_and_again_says_how_to_do_without(fault, served, wanted, tmp_path: Path):
    served.faults = [fault] * 3
    with pytest.raises(GoldrankError, match=r"3 times in all; .* kept; .*--from"):
        fetch(wanted, tmp_path / "d", how(timeout=0.3))
    if fault != "503":  # what came is there for the next time
        fetch(wanted, tmp_path / "d", how())
        assert served.ranges[3] != ""
        assert (tmp_path / "d" / "a b.bin").read_bytes() == DATA


def test_a_host_that_is_not_there_is_one_line(tmp_path: Path):
    wanted = set_in(tmp_path / "r", FILES, address="http://127.0.0.1:9/sets/")
    with pytest.raises(GoldrankError, match=r"ConnectError.* after 0 of 50,000 bytes, 2 times"):
        fetch(wanted, tmp_path / "d", how(retries=1))


def test_what_an_earlier_run_left_is_gone_on_with(served, wanted, tmp_path: Path):
    begun_with(tmp_path / "d", DATA[:1000])
    fetch(wanted, tmp_path / "d", how())
    assert served.ranges == ["bytes=1000-", ""]
    assert (tmp_path / "d" / "a b.bin").read_bytes() == DATA


def test_what_was_left_whole_needs_no_request(served, wanted, tmp_path: Path):
    begun_with(tmp_path / "d", DATA)
    fetch(wanted, tmp_path / "d", how())
    assert served.ranges == [""]  # the second file's
    assert names(tmp_path / "d") == sorted(FILES)


@pytest.mark.parametrize("left", [bytes(1000), bytes(len(DATA)), bytes(len(DATA) + 9)])
def test_what_was_left_of_something_else_is_fetched_anew(
    left: bytes, served, wanted, tmp_path: Path
):
    begun_with(tmp_path / "d", left)
    fetch(wanted, tmp_path / "d", how())
    assert (tmp_path / "d" / "a b.bin").read_bytes() == DATA
    assert names(tmp_path / "d") == sorted(FILES)


def test_a_file_that_is_there_and_wrong_is_replaced(served, wanted, tmp_path: Path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a b.bin").write_bytes(bytes(len(DATA)))
    fetch(wanted, tmp_path / "d", how())
    assert (tmp_path / "d" / "a b.bin").read_bytes() == DATA


def test_nothing_is_asked_where_no_address_is_known(served, tmp_path: Path):
    with pytest.raises(GoldrankError, match=r"mine: its files lie at no address; .*--from"):
        fetch(set_in(tmp_path / "r", FILES), tmp_path / "d", how())
    assert not (tmp_path / "d").exists()


def test_two_do_not_fetch_one_set_at_a_time(served, wanted, tmp_path: Path):
    (tmp_path / "d").mkdir()
    lock = lock_folder(tmp_path / "d", wait=False)
    try:
        with pytest.raises(GoldrankError, match="another bench datasets get is fetching mine"):
            fetch(wanted, tmp_path / "d", how())
    finally:
        unlock(lock)
    assert served.seen == []
    fetch(wanted, tmp_path / "d", how())


def test_without_room_for_what_is_lacking_nothing_is_asked(
    served, wanted, tmp_path: Path, monkeypatch
):
    usage = namedtuple("usage", "total used free")
    begun_with(tmp_path / "d", DATA[:1000])
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(9, 8, 49_005))
    with pytest.raises(GoldrankError, match=r"expected room for 49,006 bytes, found 49,005"):
        fetch(wanted, tmp_path / "d", how())
    assert served.seen == []
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(9, 8, 49_006))
    fetch(wanted, tmp_path / "d", how())


@pytest.mark.parametrize("where", ["d", "d/a b.bin"])
def test_a_place_that_cannot_be_written_is_one_line(where: str, served, wanted, tmp_path: Path):
    (tmp_path / where).parent.mkdir(exist_ok=True)
    if where == "d":
        (tmp_path / where).write_text("a file")
    else:
        (tmp_path / where / "full").mkdir(parents=True)
    with pytest.raises(GoldrankError, match=re.escape(f"cannot write {tmp_path / where}: ")):
        fetch(wanted, tmp_path / "d", how())
