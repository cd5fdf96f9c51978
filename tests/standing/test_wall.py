"""Documentation cannot be watched: type checkers refuse it, and so does a program that runs without."""

from __future__ import annotations

import inspect
import json
import pkgutil
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from tests.standing.streams import chunks_of, message, reference, session

import goldrank.standing
from goldrank.corpus.read import read_corpus
from goldrank.errors import GoldrankError
from goldrank.standing.chunks import ReferenceChunk, SessionChunk
from goldrank.standing.cut import budget_of, reference_chunks, session_chunks
from goldrank.standing.query import StandingQuery
from goldrank.standing.replay import Gate, replay
from goldrank.standing.scores import Bm25InTime
from goldrank.standing.stream import stream_of
from goldrank.text.tokens import WordCounter

ROOT = Path(__file__).resolve().parents[2]
WALL = Path(__file__).with_name("wall.py")
QUERY = StandingQuery("leave", "who is on leave?")
BUDGET = budget_of(WordCounter(), None)


def marked() -> list[int]:
    lines = WALL.read_text("utf-8").splitlines()
    return [number for number, line in enumerate(lines, 1) if line.endswith("  # wall")]


def test_mypy_refuses_exactly_the_marked_lines():
    # As the source is checked: strict, and with what it has kept of the modules below.
    ran = _run([sys.executable, "-m", "mypy", "--output", "json", "--no-error-summary", str(WALL)])
    found = [json.loads(line) for line in ran.stdout.splitlines()]
    errors = [each["line"] for each in found if each["severity"] == "error"]
    assert sorted(set(errors)) == marked(), ran.stdout + ran.stderr
    assert {Path(each["file"]).name for each in found} == {"wall.py"}
    assert len(marked()) > 20


def test_pyright_refuses_exactly_the_marked_lines(tmp_path: Path):
    checker = shutil.which("pyright") or shutil.which("basedpyright")
    if checker is None:
        pytest.skip("pyright is not installed")
    settings = tmp_path / "pyrightconfig.json"
    wanted = {"include": [str(WALL)], "extraPaths": [str(ROOT / "src")]}
    settings.write_text(json.dumps({**wanted, "typeCheckingMode": "standard"}))
    ran = _run([checker, "-p", str(settings), "--pythonpath", sys.executable, "--outputjson"])
    found = json.loads(ran.stdout)["generalDiagnostics"]
    errors = [each["range"]["start"]["line"] + 1 for each in found if each["severity"] == "error"]
    assert sorted(set(errors)) == marked(), ran.stdout + ran.stderr


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_who_checks_no_types_is_refused_when_it_runs(tmp_path: Path):
    (tmp_path / "leave.md").write_text("# Leave\n\nAsk early.\n")
    corpus = read_corpus(tmp_path)
    of_documents: list[Any] = list(reference_chunks(corpus, BUDGET))
    assert len(of_documents) == 1
    watched = chunks_of(session("a.jsonl", [(0, "I am on leave.")]))
    for chunks in (
        of_documents,
        [*watched, *of_documents],
        corpus.documents,
        [of_documents[0].record],
        [watched[0].record],
        [None],
        "I am on leave.",
    ):
        with pytest.raises(GoldrankError, match="expected SessionChunk, got"):
            replay(QUERY, chunks, [Bm25InTime()])
        with pytest.raises(GoldrankError, match="documentation is looked up, and never watched"):
            stream_of(chunks)
    assert replay(QUERY, watched, [Bm25InTime()]).scores["bm25"].shape == (1,)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: SessionChunk(reference().record, 0, 5), r"expected a message .*ReferenceRecord"),
        (lambda: SessionChunk(reference(), 0, 5), r"expected a message .*ReferenceChunk"),
        (lambda: SessionChunk("Ask early.", 0, 5), r"expected a message .*got str"),
        (lambda: ReferenceChunk(message(), 0, 5), r"expected a section .*SessionRecord"),
        (lambda: SessionChunk(message(), 0, 11), r"0 <= start < end <= 10, got \[0, 11\)"),
        (lambda: SessionChunk(message(), 3, 3), r"got \[3, 3\)"),
    ],
)
def test_a_chunk_is_made_of_its_own_kind_of_record(make: Callable[[], object], said: str):
    with pytest.raises(GoldrankError, match=said):
        make()


def test_what_is_cut_into_session_chunks_is_a_session():
    with pytest.raises(GoldrankError, match="expected the sessions of read_sessions, got a str"):
        list(session_chunks(["leave.md"], BUDGET))


def test_the_two_chunks_share_no_class():
    assert SessionChunk.__mro__ == (SessionChunk, object)
    assert ReferenceChunk.__mro__ == (ReferenceChunk, object)


@pytest.mark.parametrize("text", ["", "  ", "\n", "?", "…!"])
def test_a_standing_query_is_never_empty(text: str):
    with pytest.raises(GoldrankError, match="'leave': expected a question"):
        StandingQuery("leave", text)


@pytest.mark.parametrize("name", ["", " ", "a\nb"])
def test_a_standing_query_has_a_name(name: str):
    with pytest.raises(GoldrankError, match="expected a name"):
        StandingQuery(name, "who is on leave?")


@pytest.mark.parametrize("query", [None, "who is on leave?", True])
def test_nothing_but_a_standing_query_watches(query: Any):
    chunks = chunks_of(session("a.jsonl", [(0, "I am on leave.")]))
    with pytest.raises(GoldrankError, match="expected a StandingQuery, got"):
        replay(query, chunks, [Bm25InTime()])


def test_a_gate_without_a_threshold_is_none():
    for thresholds in ({}, {"bm25": float("nan")}, {"bm25": float("-inf")}):
        with pytest.raises(GoldrankError, match="expected a finite threshold"):
            Gate(thresholds)


def test_nothing_here_takes_a_switch():
    """What can be switched has a default one day, and the default is one change from wrong."""
    switches = []
    for module in pkgutil.iter_modules(goldrank.standing.__path__, "goldrank.standing."):
        found = vars(import_module(module.name)).values()
        own = [each for each in found if getattr(each, "__module__", "") == module.name]
        classes = [each for each in own if inspect.isclass(each)]
        functions = [each for each in own if inspect.isfunction(each)]
        methods = [f for c in classes for f in vars(c).values() if inspect.isfunction(f)]
        for function in [*functions, *methods]:
            hints = {k: v for k, v in get_type_hints(function).items() if k != "return"}
            switches += [f"{function.__qualname__}: {k}" for k, v in hints.items() if _is_bool(v)]
            defaults = inspect.signature(function).parameters.values()
            switches += [function.__qualname__ for each in defaults if type(each.default) is bool]
    assert switches == []


def _is_bool(hint: object) -> bool:
    return hint is bool or bool in getattr(hint, "__args__", ())
