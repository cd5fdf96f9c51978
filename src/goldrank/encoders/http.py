"""Any endpoint that takes what OpenAI's embeddings take: a service, or a server of one's own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field, model_validator

from goldrank.encoders.answers import WrongAnswerError, vectors_of
from goldrank.encoders.base import About, Reading, RefusedError, Role, Vectors
from goldrank.encoders.endpoint import Endpoint
from goldrank.encoders.meter import Caps, Meter
from goldrank.encoders.outside import OutsideReader
from goldrank.encoders.patience import Patience
from goldrank.encoders.settings import EncoderSettings, SuiteFolders
from goldrank.encoders.user_tokenizer import read_user_tokenizer
from goldrank.errors import GoldrankError
from goldrank.text.tokens import TokenCounter, WordCounter

TOKENS_A_WORD = 4  # more than nearly all words have: batches of unknown tokens stay within bounds
OWN_KEYS = ("input", "model", "dimensions")  # of what is sent


class HttpSettings(EncoderSettings):
    """An endpoint that takes what OpenAI's embeddings take; `kind = "http"` must be named.

    Its address and its key are in the environment, under the names that are set here, and are
    written nowhere.
    """

    kept_for_another_model: ClassVar[tuple[str, ...]] = (
        "kind",
        "url_variable",
        "key_variable",
        "batch_size",
        "batch_tokens",
        "timeout",
        "retries",
        "max_tokens",
        "max_cost",
    )

    model: str = Field(min_length=1)
    """The model that is asked for, and what tables call it."""
    model_variable: str = ""
    """The environment variable that names the model, where the suite shall not: `model` is then only what tables call it."""
    url_variable: str = Field(default="OPENAI_BASE_URL", min_length=1)
    """The environment variable that holds the address, as `https://example.com/v1`."""
    key_variable: str = "OPENAI_API_KEY"
    """The environment variable that holds the key; where it is not set, none is sent."""
    version: str = ""
    """What is yours to change where another model answers under the same name."""
    query_prompt: str = ""
    """What is put before every query."""
    document_prompt: str = ""
    """What is put before every chunk."""
    tokenizer: str = ""
    """Its tokenizer: `module:callable`, a `tokenizer.json`, the folder of a model, or `bundled`; without one its window is measured in characters."""
    declared_window: int | None = Field(default=None, gt=0)
    """How many tokens it is said to read, special ones included: tried first, never trusted."""
    cut_tokens: int | None = Field(default=None, gt=0)
    """Inputs are cut to so many tokens, prompt included, before they are sent; needs its tokenizer."""
    dimensions: int | None = Field(default=None, gt=0)
    """How wide its vectors shall be, for models that can shorten them."""
    options: Mapping[str, Any] = Field(default_factory=dict)
    """What else each request says, as `{truncate = true}`."""
    query_options: Mapping[str, Any] = Field(default_factory=dict)
    """What else a request of queries says, as `{input_type = "query"}`."""
    document_options: Mapping[str, Any] = Field(default_factory=dict)
    """What else a request of chunks says."""
    similarity: Literal["cosine", "dot"] = "cosine"
    """How its vectors are compared."""
    batch_size: int = Field(default=32, gt=0)
    """How many texts one request has at most."""
    batch_tokens: int = Field(default=32_768, gt=0)
    """How many tokens the texts of one request have at most, where it is more than one."""
    timeout: float = Field(default=60.0, gt=0)
    """How many seconds an answer may keep one waiting."""
    retries: int = Field(default=6, ge=0)
    """How often a request is sent again that failed in passing."""
    price: float | None = Field(default=None, ge=0)
    """What a million tokens cost, in any currency."""
    max_tokens: int | None = Field(default=None, ge=0)
    """The most tokens that a run may send; one that wants more does not start."""
    max_cost: float | None = Field(default=None, ge=0)
    """The most that a run may cost; needs the `price`."""

    @model_validator(mode="after")
    def _fitting(self) -> HttpSettings:
        if self.max_cost is not None and self.price is None:
            raise ValueError("max_cost needs a price, that of a million tokens")
        if self.cut_tokens is not None and not self.tokenizer:
            raise ValueError("cut_tokens needs the encoder's tokenizer")
        for table in (self.options, self.query_options, self.document_options):
            if own := [key for key in OWN_KEYS if key in table]:
                raise ValueError(f"options cannot say {own[0]!r}, which has a place of its own")
        return self

    @classmethod
    def takes(cls, model: str) -> bool:
        """None: a name alone does not say that text may leave the machine."""
        return False

    @property
    def shape_is_ours(self) -> bool:
        """No: what an endpoint computes beside a text is its own."""
        return False

    def make(self, place: SuiteFolders) -> HttpEncoder:
        """The encoder; its tokenizer is looked for beside the suite first."""
        given, beside = self.given, place.folder / self.tokenizer
        if self.tokenizer and beside.exists():
            given["tokenizer"] = str(beside)
        folders = tuple(map(str, place.import_folders))
        caps = Caps(*(given.pop(name, None) for name in ("price", "max_tokens", "max_cost")))
        return HttpEncoder(self.model, **given, caps=caps, folders=folders)


@dataclass(frozen=True)
class HttpEncoder:
    """A model behind an endpoint; nothing is sent before the first `encode`.

    The fingerprint holds the model, what each request says beside its texts, the prompts, the cut,
    the tokenizer and `version`. It holds neither key nor address: the same model at another
    address keeps its vectors and baselines. That it is the same is tried with a text of an earlier
    run before others are sent.

    >>> HttpEncoder("text-embedding-3-small").about.is_remote
    True
    """

    model: str
    model_variable: str = ""
    url_variable: str = "OPENAI_BASE_URL"
    key_variable: str = "OPENAI_API_KEY"
    version: str = ""
    query_prompt: str = ""
    document_prompt: str = ""
    tokenizer: str = ""
    declared_window: int | None = None
    cut_tokens: int | None = None
    dimensions: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    query_options: Mapping[str, Any] = field(default_factory=dict)
    document_options: Mapping[str, Any] = field(default_factory=dict)
    similarity: str = "cosine"
    batch_size: int = 32
    batch_tokens: int = 32_768
    timeout: float = 60.0
    retries: int = 6
    caps: Caps = field(default_factory=Caps, compare=False)
    folders: tuple[str, ...] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """What the user called it."""
        return self.model

    @cached_property
    def fingerprint(self) -> str:
        """A sha256 of what its vectors depend on, so far as it can be seen from here."""
        identity = {
            "backend": "http",
            "model": self._asked_model,
            "version": self.version,
            "dimensions": self.dimensions,
            "options": [self._options("query"), self._options("document")],
            "prompts": [self.query_prompt, self.document_prompt],
            "cut": self.cut_tokens,
            "tokenizer": read_user_tokenizer(self.tokenizer, self.folders).fingerprint
            if self.tokenizer
            else "",
        }
        return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()

    @cached_property
    def about(self) -> About:
        """How it is batched, and what counts its tokens."""
        meter = Meter(
            self.name,
            self.caps,
            self.counter if self.has_tokenizer else None,
            self.special_tokens,
        )
        tokens = self.batch_tokens // (1 if self.has_tokenizer else TOKENS_A_WORD)
        return About(
            self.similarity, rows=self.batch_size, tokens=tokens, meter=meter, is_remote=True
        )

    @property
    def has_tokenizer(self) -> bool:
        """Whether one was handed in."""
        return bool(self.tokenizer)

    @cached_property
    def counter(self) -> TokenCounter:
        """Counts as the tokenizer does; without one, words and punctuation marks."""
        if not self.tokenizer:
            return WordCounter()
        return read_user_tokenizer(self.tokenizer, self.folders)

    @property
    def special_tokens(self) -> int:
        """How many the tokenizer adds to every input; without one, none are known."""
        return self._reader("document").special_tokens

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        """What the suite says: where inputs are cut, and what the endpoint is said to read."""
        cut = None if self.cut_tokens is None else self.cut_tokens + self.special_tokens
        said = {"cut_tokens": cut, "declared_window": self.declared_window}
        return {where: tokens for where, tokens in said.items() if tokens is not None}

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` tokens holds of each text."""
        return self._reader(side).read(self._prompt(side), texts, window)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """What the endpoint answers, as float32; in several requests where these are many."""
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        inputs = [self._prompt(side) + text for text in self._cut(texts, side)]
        return np.concatenate([self._asked(part, side) for part in self._requests(inputs)])

    def _asked(self, inputs: list[str], side: Role) -> Vectors:
        meter = self.about.meter
        if meter is not None:
            meter.spend(inputs)
        body = {"model": self._asked_model, "input": inputs, **self._options(side)}
        if self.dimensions is not None:
            body["dimensions"] = self.dimensions
        try:
            return vectors_of(self._endpoint.post(body), len(inputs), self.dimensions)
        except WrongAnswerError as error:
            raise GoldrankError(
                f"{self._about(inputs)}: {error}; nothing of it was stored"
            ) from None
        except RefusedError as error:
            longest = max(inputs, key=len)
            raise RefusedError(
                f'{error}: {len(inputs)} texts, the longest of {len(longest):,} characters, "'
                f'{longest[:60]}"; if it is too long, give the chunkers a smaller limit, or have '
                "inputs cut (cut_tokens, or an option of the endpoint)"
            ) from None

    def _about(self, inputs: Sequence[str]) -> str:
        return f'encoder "{self.name}", texts beginning with "{inputs[0][:60]}"'

    def _requests(self, inputs: Sequence[str]) -> Iterator[list[str]]:
        """The inputs in order, as many a request as may be."""
        part: list[str] = []
        tokens = 0
        for text in inputs:
            own = self._tokens(text)
            if part and (len(part) == self.batch_size or tokens + own > self.batch_tokens):
                yield part
                part, tokens = [], 0
            part.append(text)
            tokens += own
        yield part

    def _tokens(self, text: str) -> int:
        meter = self.about.meter
        return meter.tokens(text) if meter is not None else 0

    def _cut(self, texts: Sequence[str], side: Role) -> list[str]:
        if self.cut_tokens is None:
            return list(texts)
        read = self.read(texts, side, self.cut_tokens)
        return [text[: reading.end] for text, reading in zip(texts, read, strict=True)]

    def _options(self, side: Role) -> dict[str, Any]:
        own = self.query_options if side == "query" else self.document_options
        return {**self.options, **own}

    def _prompt(self, side: Role) -> str:
        return self.query_prompt if side == "query" else self.document_prompt

    def _reader(self, side: Role) -> OutsideReader:
        # Sides that say something else of the same text get other vectors for it.
        alike = self._options("query") == self._options("document")
        salt = self.fingerprint if alike else f"{self.fingerprint} {side}"
        return OutsideReader(self.counter, self.has_tokenizer, salt)

    @cached_property
    def _asked_model(self) -> str:
        if not self.model_variable:
            return self.model
        named = self._endpoint.environ.get(self.model_variable, "").strip()
        if named:
            return named
        raise GoldrankError(
            f'encoder "{self.model}": expected the environment variable {self.model_variable} to '
            "name its model, and it is not set"
        )

    @cached_property
    def _endpoint(self) -> Endpoint:
        return Endpoint(
            f'encoder "{self.name}"',
            self.url_variable,
            self.key_variable,
            self.timeout,
            Patience(self.retries),
        )
