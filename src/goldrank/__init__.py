"""Where does the gold chunk rank, and what did the model never read?

>>> import goldrank
>>> run = goldrank.load("reports/handbook")  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goldrank.buttons import find_evidence
    from goldrank.errors import GoldrankError
    from goldrank.runs.record import load
    from goldrank.runs.run import Run
    from goldrank.runs.run_suite import run_suite
    from goldrank.suites.suite import Suite, load_suite

    __version__: str

__all__ = [
    "GoldrankError",
    "Run",
    "Suite",
    "__version__",
    "find_evidence",
    "load",
    "load_suite",
    "run_suite",
]

_HOMES = {
    "GoldrankError": "goldrank.errors",
    "find_evidence": "goldrank.buttons",
    "Run": "goldrank.runs.run",
    "Suite": "goldrank.suites.suite",
    "load": "goldrank.runs.record",
    "load_suite": "goldrank.suites.suite",
    "run_suite": "goldrank.runs.run_suite",
}


def __getattr__(name: str) -> Any:
    # Imported when asked for: `import goldrank` alone must cost nothing.
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name == "__version__":
        return version("goldrank")
    raise AttributeError(f"module 'goldrank' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
