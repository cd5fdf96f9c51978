"""Whether enough of a baseline is compared for a verdict to be about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goldrank.gating.compared_needs import SAVE_AGAIN, Shared
from goldrank.gating.verdicts import NotComparable
from goldrank.measuring.exact import from_ranks
from goldrank.suites.policy import Policy
from goldrank.text.first_few import first_few

SHOWN = 3


def check_enough(
    shared: Shared, policies: Sequence[Policy], tags: Mapping[str, Sequence[str]]
) -> None:
    """Raise `NotComparable` where a policy would judge too few of the needs that it is about.

    A policy with tags is about the needs of the queries that have one of them. So too where too
    few of the documents are left: with fewer to compete with, every need ranks better.
    """
    _check_needs(shared, policies, tags)
    for policy in policies:
        _check_documents(shared, policy)


def _check_needs(
    shared: Shared, policies: Sequence[Policy], tags: Mapping[str, Sequence[str]]
) -> None:
    for policy in policies:
        if policy.kind == "corpus":
            continue
        known = {
            query: len(needs)
            for query, needs in shared.before.ranks.items()
            if not policy.tags or set(policy.tags) & set(tags.get(query, ()))
        }
        # A measure that is not of single needs compares whole queries.
        every = policy.measure is None or from_ranks(policy.measure)
        compared = sum(
            len(pairs)
            for query, pairs in shared.needs.items()
            if query in known and (every or shared.whole(query))
        )
        whole = sum(known.values())
        if compared < policy.min_compared * whole:
            raise NotComparable(
                f"{policy.label}: only {compared:,} of the baseline's {whole:,} needs can be "
                f"compared, fewer than min_compared = {float(policy.min_compared):g} asks for; "
                f"left out: {first_few(shared.left_out, SHOWN)}. Restore their documents, or {SAVE_AGAIN}"
            )


def _check_documents(shared: Shared, policy: Policy) -> None:
    """A document is there under its name or, renamed, with its text."""
    before, after = shared.before.documents, shared.after.documents
    texts = set(after.values())
    gone = [name for name, text in before.items() if name not in after and text not in texts]
    left = len(before) - len(gone)
    if left < policy.min_compared * len(before):
        raise NotComparable(
            f"{policy.label}: only {left:,} of the baseline's {len(before):,} documents are in "
            f"this run, fewer than min_compared = {float(policy.min_compared):g} asks for; gone: "
            f"{first_few(gone, SHOWN)}. With fewer documents every need ranks better; restore them, or "
            f"{SAVE_AGAIN}"
        )
