"""Someone at a real terminal, who types what `bench` asks for."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
# Whoever imports a model, or a chunker's code, is stopped.
COMMAND = """
import sys
class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "transformers", "sentence_transformers"):
            raise RuntimeError("an encoder was imported: " + name)
sys.meta_path.insert(0, Refused())
from goldrank.cli import main
main()
"""


class Person:
    """Someone at a terminal, who types when asked."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.ours, theirs = pty.openpty()
        environ = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": "100", "TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *arguments],
            cwd=folder,
            env=environ,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""

    def reads_up_to(self, text: str, seconds: float = 60.0) -> str:
        """What is shown up to `text`; it is cut off what comes next."""
        until = time.monotonic() + seconds
        while text not in self.seen and time.monotonic() < until:
            if select.select([self.ours], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.ours, 65536).decode()
                except OSError:  # the other end is closed
                    break
        before, found, self.seen = self.seen.partition(text)
        assert found, before
        return before + found

    def types(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())

    def leaves(self, by: signal.Signals | None = None) -> int:
        if by is not None:
            self.process.send_signal(by)
        code = self.process.wait(60)
        os.close(self.ours)
        return code
