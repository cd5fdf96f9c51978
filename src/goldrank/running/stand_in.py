"""An encoder that sends nothing: what is done with it shows what would be sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from goldrank.encoders.base import About, Encoder, Reading, Role, Vectors
from goldrank.encoders.declared import smallest_window
from goldrank.encoders.meter import Caps, Meter
from goldrank.encoders.notes import Notes
from goldrank.text.tokens import TokenCounter
from goldrank.window.same_encoder import NOTE as WITNESS


@dataclass(frozen=True)
class StandIn:
    """Takes the place of `encoder`, reads `content` tokens (`None`: all), and counts what it is given.

    Its vectors are made of what it would read, and mean nothing else. `meter` counts as the
    encoder's does, and stops nobody.
    """

    encoder: Encoder
    content: int | None
    meter: Meter

    @classmethod
    def of(cls, encoder: Encoder) -> StandIn:
        """One that reads what is declared, and has counted nothing."""
        declared = smallest_window(encoder.declared_windows)
        content = None if declared is None else max(1, declared - encoder.special_tokens)
        counter = encoder.counter if encoder.has_tokenizer else None
        return cls(encoder, content, Meter(encoder.name, Caps(), counter, encoder.special_tokens))

    @property
    def name(self) -> str:
        """The encoder's."""
        return self.encoder.name

    @property
    def fingerprint(self) -> str:
        """The encoder's."""
        return self.encoder.fingerprint

    @property
    def counter(self) -> TokenCounter:
        """The encoder's."""
        return self.encoder.counter

    @property
    def has_tokenizer(self) -> bool:
        """The encoder's."""
        return self.encoder.has_tokenizer

    @property
    def special_tokens(self) -> int:
        """The encoder's."""
        return self.encoder.special_tokens

    @property
    def declared_windows(self) -> Mapping[str, int | None]:
        """The encoder's."""
        return self.encoder.declared_windows

    @property
    def about(self) -> About:
        """The encoder's, with a meter of its own."""
        return replace(self.encoder.about, meter=self.meter)

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` tokens holds of each text."""
        return self.encoder.read(texts, side, window)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Rows that differ where what would be read differs."""
        self.meter.spend(texts)
        keys = [reading.key for reading in self.read(texts, side, self.content)]
        rows = [np.frombuffer(key, dtype=np.uint8) for key in keys]
        return np.array(rows, dtype=np.float32)


@dataclass(frozen=True)
class Rehearsed:
    """The notes of an encoder; what is remembered here is forgotten with it."""

    notes: Notes
    own: dict[str, Any] = field(default_factory=dict)

    def note(self, name: str) -> Any:
        """What was remembered, but for the vector by which the encoder is known."""
        return self.own.get(name) if name in self.own or name == WITNESS else self.notes.note(name)

    def remember(self, name: str, value: Any) -> None:
        """Keep `value` for now."""
        self.own[name] = value
