"""The decision of a run in sentences: the same in a terminal, in Markdown, on the page, in a notebook."""

from __future__ import annotations

import math

from goldrank.measuring.clusters import FEW
from goldrank.measuring.firsts import NEAR
from goldrank.tables.decision import SURE, Decision, Standing
from goldrank.text.first_few import first_few

SHOWN = 3
HARDLY = 20
"""So many times the queries of the run are no plan."""


def decision_lines(decision: Decision) -> tuple[str, ...]:
    """The headline first; then the cost, what is in play, and what is ruled out, where there is any."""
    top = decision.chosen
    if top is None:
        return ("Cannot decide: no query was judged. Give queries with evidence.",)
    if decision.kind == "only":
        return (
            f"Nothing to decide: {top.name} is the only system, {_mean(top)}. Run another variant, "
            "chunker or ranker beside it.",
            *_costs(decision, top),
        )
    if decision.kind == "few":
        return (*_few(decision, top), *_costs(decision, top), *_play(decision))
    if decision.kind == "undecided":
        return (_undecided(decision, top), *_costs(decision, top), *_play(decision))
    head = f"Ship {top.name}: {_mean(top)}; {_firsts(decision, top)}."
    return (head, *_costs(decision, top), *_play(decision))


def _few(decision: Decision, top: Standing) -> tuple[str, str]:
    """Too few clusters: what is known so far, and how many it takes."""
    have = _counted(decision.clusters, decision.drawn)
    queries = "" if decision.drawn == "query" else f"{_counted(decision.queries, 'query')} on "
    of = {
        "document": "queries on at least {n} documents",
        "query": "at least {n} queries",
        "cluster": "queries of at least {n} clusters",
    }[decision.drawn].format(n=FEW)
    say = "says" if decision.queries == 1 else "say"
    equal = [one.name for one in decision.others if one.mean == top.mean]
    beside = f", and so {'has' if len(equal) == 1 else 'have'} {first_few(equal, SHOWN)}"
    return (
        f"Cannot decide: {queries}{have} {say} too little of any others; ask {of}.",
        f"So far {top.name} has the highest {_mean(top)}{beside if equal else ''}.",
    )


def _undecided(decision: Decision, top: Standing) -> str:
    rivals = decision.in_play
    among = f"{top.name} and {len(rivals)} more" if len(rivals) > 1 else ""
    between = f"{top.name} and {rivals[0].name}" if len(rivals) == 1 else among or top.name
    return (
        f"Cannot decide between {between}: {top.name} has the highest {_mean(top)}, and is "
        f"{_firsts(decision, top)}; that should be {SURE:.0%}."
    )


def _mean(one: Standing) -> str:
    span = f" [{_short(one.interval.low)}–{_short(one.interval.high)}]" if one.interval else ""
    return f"MRR {_short(one.mean)}{span}"


def _firsts(decision: Decision, one: Standing) -> str:
    """How often it is first, and how often nearly, where that is what decides."""
    by = f"of resamples by {decision.drawn}"
    first = f"first in {_share(one.first)}"
    if one.first >= SURE or _share(one.first) == _share(one.near):
        return f"{first} {by}"
    return f"{first} {by}, at most {_short(NEAR)} below the first in {_share(one.near)}"


def _costs(decision: Decision, top: Standing) -> tuple[str, ...]:
    """What it reads, beside what the next best, or the one that is higher, reads."""
    if top.tokens is None:
        return ()
    reads = f"It reads {top.tokens:,.0f} tokens to the gold chunk (median)"
    others = decision.others
    if not others:
        return (f"{reads}.",)
    beside = others[0]
    told = f"{beside.name} (MRR {_short(beside.mean)})"
    theirs = "an unknown number" if beside.tokens is None else f"{beside.tokens:,.0f}"
    if beside == decision.ranked[0]:
        times = beside.tokens / top.tokens if beside.tokens and top.tokens else math.nan
        much = f", {times:.0f} times as many" if times >= 2 else ""
        return (f"{reads}; the highest, {told}, is as good and reads {theirs}{much}.",)
    return (f"{reads}, the next best, {told}, {theirs}.",)


def _play(decision: Decision) -> tuple[str, ...]:
    return (*_in_play(decision), *_ruled_out(decision))


def _in_play(decision: Decision) -> tuple[str, ...]:
    rivals = decision.in_play
    if not rivals:
        return ()
    named = [f"{one.name} ({_rival(one)})" for one in rivals]
    head = f"Still in play: {first_few(named, SHOWN)}"
    if decision.kind == "few" or decision.chosen != decision.ranked[0]:
        return (f"{head}.",)
    return (f"{head}; {_would_tell(decision)}.",)


def _rival(one: Standing) -> str:
    first = f", first in {_share(one.first)}" if one.first >= 0.005 else ""
    return f"{_short(one.mean)}{first}"


def _would_tell(decision: Decision) -> str:
    """What would decide: more queries, or nothing of that kind."""
    more = decision.more_queries
    which = "them" if len(decision.in_play) == 1 else "the first two"
    if more is None:
        return f"more queries like these would not tell {which} apart"
    said = f"about {_rounded(more):,} more {'query' if more == 1 else 'queries'}"
    if more > HARDLY * max(1, decision.queries):
        return f"they are nearly alike: only {said} would tell {which} apart"
    return f"{said} would tell {which} apart"


def _ruled_out(decision: Decision) -> tuple[str, ...]:
    out = decision.ruled_out
    if not out:
        return ()
    names = [f"{one.name} ({_short(one.mean)})" for one in out]
    return (f"Ruled out: {first_few(names, SHOWN)}.",)


def _rounded(count: int) -> int:
    """Two digits, upwards: it is no more certain.

    >>> _rounded(7), _rounded(123), _rounded(4801)
    (7, 130, 4900)
    """
    step = int(10 ** max(0, len(str(count)) - 2))
    return math.ceil(count / step) * step


def _share(share: float) -> str:
    """A share of resamples in whole percent, never 100 or 0 where it is not.

    >>> _share(0.97), _share(0.9999), _share(1.0), _share(0.001)
    ('97 %', 'over 99 %', '100 %', 'under 1 %')
    """
    if 0 < share < 0.005:
        return "under 1 %"
    if 0.995 <= share < 1:
        return "over 99 %"
    return f"{100 * share:.0f} %"


def _short(value: float) -> str:
    """A mean without its leading zero.

    >>> _short(0.6886), _short(1.0)
    ('.689', '1.000')
    """
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else text


def _counted(count: int, what: str) -> str:
    many = {"query": "queries"}.get(what, f"{what}s")
    return f"{count:,} {what if count == 1 else many}"
