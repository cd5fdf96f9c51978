"""The tokenizer that a user hands in for an encoder of theirs: a file, a folder, or a callable."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

from goldrank.encoders.base import Reading
from goldrank.encoders.declared import read_declared
from goldrank.encoders.hf_tokenizer import load_tokenizer, lower_cased
from goldrank.encoders.models import BUNDLED, resolve_model
from goldrank.encoders.tokenized import reading_of, unknown_id
from goldrank.errors import GoldrankError
from goldrank.own_code.importing import finding_in
from goldrank.own_code.named import TARGET, module_of, own_object
from goldrank.own_code.own_files import OwnFile, own_files
from goldrank.types import Span


@dataclass(frozen=True)
class FastTokenizer:
    """Counts as a `tokenizers.Tokenizer` does, truncation and padding off."""

    tokenizer: Tokenizer
    fingerprint: str

    @property
    def special_tokens(self) -> int:
        """How many tokens are added to every input."""
        return int(self.tokenizer.num_special_tokens_to_add(False))

    def count(self, text: str) -> int:
        """The number of content tokens of `text`."""
        return len(self.tokenizer.encode(text, add_special_tokens=False).ids)

    def spans(self, text: str) -> list[Span]:
        """Where each token stands in `text`."""
        encoding = self.tokenizer.encode(text, add_special_tokens=False)
        return [Span(*offsets) for offsets in encoding.offsets]

    def read(self, prompt: str, text: str, window: int | None) -> Reading:
        """What a window of `window` content tokens holds of `prompt + text`; without its key."""
        encoding = self.tokenizer.encode(prompt + text, add_special_tokens=False)
        return reading_of(encoding, len(prompt + text), len(prompt), window, self._unknown)

    @cached_property
    def _unknown(self) -> int | None:
        return unknown_id(self.tokenizer)


@dataclass(frozen=True)
class CallableTokenizer:
    """Counts as a function does that returns a text's tokens, or the pairs of their offsets.

    `files` are the user's own code that it is made of, and may import from `folders`.

    >>> CallableTokenizer(str.split, "str:split").spans("to be")
    [Span(start=0, end=2), Span(start=3, end=5)]
    """

    function: Callable[[str], Any]
    name: str
    fingerprint: str = ""
    special_tokens: int = 0
    files: tuple[OwnFile, ...] = field(default=(), repr=False)
    folders: tuple[str, ...] = field(default=(), repr=False)

    def count(self, text: str) -> int:
        """The number of tokens of `text`."""
        return len(self.spans(text))

    def spans(self, text: str) -> list[Span]:
        """Where each token stands in `text`."""
        try:
            with finding_in(self.folders, self.files):
                made = list(self.function(text))
        except Exception as error:  # it is foreign code: it may raise anything
            raise GoldrankError(
                f'tokenizer "{self.name}" failed on the text beginning with "{text[:60]}": '
                f"{type(error).__name__}: {error}"
            ) from error
        if all(isinstance(token, str) for token in made):
            return self._found(text, made)
        return self._checked(text, made)

    def _found(self, text: str, tokens: Sequence[str]) -> list[Span]:
        spans, at = [], 0
        for token in tokens:
            start = text.find(token, at)
            if start < 0:
                raise self._wrong(text, f'got the token "{token}", which does not stand there')
            at = start + len(token)
            spans.append(Span(start, at))
        return spans

    def _checked(self, text: str, made: Sequence[Any]) -> list[Span]:
        try:
            spans = [Span(int(start), int(end)) for start, end in made]
        except (TypeError, ValueError):
            raise self._wrong(text, f"got {made[0]!r}") from None
        inside = all(0 <= s.start <= s.end <= len(text) for s in spans)
        if not inside or any(one.start > other.start for one, other in pairwise(spans)):
            raise self._wrong(text, "got offsets that lie outside it or go back")
        return spans

    def _wrong(self, text: str, got: str) -> GoldrankError:
        return GoldrankError(
            f'tokenizer "{self.name}": expected the tokens of the text beginning with '
            f'"{text[:60]}" as they stand in it, or pairs (start, end) of their offsets, {got}'
        )


UserTokenizer = FastTokenizer | CallableTokenizer


def read_user_tokenizer(named: str, folders: Sequence[str]) -> UserTokenizer:
    """The tokenizer that `named` names.

    That is a `module:attribute`, a `tokenizer.json`, the folder of a model, or `bundled`.

    The attribute is a tokenizer of the libraries tokenizers or transformers, or a function that
    returns a text's tokens, or the pairs of their offsets.

    Raises:
        GoldrankError: there is none, or it is something else.
    """
    if TARGET.fullmatch(named):
        return _imported(named, folders)
    path = resolve_model(BUNDLED) if named == BUNDLED else Path(named)
    if not path.exists():
        raise GoldrankError(
            f'tokenizer "{named}": expected module:callable, a tokenizer.json, a folder that holds '
            'one, or "bundled", found no such file; a path is relative to the suite'
        )
    declared = read_declared(path) if path.is_dir() else None
    made = load_tokenizer(declared.folder if declared else path)
    return _fast(lower_cased(made) if declared and declared.lower_case else made)


def _imported(target: str, folders: Sequence[str]) -> UserTokenizer:
    files = own_files(folders, module_of(target))
    found = own_object(f'tokenizer "{target}"', target, folders, None)
    found = getattr(found, "backend_tokenizer", found)
    if isinstance(found, Tokenizer):
        return _fast(found)
    if not callable(found):
        raise GoldrankError(
            f'tokenizer "{target}": expected a tokenizer or a function that returns a text\'s '
            f"tokens, found {type(found).__name__}"
        )
    code = json.dumps([target, [[file.label, file.sha256] for file in files]])
    fingerprint = hashlib.sha256(code.encode()).hexdigest()
    return CallableTokenizer(found, target, fingerprint, files=files, folders=tuple(folders))


def _fast(tokenizer: Tokenizer) -> FastTokenizer:
    own = Tokenizer.from_str(tokenizer.to_str())  # the user's keeps its truncation
    own.no_truncation()
    own.no_padding()
    return FastTokenizer(own, hashlib.sha256(own.to_str().encode()).hexdigest())
