"""A gate as a test sees it: run once, when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from goldrank.errors import GoldrankError
from goldrank.text.unsafe import printable

if TYPE_CHECKING:
    from goldrank.gating.verdicts import GateResult


class GateInTest:
    """The gate of a suite, for one test session.

    `suite` is a name in `bench/suites` or a `.toml` file, by default the user's default suite;
    `baseline` a file, by default the suite's own in `bench/baselines`. Both start from
    `working_folder`. Vectors come from the cache that `bench` uses (`GOLDRANK_CACHE`).
    """

    def __init__(self, suite: str | None, baseline: str | None, working_folder: Path) -> None:
        self.suite = suite
        self.baseline = baseline
        self.working_folder = working_folder

    @cached_property
    def _outcome(self) -> GateResult | GoldrankError:
        # An error is kept too: the tests that share a suite need not find it again.
        try:
            return self._run()
        except GoldrankError as error:
            return error

    def _run(self) -> GateResult:
        from goldrank.encoders.folders import default_cache_folder
        from goldrank.gating.command import Against, gate_command

        baseline = Path(self.baseline) if self.baseline else None
        return gate_command(
            self.suite, Against(baseline), default_cache_folder(), self.working_folder
        )

    @property
    def result(self) -> GateResult:
        """What the gate found; raises `GoldrankError` where there is no verdict."""
        if isinstance(self._outcome, GoldrankError):
            raise self._outcome
        return self._outcome

    @property
    def verdict(self) -> str:
        """PASS, FAIL or INCONCLUSIVE, or `no verdict`."""
        outcome = self._outcome
        return "no verdict" if isinstance(outcome, GoldrankError) else str(outcome.verdict)

    @property
    def text(self) -> str:
        """The sentences of the gate, and each need that ranks lower, one a line."""
        if isinstance(self._outcome, GoldrankError):
            return _line(f"no verdict: {self._outcome}")
        worse = [f"  {_line(f'{need.sentence}: {need.text}')}" for need in self._outcome.worse]
        return "\n".join([*map(_line, self._outcome.sentences), *worse])

    def failure(self) -> str | None:
        """What a test fails with, `None` where the gate's exit code is 0."""
        outcome = self._outcome
        if isinstance(outcome, GoldrankError) or outcome.exit_code:
            return self.text
        return None

    def check(self) -> None:
        """Raise `AssertionError` with the gate's sentences where the gate fails."""
        sentence = self.failure()
        if sentence is not None:
            raise AssertionError(sentence)


def _line(text: str) -> str:
    """`text` from outside as one line that a terminal can show."""
    return printable(" ".join(text.split()))
