"""Baselines as JSON files with one query a line, so that a diff can be reviewed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from goldrank.errors import GoldrankError
from goldrank.gating.baseline import Baseline, Covered, KnownEvidence, KnownQuery, Ranks
from goldrank.gating.baseline_schema import FORMAT, BaselineTable, EvidenceRow, digest_of
from goldrank.measuring.exact import Standing, exact_mean, query_value
from goldrank.measuring.measures import Measure

LEGEND = (
    "each cell is the rank of the need's best gold chunk under the system in the same place of "
    "'systems'; - not found, x split; o outside the window, s straddling it"
)


def write_baseline(baseline: Baseline, path: Path) -> Path:
    """Write a baseline, whole or not at all; folders are made."""
    text = to_text(baseline)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f".{path.name}.unfinished")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise GoldrankError(f"cannot write the baseline {path}: {error.strerror}") from error
    return path


def read_baseline(path: Path, accept_edited: bool = False) -> Baseline:
    """Read a baseline; a missing, damaged or edited one is an error that says what to do.

    `accept_edited` takes one whose content is not what was saved, as long as it is whole.
    """
    table = _table(path)
    if table.get("format") != FORMAT:
        raise GoldrankError(
            f"{path}: expected a baseline of format {FORMAT}, got {table.get('format')}; "
            "save it again with: bench baseline save SUITE"
        )
    try:
        # As JSON once more: in JSON a list may be a tuple, and in nothing else is anything lax.
        checked = BaselineTable.model_validate_json(json.dumps(table))
    except ValidationError as error:
        raise GoldrankError(
            f"{path}: this baseline is damaged ({_mistake(error)}); restore it, or "
            "save it again with: bench baseline save SUITE"
        ) from None
    edited = checked.digest != digest_of(table)
    if edited and not accept_edited:
        raise GoldrankError(
            f"{path}: this baseline was edited after it was saved (its digest is of another "
            "content); restore it, save it again with: bench baseline save SUITE, or take it as "
            "it is with --accept-edited"
        )
    return replace(_baseline(checked), edited=edited)


def _table(path: Path) -> dict[str, Any]:
    try:
        table = json.loads(path.read_text(encoding="utf-8"), parse_constant=_not_a_number)
    except FileNotFoundError:
        raise GoldrankError(
            f"no baseline at {path}; create it with: bench baseline save {path.stem}"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise GoldrankError(f"cannot read the baseline {path}: {error}") from error
    if not isinstance(table, dict):
        raise GoldrankError(
            f"{path}: expected a baseline of format {FORMAT}, got {type(table).__name__}; "
            "save it again with: bench baseline save SUITE"
        )
    return table


def _mistake(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else str(first["msg"])


def to_text(baseline: Baseline) -> str:
    """The file of a baseline: the top keys, and below them one entry a line."""
    table = {
        "format": FORMAT,
        "goldrank": baseline.goldrank,
        "suite": baseline.suite,
        "legend": LEGEND,
        # Sorted, so that a run that was read back and a new one make the same bytes.
        "fingerprints": json.loads(json.dumps(baseline.fingerprints, sort_keys=True)),
        "window": baseline.window,
        "policies": list(baseline.policies),
        "systems": list(baseline.systems),
        "MRR": {name: round(value, 4) for name, value in mean_reciprocal_ranks(baseline).items()},
        "coverage": {name: asdict(held) for name, held in baseline.coverage.items()},
        "documents": baseline.documents,
        "ranks": {
            query: [" ".join(map(str, need)) for need in needs]
            for query, needs in baseline.ranks.items()
        },
        "queries": {
            query: [known.text, [[_evidence(e) for e in need] for need in known.needs]]
            for query, known in baseline.queries.items()
        },
        "tags": baseline.tags,
        "values": baseline.values,
    }
    table["digest"] = digest_of(json.loads(_dumps(table)))
    lines = [f"{_dumps(key)}: {_lines(value)}" for key, value in table.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def mean_reciprocal_ranks(baseline: Baseline) -> dict[str, float]:
    """The mean of RR of each system, for people: the gate counts from ranks."""
    measure = Measure("RR")
    return {
        system: float(
            exact_mean(
                [query_value(measure, [n[i] for n in needs]) for needs in baseline.ranks.values()]
            )
        )
        for i, system in enumerate(baseline.systems)
        if baseline.ranks
    }


def _evidence(known: KnownEvidence) -> list[Any]:
    return [known.doc_id, known.start, known.words, known.sha256, known.grade, known.quote]


def _lines(value: Any) -> str:
    if not isinstance(value, Mapping | list) or not value:
        return _dumps(value)
    opening, closing = ("{", "}") if isinstance(value, Mapping) else ("[", "]")
    if isinstance(value, Mapping):
        entries = [f"{_dumps(str(key))}: {_dumps(entry)}" for key, entry in value.items()]
    else:
        entries = [_dumps(entry) for entry in value]
    return opening + "\n " + ",\n ".join(entries) + "\n" + closing


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=True)


def _not_a_number(text: str) -> float:
    raise ValueError(f"{text} is not a number; no comparison with it would be true")


def _baseline(table: BaselineTable) -> Baseline:
    return Baseline(
        suite=table.suite,
        goldrank=table.goldrank,
        fingerprints=table.fingerprints.model_dump(exclude_unset=True),
        window=table.window,
        systems=tuple(table.systems),
        coverage={name: Covered(**held.model_dump()) for name, held in table.coverage.items()},
        documents=table.documents,
        queries={query: _query(*known) for query, known in table.queries.items()},
        ranks=_ranks(table.ranks),
        values=table.values,
        policies=tuple(table.policies),
        tags=_tags(table),
    )


def _tags(table: BaselineTable) -> dict[str, tuple[str, ...]] | None:
    if table.tags is None:
        return None
    return {query: tuple(tags) for query, tags in table.tags.items()}


def _query(text: str, needs: list[list[EvidenceRow]]) -> KnownQuery:
    return KnownQuery(text, tuple(tuple(_known(*row) for row in need) for need in needs))


def _known(
    doc_id: str, start: int | None, words: int, digest: str, grade: int, quote: str
) -> KnownEvidence:
    return KnownEvidence(doc_id, start, quote, words, digest, grade)


def _ranks(table: Mapping[str, list[str]]) -> Ranks:
    return {
        query: tuple(tuple(Standing.parse(cell) for cell in need.split(" ")) for need in needs)
        for query, needs in table.items()
    }
