"""An ONNX graph with its tokenizer, run by onnxruntime: neither torch nor transformers is loaded."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field
from tokenizers import Tokenizer

from goldrank.encoders.base import About, Reading, Role, Vectors
from goldrank.encoders.file_hashes import remembered_sha256
from goldrank.encoders.folders import default_cache_folder
from goldrank.encoders.hf_tokenizer import HfTokenizer, load_tokenizer, lower_cased
from goldrank.encoders.models import BUNDLED, beside, version_of
from goldrank.encoders.onnx_files import OnnxFiles, is_onnx, onnx_files
from goldrank.encoders.onnx_graph import Graph, load_graph
from goldrank.encoders.pooling import as_long_as_one
from goldrank.encoders.prompts import prompt_remarks
from goldrank.encoders.settings import EncoderSettings, SuiteFolders
from goldrank.errors import GoldrankError

SUFFIX = ".onnx"
ALONE = (
    "its graph rounds numbers by what else is in a batch (dynamic quantisation): each text is "
    "computed alone, so that its vector depends on nothing else"
)


class OnnxSettings(EncoderSettings):
    """An ONNX graph: its file, or a folder with `model.onnx` or `onnx/model.onnx`, which is known as
    that where it holds a `tokenizer.json` and no weights of another library.
    """

    kept_for_another_model: ClassVar[tuple[str, ...]] = ("batch_size", "normalize")

    kind: str | None = "onnx"
    """Which kind of encoder; must be named where a folder also holds other weights."""
    model: str
    """The folder of the model, or its graph."""
    file: str = ""
    """Which graph of the folder; by default `model.onnx`, `onnx/model.onnx`, or the only one."""
    tokenizer: str = ""
    """A `tokenizer.json`, a folder that has one, or `bundled`; by default that of the folder."""
    pooling: Literal["mean", "cls"] | None = None
    """How the vectors of tokens become one; by default as the folder says."""
    max_tokens: int | None = Field(default=None, gt=0)
    """What inputs are cut to, special tokens included; by default the smallest window declared."""
    normalize: bool | None = None
    """Whether vectors are made as long as one; by default as the model says."""
    query_prompt: str | None = None
    """What is put before every query; by default as the model says."""
    document_prompt: str | None = None
    """What is put before every chunk; by default as the model says."""
    batch_size: int = Field(default=32, gt=0)
    """How many texts are encoded at once."""

    @classmethod
    def takes(cls, model: str) -> bool:
        """Whether it is a file of a graph."""
        return model.endswith(SUFFIX)

    @classmethod
    def holds(cls, folder: Path) -> bool:
        """Whether a folder holds a graph and a tokenizer, and no other weights."""
        return is_onnx(folder)

    @classmethod
    def from_anywhere(cls, model: str, folder: Path) -> str:
        """The whole path of a model."""
        place = beside(model, folder)
        return model if place == model else str(Path(place).resolve())

    @property
    def rows_at_once(self) -> int | None:
        """Its batch."""
        return self.batch_size

    def make(self, place: SuiteFolders) -> OnnxEncoder:
        """The encoder; what it is made of is looked for beside the suite first."""
        given = self.given
        if self.tokenizer and self.tokenizer != BUNDLED:
            given["tokenizer"] = beside(self.tokenizer, place.folder)
        return OnnxEncoder(beside(self.model, place.folder), **given)


@dataclass(frozen=True)
class OnnxEncoder:
    """A graph of onnxruntime on the CPU; it is loaded at the first `encode`.

    Inputs are cut to `max_tokens`, by default to the smallest window that the folder declares, and
    where it declares none to the cut in its tokenizer's file. A prompt of `None` is the one that
    the folder declares for that side, `pooling` and `normalize` the same.
    """

    model: str
    file: str = ""
    tokenizer: str = ""
    pooling: str | None = None
    max_tokens: int | None = None
    normalize: bool | None = None
    query_prompt: str | None = None
    document_prompt: str | None = None
    batch_size: int = 32

    @property
    def name(self) -> str:
        """What the user called it."""
        return self.model

    @cached_property
    def fingerprint(self) -> str:
        """A sha256 of the graph, its weights, the tokenizer and these settings."""
        memory, files = default_cache_folder(), self._files
        identity = {
            "backend": "onnx",
            "files": [remembered_sha256(file, memory) for file in files.all_files],
            "pooling": self._pooling,
            "reads": self._reads,
            "lower case": files.declared.lower_case,
            "normalize": self._normalized,
            "prompts": [self.prompt("query"), self.prompt("document")],
            "library": (version_of("onnxruntime") or "none").split(".")[0],
        }
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    @cached_property
    def counter(self) -> HfTokenizer:
        """Counts as the model's tokenizer does, truncation and padding off."""
        lower = self._files.declared.lower_case
        return HfTokenizer(self._files.tokenizer, self.fingerprint, lower_case=lower)

    @property
    def has_tokenizer(self) -> bool:
        """It is the model's own."""
        return True

    @property
    def special_tokens(self) -> int:
        """How many tokens the tokenizer adds to every input."""
        return self.counter.special_tokens

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        """Every window that the model's files declare, in tokens with specials."""
        own = {} if self.max_tokens is None else {"max_tokens": self.max_tokens}
        return {**self._files.windows(self._tokenizer_cut), **own}

    @property
    def about(self) -> About:
        """How its vectors are compared, and what is not done of what its files declare."""
        declared = self._files.declared
        similarity = declared.compared_by(self._normalized)
        prompts = prompt_remarks(self.model, declared, self.query_prompt, self.document_prompt)
        alone = (ALONE,) if self._files.is_by_batch else ()
        return About(similarity, (*declared.other_similarity(similarity), *prompts, *alone))

    def prompt(self, side: Role) -> str:
        """What is put before every input of a side, once."""
        chosen = self.query_prompt if side == "query" else self.document_prompt
        return self._files.declared.prompt(side) if chosen is None else chosen

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` content tokens (prompt included) holds of each text."""
        return self.counter.read(texts, self.prompt(side), window, self.fingerprint)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Vectors of `texts`, shape (texts, dimensions), float32."""
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        inputs = [self.prompt(side) + text for text in texts]
        rows = 1 if self._files.is_by_batch else self.batch_size
        parts = [self._graph_of(inputs[n : n + rows]) for n in range(0, len(inputs), rows)]
        made = np.concatenate(parts)
        return as_long_as_one(made) if self._normalized else made

    def _graph_of(self, inputs: Sequence[str]) -> Vectors:
        encoded = self._inputs.encode_batch(list(inputs))
        return self._graph.vectors([e.ids for e in encoded], [e.type_ids for e in encoded])

    @cached_property
    def _inputs(self) -> Tokenizer:
        """The tokenizer as the graph is fed: special tokens added, cut, and not padded."""
        tokenizer = load_tokenizer(self._files.tokenizer)
        tokenizer.no_padding()
        tokenizer.no_truncation()
        if self._reads is not None:
            self._check_room(self._reads)
            tokenizer.enable_truncation(self._reads)
        return lower_cased(tokenizer) if self._files.declared.lower_case else tokenizer

    def _check_room(self, reads: int) -> None:
        # The tokenizer would not cut at all.
        if reads <= self.special_tokens:
            raise GoldrankError(
                f'encoder "{self.model}": expected max_tokens above the {self.special_tokens} special '
                f"tokens of every input, got {reads}"
            )

    @property
    def _reads(self) -> int | None:
        """What an input is cut to, special tokens included."""
        return self.max_tokens or self._files.cut(self._tokenizer_cut)

    @cached_property
    def _tokenizer_cut(self) -> int | None:
        return HfTokenizer(self._files.tokenizer, "").declared_truncation

    @property
    def _pooling(self) -> str | None:
        return self.pooling or self._files.pooling

    @property
    def _normalized(self) -> bool:
        declared = self._files.declared
        return declared.has_length_one if self.normalize is None else self.normalize

    @cached_property
    def _graph(self) -> Graph:
        return load_graph(self._files.graph, self._pooling)

    @cached_property
    def _files(self) -> OnnxFiles:
        return onnx_files(self.model, self.file, self.tokenizer)
