"""`bench gate` as a job runs it: its files, its annotations, and what the documentation says."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from tests.tiny import FILES, QUERIES, write_tiny

from goldrank.cli import main

DOCS = Path(__file__).resolve().parents[3] / "docs" / "ci.md"
LEXICAL = 'rankers = ["bm25"]\n'
EXACT = '[[gate]]\nmeasure = "RR"\nalpha = "off"\n'
Bench = Callable[..., tuple[int, str, str]]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch, capsys) -> Bench:
    """`bench` in `tmp_path`: exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["bench", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        return int(left.value.code or 0), told.out, told.err

    return run


def saved_and_worse(bench: Bench, tmp_path: Path) -> None:
    """A baseline, and then a corpus in which another chunk answers q2 in more of its words."""
    write_tiny(tmp_path, LEXICAL, EXACT)
    assert bench("baseline", "save", "tiny.toml")[0] == 0
    rival = "# Rival\n\nWhen is the bonus paid: the bonus is paid when it is paid.\n"
    write_tiny(tmp_path, LEXICAL, EXACT, files={**FILES, "rival.md": rival})


def test_a_regression_leaves_a_failure_an_annotation_and_a_summary(bench: Bench, tmp_path: Path):
    saved_and_worse(bench, tmp_path)
    code, out, _ = bench("gate", "tiny.toml", "--github", "--junit", "out/gate.xml")
    assert code == 1
    assert out.count("::error title=tiny%3A gate::") == 1
    at_query = [line for line in out.splitlines() if "file=queries.jsonl,line=2," in line]
    assert len(at_query) == 1
    assert "q2%3A" not in at_query[0]
    assert "q2: rank 1 -> rank 2" in at_query[0]
    assert (tmp_path / "summary.md").read_text(encoding="utf-8").startswith("## ")
    suite = ET.parse(tmp_path / "out" / "gate.xml").getroot()[0]
    assert "q2: rank 1 -> rank 2" in suite.findtext("testcase[last()]/system-out", "")


def test_the_report_stands_between_commands_that_switch_commands_off(bench: Bench, tmp_path: Path):
    query = {**QUERIES[1], "query_id": "::error::x"}
    write_tiny(tmp_path, LEXICAL, queries=(QUERIES[0], query))
    assert bench("baseline", "save", "tiny.toml")[0] == 0
    _, out, _ = bench("gate", "tiny.toml", "--github")
    lines = out.splitlines()
    token = re.fullmatch(r"::stop-commands::([0-9a-f]{32})", lines[0])
    assert token is not None
    assert f"::{token[1]}::" in lines
    assert bench("gate", "tiny.toml", "--github")[1].splitlines()[0] != lines[0]


def test_json_stays_json_and_annotations_go_to_standard_error(bench: Bench, tmp_path: Path):
    saved_and_worse(bench, tmp_path)
    _, out, err = bench("gate", "tiny.toml", "--github", "--json")
    assert json.loads(out)["suite"] == "tiny"
    assert any(line.startswith("::") and "line=2" in line for line in err.splitlines())


def test_a_missing_baseline_is_exit_2_and_said_everywhere(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path, LEXICAL)
    code, out, err = bench("gate", "tiny.toml", "--github", "--junit", "gate.xml")
    assert code == 2
    assert out.startswith("::error title=gate%3A no verdict::")
    assert err.splitlines()[-1].startswith("bench: no baseline")
    assert ET.parse(tmp_path / "gate.xml").getroot()[0].get("errors") == "1"
    assert "No verdict" in (tmp_path / "summary.md").read_text(encoding="utf-8")


def test_a_baseline_that_was_deleted_in_ci_does_not_switch_the_gate_off(
    bench: Bench, tmp_path: Path, monkeypatch
):
    monkeypatch.setenv("CI", "true")
    saved_and_worse(bench, tmp_path)
    [saved] = (tmp_path / "baselines").glob("*.json")
    saved.unlink()
    code, _, err = bench("gate", "tiny.toml")
    assert code == 2
    assert f"no baseline at {saved}" in err
    assert not saved.exists()


def test_a_query_that_was_deleted_is_exit_3_though_what_is_left_is_better(
    bench: Bench, tmp_path: Path
):
    saved_and_worse(bench, tmp_path)
    queries = tmp_path / "queries.jsonl"
    queries.write_text(queries.read_text(encoding="utf-8").splitlines()[0] + "\n")
    code, out, err = bench("gate", "tiny.toml")
    assert (code, "PASS" in out) == (3, False)
    assert "q2 is missing" in err


def test_without_the_options_nothing_is_written(bench: Bench, tmp_path: Path):
    saved_and_worse(bench, tmp_path)
    _, out, _ = bench("gate", "tiny.toml")
    assert "::" not in out
    assert not (tmp_path / "summary.md").exists()


def workflows() -> list[dict[str, object]]:
    found = re.findall(r"```yaml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    return [yaml.safe_load(text) for text in found]


def test_the_workflows_of_the_documentation_are_yaml_and_pin_actions_by_major_version():
    github, gitlab = workflows()
    steps = github["jobs"]["gate"]["steps"]
    used = [step["uses"] for step in steps if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@v\d+", action) for action in used)
    assert github["permissions"] == {"contents": "read"}
    assert gitlab["retrieval"]["artifacts"]["reports"] == {"junit": "gate.xml"}


def test_the_commands_of_the_documentation_exist(bench: Bench):
    text = DOCS.read_text(encoding="utf-8")
    for command, option in re.findall(r"bench (gate|validate)\b[^`\n|]*?(--[a-z]+)", text):
        code, out, _ = bench(command, "--help")
        assert code == 0
        assert option in out
