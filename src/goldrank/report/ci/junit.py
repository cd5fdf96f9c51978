"""What a gate says as JUnit XML, the form in which CI systems read test results.

Source: Jenkins' `junit-10.xsd` (pytest's `xunit2` follows it). GitLab, GitHub actions, Azure and
CircleCI read the same.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from goldrank.errors import GoldrankError
from goldrank.gating.verdicts import GateResult, PolicyResult, Verdict
from goldrank.report.common.places import place
from goldrank.text.unsafe import IN_XML


def gate_junit(result: GateResult, working_folder: Path) -> str:
    """One test case for each policy and system, and lists of what changed and what ranks lower.

    A policy that fails the build is a failure; an inconclusive one that does not is skipped, so
    that it is seen. The lists are never a failure: policies decide.
    """
    cases = [_policy_case(result.suite, policy) for policy in result.policies]
    cases += [_changes_case(result), _worse_case(result, working_folder)]
    return _document(result.suite, cases)


def refused_junit(suite: str, message: str) -> str:
    """One test case that is an error: there was no verdict, because of what `message` says."""
    case = _case(suite, "gate", "verdict")
    ET.SubElement(case, "error", message=_xml(message), type="refused").text = _xml(message)
    return _document(suite, [case])


def write_junit(text: str, path: Path) -> None:
    """Write a JUnit file, and the folder that it goes into."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise GoldrankError(f"cannot write the JUnit file {path}: {error}") from error


def _policy_case(suite: str, policy: PolicyResult) -> ET.Element:
    case = _case(suite, policy.policy, f"{policy.policy} {policy.system}")
    message = _xml(policy.sentence)
    if policy.fails_build:
        ET.SubElement(case, "failure", message=message, type=str(policy.verdict)).text = message
    elif policy.verdict != Verdict.PASS:
        ET.SubElement(case, "skipped", message=message)
    else:
        ET.SubElement(case, "system-out").text = message
    return case


def _changes_case(result: GateResult) -> ET.Element:
    case = _case(result.suite, "changes", "what is not as in the baseline")
    lines = [drift.sentence for drift in result.drift]
    ET.SubElement(case, "system-out").text = _xml("\n".join(lines) or "nothing")
    return case


def _worse_case(result: GateResult, working_folder: Path) -> ET.Element:
    case = _case(result.suite, "needs", "needs that rank lower than in the baseline")
    lines = [
        f"{place(need.file, need.line or None, working_folder)}: {need.sentence}: {need.text}"
        for need in result.worse
    ]
    ET.SubElement(case, "system-out").text = _xml("\n".join(lines) or "none")
    return case


def _case(suite: str, group: str, name: str) -> ET.Element:
    # A dot parts packages in most viewers: names from outside must not make new ones.
    classname = ".".join(part.replace(".", "_") for part in ("goldrank", suite, group))
    return ET.Element("testcase", classname=_xml(classname), name=_xml(name), time="0.000")


def _document(suite: str, cases: Sequence[ET.Element]) -> str:
    counts = {
        "tests": str(len(cases)),
        "failures": str(sum(case.find("failure") is not None for case in cases)),
        "errors": str(sum(case.find("error") is not None for case in cases)),
        "skipped": str(sum(case.find("skipped") is not None for case in cases)),
        "time": "0.000",
    }
    root = ET.Element("testsuites")
    inner = ET.SubElement(root, "testsuite", {"name": _xml(f"goldrank {suite}"), **counts})
    inner.extend(cases)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _xml(text: str) -> str:
    r"""`text` with what XML cannot hold as U+FFFD; escaping is the writer's.

    >>> _xml("a\x1b[31m\ud800 ]]>")
    'a�[31m� ]]>'
    """
    return IN_XML.sub("\ufffd", text)
