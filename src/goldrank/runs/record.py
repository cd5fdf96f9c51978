"""A run as a folder: written whole or not at all, loaded without running anything."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pandas as pd

from goldrank.errors import GoldrankError
from goldrank.frames.schema import SCHEMA
from goldrank.runs.places import apart, together
from goldrank.runs.rankings_file import RANKINGS, write_rankings
from goldrank.runs.run import Run
from goldrank.runs.whole_folder import LONGEST_NAME, put_right, whole_folder
from goldrank.suites.suite import Suite, make_suite
from goldrank.tables.derived import DERIVED
from goldrank.tables.files import write_csv, write_parquet

TABLES = tuple(SCHEMA)
FOR_PEOPLE = tuple(name for name, table in SCHEMA.items() if table.for_people)
FORMAT = 1


def save(
    run: Run,
    folder: Path,
    record: Mapping[str, Any],
    pages: Mapping[str, str],
    replace: bool = False,
) -> Path:
    """Write everything of `run` to `folder`, which appears whole or not at all.

    `pages` are texts to put beside the tables, by file name. `record` says what ran, where and
    when; it and `timings.json` are the only files that differ between two runs on the same inputs
    and vectors. An existing folder is an error, unless `replace`; then it must be a run's.
    """
    refuse_existing(folder, replace)
    with whole_folder(folder, replace) as unfinished:
        (unfinished / "tables").mkdir()
        written = [name for name in TABLES if SCHEMA[name].is_written(getattr(run, name))]
        for name in written:
            write_parquet(getattr(run, name), unfinished / "tables" / f"{name}.parquet")
        for name in (name for name in FOR_PEOPLE if name in written):
            rows = SCHEMA[name].rows_for_people(getattr(run, name))
            write_csv(rows, unfinished / f"{name}.csv")
        write_parquet(run.needs, unfinished / "needs.parquet")
        _json(unfinished / "window.json", run.window)
        settings, places = apart(run.settings)
        facts = {
            "format": FORMAT,
            "name": run.name,
            "sentences": list(run.sentences),
            "notices": list(run.notices),
            "settings": settings,
            "fingerprints": run.fingerprints,
        }
        _json(unfinished / "run.json", facts)
        _json(unfinished / "timings.json", run.timings)
        _json(
            unfinished / "record.json",
            {
                "suite_folder": run.suite.folder.resolve().as_uri(),
                **record,
                "sources": dict(run.sources),
                "happened": list(run.happened),
                "places": places,
            },
        )
        for name, text in pages.items():
            (unfinished / name).write_text(text, encoding="utf-8")
        if run.rankings is not None:
            write_rankings(run.rankings, unfinished / RANKINGS)
    return folder


def refuse_existing(folder: Path, replace: bool) -> None:
    """Raise before any work where `folder` could not be written."""
    put_right(folder.parent)
    if folder.exists() and not replace:
        raise GoldrankError(f"{folder} exists already; choose another --name, or --replace it")
    if folder.exists() and not (folder / "run.json").is_file():
        raise GoldrankError(
            f"{folder} is not the folder of a run, so --replace leaves it alone; choose another "
            "--name, or remove it yourself"
        )
    nearest = next(place for place in folder.absolute().parents if place.exists())
    if not nearest.is_dir() or not os.access(nearest, os.W_OK | os.X_OK):
        what = "cannot be written" if nearest.is_dir() else "is a file, not a folder"
        raise GoldrankError(f"{nearest} {what}; choose another folder with --out")


def run_folder(out: Path, name: str) -> Path:
    """The folder of the run `name` in `out`; the name must not lead anywhere else.

    >>> run_folder(Path("reports"), "before").as_posix()
    'reports/before'
    """
    if name in (".", "..") or set(name) & set("/\\") or not name.isprintable() or not name.strip():
        raise GoldrankError(f"--name: expected the name of one folder, got {name!r}; see --out")
    if (size := len(os.fsencode(name))) > LONGEST_NAME:
        raise GoldrankError(
            f"--name: expected at most {LONGEST_NAME} bytes, got {size}; choose a shorter one"
        )
    return out / name


def load(folder: str | Path) -> Run:
    """The run that was saved in `folder`, without its full rankings.

    The record of where and when it ran may be missing: results that are passed on have none.
    """
    folder = Path(folder)
    try:
        facts = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        window = json.loads((folder / "window.json").read_text(encoding="utf-8"))
        timings = _apart(folder / "timings.json")
        record = _apart(folder / "record.json")
        return _loaded(folder, facts, window, timings, record)
    except (FileNotFoundError, NotADirectoryError) as error:
        missing = Path(error.filename or folder).name
        raise GoldrankError(
            f"{folder} is not the folder of a run: it has no {missing}; name a folder that "
            "bench run wrote, such as reports/handbook-…"
        ) from None
    except (ValueError, OSError, KeyError, TypeError, AttributeError) as error:
        raise GoldrankError(
            f"{folder}: a file of this run is damaged: {type(error).__name__}: {error}; "
            "run the suite again"
        ) from error


def _apart(path: Path) -> dict[str, Any]:
    """What is kept apart from the results, empty where it was not passed on."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def _tables(folder: Path, suite: Suite) -> dict[str, pd.DataFrame]:
    """Every table; what an earlier goldrank did not write and follows from others is made of them."""
    made = [name for name in DERIVED if not _file(folder, name).is_file()]
    tables = {name: _table(folder, name) for name in TABLES if name not in made}
    for name in made:
        tables[name] = DERIVED[name](tables, suite)
    return tables


def _file(folder: Path, name: str) -> Path:
    return folder / "tables" / f"{name}.parquet"


def _table(folder: Path, name: str) -> pd.DataFrame:
    path = _file(folder, name)
    if not path.is_file():
        if SCHEMA[name].optional:  # it had no rows
            return SCHEMA[name].empty()
        raise GoldrankError(
            f"{folder}: this run has no table {name}; an earlier goldrank wrote it, or it was not "
            "copied whole: run the suite again"
        )
    return pd.read_parquet(path)


def _loaded(
    folder: Path,
    facts: Mapping[str, Any],
    window: Mapping[str, Any],
    timings: Mapping[str, Any],
    record: Mapping[str, Any],
) -> Run:
    if facts.get("format") != FORMAT:
        raise GoldrankError(
            f"{folder} was written in format {facts.get('format')}, this goldrank reads {FORMAT}; "
            "run the suite again"
        )
    name, suite = facts["name"], _suite(facts, record)
    return Run(
        name=name,
        window=window,
        sentences=facts["sentences"],
        notices=facts["notices"],
        suite=suite,
        fingerprints=facts["fingerprints"],
        sources=record.get("sources", {}),
        timings=timings,
        rankings=None,
        happened=record.get("happened", []),
        **_tables(folder, suite),
    )


def _suite(facts: Mapping[str, Any], record: Mapping[str, Any]) -> Suite:
    settings = together(facts["settings"], record.get("places", {}))
    where = unquote(urlsplit(record.get("suite_folder", "")).path)
    return make_suite(settings, f"the settings of run {facts['name']}", Path(where))


def _json(path: Path, value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True, default=str)
    path.write_text(text + "\n", encoding="utf-8")
