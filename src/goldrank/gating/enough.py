"""Whether enough of a baseline is compared for a verdict to be about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldrank.gating.policy import Policy
from goldrank.gating.shared import Shared
from goldrank.gating.verdicts import NotComparable

SHOWN = 3


def check_enough(
    shared: Shared, policies: Sequence[Policy], tags: Mapping[str, Sequence[str]]
) -> None:
    """Raise `NotComparable` where a policy would judge too few of the needs that it is about.

    A policy with tags is about the needs of the queries that have one of them.
    """
    for policy in policies:
        if policy.kind == "corpus":
            continue
        known = {
            query: len(needs)
            for query, needs in shared.before.ranks.items()
            if not policy.tags or set(policy.tags) & set(tags.get(query, ()))
        }
        compared = sum(len(pairs) for query, pairs in shared.needs.items() if query in known)
        whole = sum(known.values())
        if compared < policy.min_compared * whole:
            missing = shared.left_out[:SHOWN]
            more = len(shared.left_out) - len(missing)
            raise NotComparable(
                f"{policy.label}: only {compared:,} of the baseline's {whole:,} needs can be "
                f"compared, fewer than min_compared = {float(policy.min_compared):g} asks for; "
                f"left out: {', '.join(missing)}{f' and {more:,} more' if more else ''}. Restore "
                "their documents, or look at the run and save a new baseline with: "
                "bench baseline save SUITE"
            )
