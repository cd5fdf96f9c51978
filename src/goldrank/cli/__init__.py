"""The command line: thin, and the only folder that prints.

Heavy things are imported inside the commands, so that `bench --help` answers at once.
"""

from __future__ import annotations

from goldrank.cli.main import app, main

__all__ = ["app", "main"]
