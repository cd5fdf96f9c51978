"""What a baseline and a run have in common: the needs that may be compared, or why none may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from goldrank.gating.baseline import Baseline, KnownEvidence
from goldrank.gating.verdicts import NotComparable
from goldrank.measuring.exact import Standing
from goldrank.running.fingerprints import changed_files
from goldrank.text.first_few import first_few

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Shared:
    """The needs that both have, by query: their numbers in the baseline and in the run.

    `left_out` says which needs of the baseline are not compared, and why.
    """

    before: Baseline
    after: Baseline
    needs: Mapping[str, tuple[tuple[int, int], ...]]
    left_out: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many needs are compared."""
        return sum(len(pairs) for pairs in self.needs.values())

    def standings(self, system: str) -> dict[str, list[tuple[Standing, Standing]]]:
        """Each shared need of each query under one system: as it was, as it is."""
        return standings(self.before, self.after, self.needs, (system, system))

    def whole(self, query: str) -> bool:
        """Whether all needs of a query are shared."""
        size = len(self.needs[query])
        return size == len(self.before.ranks[query]) == len(self.after.ranks[query])


def standings(
    before: Baseline,
    after: Baseline,
    needs: Mapping[str, Sequence[tuple[int, int]]],
    pair: tuple[str, str],
) -> dict[str, list[tuple[Standing, Standing]]]:
    """Each need of each query, by its numbers in both, under one system of each."""
    old, new = before.systems.index(pair[0]), after.systems.index(pair[1])
    return {
        query: [(before.ranks[query][i][old], after.ranks[query][j][new]) for i, j in numbers]
        for query, numbers in needs.items()
    }


def shared_of(before: Baseline, after: Baseline) -> Shared:
    """Match the needs of a baseline with those of a run.

    Raises `NotComparable` for another encoder or gold rule, a query or a system that is missing,
    a query that asks something else, and for evidence that was judged anew in the same corpus.
    """
    check_comparable(before, after)
    same_corpus = before.fingerprints["corpus"] == after.fingerprints["corpus"]
    needs, lost = match_needs(before, after)
    if lost and same_corpus:
        raise NotComparable(
            f"the corpus is as it was and the evidence of {len(lost)} needs is not "
            f"({first_few(lost, SHOWN)}): the queries were judged anew; {SAVE_AGAIN}"
        )
    if not needs:
        raise NotComparable(f"the baseline and this run share no need; {SAVE_AGAIN}")
    return Shared(before, after, needs, tuple(lost))


def check_comparable(before: Baseline, after: Baseline) -> None:
    """Raise `NotComparable` for another encoder or gold rule, and for queries or systems missing.

    So too for a query that asks something else under its id.
    """
    check_encoder(before, after.fingerprints, after.window)
    if before.fingerprints["gold"] != after.fingerprints["gold"]:
        raise NotComparable(
            "what counts as gold, or the unit that is ranked, is not as in the baseline; "
            + SAVE_AGAIN
        )
    _refuse_missing("queries", list(before.queries), list(after.queries))
    _refuse_missing("systems", before.systems, after.systems)
    _refuse_other_texts(before, after)


SAVE_AGAIN = "look at the run, then save a new baseline with: bench baseline save SUITE"


def check_encoder(
    before: Baseline, fingerprints: Mapping[str, Any], window: int | None = None
) -> None:
    """Raise `NotComparable` where the encoder is not the baseline's; `window` where it is known."""
    known, encoder = before.fingerprints["encoder"], fingerprints["encoder"]
    if known != encoder:
        files = changed_files(before.fingerprints, fingerprints, "encoder")
        why = f"{', '.join(files)} changed" if files else "other weights, settings or libraries"
        raise NotComparable(
            f"the encoder is not the baseline's (fingerprint {encoder[:12] or 'none'}, was "
            f"{known[:12] or 'none'}: {why}); {SAVE_AGAIN}"
        )
    if window is not None and window != before.window:
        raise NotComparable(
            f"the encoder's window is {window} content tokens and was {before.window}; {SAVE_AGAIN}"
        )


def same_evidence(one: Sequence[KnownEvidence], other: Sequence[KnownEvidence]) -> bool:
    """Whether two needs share a judged text (or a judged document)."""
    return not {e.identity for e in one}.isdisjoint(e.identity for e in other)


def match_needs(
    before: Baseline, after: Baseline
) -> tuple[dict[str, tuple[tuple[int, int], ...]], list[str]]:
    """The needs that both have by the text of their evidence, and those of `before` that are lost.

    Queries that only one has, or that ask something else under the same id, are passed over.
    """
    needs: dict[str, tuple[tuple[int, int], ...]] = {}
    lost: list[str] = []
    for query, known in before.queries.items():
        if query not in after.queries or after.queries[query].text != known.text:
            continue
        now = after.queries[query].relevant
        free = list(range(len(now)))
        pairs: list[tuple[int, int]] = []
        for i, evidence in enumerate(known.relevant):
            # Its own number first: two needs of a query may share a text.
            order = sorted(free, key=lambda j: j != i)
            found = (j for j in order if same_evidence(evidence, now[j]))
            j = next(found, None)
            if j is None:
                lost.append(f"{query} need {i + 1}" if len(known.relevant) > 1 else query)
            else:
                free.remove(j)
                pairs.append((i, j))
        if pairs:
            needs[query] = tuple(pairs)
    return needs, lost


def _refuse_missing(what: str, before: Sequence[str], after: Sequence[str]) -> None:
    present = set(after)
    missing = [name for name in before if name not in present]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        raise NotComparable(
            f"{what} differ: {first_few(missing, SHOWN)} {verb} missing; {SAVE_AGAIN}"
        )


def _refuse_other_texts(before: Baseline, after: Baseline) -> None:
    other = [q for q, known in before.queries.items() if known.text != after.queries[q].text]
    if other:
        raise NotComparable(
            f"{len(other)} queries ask something else under the same id: {first_few(other, SHOWN)}; "
            + SAVE_AGAIN
        )
