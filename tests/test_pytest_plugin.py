"""The pytest plugin, run in a project of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from tests.tiny import FILES, write_tiny

# Loaded once and for all: a run inside this one would load numpy twice, which it refuses.
import goldrank.encoders.folders
import goldrank.gating.in_test  # noqa: F401
from goldrank.gating.command import save_baseline

pytest_plugins = ["pytester"]

# As users have it where it is installed with its entry point; by its module where it is not yet.
INSTALLED = any(point.name == "goldrank" for point in entry_points(group="pytest11"))
PLUGIN = "goldrank" if INSTALLED else "goldrank.pytest_plugin"

# Instead of minutes with an encoder: a gate whose result is told by the name of the baseline.
FAKE = """
import goldrank.gating.command, pytest
from goldrank.errors import GoldrankError
from goldrank.gating.verdicts import GateResult, PolicyResult, Verdict, WorseNeed

calls = []

def gate_command(suite, against, cache, folder, progress=None):
    path = against.baseline
    assert (folder / "conftest.py").is_file()
    calls.append((suite, path and path.name))
    name = path.stem if path else suite
    if name == "missing":
        raise GoldrankError("no baseline at x; save one")
    verdict = {"good": Verdict.PASS, "bad": Verdict.FAIL, "doubt": Verdict.INCONCLUSIVE}[name]
    one = PolicyResult("MRR", "RR", "h/raw/bm25", verdict, "MRR fell \\x1b[31m by .05", verdict == "FAIL")
    worse = WorseNeed("h/raw/bm25", "q1", 0, 1, None, "rank 1", "not found", "how\\n::error::", "q", 3)
    return GateResult(suite, "b", verdict, int(verdict == "FAIL"), (one,), (worse,), 0, (), (), (),
        9, (), (f"{verdict}: suite s.", one.sentence))

@pytest.fixture(autouse=True, scope="session")
def _fake():
    patch = pytest.MonkeyPatch()
    patch.setattr("goldrank.gating.command.gate_command", gate_command)
    yield
    patch.undo()
"""


def run(pytester: pytest.Pytester, test: str, *options: str) -> pytest.RunResult:
    pytester.makeconftest(FAKE)
    pytester.makepyfile(test)
    return pytester.runpytest_inprocess("-p", PLUGIN, "--strict-markers", "-Werror", *options)


def test_a_marked_test_fails_with_the_gates_sentences_and_each_need(pytester: pytest.Pytester):
    result = run(
        pytester,
        """
        import pytest

        @pytest.mark.goldrank(suite="s.toml", baseline="bad.json")
        def test_retrieval():
            pass
        """,
    )
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "FAIL: suite s.",
            "MRR fell *by .05",
            "  q1: rank 1 -> not found (h/raw/bm25): how ::error::",
        ]
    )
    result.stdout.no_fnmatch_line("*\x1b[[]31m*by*")
    result.stdout.no_fnmatch_line("*gate_in_test.py*")


@pytest.mark.parametrize("baseline", ["good", "doubt"])
def test_a_marked_test_passes_where_the_gate_passes(pytester: pytest.Pytester, baseline: str):
    result = run(
        pytester,
        f"""
        import pytest

        @pytest.mark.goldrank(suite="s.toml", baseline="{baseline}.json")
        def test_retrieval(goldrank):
            assert goldrank.verdict != "FAIL"
            assert goldrank.result.needs_compared == 9
        """,
    )
    result.assert_outcomes(passed=1)


def test_no_verdict_is_a_failure_not_a_pass(pytester: pytest.Pytester):
    result = run(
        pytester,
        """
        import pytest

        @pytest.mark.goldrank(suite="s.toml", baseline="missing.json")
        def test_retrieval():
            pass

        @pytest.mark.goldrank(suite="s.toml", baseline="missing.json", gate=False)
        def test_asked(goldrank):
            goldrank.check()
        """,
    )
    result.assert_outcomes(failed=2)
    result.stdout.fnmatch_lines(["no verdict: no baseline at x; save one"])


def test_marks_with_the_same_suite_and_baseline_share_one_run(pytester: pytest.Pytester):
    result = run(
        pytester,
        """
        import conftest, pytest

        @pytest.mark.goldrank("s.toml", "good.json")
        def test_one(): pass

        @pytest.mark.goldrank(suite="s.toml", baseline="good.json")
        def test_two(goldrank): pass

        @pytest.mark.goldrank(suite="s.toml", baseline="doubt.json")
        def test_three(): pass

        def test_count():
            assert conftest.calls == [("s.toml", "good.json"), ("s.toml", "doubt.json")]
        """,
    )
    result.assert_outcomes(passed=4)


def test_the_baseline_is_the_suites_own_where_none_is_named(pytester: pytest.Pytester):
    result = run(
        pytester,
        """
        import conftest, pytest

        @pytest.mark.goldrank(suite="good")
        def test_retrieval():
            pass

        def test_path():
            assert conftest.calls == [("good", None)]
        """,
    )
    result.assert_outcomes(passed=2)


def test_a_body_that_fails_fails_with_its_own_reason(pytester: pytest.Pytester):
    result = run(
        pytester,
        """
        import conftest, pytest

        @pytest.mark.goldrank(suite="s.toml", baseline="bad.json")
        def test_retrieval():
            raise ValueError("mine")

        def test_count():
            assert conftest.calls == []
        """,
    )
    result.assert_outcomes(failed=1, passed=1)
    result.stdout.fnmatch_lines(["*ValueError: mine"])


def test_a_mark_on_a_class_gates_each_of_its_tests(pytester: pytest.Pytester):
    result = run(
        pytester,
        """
        import pytest

        @pytest.mark.goldrank(suite="s.toml", baseline="bad.json")
        class TestSearch:
            def test_one(self): pass
            def test_two(self): pass
        """,
    )
    result.assert_outcomes(failed=2)


@pytest.mark.parametrize("arguments", ["suit='s'", "'s', 'b', True, 4"])
def test_an_argument_that_does_not_exist_is_an_error(pytester: pytest.Pytester, arguments: str):
    result = run(
        pytester,
        f"""
        import pytest

        @pytest.mark.goldrank({arguments})
        def test_retrieval():
            pass
        """,
    )
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*expected suite, baseline and gate*"])


def test_the_verdict_stands_in_pytests_own_junit_file(pytester: pytest.Pytester):
    run(
        pytester,
        """
        import pytest

        @pytest.mark.goldrank(suite="s.toml", baseline="good.json")
        def test_retrieval():
            pass
        """,
        "--junitxml=out.xml",
    )
    assert 'name="goldrank" value="PASS"' in (pytester.path / "out.xml").read_text()


def test_the_marker_is_listed(pytester: pytest.Pytester):
    result = pytester.runpytest_inprocess("-p", PLUGIN, "--markers")
    result.stdout.fnmatch_lines(["@pytest.mark.goldrank(suite=None, baseline=None, gate=True)*"])


def test_a_real_suite_is_held_against_its_baseline(pytester: pytest.Pytester, monkeypatch):
    top, gate = 'rankers = ["bm25"]\n', '[[gate]]\nmeasure = "RR"\nalpha = "off"\n'
    monkeypatch.setenv("GOLDRANK_CACHE", str(pytester.path / "cache"))
    write_tiny(pytester.path, top, gate)
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.goldrank(suite="tiny.toml")
        def test_retrieval():
            pass
        """
    )
    options = ("-p", PLUGIN, "--strict-markers")
    missing = pytester.runpytest_inprocess(*options)
    save_baseline("tiny.toml", None, None, pytester.path / "cache", pytester.path)
    same = pytester.runpytest_inprocess(*options)
    rival = "# Rival\n\nWhen is the bonus paid: the bonus is paid.\n"
    write_tiny(pytester.path, top, gate, files={**FILES, "rival.md": rival})
    worse = pytester.runpytest_inprocess(*options)
    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(["no verdict: no baseline *"])
    same.assert_outcomes(passed=1)
    worse.assert_outcomes(failed=1)
    worse.stdout.fnmatch_lines(
        ["FAIL: suite tiny, *", "  q2: rank 1 -> rank 2 (heading/raw/bm25)*"]
    )


def test_tests_that_do_not_use_it_load_nothing_of_it(tmp_path: Path):
    (tmp_path / "test_plain.py").write_text(
        "import json, sys\n"
        "def test_nothing():\n"
        "    open('modules.json', 'w').write(json.dumps(sorted(sys.modules)))\n"
    )
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", PLUGIN, "test_plain.py"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    loaded = json.loads((tmp_path / "modules.json").read_text())
    ours = {name for name in loaded if name.partition(".")[0] == "goldrank"}
    heavy = {"numpy", "pandas", "scipy", "torch", "pydantic", "rich", "typer", "markdown_it"}
    assert ours == {"goldrank", "goldrank.pytest_plugin"}
    assert heavy & set(loaded) == set()
