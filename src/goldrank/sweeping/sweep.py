"""A sweep: every combination of some settings run, and what is left of the best one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.errors import GoldrankError
from goldrank.measuring.measures import parse_measure
from goldrank.measuring.nested import FOLDS, REPEATS, Choice, nested_choice
from goldrank.measuring.paired import Effect, effect
from goldrank.progress import Progress, Silent
from goldrank.rankers.graph import rests_on
from goldrank.runs.run_suite import run_suite
from goldrank.suggest import unknown
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import Suite, make_suite
from goldrank.sweeping.settings import (
    Axis,
    combinations,
    part_of,
    with_built_in,
    with_settings,
    written_value,
)
from goldrank.tables.clusters import clusters_of
from goldrank.types import System

Values = NDArray[np.float64]
TABLES = ("measurements", "queries", "evidence", "needs")
"""The tables that a sweep asks a run for."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How a sweep chooses: by which measure, in how many folds, how often, from which seed."""

    measure: str = "RR"
    folds: int = FOLDS
    repeats: int = REPEATS
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Setting:
    """One combination: its values, the mean of the measure, and the share of folds that chose it.

    Values are `None` where nothing is written in the suite, for its own combination.
    """

    values: tuple[Any, ...]
    mean: float
    chosen: float


@dataclass(frozen=True, slots=True, eq=False)
class Swept:
    """What a sweep found; the first of `settings` is the suite as it is.

    `in_hindsight` is what the best setting gains on the queries that chose it; `left` what is
    gained where a setting is chosen on other clusters of queries than those that value it.
    """

    suite: str
    system: System
    rules: Rules
    axes: tuple[Axis, ...]
    settings: tuple[Setting, ...]
    best: int
    in_hindsight: float
    left: Effect

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        interval = self.left.interval
        return {
            "suite": self.suite,
            "system": str(self.system),
            "measure": self.rules.measure,
            "folds": self.rules.folds,
            "repeats": self.rules.repeats,
            "seed": self.rules.seed,
            "settings": [
                {
                    "as_it_is": n == 0,
                    "values": dict(
                        zip((axis.path for axis in self.axes), each.values, strict=True)
                    ),
                    "mean": each.mean,
                    "chosen": each.chosen,
                }
                for n, each in enumerate(self.settings)
            ],
            "best": self.best,
            "in_hindsight": self.in_hindsight,
            "left": self.left.mean,
            "interval": None if interval is None else [interval.low, interval.high],
            "p": self.left.p_value,
            "queries": self.left.queries,
            "clusters": self.left.clusters,
        }


def sweep(
    suite: Suite,
    axes: Sequence[Axis],
    cache_folder: Path,
    system: str | None = None,
    rules: Rules | None = None,
    progress: Progress | None = None,
) -> Swept:
    """Run one system of `suite` under every combination of the values of `axes`.

    Everything is checked before anything is run. What was encoded is kept: a sweep that is
    interrupted and begun again encodes the rest.

    Raises:
        GoldrankError: a setting that is not there, a value that it does not take, an unknown
            measure or system, or fewer than two clusters of queries.
    """
    rules, shown = rules or Rules(), progress or Silent()
    parse_measure(rules.measure)
    table = with_built_in(suite.model_dump())
    own = tuple(written_value(table, axis.path) for axis in axes)
    made = [values for values in combinations(axes) if values != own]
    if not made:
        raise GoldrankError("nothing to sweep: the suite has these values already; give others")
    tuned = system_of(suite, axes, system)
    alone = _alone(table, tuned, rules.measure)
    suites = [
        _checked(with_settings(alone, axes, values), suite, f"--set {_words(axes, values)}")
        for values in made
    ]
    found = [_values(_checked(alone, suite, suite.name), tuned, rules, cache_folder)]
    with shown.stage("sweep", len(suites), "settings") as advance:
        for each in suites:
            found.append(_values(each, tuned, rules, cache_folder))
            advance(1)
    return _swept(suite, tuned, rules, tuple(axes), [own, *made], found)


def system_of(suite: Suite, axes: Sequence[Axis], named: str | None) -> System:
    """The system that is tuned: the one that is named, else one that the settings touch.

    That is the chunker and the variant (or its representation) that they are of, and the first ranker that rests on all
    rankers that they are of; otherwise the first chunker, the baseline variant and the last
    ranker of the suite.
    """
    chunkers, variants = [c.name for c in suite.chunker], list(suite.variants)
    if named is not None:
        given = named.split("/")
        known = [chunkers, variants, list(suite.ranked_by)]
        if len(given) != len(known):
            raise GoldrankError(f"--system: expected chunker/variant/ranker, got {named!r}")
        for what, part, names in zip(("chunker", "variant", "ranker"), given, known, strict=True):
            if part not in names:
                raise GoldrankError(f"--system: {unknown(what, part, names)}")
        return System(*given)
    table = with_built_in(suite.model_dump())
    parts = [part_of(table, axis.path) for axis in axes]
    touched, graph = dict(parts), suite.ranker_graph
    rankers = {name for kind, name in parts if kind == "ranker"}
    rests = [name for name in suite.rankers if rankers <= set(rests_on(name, graph))]
    baseline = suite.baseline_variant if suite.baseline_variant in variants else variants[0]
    return System(
        touched.get("chunker") or chunkers[0],
        touched.get("variant") or _variant_of(suite, touched.get("representation")) or baseline,
        rests[0] if rankers and rests else suite.rankers[-1],
    )


def _variant_of(suite: Suite, representation: str | None) -> str | None:
    """The first variant that has a representation on one of its sides."""
    return next(
        (
            each.name
            for each in suite.variant
            if representation in (each.representation, each.dense, each.lexical) and representation
        ),
        None,
    )


def _alone(table: Mapping[str, Any], system: System, measure: str) -> dict[str, Any]:
    """The suite with nothing but one system, and the measure that is asked for."""
    return {
        **table,
        "chunker": [each for each in table["chunker"] if each["name"] == system.chunker],
        "variant": [
            {**each, "rankers": (system.ranker,)}
            for each in table["variant"]
            if each["name"] == system.variant
        ],
        "rankers": (system.ranker,),
        "baseline_variant": system.variant,
        "measures": tuple(dict.fromkeys((*table["measures"], measure))),
        "context": (),
        "gate": (),
    }


def _checked(table: Mapping[str, Any], suite: Suite, source: str) -> Suite:
    """The suite of a table, all of whose parts can be made."""
    made = make_suite(dict(table), source, suite.folder, suite.working_folder)
    try:
        make_parts(made)
    except GoldrankError as error:
        raise GoldrankError(f"{source}: {error}") from None
    return made


def _words(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    return " ".join(f"{a.path}={v}" for a, v in zip(axes, values, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Measured:
    """The measure of every query under one setting, in the order of their ids."""

    ids: tuple[str, ...]
    values: Values
    clusters: tuple[str, ...]


def _values(suite: Suite, system: System, rules: Rules, cache_folder: Path) -> _Measured:
    run = run_suite(suite, cache_folder, None, 1, None, TABLES)
    rows = run.measurements.set_index("query_id")[rules.measure].fillna(0.0)
    clusters = clusters_of(run.queries, run.evidence)
    ids = tuple(map(str, rows.index))
    return _Measured(ids, rows.to_numpy(dtype=np.float64), tuple(clusters[each] for each in ids))


def _swept(
    suite: Suite,
    system: System,
    rules: Rules,
    axes: tuple[Axis, ...],
    settings: Sequence[tuple[Any, ...]],
    found: Sequence[_Measured],
) -> Swept:
    first = found[0]
    if any(each.ids != first.ids for each in found):
        raise GoldrankError("the settings do not judge the same queries, so none can be chosen")
    table = np.stack([each.values for each in found], axis=1)
    choice: Choice = nested_choice(table, first.clusters, 0, rules.folds, rules.repeats, rules.seed)
    means, chosen = table.mean(axis=0), choice.chosen / choice.chosen.sum()
    rows = [
        Setting(values, float(mean), float(share))
        for values, mean, share in zip(settings, means, chosen, strict=True)
    ]
    gained = effect(choice.values - table[:, 0], first.clusters, rules.seed)
    hindsight = float(means[choice.best] - means[0])
    return Swept(suite.name, system, rules, axes, tuple(rows), choice.best, hindsight, gained)
