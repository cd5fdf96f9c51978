"""What segmenting does to BM25 on two small corpora: single characters beside words.

python scripts/segmenting.py    # needs the extras chinese and japanese
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from goldrank.runs.run import Run
from goldrank.runs.run_suite import run_suite
from goldrank.suites.suite import make_suite

FOLDER = Path(__file__).resolve().parents[1] / "datasets" / "segmenting"
LANGUAGES = ("chinese", "japanese")


def ranked(language: str, **bm25: Any) -> Run:
    """The corpus of a language, ranked by BM25 alone: a document is one chunk."""
    table = {
        "name": language,
        "rankers": ["bm25"],
        "unit": "document",
        "corpus": {"path": f"{language}.jsonl"},
        "queries": {"path": f"{language}-queries.jsonl"},
        "chunker": [{"name": "whole", "kind": "whole"}],
        "variant": [{"name": "raw", "representation": "raw"}],
        "bm25": bm25,
    }
    return run_suite(make_suite(table, language, FOLDER))


def means(run: Run) -> dict[str, float]:
    """MRR over all queries, and over those of each tag."""
    found = run.measurements.merge(run.queries[["query_id", "tags"]], on="query_id")
    by_tag: pd.Series = found.groupby("tags").RR.mean()
    return {"all": float(found.RR.mean()), **{str(k): float(v) for k, v in by_tag.items()}}


def main() -> None:
    """Print the table."""
    print("| corpus | terms | MRR | MRR swapped | MRR plain | first |")
    print("|---|---|---:|---:|---:|---:|")
    for language in LANGUAGES:
        for terms, settings in (("characters", {}), ("words", {"segmenting": language})):
            run = ranked(language, **settings)
            mrr = means(run)
            first = int((run.needs["rank"] == 1).sum())
            cells = [f"{mrr[key]:.3f}" for key in ("all", "swapped", "plain")]
            row = [language, terms, *cells, f"{first} of {len(run.needs)}"]
            print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
