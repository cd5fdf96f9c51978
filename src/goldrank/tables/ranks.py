"""Tables of gold ranks. One row of `needs` is the primary product; every mean is a view of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from goldrank.evidence.gold import GoldNeed
from goldrank.frames.systems import SYSTEM, by_system, rows_of_system, systems_of
from goldrank.measuring.judgments import Gold, Judgments
from goldrank.measuring.measures import Measure, mean, median_rank
from goldrank.measuring.reciprocal import mean_reciprocal_rank
from goldrank.rankers.graph import dense_of
from goldrank.running.ranking import SHOWN_DEPTH, GoldPlace, Ranked
from goldrank.running.work import Result, Work
from goldrank.tables.coverage import best_state
from goldrank.types import Query, System

BURIED = (20, 100)
RANKS = ("rank", "best", "worst", "rank_in_document", "document_rank")
PLACE = (
    "chunk_id",
    "rank",
    "best",
    "worst",
    "score",
    "grade",
    "near_tie",
    "rank_in_document",
    "document_rank",
)


def needs_tables(
    work: Work, result: Result, windows: Mapping[tuple[str, int], str]
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The per-need table and the table of every gold unit, for all systems of one chunker.

    `windows` says of each representation and need where its evidence lies (`window_states`).
    """
    queries, unit_ids = work.queries, result.unit_ids
    variants = {variant.name: variant for variant in work.parts.variants}
    needs: list[dict[str, object]] = []
    places: list[dict[str, object]] = []
    for system, answers in result.ranked.items():
        read = dense_of(system.ranker, variants[system.variant], work.parts.rankers)
        dense = [variant.encoded for variant in read]
        for index, (need, found) in enumerate(zip(result.gold, answers.gold, strict=True)):
            query = queries[need.query]
            key = {**system._asdict(), "query_id": query.query_id, "need": need.need}
            best = best_place(found)
            state = best_state([windows.get((each, index), "") for each in dense])
            needs.append(
                {
                    **key,
                    **_place(best, unit_ids),
                    "gold_chunks": len(found),
                    "split": need.is_split,
                    "window": state,
                }
            )
            places += [{**key, **_place(place, unit_ids)} for place in found]
    columns = [*SYSTEM, "query_id", "need", *PLACE]
    return (
        _typed(pd.DataFrame(needs, columns=[*columns, "gold_chunks", "split", "window"])),
        _typed(pd.DataFrame(places, columns=columns)),
    )


def best_place(found: Sequence[GoldPlace]) -> GoldPlace | None:
    """The gold unit that ranks first; the first in corpus order where none is retrieved."""
    ranked = [place for place in found if place.rank is not None]
    if ranked:
        return min(ranked, key=lambda place: place.rank.rank if place.rank else 0)
    return found[0] if found else None


def _place(place: GoldPlace | None, unit_ids: Sequence[str]) -> dict[str, object]:
    rank = place.rank if place else None
    return {
        "chunk_id": unit_ids[place.position] if place else None,
        "rank": rank.rank if rank else None,
        "best": rank.best if rank else None,
        "worst": rank.worst if rank else None,
        "score": place.score if place else None,
        "grade": place.grade if place else None,
        "near_tie": bool(place and place.near_tie),
        "rank_in_document": place.in_document if place else None,
        "document_rank": place.document if place else None,
    }


def _typed(table: pd.DataFrame) -> pd.DataFrame:
    whole = dict.fromkeys((*RANKS, "grade"), "Int64")
    return table.astype({**whole, "score": "float64", "near_tie": "bool"})


def measurements_table(
    ranked: Mapping[System, Ranked],
    gold: Sequence[GoldNeed],
    queries: Sequence[Query],
    measures: Sequence[Measure],
) -> pd.DataFrame:
    """One row per system and query with gold, one column per measure."""
    scored = sorted({need.query for need in gold})
    by_query: dict[int, list[int]] = {query: [] for query in scored}
    for index, need in enumerate(gold):
        by_query[need.query].append(index)
    tables = []
    for system, answers in ranked.items():
        judged = Judgments.of(
            [[_golds(answers.gold[index]) for index in by_query[query]] for query in scored]
        )
        columns: dict[str, object] = {
            **system._asdict(),
            "query_id": [queries[query].query_id for query in scored],
            **{str(measure): measure(judged) for measure in measures},
        }
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def _golds(need: Sequence[GoldPlace]) -> list[Gold]:
    return [Gold(p.rank.rank if p.rank else None, p.grade, p.position) for p in need]


def systems_table(
    needs: pd.DataFrame,
    measurements: pd.DataFrame,
    ranked: Mapping[System, Ranked],
    units: Mapping[str, int],
    baseline: str,
) -> pd.DataFrame:
    """One row per system: means of the measures, and where the needs stand.

    `buried@20` is the share of needs that have a gold unit and rank beyond 20 or are not
    retrieved; `tied` the share of queries whose first ten places a tie touches.
    """
    names = [column for column in measurements if column not in [*SYSTEM, "query_id"]]
    means = {
        system: {str(name): mean(rows[name]) for name in names}
        for system, rows in by_system(measurements)
    }
    rows = []
    for system, answers in ranked.items():
        mine = rows_of_system(needs, system)
        rows.append(
            {
                **system._asdict(),
                "queries": int(mine.query_id.nunique()),
                "needs": len(mine),
                **means[system],
                **_standing(mine),
                "near_ties": int(mine.near_tie.sum()),
                "document_RR": mean_reciprocal_rank(mine.document_rank),
                "in_document_RR": mean_reciprocal_rank(mine.rank_in_document),
                "units": units[system.chunker],
                "tied": float(answers.tied.mean()) if len(answers.tied) else 0.0,
            }
        )
    return _with_change(pd.DataFrame(rows), measurements, baseline)


def _standing(needs: pd.DataFrame) -> dict[str, object]:
    ranks = [None if pd.isna(rank) else int(rank) for rank in needs["rank"]]
    whole = ~needs["split"].to_numpy(dtype=bool)
    beyond = {
        f"buried@{k}": float(
            np.mean(
                [w and (rank is None or rank > k) for w, rank in zip(whole, ranks, strict=True)]
            )
        )
        for k in BURIED
    }
    states = needs["window"]
    outside = None if (states == "").all() else int(states.isin(["outside", "straddling"]).sum())
    return {
        "median_rank": median_rank(ranks),
        "median_tokens": _median_tokens(needs),
        **beyond,
        "split": int((~whole).sum()),
        "outside": outside,
    }


def _median_tokens(needs: pd.DataFrame) -> float | None:
    """The median of the tokens read from the first unit to the end of the gold one.

    Ranks of chunkers that cut to other sizes cost differently; this is what they cost.
    """
    if "tokens_to_gold" not in needs:
        return None
    return median_rank([None if pd.isna(n) else int(n) for n in needs["tokens_to_gold"]])


def _with_change(systems: pd.DataFrame, measurements: pd.DataFrame, baseline: str) -> pd.DataFrame:
    """Add the change of the mean RR against the baseline variant, other parts equal.

    `RR_change_error` is its standard error over paired queries: a change of less than two of them
    is not told from chance.
    """
    base = systems[systems.variant == baseline].set_index(["chunker", "ranker"])["RR"]
    change = [
        float("nan")
        if row.variant == baseline
        else row.RR - base.get((row.chunker, row.ranker), np.nan)
        for row in systems.itertuples()
    ]
    errors = _paired_errors(systems, measurements, baseline)
    systems.insert(list(systems.columns).index("RR") + 1, "RR_change", change)
    systems.insert(list(systems.columns).index("RR") + 2, "RR_change_error", errors)
    return systems.astype(
        {"outside": "Int64", "median_rank": "float64", "median_tokens": "float64"}
    )


def top_table(
    ranked: Mapping[System, Ranked], unit_ids: Sequence[str], queries: Sequence[Query]
) -> pd.DataFrame:
    """The first ten units of every query under every system, with their scores."""
    ids = np.array([*unit_ids, ""], dtype=object)
    tables = []
    for system, answers in ranked.items():
        depth = min(SHOWN_DEPTH, answers.top.shape[1])
        places = answers.top[:, :depth]
        kept = places.ravel() >= 0
        columns: dict[str, object] = {
            **system._asdict(),
            "query_id": np.repeat([q.query_id for q in queries], depth)[kept],
            "rank": np.tile(np.arange(1, depth + 1), len(queries))[kept],
            "chunk_id": ids[places.ravel()][kept],
            "score": answers.top_scores[:, :depth].ravel()[kept],
        }
        tables.append(pd.DataFrame(columns))
    return pd.concat(tables, ignore_index=True)


def _paired_errors(systems: pd.DataFrame, measurements: pd.DataFrame, baseline: str) -> list[float]:
    """The standard error of the mean difference of RR from the baseline, NaN where there is none."""
    values = {system: rows.set_index("query_id")["RR"] for system, rows in by_system(measurements)}
    errors = []
    for system in systems_of(systems):
        base = values.get(system._replace(variant=baseline))
        own = values[system]
        paired = system.variant != baseline and base is not None and len(own) > 1
        errors.append(float((own - base).std(ddof=1) / len(own) ** 0.5) if paired else np.nan)
    return errors
