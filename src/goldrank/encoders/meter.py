"""What is sent for money: counted before it is sent, and never more than is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goldrank.errors import GoldrankError
from goldrank.text.tokens import TokenCounter

BYTES_A_TOKEN = 3  # fewer than most texts have, so that a guess is rather too high
MILLION = 1_000_000


@dataclass(frozen=True)
class Caps:
    """The price of a million tokens, in any currency, and the most that a run may send or cost."""

    price: float | None = None
    max_tokens: int | None = None
    max_cost: float | None = None

    def cost(self, tokens: int) -> float | None:
        """What so many tokens cost; `None` where no price is known.

        >>> Caps(price=0.02).cost(3_000_000)
        0.06
        """
        return None if self.price is None else self.price * tokens / MILLION

    def told(self, tokens: int) -> str:
        """So many tokens, and their cost where it is known.

        >>> Caps(price=0.02).told(3_000_000), Caps().told(12)
        ('about 3,000,000 tokens (cost .0600)', 'about 12 tokens')
        """
        cost = self.cost(tokens)
        price = "" if cost is None else f" (cost {cost:.4f})".replace(" 0.", " .")
        return f"about {tokens:,} tokens{price}"

    def broken(self, tokens: int) -> str:
        """Which cap so many tokens go beyond, in words; empty where they do not."""
        if self.max_tokens is not None and tokens > self.max_tokens:
            return f"max_tokens = {self.max_tokens}"
        cost = self.cost(tokens)
        over = self.max_cost is not None and cost is not None and cost > self.max_cost
        return f"max_cost = {self.max_cost:g}" if over else ""


class Meter:
    """Counts what one encoder sends, by its own tokens where `counter` is its, else by bytes."""

    def __init__(self, name: str, caps: Caps, counter: TokenCounter | None, added: int = 0) -> None:
        self.caps = caps
        self.sent = 0
        self.requests = 0
        self._name, self._counter, self._added = name, counter, added

    @property
    def counts(self) -> str:
        """What is counted, for messages."""
        return (
            "counted by its tokenizer" if self._counter else f"taken as {BYTES_A_TOKEN} bytes each"
        )

    @property
    def _before(self) -> str:
        if not self.sent:
            return "nothing was sent"
        return f"only what measures its window was sent, {self.caps.told(self.sent)}"

    def tokens(self, text: str) -> int:
        """The tokens of one input, the special ones too."""
        if self._counter is not None:
            return self._counter.count(text) + self._added
        return -(-len(text.encode("utf-8", "replace")) // BYTES_A_TOKEN)

    def spend(self, texts: Sequence[str]) -> None:
        """Count texts that are sent now.

        Raises:
            GoldrankError: with them it would be more than is allowed; then nothing is counted.
        """
        tokens = sum(map(self.tokens, texts))
        if cap := self.caps.broken(self.sent + tokens):
            raise GoldrankError(
                f'encoder "{self._name}": {self.caps.told(self.sent)} were sent and {tokens:,} '
                f"more are wanted, which is beyond {cap}; what was computed is kept: raise the "
                "cap, and a run goes on from here"
            )
        self.sent += tokens
        self.requests += 1

    def refuse(self, tokens: int) -> None:
        """Raise where so many tokens, all of what a run wants to send, are beyond a cap."""
        if cap := self.caps.broken(self.sent + tokens):
            raise GoldrankError(
                f'encoder "{self._name}": the run would send {self.caps.told(self.sent + tokens)}, '
                f"{self.counts}, which is beyond {cap}; {self._before}: raise the cap, or run less "
                "(--variant, --chunker, fewer documents)"
            )
