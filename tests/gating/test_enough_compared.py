"""A verdict stands on most of the needs of its baseline, among most of its documents."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.baselines import PARTS, SYSTEM, baseline, gated

from goldrank.gating.verdicts import NotComparable
from goldrank.measuring.exact import Standing
from goldrank.suites.suite_tables import GateSettings

TEN = {f"d{n}.md": str(n) for n in range(10)}


def after_edits(documents):
    other = {**PARTS, "corpus": "other"}
    return gated(
        baseline([1], documents=TEN), baseline([1], documents=documents, fingerprints=other)
    )


def without(*names):
    return {name: text for name, text in TEN.items() if name not in names}


def test_fewer_documents_to_compete_with_are_not_comparable() -> None:
    # 9 of 10 are the least that 0.9 allows, though every need is still there.
    assert after_edits(without("d1.md")).exit_code == 0
    with pytest.raises(NotComparable, match=r"only 8 of the baseline's 10 documents.*d1.md, d2.md"):
        after_edits(without("d1.md", "d2.md"))


def test_documents_that_were_renamed_or_reworded_are_there() -> None:
    assert after_edits({f"new/{name}": text for name, text in TEN.items()}).exit_code == 0
    assert after_edits({name: text + "x" for name, text in TEN.items()}).exit_code == 0


def test_a_measure_of_whole_queries_counts_needs_of_whole_queries() -> None:
    two = Standing(1), Standing(1)
    values = {"nDCG@10": {SYSTEM: {"q1": 1.0}}}
    before = baseline([1], values=values)
    (known,) = before.queries["q1"].needs
    second = (replace(known[0], sha256="second", doc_id="b.md"),)
    before = replace(
        before,
        documents={"a.md": "1", "b.md": "1"},
        queries={"q1": replace(before.queries["q1"], needs=(known, second))},
        ranks={"q1": tuple((one,) for one in two)},
    )
    after = baseline(
        [1],
        values=values,
        documents={"a.md": "1", "b.md": "2"},
        fingerprints={**PARTS, "corpus": "other"},
    )
    half = {"min_compared": 0.5, "alpha": "off"}
    assert gated(before, after, GateSettings(measure="RR", **half)).needs_compared == 1
    with pytest.raises(NotComparable, match="nDCG@10: only 0 of the baseline's 2 needs"):
        gated(before, after, GateSettings(measure="nDCG@10", **half))
