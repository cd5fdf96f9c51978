"""How far two readers agree, or a reader and the rule, on the chunks that both put into a class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from goldrank.auditing.classes import NAMES
from goldrank.auditing.readings import Readings
from goldrank.errors import GoldrankError
from goldrank.measuring.kappa import Kappa, kappa_of


@dataclass(frozen=True)
class ClassAgreement:
    """Two classes of each of some chunks, by chunk, and how many only one has read."""

    both: Mapping[str, tuple[str, str]]
    only_first: int
    only_second: int

    @cached_property
    def counts(self) -> list[list[int]]:
        """Shape (6, 6): the first's classes down, the second's across."""
        pairs = list(self.both.values())
        return [[pairs.count((one, other)) for other in NAMES] for one in NAMES]

    @property
    def kappa(self) -> Kappa:
        """Cohen's kappa, with its interval."""
        return kappa_of(self.counts)

    @property
    def table(self) -> pd.DataFrame:
        """The table `audit_agreement`."""
        return pd.DataFrame(
            [[name, *row] for name, row in zip(NAMES, self.counts, strict=True)],
            columns=["class", *NAMES],
        )

    @property
    def differing(self) -> dict[str, tuple[str, str]]:
        """The chunks on which the two differ."""
        return {chunk: pair for chunk, pair in self.both.items() if pair[0] != pair[1]}

    def to_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        kappa = self.kappa
        return {
            "both": kappa.units,
            "same": kappa.same,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "kappa": kappa.value,
            "kappa_interval": list(kappa.interval) if kappa.interval else None,
            "counts": self.counts,
            "differing": [
                {"chunk_id": chunk, "first": first, "second": second}
                for chunk, (first, second) in self.differing.items()
            ],
        }


def agreement_of(first: Mapping[str, str], second: Mapping[str, str]) -> ClassAgreement:
    """Hold classes by chunk against each other. Raises `GoldrankError` where no chunk has both."""
    both = {chunk: (first[chunk], second[chunk]) for chunk in first if chunk in second}
    if not both:
        raise GoldrankError(
            f"no chunk was read by both: the first read {len(first)}, the second {len(second)}; "
            "name two readers of one sample"
        )
    return ClassAgreement(both, len(first) - len(both), len(second) - len(both))


def agreement_of_readers(first: Readings, second: Readings) -> ClassAgreement:
    """Two readers, by what each said last. Raises `GoldrankError` where they read other chunks."""
    if first.design.digest != second.design.digest:
        raise GoldrankError(
            f"the two files are of different chunks: {first.design} (digest {first.design.digest}) "
            f"and {second.design} (digest {second.design.digest})"
        )
    return agreement_of(first.last, second.last)
