"""A prefix that fits may find the right document and lose the right chunk in it: both are tested."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from goldrank.frames.bounds import coverage_said
from goldrank.measuring.paired import Effect, effects
from goldrank.measuring.reciprocal import reciprocal_ranks
from goldrank.tables.sentences.gains import Gains
from goldrank.tables.sentences.seen import Row, Seen
from goldrank.tables.sentences.windows import fills

KEPT = 0.9
PLACES = ("document_rank", "rank_in_document")
NEED = ["query_id", "need"]


def within_documents(seen: Seen, gains: Gains) -> list[str]:
    """For each variant under which the right chunk is lower among its own document's."""
    plain, asked = seen.coverage.get(seen.baseline), _asked(seen)
    if plain is None or not asked:
        return []
    changes = _changes(seen, asked)
    rows = seen.rows(seen.dense)
    base = rows[seen.baseline]
    said = []
    for variant in asked:
        row, own, gain = seen.coverage[variant], rows[variant], gains[variant, seen.dense]
        document, inside = changes[variant]
        if not inside.is_real or inside.mean >= 0:
            continue
        said.append(
            f"{variant} {_room(row, plain)} ({row['prefix_share']:.0%} of it, coverage "
            f"{coverage_said(row, '{:.1%}'.format)}) and makes the chunks of a document alike (mean similarity "
            f"{plain['similarity']:.2f} to {row['similarity']:.2f}): by {seen.said(seen.dense)} the right document "
            f"ranks {_way(base['document_RR'], own['document_RR'], document)}, the right chunk among "
            f"its own document's {_way(base['in_document_RR'], own['in_document_RR'], inside)}; in "
            f"all MRR {gain.mean:+.3f}{'' if gain.is_real else ', not told from chance'}."
        )
    return said


def _asked(seen: Seen) -> list[str]:
    """The variants whose prefix fits, and makes the chunks of a document more alike."""
    plain = seen.coverage.get(seen.baseline)
    places = seen.needs[seen.needs.ranker == seen.dense].reindex(columns=["variant", *PLACES])
    # Where documents are ranked there is no chunk within a document.
    known = set(places.dropna(how="all", subset=[PLACES[1]]).variant)
    if plain is None or seen.baseline not in known:
        return []
    return [
        variant
        for variant in seen.others(seen.dense)
        if variant in known
        and (row := seen.coverage.get(variant)) is not None
        and not fills(row, plain)
        and row["similarity"] > plain["similarity"]
        and row["prefix_share"] > 0
    ]


def _changes(seen: Seen, variants: list[str]) -> dict[str, tuple[Effect, Effect]]:
    """What changes of both reciprocal ranks, over needs; one family for all that is asked."""
    columns: list[NDArray[np.float64]] = []
    base = _reciprocal(seen, seen.baseline)
    for variant in variants:
        moved = _reciprocal(seen, variant).reindex(base.index).fillna(0.0) - base
        columns += [moved[place].to_numpy(dtype=np.float64) for place in PLACES]
    cluster_of = seen.claims.cluster_of()
    clusters = [cluster_of[str(query)] for query in base.index.get_level_values("query_id")]
    found = effects(np.stack(columns, axis=1), clusters, seen.claims.seed)
    return dict(zip(variants, zip(found[::2], found[1::2], strict=True), strict=True))


def _reciprocal(seen: Seen, variant: str) -> pd.DataFrame:
    mine = seen.needs[(seen.needs.variant == variant) & (seen.needs.ranker == seen.dense)]
    places = mine.set_index(NEED)
    return pd.DataFrame({place: reciprocal_ranks(places[place]) for place in PLACES})


def _room(row: Row, plain: Row) -> str:
    """Whether a prefix leaves the chunks their room, or most of them not."""
    kept = row["coverage"] >= KEPT * plain["coverage"]
    return "fits well inside the window" if kept else "crowds the chunk out of the window"


def _way(before: float, after: float, found: Effect) -> str:
    numbers = f"mean reciprocal rank {before:.3f} to {after:.3f}"
    if not found.is_real:
        return f"where it did as far as chance lets us tell ({numbers})"
    return f"{'higher' if found.mean > 0 else 'lower'} ({numbers})"
