"""What a header takes of the windows of each class of chunks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from goldrank.auditing.classes import NAMES
from goldrank.auditing.headed_suite import RAW
from goldrank.auditing.labels import Labels
from goldrank.encoders.base import Reading
from goldrank.representations.base import Represented
from goldrank.running.indexing import DenseTexts


def costs_of(
    sides: Mapping[str, DenseTexts], labels: Labels, headers: Sequence[str]
) -> pd.DataFrame:
    """One row per header and class: its tokens, and what it pushes out of the window.

    `sides` are of the vector side by representation, `raw` among them.
    """
    raw = sides[RAW]
    rows = []
    for header in headers:
        side = sides[header]
        for name in NAMES:
            own = [at for at, each in labels.classes.items() if each == name]
            if not own:
                continue
            lost = [
                _unread(side.texts[at], side.readings[at])
                - _unread(raw.texts[at], raw.readings[at])
                for at in own
            ]
            tokens = [side.readings[at].tokens - raw.readings[at].tokens for at in own]
            rows.append(
                {
                    "header": header,
                    "class": name,
                    "chunks": len(own),
                    "prefix_tokens": sum(tokens) / len(own),
                    "pushed_out": sum(lost),
                    "cut_share": sum(each > 0 for each in lost) / len(own),
                }
            )
    return pd.DataFrame(rows)


def _unread(represented: Represented, reading: Reading) -> int:
    """How many characters of the chunk itself are not read, white space apart."""
    text, body = represented.text, represented.body
    return sum(
        len("".join(text[max(gap.start, body.start) : min(gap.end, body.end)].split()))
        for gap in reading.unread(text)
    )
