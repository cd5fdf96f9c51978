"""A cache that cannot be written. As root, who may write anywhere, another user tries."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from goldrank.encoders.cache import VectorCache

NOBODY = 65534
TRY = f"""
import json, os, sys
from pathlib import Path
import numpy as np
from goldrank.encoders.cache import VectorCache
from goldrank.errors import GoldrankError
if os.geteuid() == 0:
    os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
said = {{}}
try:
    with VectorCache.open(Path(sys.argv[1]), "encoder") as cache:
        vectors, found = cache.get([b"a", b"b", b"new"])
        said = {{"vectors": vectors.tolist(), "found": found.tolist(), "note": cache.note("window")}}
        cache.remember("other", 1)
        said["notices"] = list(cache.notices)
        cache.put([b"new"], np.ones((1, 2), dtype=np.float32))
except GoldrankError as error:
    said["error"] = str(error)
print(json.dumps(said))
"""


def open_to_all(*places: Path) -> None:
    """Let everybody look into `places` and into what holds them, up to the system's own folders."""
    top = Path(tempfile.gettempdir()).resolve()
    for place in places:
        for folder in (place, *place.resolve().parents):
            if folder == top or top not in folder.parents:
                break
            folder.chmod(0o755)


@pytest.fixture
def warm(tmp_path: Path) -> Path:
    """A cache of two vectors and a note, in a folder that everybody may look into."""
    folder = tmp_path / "cache"
    with VectorCache.open(folder, "encoder") as cache:
        cache.put([b"a", b"b"], np.eye(2, dtype=np.float32))
        cache.remember("window", 256)
    open_to_all(folder, tmp_path)
    return folder


def tried(folder: Path) -> dict[str, object]:
    """What a user who does not own `folder`, or has no right to write there, gets from it."""
    done = subprocess.run(
        [sys.executable, "-c", TRY, str(folder)], capture_output=True, text=True, check=True
    )
    said: dict[str, object] = json.loads(done.stdout)
    return said


def set_rights(folder: Path, of_folder: int, of_file: int) -> Path:
    file = next((folder / "vectors").iterdir())
    file.chmod(of_file)
    (folder / "vectors").chmod(of_folder)
    return file


@pytest.mark.parametrize(("of_folder", "of_file"), [(0o555, 0o444), (0o777, 0o444), (0o555, 0o666)])
def test_a_warm_cache_that_cannot_be_written_serves_what_it_holds(
    warm: Path, of_folder: int, of_file: int
):
    file = set_rights(warm, of_folder, of_file)
    before = file.read_bytes()
    said = tried(warm)
    assert said["vectors"] == [[1, 0], [0, 1], [0, 0]]
    assert said["found"] == [True, True, False]
    assert said["note"] == 256
    assert said["notices"] == [f"the vector cache {file} cannot be written, only read"]
    assert "cannot be written, and 1 vectors are missing from it" in str(said["error"])
    assert "choose another folder with --cache" in str(said["error"])
    (warm / "vectors").chmod(0o755)
    assert file.read_bytes() == before
    assert list((warm / "vectors").iterdir()) == [file]


def test_a_cache_that_cannot_be_read_says_so(warm: Path):
    set_rights(warm, 0o555, 0o000)
    said = tried(warm)
    assert "choose another folder with --cache or GOLDRANK_CACHE" in str(said["error"])
    (warm / "vectors").chmod(0o755)


def test_an_empty_folder_that_cannot_be_written_says_so(tmp_path: Path):
    open_to_all(tmp_path)
    (tmp_path / "cache").mkdir(mode=0o555)
    said = tried(tmp_path / "cache")
    assert str(tmp_path / "cache") in str(said["error"])


def test_a_damaged_cache_that_cannot_be_written_gives_no_vector(warm: Path):
    file = next((warm / "vectors").iterdir())
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    set_rights(warm, 0o555, 0o444)
    said = tried(warm)
    assert "choose another folder" in str(said["error"]) or said["found"] == [False] * 3
    (warm / "vectors").chmod(0o755)
