"""The terminal in which a person who is asked types."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType


@dataclass(frozen=True, slots=True)
class Typed:
    """Standard output and standard input."""

    console: Console

    def show(self, shown: RenderableType) -> None:
        """Print something."""
        self.console.print(shown)

    def ask(self) -> str | None:
        """A line that was typed, `None` at the end of input."""
        self.console.print("> ", end="")
        line = sys.stdin.readline()
        return line if line else None
