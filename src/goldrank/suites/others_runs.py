"""Runs of others put beside the rankers of a suite, as the command line names them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.rankers.trec_run import read_rankings
from goldrank.suites.suite import Suite, make_suite


def with_runs(suite: Suite, runs: Sequence[Path], working_folder: Path) -> Suite:
    """`suite` with a ranker for each run file, named after it, as deep as its longest ranking.

    A run knows of no representation: it stands under the baseline variant alone.
    """
    if not runs:
        return suite
    made = [_ranker(path, working_folder) for path in runs]
    names = [each["name"] for each in made]
    table = suite.model_dump()
    table["ranker"] = [*(each.model_dump() for each in suite.ranker), *made]
    variants: list[dict[str, Any]] = [dict(each) for each in table["variant"]]
    first = next((each for each in variants if each["name"] == suite.baseline_variant), variants[0])
    first["rankers"] = tuple(dict.fromkeys([*(first["rankers"] or suite.rankers), *names]))
    table["variant"] = variants
    return make_suite(table, "--trec-run", suite.folder, suite.working_folder)


def _ranker(path: Path, working_folder: Path) -> dict[str, Any]:
    place = (working_folder / path).resolve()
    ranked = read_rankings(place)
    if not ranked:
        raise GoldrankError(
            f"--trec-run {path}: expected lines query Q0 unit rank score tag, got none"
        )
    depth = max(map(len, ranked.values()))
    return {"name": path.stem, "kind": "trec_run", "path": str(place), "depth": depth}
