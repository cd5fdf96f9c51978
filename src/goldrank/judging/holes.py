"""How much of what systems put first nobody has judged, and what they are worth without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.exchange.exports.results import Results
from goldrank.judging.grades import Judged, Unit
from goldrank.measuring.incomplete import Grades, bpref, condensed, gold_of
from goldrank.measuring.judgments import Judgments
from goldrank.measuring.measures import mean, parse_measure
from goldrank.types import System


@dataclass(frozen=True, slots=True)
class Holes:
    """One system: what nobody judged among its first units, and its measures.

    Over the `queries` that have a relevant unit: `units` are the first k of each, and the measures
    are means. nDCG takes what is unjudged as not relevant; condensed, it is dropped from the whole
    ranking first; bpref is of the whole ranking, as deep as the run kept it.
    """

    system: System
    units: int
    unjudged: int
    queries: int
    ndcg: float
    ndcg_condensed: float
    bpref: float

    def to_json(self) -> dict[str, Any]:
        """Its row."""
        return {
            "system": str(self.system),
            "units": self.units,
            "unjudged": self.unjudged,
            "queries": self.queries,
            "nDCG": self.ndcg,
            "nDCG_condensed": self.ndcg_condensed,
            "bpref": self.bpref,
        }


def holes_of(results: Results, judged: Mapping[Unit, Judged], k: int) -> list[Holes]:
    """The holes in the first `k` of each system of a run.

    A unit is judged that judges have graded, or that the evidence of the queries makes gold; where
    both say something of it, the judges count. Raises `GoldrankError` where no unit is relevant.
    """
    if k < 1:
        raise GoldrankError(f"--k: expected 1 or more, got {k}")
    by_chunker = {name: _grades(results, name, judged) for name in results.chunkers}
    return [
        _holes(system, dict(results.rankings(system)), by_chunker[system.chunker], k)
        for system in results.kept
    ]


def _grades(results: Results, chunker: str, judged: Mapping[Unit, Judged]) -> Mapping[str, Grades]:
    """By query, the grades of the units of a chunker; of the queries with a relevant one."""
    ids = set(results.unit_ids[chunker])
    known = set(map(str, results.run.queries.query_id))
    grades = results.qrels(chunker)
    for (query_id, unit_id), each in judged.items():
        if query_id in known and unit_id in ids:
            grades.setdefault(query_id, {})[unit_id] = each.grade
    scored = {query: of for query, of in grades.items() if any(of.values())}
    if not scored:
        raise GoldrankError(
            f"run {results.run.name}: no unit is relevant for any query; add evidence, or grade its "
            "pool first: bench evidence pool"
        )
    return scored


def _holes(
    system: System, rankings: Mapping[str, list[str]], grades: Mapping[str, Grades], k: int
) -> Holes:
    lists = [(rankings[query], of) for query, of in grades.items()]
    judged = sum(len(condensed(units[:k], of)) for units, of in lists)
    units = sum(len(units[:k]) for units, _ in lists)
    ndcg = parse_measure(f"nDCG@{k}")
    as_is = ndcg(Judgments.of([[gold_of(units, of)] for units, of in lists]))
    short = ndcg(Judgments.of([[gold_of(condensed(units, of), of)] for units, of in lists]))
    return Holes(
        system,
        units,
        units - judged,
        len(lists),
        mean(as_is),
        mean(short),
        mean(bpref(units, of) for units, of in lists),
    )
