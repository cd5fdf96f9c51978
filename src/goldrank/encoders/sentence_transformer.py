"""Any sentence-transformers model, by name or path; the bundled one needs no network."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from goldrank.encoders.base import About, Reading, Role, Vectors
from goldrank.encoders.declared import Declared, read_declared
from goldrank.encoders.folders import default_cache_folder
from goldrank.encoders.hf_tokenizer import HfTokenizer
from goldrank.encoders.models import (
    BUNDLED,
    beside,
    check_bundled,
    content_hashes,
    library_versions,
    resolve_device,
    resolve_model,
    usable_device,
)
from goldrank.encoders.prompts import prompt_remarks
from goldrank.encoders.settings import EncoderSettings, SuiteFolders
from goldrank.errors import GoldrankError

DTYPES = ("float32", "bfloat16", "float16")
PROBE = (
    "It's the naïve Ångström test:  AWAY from 12,345 §3 — 日本語 👍, e.g. un-hyphen_ated.\n\tEnd"
)


class SentenceTransformerSettings(EncoderSettings):
    """`model` is `bundled`, the folder of a saved model, or its name on the hub."""

    kept_for_another_model: ClassVar[tuple[str, ...]] = (
        "device",
        "dtype",
        "batch_size",
        "normalize",
        "download",
    )
    also_recorded: ClassVar[Mapping[str, Any]] = {"version": "", "tokenizer": ""}

    model: str = BUNDLED
    """`bundled`, the folder of a saved model, or its name on the hub."""
    device: Literal["cpu", "cuda", "auto"] = "cpu"
    """Where it runs."""
    dtype: Literal["float32", "bfloat16", "float16"] = "float32"
    """What it computes in."""
    batch_size: int = Field(default=32, gt=0)
    """How many texts are encoded at once."""
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
        """Every name: what names no other kind is a folder or a model of the hub."""
        return True

    @classmethod
    def from_anywhere(cls, model: str, folder: Path) -> str:
        """The whole path of a model's folder; a name as it is."""
        place = _folder_beside(model, folder)
        return model if place == model else str(Path(place).resolve())

    @property
    def rows_at_once(self) -> int | None:
        """Its batch."""
        return self.batch_size

    def make(self, place: SuiteFolders) -> SentenceTransformerEncoder:
        """The encoder; a model that is a folder beside the suite is found there."""
        return SentenceTransformerEncoder(_folder_beside(self.model, place.folder), **self.given)


def _folder_beside(model: str, folder: Path) -> str:
    place = beside(model, folder)
    return place if Path(place).is_dir() else model


@dataclass(frozen=True)
class SentenceTransformerEncoder:
    """Settings of a sentence-transformers model; weights are loaded at the first `encode`.

    `model` is `"bundled"` (all-MiniLM-L6-v2), a folder, or a name on the hub, which is asked
    only where `download` allows it. `device` is `"cpu"`, `"cuda"`, or `"auto"`. A prompt of
    `None` is the one that the model declares for that side. `normalize = None` makes vectors of
    length 1, unless the model declares that the dot product compares them. `batch_size` is in texts.

    >>> encoder = SentenceTransformerEncoder()
    >>> encoder.counter.count("It must be requested, in writing.")
    8
    >>> encoder.special_tokens
    2
    """

    model: str = BUNDLED
    device: str = "cpu"
    dtype: str = "float32"
    batch_size: int = 32
    query_prompt: str | None = None
    document_prompt: str | None = None
    normalize: bool | None = None
    revision: str | None = None
    download: bool = field(default=False, compare=False)
    cache_folder: Path | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if self.dtype not in DTYPES:
            raise GoldrankError(f'dtype: expected one of {", ".join(DTYPES)}, got "{self.dtype}"')
        if self.batch_size < 1:
            raise GoldrankError(f"batch_size: expected 1 or more, got {self.batch_size}")

    @property
    def name(self) -> str:
        """What the user called it."""
        return self.model

    @cached_property
    def fingerprint(self) -> str:
        """A sha256 of the model's files, of these settings and of the libraries' versions."""
        memory = self.cache_folder or default_cache_folder()
        identity = {
            "backend": "sentence-transformers",
            "files": content_hashes(self._folder, memory),
            "device": resolve_device(self.device),
            "dtype": self.dtype,
            "normalize": self._normalized,
            "prompts": [self.prompt("query"), self.prompt("document")],
            "libraries": library_versions(),
        }
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    @cached_property
    def counter(self) -> HfTokenizer:
        """Counts as the model's tokenizer does, truncation and padding off."""
        return HfTokenizer(
            self._declared.folder,
            fingerprint=self.fingerprint,
            lower_case=self._declared.lower_case,
            adds_special_tokens=not self._declared.is_static,
        )

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
        return self._declared.windows(self.counter.declared_truncation)

    @property
    def about(self) -> About:
        """What its files declare of its vectors, and what is not done of it."""
        return About(self.similarity, self.remarks)

    @property
    def similarity(self) -> str:
        """How its vectors are compared: `"dot"` where the model declares it and lengths differ."""
        return self._declared.compared_by(self._normalized)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the model declares and what is not done, in sentences."""
        prompts = (self.query_prompt, self.document_prompt)
        return (
            *self._declared.other_similarity(self.similarity),
            *prompt_remarks(self.model, self._declared, *prompts),
        )

    @property
    def _normalized(self) -> bool:
        return self._declared.has_length_one if self.normalize is None else self.normalize

    def prompt(self, side: Role) -> str:
        """What is put before every input of a side, once."""
        chosen = self.query_prompt if side == "query" else self.document_prompt
        return self._declared.prompt(side) if chosen is None else chosen

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` content tokens (prompt included) holds of each text."""
        return self.counter.read(texts, self.prompt(side), window, f"{self.fingerprint} {side}")

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Vectors of `texts`, shape (texts, dimensions), float32."""
        vectors = self._loaded.encode(
            list(texts),
            prompt=self.prompt(side),
            task=side,
            batch_size=self.batch_size,
            normalize_embeddings=self._normalized,
            show_progress_bar=False,
        )
        return np.asarray(vectors, dtype=np.float32).reshape(len(texts), -1 if len(texts) else 0)

    @cached_property
    def _folder(self) -> Path:
        return resolve_model(self.model, self.revision, self.download)

    @cached_property
    def _declared(self) -> Declared:
        return read_declared(self._folder)

    @cached_property
    def _loaded(self) -> Any:
        if self.model == BUNDLED:
            check_bundled(self._folder)
        import torch
        from sentence_transformers import SentenceTransformer

        device = usable_device(self.device)
        with _no_progress_bar():
            model = SentenceTransformer(
                str(self._folder),
                device=device,
                local_files_only=True,
                model_kwargs={}
                if self._declared.is_static
                else {"dtype": getattr(torch, self.dtype)},
            )
        self._check_tokenizer(model)
        return model

    def _check_tokenizer(self, model: Any) -> None:
        """Every window and coverage figure rests on this: both tokenizers read alike."""
        if self._declared.is_static:
            return
        loaded = model.tokenizer(PROBE, add_special_tokens=False)["input_ids"]
        if list(loaded) != self.counter.ids(PROBE):
            raise GoldrankError(
                f'model "{self.model}": expected the tokenizer that its library loads to read as '
                f"the one in {self._declared.folder} does, and they differ; save the model's "
                "tokenizer into that folder again"
            )


@contextmanager
def _no_progress_bar() -> Iterator[None]:
    from transformers.utils import logging as untyped

    logging: Any = untyped
    shown = logging.is_progress_bar_enabled()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            logging.enable_progress_bar()
