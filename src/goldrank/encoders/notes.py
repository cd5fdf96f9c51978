"""What is remembered of an encoder between runs."""

from __future__ import annotations

from typing import Any, Protocol


class Notes(Protocol):
    """Small facts by name, as JSON holds them."""

    def note(self, name: str) -> Any:
        """What was remembered under `name`, or `None`."""
        ...

    def remember(self, name: str, value: Any) -> None:
        """Keep `value` under `name`."""
        ...
