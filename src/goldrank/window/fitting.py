"""An endpoint that refuses long texts is sent what it takes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from goldrank.encoders.base import About, Encoder, Reading, Role, Vectors
from goldrank.text.tokens import TokenCounter


@dataclass(frozen=True)
class FittingEncoder:
    """`encoder`, whose texts are cut to `content` tokens, prompt included, before it has them.

    What is cut off is behind the window, so readings and keys are those of `encoder`.
    """

    encoder: Encoder
    content: int

    @property
    def name(self) -> str:
        """What the user called it."""
        return self.encoder.name

    @property
    def fingerprint(self) -> str:
        """The encoder's: its vectors are the same."""
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
        """The encoder's."""
        return self.encoder.about

    def read(self, texts: Sequence[str], side: Role, window: int | None) -> list[Reading]:
        """What a window of `window` tokens holds of each text."""
        return self.encoder.read(texts, side, window)

    def encode(self, texts: Sequence[str], side: Role) -> Vectors:
        """Vectors of what is taken of each text."""
        return self.encoder.encode(self.fitted(texts, side), side)

    def fitted(self, texts: Sequence[str], side: Role) -> list[str]:
        """The longest heads that have no more than so many tokens when they stand alone."""
        heads = list(texts)
        for window in range(self.content, 0, -1):
            long = [
                n
                for n, reading in enumerate(self.read(heads, side, self.content))
                if reading.is_cut
            ]
            if not long:
                break
            # Half a word may be more tokens alone than in its word: then one token less is kept.
            cut = self.read([texts[n] for n in long], side, window)
            for n, reading in zip(long, cut, strict=True):
                heads[n] = texts[n][: reading.end]
        return heads
