from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from goldrank.errors import GoldrankError
from goldrank.runs.whole_folder import put_right, whole_folder

WRITER = """
import sys
from pathlib import Path
from goldrank.runs.whole_folder import whole_folder
with whole_folder(Path(sys.argv[1])) as unfinished:
    (unfinished / "half").write_text("half")
    print(unfinished.name, flush=True)
    sys.stdin.readline()
"""


def writer(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """A process that has begun to write `folder`, and the name of its hidden folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def end(process: subprocess.Popen[str]) -> None:
    process.communicate("\n", timeout=30)


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def write(folder: Path, text: str, replace: bool = False) -> None:
    with whole_folder(folder, replace) as unfinished:
        (unfinished / "file").write_text(text)


def write_half(folder: Path, error: BaseException) -> None:
    with whole_folder(folder) as unfinished:
        (unfinished / "file").write_text("half")
        raise error


def test_a_folder_has_its_name_only_when_all_is_written(tmp_path: Path):
    with whole_folder(tmp_path / "run") as unfinished:
        (unfinished / "file").write_text("whole")
        assert not (tmp_path / "run").exists()
    assert names(tmp_path) == ["run"]
    assert (tmp_path / "run" / "file").read_text() == "whole"


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_whatever_stops_the_writing_leaves_nothing(tmp_path: Path, error: type[BaseException]):
    with pytest.raises(error):
        write_half(tmp_path / "run", error())
    assert names(tmp_path) == []


def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path):
    process, hidden = writer(tmp_path / "run")
    process.kill()
    process.communicate()
    assert names(tmp_path) == [hidden]
    write(tmp_path / "other", "whole")
    assert names(tmp_path) == ["other"]


def test_what_a_living_writer_holds_stays(tmp_path: Path):
    process, hidden = writer(tmp_path / "run")
    try:
        put_right(tmp_path)
        write(tmp_path / "other", "whole")
        assert names(tmp_path) == [hidden, "other"]
    finally:
        end(process)
    assert names(tmp_path) == ["other", "run"]


def test_a_writer_that_is_stopped_holds_its_folder_still(tmp_path: Path):
    process, hidden = writer(tmp_path / "run")
    os.kill(process.pid, signal.SIGSTOP)
    try:
        put_right(tmp_path)
        assert names(tmp_path) == [hidden]
    finally:
        os.kill(process.pid, signal.SIGCONT)
        end(process)
    assert names(tmp_path) == ["run"]


def test_the_run_that_was_being_replaced_at_a_kill_comes_back(tmp_path: Path):
    old, new = tmp_path / ".run.replaced-abcdefgh", tmp_path / ".run.unfinished-abcdefgh"
    for folder in (old, new):
        folder.mkdir()
        (folder / "file").write_text(folder.name)
    put_right(tmp_path)
    assert names(tmp_path) == ["run"]
    assert (tmp_path / "run" / "file").read_text() == old.name


def test_a_replaced_run_that_has_its_successor_is_removed(tmp_path: Path):
    write(tmp_path / "run", "new")
    (tmp_path / ".run.replaced-abcdefgh").mkdir()
    put_right(tmp_path)
    assert names(tmp_path) == ["run"]


@pytest.mark.parametrize(
    "name", ["run", ".hidden", ".run-abcdefgh", ".run.unfinished-abc", "run.unfinished-abcdefgh"]
)
def test_what_is_named_otherwise_is_never_touched(tmp_path: Path, name: str):
    (tmp_path / name).mkdir()
    put_right(tmp_path)
    assert names(tmp_path) == [name]


def test_a_link_that_is_named_as_a_left_folder_leads_to_no_removal(tmp_path: Path):
    (tmp_path / "precious").mkdir()
    (tmp_path / ".run.unfinished-abcdefgh").symlink_to("precious")
    put_right(tmp_path)
    assert "precious" in names(tmp_path)


def test_a_folder_that_appeared_meanwhile_is_not_written_over(tmp_path: Path):
    with (
        pytest.raises(GoldrankError, match="another run has written it"),
        whole_folder(tmp_path / "run"),
    ):
        write(tmp_path / "run", "first")
    assert names(tmp_path) == ["run"]
    assert (tmp_path / "run" / "file").read_text() == "first"


def test_a_folder_is_replaced_where_that_is_asked(tmp_path: Path):
    write(tmp_path / "run", "old")
    write(tmp_path / "run", "new", replace=True)
    assert names(tmp_path) == ["run"]
    assert (tmp_path / "run" / "file").read_text() == "new"


def test_an_interrupt_while_replacing_leaves_the_old_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    write(tmp_path / "run", "old")
    rename = Path.rename

    def interrupted(self: Path, target: Path) -> Path:
        if ".unfinished-" in self.name:
            raise KeyboardInterrupt
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "run", "new", replace=True)
    assert names(tmp_path) == ["run"]
    assert (tmp_path / "run" / "file").read_text() == "old"


def test_a_full_disk_says_so_and_leaves_nothing(tmp_path: Path):
    with (
        pytest.raises(GoldrankError, match="No space left on device; nothing was left there"),
        whole_folder(tmp_path / "run"),
    ):
        raise OSError(28, "No space left on device")
    assert names(tmp_path) == []
