"""What `bench validate` found, for the terminal and for machines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from goldrank.evidence.problems import Problem
from goldrank.report.common.places import place, shown_path
from goldrank.report.terminal.run import plain
from goldrank.validation.query_fixes import Rewritten, fix_problems, write_fixes
from goldrank.validation.validate import Validation

SHOWN = 10  # of each kind of warning; errors are all shown


def check(
    validate: Callable[[], Validation],
    fix: bool,
    agrees: Callable[[Sequence[Rewritten]], bool] = lambda fixes: True,
) -> tuple[Validation, list[Rewritten]]:
    """Validate; with `fix` mend the query files first, as far as one can and the user agrees."""
    validation = validate()
    fixed = fix_problems(validation.problems) if fix else []
    if not fixed or not agrees(fixed):
        return validation, []
    write_fixes(fixed)
    return validate(), fixed


def fixes_report(fixes: Sequence[Rewritten], working_folder: Path) -> RenderableType:
    """What would change in the query files, as a diff."""
    return Group(*(_diff(file, working_folder) for file in fixes))


def validation_report(
    validation: Validation,
    fixed: Sequence[Rewritten],
    working_folder: Path,
    with_diff: bool = True,
) -> RenderableType:
    """The diff of what was fixed, every error, the warnings by kind, and a line of totals."""
    parts: list[RenderableType] = (
        [fixes_report(fixed, working_folder)] if with_diff and fixed else []
    )
    parts += [_problem(problem, working_folder) for problem in validation.errors]
    warnings = [problem for problem in validation.problems if problem.level == "warning"]
    for kind, found in groupby(
        sorted(warnings, key=lambda each: each.kind), lambda each: each.kind
    ):
        listed = list(found)
        parts += [_problem(problem, working_folder) for problem in listed[:SHOWN]]
        if len(listed) > SHOWN:
            parts.append(
                Text(f"  … and {len(listed) - SHOWN:,} more of kind {kind}; --json has all")
            )
    parts += [Text.assemble("note: ", plain(note)) for note in validation.notes]
    parts += [Text.assemble("doubt: ", plain(doubt)) for doubt in validation.doubts]
    return Group(*parts, _totals(validation, fixed))


def validation_json(
    validation: Validation, fixed: Sequence[Rewritten], working_folder: Path
) -> dict[str, Any]:
    """Everything, for machines; `fixed` are the problems that are no more."""
    return {
        "suite": validation.suite,
        "documents": validation.documents,
        "queries": validation.queries,
        "unanswerable": validation.unanswerable,
        "errors": len(validation.errors),
        "warnings": len(validation.problems) - len(validation.errors),
        "problems": [asdict(problem) for problem in validation.problems],
        "notes": list(validation.notes),
        "doubts": list(validation.doubts),
        "fixed": [asdict(problem) for file in fixed for problem in file.fixed],
        "diff": "".join(file.diff(shown_path(str(file.path), working_folder)) for file in fixed),
    }


def _problem(problem: Problem, working_folder: Path) -> Text:
    colour = "red" if problem.level == "error" else "yellow"
    line = Text.assemble(
        plain(place(problem.source, problem.line, working_folder)),
        ": ",
        (f"{problem.level} {problem.kind}", colour),
        ": ",
    )
    line.append_text(plain(problem))
    if problem.suggestion:
        paste = "--fix writes" if problem.fixes else "paste"
        line.append_text(Text(f"\n  {paste}: ").append_text(plain(problem.suggestion)))
    return line


def _diff(file: Rewritten, working_folder: Path) -> Text:
    styles = {"+": "green", "-": "red"}
    lines = file.diff(shown_path(str(file.path), working_folder)).split("\n")
    return Text("\n").join(
        Text(plain(line.rstrip("\r")).plain, style=styles.get(line[:1], "")) for line in lines
    )


def _totals(validation: Validation, fixed: Sequence[Rewritten]) -> Text:
    errors = len(validation.errors)
    warnings = len(validation.problems) - errors
    mended = sum(len(file.fixed) for file in fixed)
    fixable = sum(bool(problem.fixes) for problem in validation.problems)
    count = validation.unanswerable
    parts = [
        f"{validation.suite}: {validation.documents:,} documents, {validation.queries:,} queries"
        + (f" ({count:,} that nothing answers)" if count else ""),
        f"{errors:,} {_plural('error', errors)}, {warnings:,} {_plural('warning', warnings)}",
    ]
    if mended:
        parts.append(f"{mended:,} fixed")
    if fixable:
        parts.append(f"--fix mends {fixable:,}")
    return Text("; ".join(parts), style="bold")


def _plural(word: str, count: int) -> str:
    return word if count == 1 else f"{word}s"
