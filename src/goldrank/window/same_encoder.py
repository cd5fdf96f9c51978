"""Is an encoder the one whose vectors are in the cache? One text that is kept there is the witness."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from goldrank.encoders.base import Encoder
from goldrank.encoders.notes import Notes
from goldrank.errors import GoldrankError
from goldrank.window.probe import rows

NOTE = "witness"
LONGEST = 20_000  # characters of the text that is kept
SHORT = 200  # the same where each costs money, and a long one may be refused
APART = 1e-3  # of the largest component: other libraries and batches move a vector by less


def check_same(encoder: Encoder, texts: Sequence[str], cache: Notes) -> None:
    """Encode the text that was kept at the first run, and compare; keep one where there is none.

    Raises:
        GoldrankError: its vector is another now, though the encoder's fingerprint is the same.
    """
    known = cache.note(NOTE)
    if known is None:
        text = max(texts, key=len, default="")[: SHORT if encoder.about.is_remote else LONGEST]
        if text:
            vector = rows(encoder, [text])[0]
            cache.remember(NOTE, {"text": text, "vector": [float(x) for x in vector]})
        return
    before = np.array(known["vector"], dtype=np.float32)
    now = rows(encoder, [known["text"]])[0]
    if now.shape == before.shape:
        apart = float(np.abs(now - before).max())
        if apart <= APART * float(np.abs(before).max()):
            return
    raise GoldrankError(
        f'encoder "{encoder.name}": expected the vectors that it gave in an earlier run, and the '
        f'text beginning with "{known["text"][:60]}" has another one now; what it reads has '
        "changed, or what stands behind it: give it another version, so that nothing of before is "
        "used"
    )
