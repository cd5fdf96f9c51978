"""Where vectors and measurements are kept between runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_cache_path

from goldrank.errors import GoldrankError


def default_cache_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of the cache: `GOLDRANK_CACHE` where it is set, else the user's cache folder.

    >>> default_cache_folder({"GOLDRANK_CACHE": "vectors"}).as_posix()
    'vectors'

    Raises:
        GoldrankError: there is no home folder to begin from, as for a user that has no account.
    """
    named = environ.get("GOLDRANK_CACHE")
    try:
        return Path(named).expanduser() if named else user_cache_path("goldrank", appauthor=False)
    except (RuntimeError, KeyError) as error:
        raise GoldrankError(
            f"no folder to keep vectors in: {error.args[0]}; name one with --cache, or with the "
            "environment variable GOLDRANK_CACHE and a whole path"
        ) from error
