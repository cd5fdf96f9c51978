"""Print the named diagnosis of every failure against the tag that its query was written for.

    python scripts/confusion.py reports/handbook [chunker/variant/ranker ...]

The diagnosis never reads tags. Which diagnosis is a fair agreement for a tag is written below,
from what the tag says of the text (datasets/handbook/README.md), before any count was looked at.
"""

from __future__ import annotations

import sys

import pandas as pd

import goldrank
from goldrank.diagnosis.causes import BETWEEN

REFERENCE = {"wrong chunk", "wrong document", "no subject", "word form"}
"""What the subject left behind in a heading may look like: none is the text's own fault."""
FAIR = {
    "pronoun": REFERENCE,
    "imperative": REFERENCE,
    "list-item": REFERENCE,
    "underspecified": REFERENCE,
    "twin": {"twin"},
    "repeated": {"twin"},
    "tail": {"outside", "straddling", "wrong chunk", "wrong document"},
    "empty-heading": {"empty heading"},
    "vocabulary-gap": {"no shared vocabulary"},
    "split": {"split"},
    "self-contained": REFERENCE,
}
KEYS = ["chunker", "variant", "ranker"]


def failures(run: goldrank.Run) -> pd.DataFrame:
    """The needs that are not found, with the one tag of their query."""
    tagged = run.diagnoses.merge(run.queries[["query_id", "tags"]], on="query_id")
    return tagged[(tagged.diagnosis != "found") & tagged.tags.isin(list(FAIR))]


def agreement(failed: pd.DataFrame) -> tuple[int, int]:
    """How many failures are named as their tag says, and how many there are."""
    agree = [d in FAIR[t] for d, t in zip(failed.diagnosis, failed.tags, strict=True)]
    return sum(agree), len(agree)


def holding(failed: pd.DataFrame) -> int:
    """For how many failures what their tag says holds, named or not."""
    pairs = zip(failed.holds, failed.tags, strict=True)
    return sum(bool(FAIR[tag] & set(held.split(BETWEEN))) for held, tag in pairs)


def main(folder: str, chosen: list[str]) -> None:
    failed = failures(goldrank.load(folder))
    systems = ["/".join(key) for key in failed[KEYS].drop_duplicates().itertuples(index=False)]
    for name in chosen or systems:
        mine = failed[failed[KEYS].agg("/".join, axis=1) == name]
        table = pd.crosstab(mine.tags, mine.diagnosis)
        table["agree"] = [agreement(mine[mine.tags == tag])[0] for tag in table.index]
        good, all_ = agreement(mine)
        print(f"\n{name}: {good} of {all_} failures agree ({good / max(all_, 1):.0%})")
        print(f"what the tag says holds for {holding(mine)}\n{table}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
