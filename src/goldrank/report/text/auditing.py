"""What an audit shows of its classes: tables and sentences. Nothing here prints."""

from __future__ import annotations

import pandas as pd

from goldrank.auditing.agreement import ClassAgreement
from goldrank.auditing.class_shares import GOOD_FROM, ClassShares
from goldrank.auditing.headed_suite import RANKERS
from goldrank.auditing.header_gains import HeaderGains
from goldrank.frames.schema import AUDIT
from goldrank.measuring.kappa import Kappa
from goldrank.measuring.paired import ALPHA
from goldrank.measuring.shares import worth_of
from goldrank.report.common.formats import decimal, percent, signed
from goldrank.report.text.shown_tables import Shown, ShownTable

SHOWN = 20
"""How many chunks on which two readers differ are listed."""


def shares_shown(found: ClassShares) -> Shown:
    """The classes of the sample and of all chunks, and the rule against the reader."""
    tables = [ShownTable("Classes of chunks", AUDIT["audit_classes"], found.table)]
    if found.rule is not None:
        title = "The rule's classes (down), and the reader's (across)"
        tables.append(ShownTable(title, AUDIT["audit_agreement"], found.rule.table))
    return Shown(f"Audit of {found.readings.design}", tables, _said(found))


def _said(found: ClassShares) -> list[str]:
    design, low, high = found.readings.design, *found.missing_interval
    left = design.size - found.read
    said = [
        f"{found.read:,} of {design.chunks:,} chunks read"
        + (f", {left:,} of the sample are left" if left > 0 else "")
        + "; the intervals of the six shares hold together in 95 % of samples, and allow for how "
        "few chunks there are.",
        f"{percent(found.missing)} ({percent(low)} to {percent(high)}) do not name their subject.",
    ]
    if design.by_document:
        said.append(
            "The sample is stratified by document; the intervals are those of a simple sample, "
            "which are a little too wide for it."
        )
    return [*said, *_of_the_rule(found)]


def _of_the_rule(found: ClassShares) -> list[str]:
    if found.rule is None:
        return ["The rule knows English alone, so nothing is guessed of the other chunks."]
    kappa = found.rule.kappa
    said = [f"The rule, against what was said before its guess was seen: {kappa_words(kappa)}."]
    if found.corrected is None:
        said.append(
            f"That is too little to label all chunks by it (needed: an interval from {GOOD_FROM} up)."
        )
        return said
    every = found.readings.design.chunks
    least = min(found.corrected.worth[at] for at, count in enumerate(found.counts) if count)
    line = f"So it labels all {every:,} chunks, corrected by its errors on the sample"
    if found.read < every:
        times = least / worth_of(found.read, every)
        line += f"; the class that gains least is told as by {times:.1f} times as many readings"
    return [*said, f"{line}."]


def kappa_words(kappa: Kappa) -> str:
    """How many are alike, and kappa.

    >>> kappa_words(Kappa(3, 3, 1.0, None))
    '3 of 3 alike, kappa 1.000 (no interval: they never differ)'
    """
    alike = f"{kappa.same:,} of {kappa.units:,} alike"
    if kappa.value is None:
        return f"{alike}, kappa is not defined (one class alone)"
    if kappa.interval is None:
        return f"{alike}, kappa {decimal(kappa.value)} (no interval: they never differ)"
    low, high = map(decimal, kappa.interval)
    return f"{alike}, kappa {decimal(kappa.value)} ({low} to {high})"


def agreement_shown(found: ClassAgreement, names: tuple[str, str]) -> Shown:
    """Two readers side by side, and where they differ."""
    first, second = names
    title = f"{first} (down) and {second} (across)"
    said = [
        f"{kappa_words(found.kappa)}; {found.only_first:,} read by {first} alone, "
        f"{found.only_second:,} by {second} alone."
    ]
    more = len(found.differing) - SHOWN
    said += [
        f"{chunk}: {one} by {first}, {other} by {second}"
        for chunk, (one, other) in list(found.differing.items())[:SHOWN]
    ]
    if more > 0:
        said.append(f"… and {more:,} more; --format json lists all")
    return Shown(title, [ShownTable(title, AUDIT["audit_agreement"], found.table)], said)


def gains_shown(found: HeaderGains) -> Shown:
    """What a header brings to each class, and what it costs the chunks."""
    tables = [
        ShownTable("What a header brings, by class", AUDIT["audit_gains"], found.gains),
        ShownTable("What it takes of their windows", AUDIT["audit_costs"], found.costs),
    ]
    return Shown(f"The gain of {found.header} by class", tables, _gains_said(found))


def _gains_said(found: HeaderGains) -> list[str]:
    left = {
        "no chunk holds": found.split,
        "chunks of several classes hold": found.mixed,
        "stand in chunks of no known class": found.unread,
    }
    rest = ", ".join(f"{count:,} that {what}" for what, count in left.items() if count)
    said = [
        f"{found.needs:,} needs, {found.of_readers:,} of them in chunks that were read and the "
        "others by the rule's class" + (f"; left out: {rest}" if rest else "") + "."
    ]
    for (header, against), rows in found.gains.groupby(["header", "against"], sort=False):
        pair = f"{header} against {against}"
        said += [_told(pair, ranker, rows[rows.ranker == ranker]) for ranker in RANKERS]
    return said


def _told(pair: str, ranker: str, rows: pd.DataFrame) -> str:
    """Which classes gain or lose, and of which that is not told from chance."""
    real = rows[rows.p_value <= ALPHA]
    moves = [
        f"{name} {signed(change)}"
        for name, change in zip(real["class"], real.RR_change, strict=True)
    ]
    others = list(rows[rows.p_value > ALPHA]["class"])
    told = ", ".join(moves) or "no class is told from chance"
    rest = f"; not told from chance: {', '.join(others)}" if others and moves else ""
    return f"{pair}, by {ranker}: {told}{rest}."
