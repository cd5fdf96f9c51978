"""What a colleague would say on seeing the table: each sentence is computed and names its numbers.

Each file holds the sentences of one claim. A word that claims (leads, lifts, gains, alone, lower)
is said of what chance does not explain, by clusters, and corrected for having looked for the best.
"""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from goldrank.frames.rows import rows_by
from goldrank.rankers.base import Named
from goldrank.tables.claims import Claims
from goldrank.tables.sentences.answerable import answerability
from goldrank.tables.sentences.apart import rankers_apart
from goldrank.tables.sentences.chunkers import chunker_sentence
from goldrank.tables.sentences.gains import best_variant, gains_of, level, whose_gain
from goldrank.tables.sentences.queries import queries_left_out, several_needs, ties
from goldrank.tables.sentences.seen import Seen
from goldrank.tables.sentences.unknown import unknown
from goldrank.tables.sentences.windows import no_header_can_help, overflows, uncovered
from goldrank.tables.sentences.within import within_documents

__all__ = ["answerability", "queries_left_out", "sentences_of", "several_needs"]


def sentences_of(
    systems: pd.DataFrame,
    coverage: pd.DataFrame,
    needs: pd.DataFrame,
    baseline: str,
    claims: Claims,
    rankers: Mapping[str, Named],
) -> list[str]:
    """The sentences on one run's tables; about its first chunker where it has several.

    `rankers` are those of the suite, by name.
    """
    chunkers = list(dict.fromkeys(systems.chunker))
    mine = systems[systems.chunker == chunkers[0]]
    seen = Seen(
        chunkers[0],
        baseline,
        rankers,
        {name: rows_by(rows, "variant") for name, rows in mine.groupby("ranker", sort=False)},
        rows_by(coverage[coverage.chunker == chunkers[0]], "variant"),
        needs[needs.chunker == chunkers[0]],
        claims,
    )
    gains = gains_of(seen)
    said = [
        chunker_sentence(systems, baseline, claims, rankers) if len(chunkers) > 1 else level(seen),
        best_variant(seen, gains),
        whose_gain(seen, gains),
        *rankers_apart(seen),
        *overflows(seen, gains),
        *within_documents(seen, gains),
        no_header_can_help(seen),
        uncovered(coverage, baseline),
        unknown(coverage, systems, baseline, seen.dense),
        ties(systems, rankers),
    ]
    return [sentence for sentence in said if sentence]
