"""Scores of pairs of a query and a text: by a cross-encoder, or by a function of the user's own."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.cache import VectorCache
from goldrank.encoders.folders import default_cache_folder
from goldrank.encoders.models import (
    content_hashes,
    library_versions,
    resolve_device,
    resolve_model,
    usable_device,
)
from goldrank.errors import GoldrankError
from goldrank.own_code.importing import finding_in
from goldrank.own_code.own_files import OwnFile
from goldrank.text.quotes import short


class PairScorer(Protocol):
    """Scores texts for a query; the higher the better."""

    @property
    def label(self) -> str:
        """What messages call it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes when any score could."""
        ...

    def __call__(self, query: str, texts: Sequence[str]) -> Any:
        """One number for each text."""
        ...


@dataclass(frozen=True)
class CrossEncoderScorer:
    """A cross-encoder in a folder, or one of the hub that lies in the local cache.

    Its weights are loaded at the first call.
    """

    model: str
    batch_size: int = 32
    device: str = "cpu"

    @property
    def label(self) -> str:
        """What the user called it."""
        return self.model

    @cached_property
    def fingerprint(self) -> str:
        """The content of the model's files and the libraries' versions, in words."""
        files = content_hashes(self._folder, default_cache_folder())
        identity = json.dumps([files, library_versions()], sort_keys=True)
        device = resolve_device(self.device)
        other = "" if device == "cpu" else f" on {device}"
        return f"cross-encoder {hashlib.sha256(identity.encode()).hexdigest()[:16]}{other}"

    def __call__(self, query: str, texts: Sequence[str]) -> Any:
        """One number for each text, as the model declares them."""
        pairs = [(query, text) for text in texts]
        return self._model.predict(pairs, batch_size=self.batch_size, show_progress_bar=False)

    @cached_property
    def _folder(self) -> Path:
        return resolve_model(self.model)

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import CrossEncoder

        device = usable_device(self.device)
        return CrossEncoder(str(self._folder), device=device, local_files_only=True)


@dataclass(frozen=True, slots=True)
class OwnScorer:
    """A function `(query, texts) -> scores` of the user's own."""

    function: Callable[..., Any]
    label: str
    version: str = ""
    files: tuple[OwnFile, ...] = field(default=(), repr=False)
    folders: tuple[Path, ...] = field(default=(), compare=False, repr=False)

    @property
    def fingerprint(self) -> str:
        """Its name, its version and the files of its code."""
        code = " ".join(f"{file.label}={file.sha256[:16]}" for file in self.files)
        return " ".join(part for part in (self.label, self.version, code) if part)

    def __call__(self, query: str, texts: Sequence[str]) -> Any:
        """What the function gives; it may import from beside the suite."""
        with finding_in(self.folders, self.files):
            return self.function(query, texts)


@dataclass(slots=True)
class KeptScores:
    """Scores of pairs, asked once and kept by their content; `pairs` are those that were wanted.

    What is asked of a query is asked in one call, whatever is kept of it, so that no score hangs
    on what was asked before. `new` and `seconds` are of the pairs that were not kept.
    """

    name: str
    scorer: PairScorer
    folder: Path | None
    pairs: int = 0
    new: int = 0
    seconds: float = 0.0

    def __call__(self, query: str, texts: Sequence[str]) -> NDArray[np.float64]:
        """One score for each text; raises `GoldrankError` for another count, or what is no number."""
        self.pairs += len(texts)
        different = list(dict.fromkeys(texts))
        keys = [_key(query, text) for text in different]
        with VectorCache.open(self.folder, f"pairs {self.scorer.fingerprint}") as cache:
            kept, found = cache.get(keys)
            if not found.all():
                kept = cache.put(keys, self._asked(query, different)[:, None])
        scores = dict(zip(different, kept[:, 0].tolist(), strict=True)) if different else {}
        return np.array([scores[text] for text in texts], dtype=np.float64)

    def _asked(self, query: str, texts: Sequence[str]) -> NDArray[np.float32]:
        since = time.perf_counter()
        where = f"ranker {self.name} ({self.scorer.label}), query {short(query, 40)}"
        try:
            made = self.scorer(query, texts)
            scores = np.asarray(made, dtype=np.float32)
        except GoldrankError:
            raise
        except Exception as error:  # it is foreign code: it may raise anything
            what = " ".join(f"{type(error).__name__}: {error}".split())
            raise GoldrankError(f"{where}: {what}") from error
        if scores.shape != (len(texts),):
            raise GoldrankError(
                f"{where}: expected {len(texts)} scores, one for each text; got shape {scores.shape}"
            )
        if not np.isfinite(scores).all():
            worst = int(np.argmin(np.isfinite(scores)))
            raise GoldrankError(
                f"{where}: expected finite scores, got {scores[worst]} for {short(texts[worst], 40)}"
            )
        self.new += len(texts)
        self.seconds += time.perf_counter() - since
        return scores


def _key(query: str, text: str) -> bytes:
    pair = json.dumps([query, text], ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(pair).digest()
