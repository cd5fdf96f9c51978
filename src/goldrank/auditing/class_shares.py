"""What a reader's classes of a sample say of all chunks, and what the rule adds to it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from goldrank.auditing.agreement import ClassAgreement, agreement_of
from goldrank.auditing.chunks import AuditedChunks
from goldrank.auditing.classes import CLASSES, NAMES
from goldrank.auditing.readings import Readings, read_readings
from goldrank.errors import GoldrankError
from goldrank.measuring.double_sampling import Corrected, corrected_shares
from goldrank.measuring.randomization import Interval
from goldrank.measuring.shares import closing, share_intervals

GOOD_FROM: Final = 0.6
"""The rule labels all chunks where the low end of kappa's interval is at least this: what Landis
and Koch, "The measurement of observer agreement for categorical data" (1977), call substantial."""


@dataclass(frozen=True, slots=True)
class ClassShares:
    """The classes of a sample, and of all chunks.

    `missing` is the share of chunks that do not name their subject (all but `named` and `twin`),
    and `missing_interval` its own. `rule` is `None` where it does not know the language, and
    `corrected` where it is not good enough too.
    """

    readings: Readings
    counts: tuple[int, ...]
    table: pd.DataFrame
    missing: float
    missing_interval: Interval
    rule: ClassAgreement | None
    corrected: Corrected | None

    @property
    def read(self) -> int:
        """How many chunks were read."""
        return sum(self.counts)


def class_shares(audited: AuditedChunks, path: Path) -> ClassShares:
    """The shares of the classes, from a reader's file.

    Raises `GoldrankError` where the file is of other chunks than those of the suite now.
    """
    readings = read_readings(path)
    audited.refuse_others(readings.design, path)
    strangers = [chunk for chunk in readings.last if chunk not in audited.at]
    if strangers:
        raise GoldrankError(f"{path}: no chunk {strangers[0]!r} in the suite; take the line out")
    of = Counter(readings.last.values())
    counts = tuple(of[name] for name in NAMES)
    missing = sum(of[each.name] for each in CLASSES if each.lacks_subject)
    read, every = sum(counts), len(audited.chunks)
    rule = _rule(audited, readings)
    corrected = _corrected(audited, readings) if rule is not None and is_good(rule) else None
    return ClassShares(
        readings,
        counts,
        _table(audited, counts, corrected),
        missing / read,
        share_intervals([missing, read - missing], every)[0],
        rule,
        corrected,
    )


def is_good(rule: ClassAgreement) -> bool:
    """Whether the rule agrees enough with a reader to label what nobody read."""
    kappa = rule.kappa
    low = kappa.value if kappa.interval is None else kappa.interval.low
    return low is not None and low >= GOOD_FROM


def _rule(audited: AuditedChunks, readings: Readings) -> ClassAgreement | None:
    """The rule against what the reader said before seeing what it says."""
    if audited.guesses is None or not readings.first:
        return None
    return agreement_of(
        {chunk: audited.guesses[audited.at[chunk]] for chunk in readings.first}, readings.first
    )


def _corrected(audited: AuditedChunks, readings: Readings) -> Corrected:
    guesses = audited.guesses or []
    pairs = Counter((guesses[audited.at[chunk]], name) for chunk, name in readings.last.items())
    table = [[pairs[label, name] for name in NAMES] for label in NAMES]
    labels = Counter(guesses)
    return corrected_shares(table, [labels[name] for name in NAMES])


def _table(
    audited: AuditedChunks, counts: tuple[int, ...], corrected: Corrected | None
) -> pd.DataFrame:
    every, read = len(audited.chunks), sum(counts)
    intervals = share_intervals(counts, every)
    guesses = None if audited.guesses is None else Counter(audited.guesses)
    nothing = [np.nan] * len(NAMES)
    return pd.DataFrame(
        {
            "class": NAMES,
            "read": counts,
            "share": [count / read for count in counts],
            "share_low": [interval.low for interval in intervals],
            "share_high": [interval.high for interval in intervals],
            "guessed": nothing if guesses is None else [guesses[name] for name in NAMES],
            "corrected": nothing if corrected is None else corrected.shares,
            "corrected_low": nothing if corrected is None else [i.low for i in corrected.intervals],
            "corrected_high": nothing
            if corrected is None
            else [i.high for i in corrected.intervals],
            "chunks": nothing if corrected is None else closing(corrected.shares, every),
        }
    ).astype({"guessed": "Int64", "chunks": "Int64"})
