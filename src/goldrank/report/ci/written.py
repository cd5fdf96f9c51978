"""What a gate leaves behind for the machines around it: a JUnit file, annotations, a summary."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.gating.verdicts import GateResult
from goldrank.report.ci.github import (
    gate_annotations,
    job_summary,
    refused_annotation,
    refused_summary,
    write_summary,
)
from goldrank.report.ci.junit import gate_junit, refused_junit, write_junit


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where a gate's result goes besides the terminal.

    `junit` is a file, `github` whether annotations and a job summary are wanted. `environment` is
    the process's, `working_folder` what relative paths start from.
    """

    junit: Path | None
    github: bool
    environment: Mapping[str, str]
    working_folder: Path

    @property
    def workspace(self) -> Path:
        """What the paths of annotations are relative to: the checkout, as GitHub names it."""
        return Path(self.environment.get("GITHUB_WORKSPACE") or self.working_folder)

    def of_result(self, result: GateResult) -> list[str]:
        """Write the files; the lines that are to be printed for GitHub."""
        if self.junit is not None:
            write_junit(gate_junit(result, self.working_folder), self.junit)
        if not self.github:
            return []
        write_summary(job_summary(result, self.workspace), self.environment)
        return gate_annotations(result, self.workspace)

    def of_refusal(self, suite: str, error: GoldrankError) -> list[str]:
        """The same where there was no verdict: a missing file would look like no news."""
        if self.junit is not None:
            write_junit(refused_junit(suite, str(error)), self.junit)
        if not self.github:
            return []
        write_summary(refused_summary(suite, str(error)), self.environment)
        return [refused_annotation(str(error))]
