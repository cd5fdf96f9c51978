"""Counting and reading with a model's own tokenizer, truncation and padding off, without weights."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import cast

from tokenizers import Encoding, Tokenizer
from tokenizers.normalizers import Lowercase
from tokenizers.normalizers import Sequence as InOrder

from goldrank.encoders.base import Reading
from goldrank.encoders.tokenized import reading_of, unknown_id
from goldrank.errors import GoldrankError
from goldrank.types import Span


@dataclass(frozen=True)
class HfTokenizer:
    """A `TokenCounter` made of `<folder>/tokenizer.json`; the file is read at the first count.

    Where the folder has no such file, `transformers` builds the tokenizer (still no weights).
    """

    folder: Path
    fingerprint: str
    lower_case: bool = False
    adds_special_tokens: bool = True

    def count(self, text: str) -> int:
        """The number of content tokens of `text`."""
        return len(self._fast([text])[0])

    def spans(self, text: str) -> list[Span]:
        """Where each token stands in `text`, in code points."""
        return [Span(*offsets) for offsets in self._exact([text])[0].offsets]

    def ids(self, text: str) -> list[int]:
        """The content tokens of `text`, as the model's vocabulary numbers them."""
        return self.id_rows([text])[0]

    def id_rows(self, texts: Sequence[str]) -> list[list[int]]:
        """The content tokens of each text, as the model's vocabulary numbers them."""
        return [list(encoding.ids) for encoding in self._fast(texts)]

    def counts(self, texts: Sequence[str]) -> list[int]:
        """The number of content tokens of each text."""
        return [len(encoding) for encoding in self._fast(texts)]

    def read(
        self, texts: Sequence[str], prompt: str, window: int | None, salt: str
    ) -> list[Reading]:
        """What a window of `window` content tokens holds of `prompt + text`, for each text.

        The key is a sha256 of `salt` and of the token ids inside the window.
        """
        inputs = [prompt + text for text in texts]
        readings: list[Reading] = []
        for start in range(0, len(inputs), BLOCK):
            block = inputs[start : start + BLOCK]
            ids = [encoding.ids for encoding in self._fast(block)]
            # The fast call leaves the offsets out: they are asked for where they matter.
            asked = [n for n, row in enumerate(ids) if self._needs_offsets(row, window)]
            exact = dict(zip(asked, self._exact([block[n] for n in asked]), strict=True))
            for n, row in enumerate(ids):
                key = _key(salt, row if window is None else row[:window])
                found = Reading(len(row), len(row), len(block[n]) - len(prompt), key)
                if n in exact:
                    size, known = len(block[n]), self.unknown
                    found = replace(reading_of(exact[n], size, len(prompt), window, known), key=key)
                readings.append(found)
        return readings

    def _needs_offsets(self, ids: Sequence[int], window: int | None) -> bool:
        is_cut = window is not None and len(ids) > window
        return is_cut or (self.unknown is not None and self.unknown in ids)

    @cached_property
    def unknown(self) -> int | None:
        """The id of the unknown token; `None` where there is none."""
        return unknown_id(self._loaded[0])

    @property
    def largest_id(self) -> int:
        """The largest number of a token."""
        return max(self._loaded[0].get_vocab().values(), default=-1)

    @property
    def special_tokens(self) -> int:
        """How many tokens are added to every input."""
        return self._loaded[0].num_special_tokens_to_add(False) if self.adds_special_tokens else 0

    @property
    def declared_truncation(self) -> int | None:
        """Where the tokenizer's own file would cut, special tokens included."""
        return self._loaded[1]

    def _fast(self, texts: Sequence[str]) -> list[Encoding]:
        tokenizer = self._loaded[0]
        try:
            return tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        except (TypeError, UnicodeEncodeError) as error:
            raise _unreadable(texts) from error

    def _exact(self, texts: Sequence[str]) -> list[Encoding]:
        try:
            return self._loaded[0].encode_batch(list(texts), add_special_tokens=False)
        except (TypeError, UnicodeEncodeError) as error:
            raise _unreadable(texts) from error

    @cached_property
    def _loaded(self) -> tuple[Tokenizer, int | None]:
        tokenizer = load_tokenizer(self.folder)
        truncation = tokenizer.truncation
        # A tokenizer that truncates counts at most its limit, and nothing ever looks too long.
        tokenizer.no_truncation()
        tokenizer.no_padding()
        if self.lower_case:
            tokenizer = lower_cased(tokenizer)
        return tokenizer, None if truncation is None else int(truncation["max_length"])


BLOCK = 2048  # texts tokenized at a time: bounds the memory that a large corpus takes


def load_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer of a model folder, or of a tokenizer's file, as the file says.

    Raises:
        GoldrankError: there is none, or it has no fast form.
    """
    file = folder if folder.is_file() else folder / "tokenizer.json"
    try:
        if file.is_file():
            return Tokenizer.from_file(str(file))
        from transformers import AutoTokenizer

        made = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        return cast(Tokenizer, made.backend_tokenizer)
    except Exception as error:  # the tokenizers library raises bare Exception
        raise GoldrankError(
            f"{folder}: expected tokenizer.json or files that transformers makes a fast tokenizer "
            f"of, got {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}; "
            "save the model's fast tokenizer there"
        ) from error


def lower_cased(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer, with its input in lower case before all else."""
    before = [tokenizer.normalizer] if tokenizer.normalizer is not None else []
    tokenizer.normalizer = InOrder([Lowercase(), *before])
    return tokenizer


def _key(salt: str, ids: Sequence[int]) -> bytes:
    return hashlib.sha256(salt.encode() + b"\0" + array("I", ids).tobytes()).digest()


def _unreadable(texts: Sequence[str]) -> GoldrankError:
    for number, text in enumerate(texts):
        try:
            str(text).encode("utf-8")
        except UnicodeEncodeError as error:
            return GoldrankError(
                f"text {number} ({text[:40]!r}): expected Unicode text, got a lone surrogate at "
                f"offset {error.start}; read the file as UTF-8"
            )
    return GoldrankError("expected texts, got something else; pass a sequence of strings")
