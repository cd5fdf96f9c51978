"""Whose change is it? The old corpus under the new settings, and the new corpus under the old ones."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline
from goldrank.gating.compared_needs import Shared, shared_of
from goldrank.gating.gated_run import Gated, as_judged_before, run_for_gate
from goldrank.gating.judgments import rejudged
from goldrank.gating.verdicts import Attribution
from goldrank.measuring.exact import exact_mean, query_value
from goldrank.measuring.measures import Measure
from goldrank.progress import Progress
from goldrank.suites.suite import Suite, load_suite


@dataclass(frozen=True, slots=True)
class Old:
    """The old corpus and the old suite of `suite_file`.

    `named` is a git revision of the repository that holds the suite, or a folder that holds the
    suite under the same relative path (or by its file name alone).
    """

    named: str
    suite_file: Path
    working_folder: Path


def attribute_change(
    old: Old,
    suite: Suite,
    before: Baseline,
    now: Gated,
    cache_folder: Path,
    progress: Progress | None = None,
) -> list[Attribution]:
    """Split the change since the baseline into the code's part, the corpus's, and both together's.

    The means are over the needs that all four have.
    """
    with old_checkout(old) as old_file:
        former = load_suite(old_file)
        new_code = _run(with_data_of(suite, former), before, cache_folder, progress)
        new_corpus = _run(with_data_of(former, suite), before, cache_folder, progress)
    return parts_of(before, now.baseline, new_code, new_corpus)


def parts_of(
    before: Baseline, now: Baseline, new_code: Baseline, new_corpus: Baseline
) -> list[Attribution]:
    """The parts of each system's change of mean RR.

    A system that the old settings lack has no parts and is left out.
    """
    runs = [shared_of(before, run) for run in (now, new_code)]
    known = [name for name in before.systems if name in new_corpus.systems]
    runs.append(_partly_shared(before, new_corpus, known))
    found = []
    for system in known:
        base = _means(runs, system)
        total, code, corpus = (after - start for start, after in base)
        found.append(Attribution(system, total, code, corpus, total - code - corpus))
    return found


def with_data_of(settings: Suite, data: Suite) -> Suite:
    """The settings of one suite on the corpus and the queries of another."""
    corpus = data.corpus.model_copy(update={"path": str(data.path(data.corpus.path).resolve())})
    paths = tuple(str(path.resolve()) for path in data.query_paths)
    qrels = None if data.qrels_path is None else str(data.qrels_path.resolve())
    queries = data.queries.model_copy(update={"path": paths, "qrels": qrels})
    return settings.model_copy(update={"corpus": corpus, "queries": queries})


@contextmanager
def old_checkout(old: Old) -> Iterator[Path]:
    """The old suite's file: in the folder that is named, or in a copy of the git revision."""
    suite_file, folder = old.suite_file, old.working_folder / old.named
    root = _git_root(suite_file.parent)
    inside = suite_file.resolve().relative_to(root) if root else Path(suite_file.name)
    if folder.is_dir():
        yield _first_file(folder, inside, suite_file, old.named)
        return
    if root is None:
        raise GoldrankError(
            f"--attribute {old.named}: no such folder, and {suite_file} is in no git repository"
        )
    with tempfile.TemporaryDirectory(prefix="goldrank-old-") as copy:
        _extract(root, old.named, Path(copy))
        yield _first_file(Path(copy), inside, suite_file, old.named)


def _run(suite: Suite, before: Baseline, cache_folder: Path, progress: Progress | None) -> Baseline:
    run = run_for_gate(suite, before, cache_folder, progress)
    # Parts are of one question: what was judged anew is judged as the baseline judged.
    if rejudged(before, run.baseline):
        run = as_judged_before(suite, before, run, cache_folder, progress)
    return run.baseline


def _partly_shared(before: Baseline, after: Baseline, known: Sequence[str]) -> Shared:
    """As `shared_of`, for the old settings, which need not have every system."""
    whole = shared_of(_only(before, known), after)
    return Shared(before, after, whole.needs, whole.left_out)


def _only(baseline: Baseline, systems: Sequence[str]) -> Baseline:
    columns = [baseline.systems.index(name) for name in systems]
    ranks = {
        query: tuple(tuple(need[column] for column in columns) for need in needs)
        for query, needs in baseline.ranks.items()
    }
    return replace(baseline, systems=tuple(systems), ranks=ranks)


def _means(runs: Sequence[Shared], system: str) -> list[tuple[float, float]]:
    """Of each run: the baseline's mean and its own, over the needs that all of them share."""
    common = set.intersection(*({(q, i) for q in r.needs for i, _ in r.needs[q]} for r in runs))
    if not common:
        raise GoldrankError("--attribute: the old and the new runs share no need")
    means = []
    for run in runs:
        standings = run.standings(system)
        old, new = [], []
        for query in sorted({query for query, _ in common}):
            kept = [
                pair
                for (i, _), pair in zip(run.needs[query], standings[query], strict=True)
                if (query, i) in common
            ]
            old.append(query_value(Measure("RR"), [before for before, _ in kept]))
            new.append(query_value(Measure("RR"), [after for _, after in kept]))
        means.append((float(exact_mean(old)), float(exact_mean(new))))
    return means


def _first_file(folder: Path, inside: Path, suite_file: Path, old: str) -> Path:
    places = [folder / inside, folder / "bench" / "suites" / suite_file.name]
    places.append(folder / suite_file.name)
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise GoldrankError(
            f"--attribute {old}: expected the old suite at {inside}, found none there"
        )
    return found


def _git_root(folder: Path) -> Path | None:
    done = _git(folder, "rev-parse", "--show-toplevel")
    return Path(done.stdout.decode().strip()).resolve() if done.returncode == 0 else None


def _extract(root: Path, revision: str, target: Path) -> None:
    done = _git(root, "archive", "--format=tar", "--end-of-options", revision)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip()
        raise GoldrankError(
            f"--attribute {revision}: no such folder, and not a git revision: {reason}"
        )
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(target, filter="data")


def _git(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, check=False
        )
    except OSError as error:
        raise GoldrankError(f"--attribute: cannot run git: {error}") from error
