"""Two runs or more, or systems of one, on what they share: is the difference real?"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from goldrank.comparing.chunks import other_chunks
from goldrank.comparing.comparison import Comparison
from goldrank.comparing.decision import decided
from goldrank.comparing.families import Asking, UntestedPair
from goldrank.comparing.pair import ComparedRun, pair_systems
from goldrank.comparing.pair_measures import COUNTED, PairMeasurer
from goldrank.errors import GoldrankError
from goldrank.frames.systems import SYSTEM
from goldrank.gating.baseline import Baseline
from goldrank.gating.chance import Resampling
from goldrank.gating.compared_needs import match_needs
from goldrank.measuring.flips import RESAMPLES
from goldrank.running.fingerprints import changed_files
from goldrank.tables.clusters import clusters_of

PRIMARY = "RR"


def compare(
    before: ComparedRun,
    after: ComparedRun | Sequence[ComparedRun],
    measures: Sequence[str] = (),
    found_at: int = 10,
    resamples: int = RESAMPLES,
    primary: str = PRIMARY,
) -> Comparison:
    """Compare one side with another, or with several, on the queries that each shares with it.

    `measures` are what is shown: columns of the measurements table, `tokens@5`, or counts over
    the corpus; all of them where none is named. `primary` decides, is always shown, and is
    corrected over all pairs; the others are corrected over each other, shown or not.
    """
    others = [after] if isinstance(after, ComparedRun) else list(after)
    raw: list[UntestedPair] = []
    notes: list[str] = []
    shown = (primary, *measures) if measures else ()
    for other in others:
        name = other.name if len(others) > 1 else ""
        pairs, said = _asked(before, other, (primary, *measures), found_at, name)
        raw += pairs
        notes += [f"{name}: {note}" if name else note for note in said]
    clusters = clusters_of(before.run.queries, before.run.evidence)
    found = Asking(Resampling(clusters, resamples=resamples)).pairs(raw, primary)
    return Comparison(
        before.name,
        ", ".join(other.name for other in others),
        found_at,
        tuple(pair.showing(shown) for pair in found),
        tuple(notes),
        decided(found),
    )


def _asked(
    before: ComparedRun, after: ComparedRun, named: Sequence[str], found_at: int, run: str
) -> tuple[list[UntestedPair], list[str]]:
    """Every pair of systems of two sides with all that is known of both, and what is to be noted."""
    matched, lost = match_needs(before.light, after.light)
    queries = [q for q in matched if _whole(q, matched, before.light, after.light)]
    if not queries:
        raise GoldrankError(
            f"{before.name} and {after.name} share no query with the same evidence; "
            "compare runs of the same queries"
        )
    pairs, unpaired = pair_systems(before.systems, after.systems)
    known = _known_measures(before, after)
    for name in named:
        if name not in known and not re.fullmatch(r"tokens@[1-9]|tokens@10", name):
            raise GoldrankError(f"--measure: no {name!r} in both runs; known: {', '.join(known)}")
    if named[0] in COUNTED:
        raise GoldrankError(
            f"--primary: {named[0]} is counted over the corpus, so no chance is in it; name a "
            "measure of queries"
        )
    every = tuple(dict.fromkeys((named[0], *known, *named[1:])))
    asked = PairMeasurer(before, after, queries, matched, every, found_at, run)
    return (
        [asked.pair(old, new) for old, new in pairs],
        [*_notes(before, after, queries, lost), *unpaired],
    )


def _known_measures(before: ComparedRun, after: ComparedRun) -> tuple[str, ...]:
    mine = [str(c) for c in before.run.measurements if c not in [*SYSTEM, "query_id"]]
    both = [c for c in mine if c in after.run.measurements]
    return (*both, "tokens@5", *COUNTED)


def _whole(
    query: str,
    matched: Mapping[str, tuple[tuple[int, int], ...]],
    before: Baseline,
    after: Baseline,
) -> bool:
    if query not in before.ranks or query not in after.ranks:
        return False
    return len(matched[query]) == len(before.ranks[query]) == len(after.ranks[query])


def _notes(
    before: ComparedRun, after: ComparedRun, queries: Sequence[str], lost: Sequence[str]
) -> list[str]:
    """What is compared, and what differs beside the systems."""
    old, new = before.light, after.light
    said = []
    sizes = len(old.ranks), len(new.ranks)
    if len(queries) != sizes[0] or len(queries) != sizes[1]:
        said.append(
            f"Compared on the {len(queries):,} queries that both have with the same evidence, of "
            f"{sizes[0]:,} and {sizes[1]:,}."
        )
    if lost:
        said.append(f"{len(lost)} needs have other evidence in the second and are left out.")
    for what in ("corpus", "encoder", "gold"):
        if "" in (old.fingerprints[what], new.fingerprints[what]):
            continue  # one of them encodes nothing
        if old.fingerprints[what] != new.fingerprints[what]:
            files = changed_files(old.fingerprints, new.fingerprints, what)
            why = f": {', '.join(files)} changed" if files else ""
            said.append(f"The two have another {'rule for gold' if what == 'gold' else what}{why}.")
    return [*said, *other_chunks(before.run, after.run)]
