"""A saved run written in the format of another tool: the one table of such formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.exchange.convert import RECORD, refuse_existing
from goldrank.exchange.exports import beir, frames, mteb, ranx, trec
from goldrank.exchange.exports.results import Results
from goldrank.inspection.reopen import corpus_of
from goldrank.progress import Progress, Silent
from goldrank.runs.whole_folder import whole_folder
from goldrank.suggest import unknown

EXPORTS: Mapping[str, Callable[[Results, Path], None]] = {
    "trec": trec.write,
    "ranx": ranx.write,
    "ir_measures": frames.write_ir_measures,
    "pandas": frames.write_pandas,
    "csv": frames.write_for_people,
    "mteb": mteb.write,
}
WITH_TEXTS = {"beir": beir.write}
"""Those that hold the texts too, and so read the corpus again."""


@dataclass(frozen=True, slots=True)
class Export:
    """What is written: in which format, which systems (by default all), and where the corpus is."""

    format: str = "trec"
    systems: Sequence[str] = ()
    corpus: Path | None = None


def export(
    run: Path,
    folder: Path,
    asked: Export,
    replace: bool = False,
    progress: Progress | None = None,
) -> Results:
    """Write the run in the folder `run` to `folder`, which appears whole or not at all.

    Raises:
        GoldrankError: the run kept no rankings, a format or a system is unknown, the corpus has
            changed since, or `folder` is there and is not to be replaced.
    """
    format = asked.format
    if format not in (known := [*EXPORTS, *WITH_TEXTS]):
        raise GoldrankError(f"--to: {unknown('format', format, known)}")
    refuse_existing(folder, replace)
    results = Results.of(run, asked.systems)
    read = None
    if format in WITH_TEXTS:
        read = corpus_of(results.run, asked.corpus, progress or Silent())
    with whole_folder(folder, replace) as unfinished:
        if read is None:
            EXPORTS[format](results, unfinished)
        else:
            WITH_TEXTS[format](results, unfinished, read)
        said = {"run": results.run.name, "to": format, "systems": list(map(str, results.kept))}
        text = json.dumps(said, ensure_ascii=False, indent=1)
        (unfinished / RECORD).write_text(text + "\n", encoding="utf-8", newline="\n")
    return results
