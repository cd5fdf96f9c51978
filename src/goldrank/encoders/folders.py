"""Where vectors and measurements are kept between runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_cache_path


def default_cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the cache: `GOLDRANK_CACHE` where it is set, else the user's cache folder.

    >>> default_cache_folder({"GOLDRANK_CACHE": "vectors"}).as_posix()
    'vectors'
    """
    named = environ.get("GOLDRANK_CACHE")
    return Path(named).expanduser() if named else user_cache_path("goldrank", appauthor=False)
