"""Where vectors are kept."""

from __future__ import annotations

import os
import pwd

import pytest

from goldrank.encoders.folders import default_cache_folder
from goldrank.errors import GoldrankError


def test_a_user_without_a_home_is_told_to_name_a_folder(monkeypatch):
    for name in ("HOME", "XDG_CACHE_HOME", "GOLDRANK_CACHE"):
        monkeypatch.delenv(name, raising=False)

    def no_entry(uid: int) -> None:
        raise KeyError(f"getpwuid(): uid not found: {uid}")

    monkeypatch.setattr(pwd, "getpwuid", no_entry)
    with pytest.raises(GoldrankError, match="GOLDRANK_CACHE") as told:
        default_cache_folder(os.environ)
    assert told.value.exit_code == 2


def test_a_home_of_nobody_is_told_too():
    with pytest.raises(GoldrankError, match="no folder to keep vectors in"):
        default_cache_folder({"GOLDRANK_CACHE": "~no-such-user-here/vectors"})
