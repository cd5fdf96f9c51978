"""From what the command line names to suites, baselines and verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from goldrank.errors import GoldrankError
from goldrank.gating.attribution import Old, attribute_change
from goldrank.gating.baseline import Baseline
from goldrank.gating.baseline_file import read_baseline, write_baseline
from goldrank.gating.gate import Accepted, gate_suite
from goldrank.gating.gated_run import Gated, light_baseline, run_light
from goldrank.gating.power import (
    QUERIES,
    Design,
    Powered,
    designs_of,
    documents_of,
    power_table,
    values_of,
)
from goldrank.gating.verdicts import Attribution, GateResult
from goldrank.progress import Progress
from goldrank.runs.record import load
from goldrank.suites.bundled import bundled_root, own_suite
from goldrank.suites.options import Options, suite_of
from goldrank.suites.suite import Suite

BASELINES = Path("bench") / "baselines"
NOTHING_CHANGED = Options(None, (), (), (), (), (), None)


@dataclass(frozen=True, slots=True)
class Against:
    """What a suite is held against: the file of a baseline, by default its own, and what is taken.

    `attribute` is a git revision or a folder with the old suite, to say whose a change is.
    """

    baseline: Path | None = None
    attribute: str | None = None
    accepted: Accepted | None = None


def gate_command(
    named: str | None,
    against: Against,
    cache_folder: Path,
    working_folder: Path,
    progress: Progress | None = None,
) -> GateResult:
    """Gate the suite that is named."""
    own_suite(named, working_folder)
    suite = suite_of(named, NOTHING_CHANGED, working_folder)
    file = own_suite(named, working_folder)
    given = against.baseline
    path = working_folder / given if given else existing_baseline(suite, file, working_folder)
    old = Old(against.attribute, file, working_folder) if against.attribute else None

    def parts(before: Baseline, now: Gated) -> Sequence[Attribution]:
        return attribute_change(old, suite, before, now, cache_folder, progress) if old else ()

    split = parts if old else None
    return gate_suite(suite, path, cache_folder, progress, split, against.accepted)


def save_baseline(
    named: str | None,
    run_folder: Path | None,
    out: Path | None,
    cache_folder: Path,
    working_folder: Path,
    progress: Progress | None = None,
) -> Path:
    """Save the baseline of a suite: of a new run, or of one that `bench run` has written."""
    own_suite(named, working_folder)
    suite = suite_of(named, NOTHING_CHANGED, working_folder)
    run = load(run_folder) if run_folder else run_light(suite, cache_folder, progress)
    if run.name != suite.name:
        raise GoldrankError(
            f"{run_folder} is a run of suite {run.name}, not of {suite.name}; name its suite"
        )
    baseline = light_baseline(run, suite)
    target = out or new_baseline(suite, own_suite(named, working_folder), working_folder)
    return write_baseline(baseline, working_folder / target)


def show_baseline(named: str | None, working_folder: Path) -> tuple[Path, Baseline]:
    """The baseline of a suite, or the one in a .json file."""
    if named is not None and named.endswith(".json"):
        path = working_folder / named
    else:
        own_suite(named, working_folder)
        suite = suite_of(named, NOTHING_CHANGED, working_folder)
        path = existing_baseline(suite, own_suite(named, working_folder), working_folder)
    return path, read_baseline(path)


def power_of_suite(
    named: str | None, system: str | None, design: Design, repetitions: int, working_folder: Path
) -> tuple[list[Powered], str]:
    """What a gate on the queries of a suite's baseline can see, at their number and at three others.

    The other numbers have as many queries a document as the baseline has.
    """
    _, baseline = show_baseline(named, working_folder)
    chosen = system or baseline.systems[0]
    values, documents = values_of(baseline, chosen), documents_of(baseline)
    share = documents / len(values)
    sizes = {n: max(1, round(n * share)) for n in sorted({len(values), *QUERIES})}
    rows = power_table(values, repetitions, designs_of(sizes, design))
    counted = (
        f"{baseline.suite}: {len(values):,} queries in {documents:,} documents, RR of {chosen}; "
        f"{repetitions:,} simulated gates a row, a harmless change moves {design.churn:.0%} of the "
        f"queries, those of one document correlate by {design.icc:g}; a gate fails where the drop is "
        f"more than {design.tolerance:g} beyond chance, alpha {design.alpha:g}"
    )
    return rows, counted


def list_baselines(working_folder: Path) -> list[Path]:
    """Every baseline of the working folder, else the bundled ones."""
    own = sorted((working_folder / BASELINES).glob("*.json"))
    return own or sorted((bundled_root() / BASELINES).glob("*.json"))


def existing_baseline(suite: Suite, file: Path, working_folder: Path) -> Path:
    """Where the baseline of a suite is: beside the suites, else in the working folder."""
    places = [_beside(suite, file), _own(suite, working_folder)]
    return next((place for place in places if place.is_file()), places[0])


def new_baseline(suite: Suite, file: Path, working_folder: Path) -> Path:
    """Where the baseline of a suite is saved: never into an installed package."""
    installed = Path(__file__).resolve().parents[1]
    if file.resolve().is_relative_to(installed):
        return _own(suite, working_folder)
    return _beside(suite, file)


def _beside(suite: Suite, file: Path) -> Path:
    folder = file.parent
    home = folder.parent if folder.name == "suites" else folder
    return home / "baselines" / _file_name(suite)


def _own(suite: Suite, working_folder: Path) -> Path:
    return working_folder / BASELINES / _file_name(suite)


def _file_name(suite: Suite) -> str:
    return quote(suite.name, safe=" ") + ".json"
