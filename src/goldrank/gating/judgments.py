"""Evidence that was judged anew since the baseline: its ranks are no longer those of one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldrank.gating.baseline import Baseline, KnownEvidence
from goldrank.gating.baseline_file import mean_reciprocal_ranks
from goldrank.gating.compared_needs import SAVE_AGAIN, match_needs
from goldrank.gating.verdicts import Drift, NotComparable
from goldrank.text.first_few import first_few

SHOWN = 3
Judged = Mapping[str, KnownEvidence]
Evidence = tuple[KnownEvidence, ...]
Needs = Sequence[Evidence]


@dataclass(frozen=True, slots=True)
class Rejudged:
    """A query whose evidence is not what the baseline's was; the counts are of places of evidence."""

    query_id: str
    added: int = 0
    removed: int = 0
    regraded: int = 0

    @property
    def sentence(self) -> str:
        """What changed.

        >>> Rejudged("q1", added=2, regraded=1).sentence
        'q1: 2 added, 1 graded anew'
        """
        counts = ((self.added, "added"), (self.removed, "removed"), (self.regraded, "graded anew"))
        return f"{self.query_id}: " + ", ".join(f"{n} {verb}" for n, verb in counts if n)


def rejudged(before: Baseline, after: Baseline) -> list[Rejudged]:
    """The queries of both whose judgments differ, in the order of the baseline.

    Evidence that only stands elsewhere is what it was. Where a document changed, evidence of it
    that is gone, or that became another text, is the corpus's doing and no judgment.
    """
    needs, _ = match_needs(before, after)
    edited = _edited(before, after)
    found = []
    for query, known in before.queries.items():
        now = after.queries.get(query)
        # A query that was in no mean is as good as new, and another text has its own refusal.
        if now is not None and now.text == known.text and known.relevant:
            pairs = _paired(known.relevant, now.relevant, needs.get(query, ()), edited)
            changes = [_changes(_by_identity(old), _by_identity(new), edited) for old, new in pairs]
            found.append(Rejudged(query, *(sum(column) for column in zip(*changes, strict=True))))
    return [one for one in found if one.added or one.removed or one.regraded]


def _paired(
    old: Needs, new: Needs, pairs: Sequence[tuple[int, int]], edited: set[str]
) -> list[tuple[Evidence, Evidence]]:
    """Each need of a query as it was and as it is; nothing on the side where there is none.

    A new need beside one that an edited document lost is taken for the same in other words.
    """
    lost = [need for i, need in enumerate(old) if i not in {i for i, _ in pairs}]
    fresh = [need for j, need in enumerate(new) if j not in {j for _, j in pairs}]
    reworded = sum(any(known.doc_id in edited for known in need) for need in lost)
    return [
        *((old[i], new[j]) for i, j in pairs),
        *((need, ()) for need in lost),
        *(((), need) for need in fresh[reworded:]),
    ]


def _changes(old: Judged, new: Judged, edited: set[str]) -> tuple[int, int, int]:
    """How much evidence of one need was added, removed and graded anew."""
    gone = [known.doc_id for name, known in old.items() if name not in new]
    fresh = [known.doc_id for name, known in new.items() if name not in old]
    rewritten = {doc_id for doc_id in gone if doc_id in edited}
    added = sum(doc_id not in rewritten for doc_id in fresh)
    removed = sum(doc_id not in edited for doc_id in gone)
    both = old.keys() & new.keys()
    return added, removed, sum(old[name].grade != new[name].grade for name in both)


def _by_identity(need: Evidence) -> Judged:
    """What was judged, each text once: how often it stands in the corpus is no judgment."""
    best: dict[str, KnownEvidence] = {}
    for known in need:
        if known.identity not in best or known.grade > best[known.identity].grade:
            best[known.identity] = known
    return best


def _edited(before: Baseline, after: Baseline) -> set[str]:
    return {
        name for name, sha256 in before.documents.items() if after.documents.get(name) != sha256
    }


def refuse_or_say(
    changed: Sequence[Rejudged],
    before: Baseline,
    as_before: Baseline,
    as_now: Baseline,
    accepted: bool,
) -> Drift:
    """What was judged anew, as a drift; `NotComparable` unless that is accepted.

    `as_before` is the run under the judgments of the baseline, `as_now` under its own.
    """
    details = tuple(one.sentence for one in changed)
    what = f"{len(changed):,} {'query was' if len(changed) == 1 else 'queries were'} judged anew"
    means = _means(before, as_before, as_now)
    if not accepted:
        raise NotComparable(
            f"{what} ({first_few(details, SHOWN, between='; ')}), so its ranks answer another question ({means}); "
            f"{SAVE_AGAIN}; or judge the code on the baseline's judgments with --accept-judgments"
        )
    said = f"{what} ({first_few(details, SHOWN, between='; ')}); the verdict is on the judgments of the baseline. {means}."
    return Drift("judgments", said, details)


def _means(before: Baseline, as_before: Baseline, as_now: Baseline) -> str:
    """MRR as it was, and as it is on the old judgments and on the new; the largest change first."""
    was, old, new = (mean_reciprocal_ranks(side) for side in (before, as_before, as_now))
    names = sorted(
        (name for name in was if name in old and name in new),
        key=lambda name: -max(abs(old[name] - was[name]), abs(new[name] - was[name])),
    )
    rows = tuple(
        f"{n} {was[n]:.4f} -> {old[n]:.4f} on the old, {new[n]:.4f} on the new" for n in names
    )
    return f"MRR {first_few(rows, SHOWN, between='; ')}"
