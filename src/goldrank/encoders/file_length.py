"""Whether a SQLite file is as long as it says that it is.

SQLite reads a file without its last bytes as one with zeros there, and one without its header as
an empty one: what is lost would be lost in silence.
"""

from __future__ import annotations

import time
from pathlib import Path

HEADER = 100
LOOKS = 3
BETWEEN = 0.05  # seconds: another process may be moving its log into the file


def is_cut_short(path: Path) -> bool:
    """Whether bytes are missing at the end of the file, and no log beside it holds them.

    A file that does not exist, or has no byte, is a new one.
    """
    for look in range(LOOKS):
        if look:
            time.sleep(BETWEEN)
        if not _is_shorter(path):
            return False
    return True


def _is_shorter(path: Path) -> bool:
    """One look. The length and the number of pages stand in the header (sqlite.org/fileformat2)."""
    try:
        with path.open("rb") as file:
            header = file.read(HEADER)
        size = path.stat().st_size
    except OSError:
        return False
    if not size or _has_log(path):
        return False
    if len(header) < HEADER:
        return True
    page = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    # 1 stands for 65,536, which two bytes cannot hold.
    return size < pages * (65536 if page == 1 else page)


def _has_log(path: Path) -> bool:
    try:
        return Path(f"{path}-wal").stat().st_size > 0
    except OSError:
        return False
