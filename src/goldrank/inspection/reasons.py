"""Why one chunk stands ahead of another, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from goldrank.inspection.values import Candidate, Placed

SIDES = ("vector", "bm25")
LEAST = 0.05  # of a BM25 score: what is less decides nothing
TERMS = 4
"""How many terms are named: the largest differences."""


def reason_of(
    candidate: Candidate, gold: Candidate | None, ranker: str, similarity: str = "cosine"
) -> str:
    """What puts `candidate` where it stands relative to `gold`; its own scores without one.

    >>> near = Candidate("a#0-9", (), "", {"vector": Placed(1, 0.61)})
    >>> far = Candidate("b#0-9", (), "", {"vector": Placed(38, 0.48)})
    >>> reason_of(near, far, "vector")
    'cosine 0.610 (+0.130)'
    """
    if ranker == "vector":
        return _similar(candidate, gold, "dot product" if similarity == "dot" else similarity)
    if ranker == "bm25":
        return _terms(candidate, gold)
    return _fused(candidate, gold)


def _similar(candidate: Candidate, gold: Candidate | None, similarity: str) -> str:
    own = candidate.placed["vector"].score or 0.0
    if gold is None or gold is candidate or gold.placed["vector"].score is None:
        return f"{similarity} {own:.3f}"
    return f"{similarity} {own:.3f} ({_signed(own - gold.placed['vector'].score, 3)})"


def _terms(candidate: Candidate, gold: Candidate | None) -> str:
    own = candidate.placed["bm25"].score
    if own is None:
        return "shares no term with the query"
    if gold is None or gold is candidate:
        parts = [f"{term} {value:.2f}" for term, value in _largest(candidate.terms)]
        return f"{own:.2f}: {', '.join(parts)}"
    names = dict.fromkeys([*candidate.terms, *gold.terms])
    differences = {n: candidate.terms.get(n, 0.0) - gold.terms.get(n, 0.0) for n in names}
    parts = [f"{term} {_signed(value, 2)}" for term, value in _largest(differences)]
    return f"{own:.2f} ({_signed(own - (gold.placed['bm25'].score or 0.0), 2)}): {', '.join(parts)}"


def _signed(value: float, digits: int) -> str:
    """A change with its sign; one that rounds to nothing has none that means anything."""
    return f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")


def _largest(values: Mapping[str, float]) -> list[tuple[str, float]]:
    kept = [(term, value) for term, value in values.items() if abs(value) >= LEAST]
    return sorted(kept, key=lambda pair: -abs(pair[1]))[:TERMS]


def _fused(candidate: Candidate, gold: Candidate | None) -> str:
    own = _both(candidate.placed)
    if gold is None or gold is candidate:
        return own
    sides = [side for side in SIDES if _ahead(candidate, gold, side)]
    where = {0: "behind on both sides", 2: "ahead on both sides"}
    return f"{own}: {where.get(len(sides), f'ahead on {sides[0]}' if sides else '')}"


def _ahead(candidate: Candidate, gold: Candidate, side: str) -> bool:
    own, other = candidate.placed[side].rank, gold.placed[side].rank
    return own is not None and (other is None or own < other)


def _both(placed: Mapping[str, Placed]) -> str:
    sides = [f"{name} {_rank(placed[name].rank)}" for name in SIDES]
    return ", ".join(sides)


def _rank(rank: int | None) -> str:
    return "not retrieved" if rank is None else str(rank)
