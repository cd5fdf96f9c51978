"""A table that fits its terminal: numbers are whole, names fold, what has no room is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

GAP = 2
FOLDED = 10
"""Cells that a name keeps at least before a column is left out for it."""


@dataclass(frozen=True)
class Fitting:
    """Rows under `head`, of which the first `names` columns are names and the rest numbers.

    `spared` lists the columns that may be left out, the first of them first; `seen_in` says where
    they are then. A row that is `None` is an empty line between groups.
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[Text | str] | None]
    names: int
    spared: Sequence[str] = ()
    seen_in: str = "a wider terminal shows them"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The columns that have room, and a line on those that have none."""
        kept = self.fitting(options.max_width)
        yield self._table(kept)
        left = [name for number, name in enumerate(self.head) if number not in kept]
        if left:
            yield Text(f"No room for: {', '.join(left)}; {self.seen_in}.", style="dim")

    def fitting(self, width: int) -> list[int]:
        """The numbers of the columns that fit into `width` cells.

        >>> table = Fitting("", ["name", "MRR", "split"], [["heading", ".354", "0"]], 1, ["split"])
        >>> table.fitting(20), table.fitting(14)
        ([0, 1, 2], [0, 1])
        """
        kept = list(range(len(self.head)))
        for name in self.spared:
            if self._needed(kept) <= width:
                break
            kept = [number for number in kept if self.head[number] != name]
        return kept

    def _needed(self, kept: Sequence[int]) -> int:
        widths = [
            min(self._widest(number), FOLDED) if number < self.names else self._widest(number)
            for number in kept
        ]
        return sum(widths) + GAP * (len(kept) - 1)

    def _widest(self, number: int) -> int:
        return max([cell_len(self.head[number]), *map(cell_len, self._cells(number))])

    def _cells(self, number: int) -> Iterator[str]:
        for row in self.rows:
            if row is not None:
                yield str(row[number])

    def _table(self, kept: Sequence[int]) -> Table:
        table = Table(
            title=Text(self.title) if self.title else None,
            title_justify="left",
            title_style="bold",
            box=None,
            pad_edge=False,
        )
        for number in kept:
            if number < self.names:
                table.add_column(Text(self.head[number]), overflow="fold")
            else:
                table.add_column(Text(self.head[number]), justify="right", no_wrap=True)
        for row in self.rows:
            if row is None:
                table.add_section()
            else:
                table.add_row(*(row[number] for number in kept))
        return table
