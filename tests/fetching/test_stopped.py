"""A fetch that is stopped at some moment, by Ctrl-C or by the system, and asked for again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.exchange import sets
from tests.fetching.registries import registry_in
from tests.fetching.served import Served
from tests.fetching.test_every_set import zipped

MAIN = "from goldrank.cli import main; main()"


def bench(arguments: list[str], cache: Path) -> subprocess.Popen[str]:
    environ = {**os.environ, "GOLDRANK_CACHE": str(cache), "NO_PROXY": "*", "no_proxy": "*"}
    command = [sys.executable, "-c", MAIN, *arguments]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environ
    )


def large_set(folder: Path) -> bytes:
    """A BEIR folder in an archive that cannot be packed."""
    sets.beir(folder / "large")
    (folder / "large" / "unread.bin").write_bytes(os.urandom(2_000_000))
    return zipped(folder / "large", folder)


@pytest.mark.parametrize(
    ("ends", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_a_fetch_that_was_stopped_goes_on(ends: signal.Signals, code: int, tmp_path: Path):
    data, cache = large_set(tmp_path / "made"), tmp_path / "cache"
    with Served({"large.zip": data}, pause=0.01) as served:
        entry = {"address": served.address, "format": "beir", "reads": "large"}
        registry = registry_in(tmp_path / "r", files={"large.zip": data}, **entry)
        command = ["datasets", "get", "mine", "--registry", str(registry)]
        first = bench(command, cache)
        downloads = cache / "downloads" / "mine"
        until = time.monotonic() + 60
        while time.monotonic() < until and not any(
            part.stat().st_size for part in downloads.glob(".*.part")
        ):
            time.sleep(0.02)
        first.send_signal(ends)
        _, said = first.communicate(timeout=60)
        assert first.returncode == code
        assert "Traceback" not in said
        (part,) = downloads.iterdir()
        begun = part.stat().st_size
        assert 0 < begun < len(data)
        assert not (cache / "datasets").exists()
        served.pause = 0.0
        again = bench(command, cache)
        _, said = again.communicate(timeout=60)
        assert again.returncode == 0, said
    assert served.ranges == ["", f"bytes={begun}-"]
    assert [path.name for path in (cache / "datasets").iterdir()] == ["mine"]
