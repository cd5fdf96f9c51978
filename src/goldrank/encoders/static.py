"""Static embeddings: a row for each token, and their mean. They read everything, and not its order."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from goldrank.encoders.base import About, Reading, Role, Vectors
from goldrank.encoders.file_hashes import remembered_sha256
from goldrank.encoders.folders import default_cache_folder
from goldrank.encoders.hf_tokenizer import HfTokenizer
from goldrank.encoders.models import beside
from goldrank.encoders.pooling import as_long_as_one
from goldrank.encoders.prompts import prompt_remarks
from goldrank.encoders.settings import EncoderSettings, SuiteFolders
from goldrank.encoders.static_files import (
    WORDLLAMA,
    StaticFiles,
    is_static,
    read_table,
    static_files,
)

ROWS = 1024  # texts in one call: each is computed alone, and few calls are few writes


class StaticSettings(EncoderSettings):
    """A table of tokens: `wordllama`, or a folder of model2vec or of a `StaticEmbedding`, which is
    known as that by what it holds.
    """

    kept_for_another_model: ClassVar[tuple[str, ...]] = ("normalize", "download")

    kind: str | None = "static"
    """Which kind of encoder; must be named for a model of the hub alone."""
    model: str
    """`wordllama`, the folder of a saved model, or its name on the hub."""
    max_tokens: int | None = Field(default=None, gt=0)
    """How many tokens of an input are read; by default as many as the library of its folder reads."""
    normalize: bool | None = None
    """Whether vectors are made as long as one; by default as the model says."""
    query_prompt: str | None = None
    """What is put before every query; by default as the model says."""
    document_prompt: str | None = None
    """What is put before every chunk; by default as the model says."""
    revision: str | None = None
    """The revision of a model of the hub."""
    download: bool = False
    """Whether a model of the hub may be fetched."""

    @classmethod
    def takes(cls, model: str) -> bool:
        """Whether it is the static model that installs as a package."""
        return model == WORDLLAMA

    @classmethod
    def holds(cls, folder: Path) -> bool:
        """Whether a folder holds a table of tokens in safetensors."""
        return is_static(folder)

    @classmethod
    def from_anywhere(cls, model: str, folder: Path) -> str:
        """The whole path of a model's folder; a name as it is."""
        place = _beside(model, folder)
        return model if place == model else str(Path(place).resolve())

    def make(self, place: SuiteFolders) -> StaticEncoder:
        """The encoder; a model that is a folder beside the suite is found there."""
        return StaticEncoder(_beside(self.model, place.folder), **self.given)


def _beside(model: str, folder: Path) -> str:
    return model if model == WORDLLAMA else beside(model, folder)


@dataclass(frozen=True)
class StaticEncoder:
    """The mean of the rows of a text's tokens, made as long as one unless the model says otherwise.

    No torch and no library of the model's own is needed. A text without a token has the zero
    vector. `max_tokens = None` reads what the library of the model reads: all, or what the cut in
    its tokenizer's file or in a `config.json` of model2vec says.

    >>> encoder = StaticEncoder("wordllama")
    >>> encoder.counter.count("It must be requested, in writing.")
    8
    >>> encoder.encode(["", "leave"], "query").any(axis=1).tolist()
    [False, True]
    """

    model: str
    max_tokens: int | None = None
    normalize: bool | None = None
    query_prompt: str | None = None
    document_prompt: str | None = None
    revision: str | None = None
    download: bool = field(default=False, compare=False)

    @property
    def name(self) -> str:
        """What the user called it."""
        return self.model

    @cached_property
    def fingerprint(self) -> str:
        """A sha256 of the table, of the tokenizer and of these settings."""
        memory, files = default_cache_folder(), self._files
        identity = {
            "backend": "static",
            "table": remembered_sha256(files.table, memory),
            "tokenizer": remembered_sha256(files.tokenizer, memory),
            "reads": self._reads,
            "drops unknown": files.drops_unknown,
            "normalize": self._normalized,
            "prompts": [self.prompt("query"), self.prompt("document")],
        }
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    @cached_property
    def counter(self) -> HfTokenizer:
        """Counts as the model's tokenizer does, truncation and padding off."""
        return HfTokenizer(self._files.tokenizer, self.fingerprint, adds_special_tokens=False)

    @property
    def has_tokenizer(self) -> bool:
        """It is the model's own."""
        return True

    @property
    def special_tokens(self) -> int:
        """None are added."""
        return 0

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        """Where its tokenizer's file cuts, and where its library does."""
        said = {
            "tokenizer truncation": self._tokenizer_cut,
            "model2vec max_length": self._files.max_tokens,
            "max_tokens": self.max_tokens,
        }
        return {where: tokens for where, tokens in said.items() if tokens is not None}

    @property
    def about(self) -> About:
        """How its vectors are compared, and what is not done of what its files declare."""
        declared = self._files.declared
        similarity = declared.compared_by(self._normalized)
        prompts = prompt_remarks(self.model, declared, self.query_prompt, self.document_prompt)
        return About(similarity, (*declared.other_similarity(similarity), *prompts), rows=ROWS)

    def prompt(self, side: Role) -> str:
        """What is put before every input of a side, once."""
        chosen = self.query_prompt if side == "query" else self.document_prompt
        return self._files.declared.prompt(side) if chosen is None else chosen

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` tokens (prompt included) holds of each text."""
        return self.counter.read(texts, self.prompt(side), window, self.fingerprint)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Vectors of `texts`, shape (texts, dimensions), float32."""
        made = np.zeros((len(texts), self._table.shape[1]))
        rows = self.counter.id_rows([self.prompt(side) + text for text in texts])
        for vector, ids in zip(made, rows, strict=True):
            if known := self._known(ids[: self._reads]):
                vector[:] = self._table[known].mean(axis=0, dtype=np.float64)
        return as_long_as_one(made) if self._normalized else made.astype(np.float32)

    def _known(self, ids: list[int]) -> list[int]:
        if not self._files.drops_unknown:
            return ids
        return [token for token in ids if token != self.counter.unknown]

    @property
    def _reads(self) -> int | None:
        """How many tokens of an input are in the mean."""
        if self.max_tokens is not None:
            return self.max_tokens
        if self._files.drops_unknown:  # model2vec, which overrides the tokenizer's own cut
            return self._files.max_tokens
        return self._tokenizer_cut

    @cached_property
    def _tokenizer_cut(self) -> int | None:
        return HfTokenizer(self._files.tokenizer, "").declared_truncation

    @property
    def _normalized(self) -> bool:
        declared = self._files.declared
        return declared.has_length_one if self.normalize is None else self.normalize

    @cached_property
    def _files(self) -> StaticFiles:
        return static_files(self.model, self.revision, self.download)

    @cached_property
    def _table(self) -> NDArray[Any]:
        return read_table(self._files, self.counter.largest_id)
