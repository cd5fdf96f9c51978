"""What a gate says to GitHub Actions: annotations at lines of files, and a job summary.

Source: GitHub Docs, "Workflow commands for GitHub Actions"; the escaping is that of
`@actions/core`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal

from goldrank.errors import GoldrankError
from goldrank.gating.verdicts import GateResult, PolicyResult, Verdict, WorseNeed
from goldrank.report.common.formats import decimal, signed
from goldrank.report.common.places import place, shown_path
from goldrank.report.text.markdown import escaped, markdown_table
from goldrank.text.unsafe import printable

Level = Literal["error", "warning", "notice"]

SHOWN = 10  # annotations of a level that GitHub keeps for one step
ROWS = 50  # of each table of the summary, which may hold 1 MiB
_ASKED = ("judgments", "policies", "baseline")
_MARKS = {Verdict.PASS: "✅", Verdict.FAIL: "❌", Verdict.INCONCLUSIVE: "⚠️"}


def command(
    level: Level, message: str, file: str | None = None, line: int | None = None, title: str = ""
) -> str:
    r"""One annotation, as a line to be printed.

    >>> command("error", "50% of it\nfell", file="q,1.jsonl", line=7, title="MRR: worse")
    '::error file=q%2C1.jsonl,line=7,title=MRR%3A worse::50%25 of it%0Afell'
    """
    properties = {"file": file, "line": line, "title": title}
    given = [f"{key}={_property(str(value))}" for key, value in properties.items() if value]
    return f"::{level}{' ' if given else ''}{','.join(given)}::{_data(message)}"


def _data(text: str) -> str:
    return printable(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def gate_annotations(result: GateResult, workspace: Path) -> list[str]:
    """What failed, in one annotation, and one at the line of each query that ranks lower.

    What the gate was asked, and held against, is told where it is not what it was: a reviewer
    who sees a pass must see that too.

    The lines are errors where the gate fails the build, warnings where it does not. GitHub keeps
    ten of a level for a step, so the largest falls come first and the last says how many are left.
    """
    level: Level = "error" if result.exit_code else "warning"
    said = [policy.sentence for policy in result.failures]
    unsure = [
        p.sentence for p in result.policies if p.verdict != Verdict.PASS and not p.fails_build
    ]
    lines = [command("error", "\n".join(said), title=f"{result.suite}: gate")] if said else []
    if unsure:
        lines.append(command("warning", "\n".join(unsure), title=f"{result.suite}: inconclusive"))
    other = [drift.sentence for drift in result.drift if drift.what in _ASKED]
    if other:
        lines.append(command("warning", "\n".join(other), title=f"{result.suite}: asked otherwise"))
    room = SHOWN - sum(line.startswith(f"::{level}") for line in lines)
    return lines + _at_queries(result.worse, level, room, workspace)


def _at_queries(worse: Sequence[WorseNeed], level: Level, room: int, workspace: Path) -> list[str]:
    groups: dict[tuple[str, int], list[WorseNeed]] = {}
    for need in sorted(worse, key=lambda need: -_fall(need)):
        groups.setdefault((need.file, need.line), []).append(need)
    places = list(groups)
    shown = places if len(places) <= room else places[: room - 1]
    lines = [
        command(
            level,
            "\n".join([groups[at][0].text, *(need.sentence for need in groups[at])]),
            shown_path(at[0], workspace),
            at[1] or None,
            f"{groups[at][0].query_id} ranks lower",
        )
        for at in shown
    ]
    if len(shown) < len(places):
        left = len(places) - len(shown)
        lines.append(command(level, f"{left} more queries rank lower; the job summary lists them"))
    return lines


def _fall(need: WorseNeed) -> float:
    """How much of its reciprocal rank a need lost."""
    return (1 / need.before if need.before else 0.0) - (1 / need.after if need.after else 0.0)


def refused_annotation(message: str) -> str:
    """The annotation where there was no verdict."""
    return command("error", message, title="gate: no verdict")


def refused_summary(suite: str, message: str) -> str:
    """The job summary where there was no verdict."""
    return f"## ❌ No verdict: {escaped(suite)}\n\n{escaped(message)}\n"


def commands_off(token: str) -> tuple[list[str], list[str]]:
    """Lines around output in which no line is to be taken for a command.

    `token` switches commands on again, so it is to be hard to guess.

    >>> commands_off("a1b2")
    (['::stop-commands::a1b2'], ['::a1b2::'])
    """
    return [f"::stop-commands::{token}"], [f"::{token}::"]


def job_summary(result: GateResult, workspace: Path) -> str:
    """The verdict, its policies, what changed and what ranks lower, in Markdown."""
    mark = _MARKS[result.verdict]
    parts = [f"## {mark} {result.verdict}: {escaped(result.suite)}"]
    parts.append(_list(result.sentences[:ROWS]))
    parts.append(_policies(result.policies))
    if result.drift:
        parts += ["### What changed", _list(drift.sentence for drift in result.drift)]
    if result.moved:
        parts += ["### Evidence that moved", _list([m.sentence for m in result.moved][:ROWS])]
    if result.left_out:
        parts += ["### Left out of the comparison", _list(result.left_out[:ROWS])]
    if result.worse:
        parts += ["### Needs that rank lower", _worse(result.worse, workspace)]
    return "\n\n".join(part for part in parts if part) + "\n"


def write_summary(text: str, environment: Mapping[str, str]) -> bool:
    """Append `text` to the job summary; whether the environment names one."""
    named = environment.get("GITHUB_STEP_SUMMARY")
    if not named:
        return False
    try:
        with Path(named).open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise GoldrankError(f"cannot write the job summary {named}: {error}") from error
    return True


def _policies(policies: Sequence[PolicyResult]) -> str:
    head = ["", "policy", "system", "before", "after", "change", "allowed drop", "p"]
    rows = [
        [
            _MARKS[policy.verdict],
            policy.policy,
            policy.system,
            _number(policy.before),
            _number(policy.after),
            "" if policy.drop is None else signed(-float(policy.drop), 4),
            _number(policy.allowed),
            _chance(policy.p_value),
        ]
        for policy in policies
    ]
    return markdown_table(head, rows[:ROWS], 3) + _more(len(policies))


def _worse(worse: Sequence[WorseNeed], workspace: Path) -> str:
    """One row for each need, under the system where it fell most."""
    by_need: dict[tuple[str, int], list[WorseNeed]] = {}
    for need in sorted(worse, key=lambda need: -_fall(need)):
        by_need.setdefault((need.query_id, need.need), []).append(need)
    rows = [_row(needs[0], len(needs) - 1, workspace) for needs in by_need.values()]
    return markdown_table(["query", "text", "rank", "system", "where"], rows[:ROWS], 5) + _more(
        len(rows)
    )


def _row(need: WorseNeed, others: int, workspace: Path) -> list[str]:
    return [
        need.query_id + (f" need {need.need + 1}" if need.need else ""),
        need.text,
        f"{need.before_state} → {need.after_state}",
        need.system + (f" and {others} more" if others else ""),
        place(need.file, need.line or None, workspace),
    ]


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(item)}" for item in items)


def _more(count: int) -> str:
    return f"\n\n… and {count - ROWS:,} more." if count > ROWS else ""


def _number(value: Fraction | None) -> str:
    return "" if value is None else decimal(float(value), 4)


def _chance(p_value: float | None) -> str:
    if p_value is None:
        return ""
    return "< .001" if p_value < 0.001 else decimal(p_value)
