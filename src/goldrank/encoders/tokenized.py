"""What is read of a tokenized input: what the window holds, without what the tokenizer cannot read."""

from __future__ import annotations

import json

from tokenizers import Encoding, Tokenizer
from tokenizers.models import Unigram

from goldrank.encoders.base import Reading
from goldrank.text.intervals import union
from goldrank.types import Span


def unknown_id(tokenizer: Tokenizer) -> int | None:
    """The id of the unknown token; `None` where there is none, as where bytes stand in for it.

    >>> from tokenizers.models import WordLevel
    >>> unknown_id(Tokenizer(WordLevel({"leave": 0, "?": 1}, unk_token="?")))
    1
    """
    model = tokenizer.model
    if isinstance(model, Unigram):
        # The library tells the unknown token of this kind in its file alone.
        found = json.loads(tokenizer.to_str())["model"]
        return None if found.get("byte_fallback") else found.get("unk_id")
    name = getattr(model, "unk_token", None)
    return None if name is None else tokenizer.token_to_id(name)


def reading_of(
    encoding: Encoding, size: int, prompt: int, window: int | None, unknown: int | None
) -> Reading:
    """What a window of `window` content tokens holds of an input; its key is left empty.

    The input has `size` characters, the first `prompt` of which are its prompt; `unknown` is the
    id of the unknown token. Offsets in the reading are those of the text behind the prompt.
    """
    count = len(encoding)
    read = count if window is None else min(window, count)
    end = max(0, (_end_of(encoding, read) if read < count else size) - prompt)
    ids = encoding.ids[:read]
    places = zip(ids, encoding.offsets[:read], strict=True)
    spans = union(
        Span(max(0, start - prompt), stop - prompt)
        for token, (start, stop) in places
        if token == unknown
    )
    unknown_tokens = 0 if unknown is None else ids.count(unknown)
    return Reading(count, read, end, b"", unknown=tuple(spans), unknown_tokens=unknown_tokens)


def _end_of(encoding: Encoding, window: int) -> int:
    """The offset after the last character whose tokens are all among the first `window`."""
    ends = encoding.offsets[window - 1][1] if window else 0
    # One character may be several tokens: it counts as read when all of them are.
    return int(min(ends, encoding.offsets[window][0]))
