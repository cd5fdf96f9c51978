"""Why one chunk stands ahead of another, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goldrank.inspection.values import Candidate
from goldrank.rankers.base import Ranker

LEAST = 0.05  # of a BM25 score: what is less decides nothing
TERMS = 4
"""How many terms are named: the largest differences."""


def reason_of(candidate: Candidate, gold: Candidate | None, ranker: Ranker[Any, Any]) -> str:
    """What puts `candidate` where it stands relative to `gold`; its own scores without one.

    >>> from goldrank.rankers.vector import Vector
    >>> from goldrank.inspection.values import Placed
    >>> near = Candidate("a#0-9", (), "", {"vector": Placed(1, 0.61)})
    >>> far = Candidate("b#0-9", (), "", {"vector": Placed(38, 0.48)})
    >>> reason_of(near, far, Vector())
    'cosine 0.610 (+0.130)'
    """
    if ranker.combines:
        return _combined(candidate, gold, ranker.combines)
    own = candidate.placed[ranker.name].score
    other = None if gold is None or gold is candidate else gold.placed[ranker.name].score
    if ranker.score_name:
        return "not retrieved" if own is None else _scored(ranker.score_name, own, other)
    return _terms(candidate, gold, own, other)


def _scored(name: str, own: float, other: float | None) -> str:
    if other is None:
        return f"{name} {own:.3f}"
    return f"{name} {own:.3f} ({_signed(own - other, 3)})"


def _terms(
    candidate: Candidate, gold: Candidate | None, own: float | None, other: float | None
) -> str:
    if own is None:
        return "shares no term with the query"
    if gold is None or gold is candidate:
        parts = [f"{term} {value:.2f}" for term, value in _largest(candidate.terms)]
        return f"{own:.2f}: {', '.join(parts)}"
    names = dict.fromkeys([*candidate.terms, *gold.terms])
    differences = {n: candidate.terms.get(n, 0.0) - gold.terms.get(n, 0.0) for n in names}
    parts = [f"{term} {_signed(value, 2)}" for term, value in _largest(differences)]
    return f"{own:.2f} ({_signed(own - (other or 0.0), 2)}): {', '.join(parts)}"


def _signed(value: float, digits: int) -> str:
    """A change with its sign; one that rounds to nothing has none that means anything."""
    return f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")


def _largest(values: Mapping[str, float]) -> list[tuple[str, float]]:
    kept = [(term, value) for term, value in values.items() if abs(value) >= LEAST]
    return sorted(kept, key=lambda pair: -abs(pair[1]))[:TERMS]


def _combined(candidate: Candidate, gold: Candidate | None, rankers: Sequence[str]) -> str:
    own = ", ".join(f"{name} {_rank(candidate.placed[name].rank)}" for name in rankers)
    if gold is None or gold is candidate:
        return own
    ahead = [name for name in rankers if _ahead(candidate, gold, name)]
    every = "on both sides" if len(rankers) == 2 else f"on all {len(rankers)}"
    if len(ahead) in (0, len(rankers)):
        return f"{own}: {'ahead' if ahead else 'behind'} {every}"
    return f"{own}: ahead on {', '.join(ahead)}"


def _ahead(candidate: Candidate, gold: Candidate, ranker: str) -> bool:
    own, other = candidate.placed[ranker].rank, gold.placed[ranker].rank
    return own is not None and (other is None or own < other)


def _rank(rank: int | None) -> str:
    return "not retrieved" if rank is None else str(rank)
