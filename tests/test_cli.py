"""The command line in this process: what it prints, where it writes, and how it fails."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.tiny import FILES, write_tiny
from typer.testing import CliRunner

import goldrank
from goldrank.cli import app, main
from goldrank.errors import GoldrankError
from goldrank.runs.record import load


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """The one line that says what is wrong."""
        lines = [line for line in self.err.split("\n") if line.startswith("bench: ")]
        assert len(lines) == 1, self.err
        assert "Traceback" not in self.err
        return lines[0]


Bench = Callable[..., Answer]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch, capsys) -> Bench:
    """`bench` in `tmp_path`, as its entry point runs it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path.parent / "tiny-cache"))

    def run(*arguments: str) -> Answer:
        monkeypatch.setattr("sys.argv", ["bench", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        told = capsys.readouterr()
        return Answer(int(left.value.code or 0), told.out, told.err)

    return run


def test_a_run_prints_its_table_and_writes_its_folder(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path)
    answer = bench("run", "tiny.toml", "--name", "first")
    assert answer.code == 0
    assert "Window: 12 tokens" in answer.out
    assert "! encoder tiny_encoder:encode is the code in tiny_encoder.py" in answer.out
    assert "Everything is in reports/first/" in answer.out
    run = load("reports/first")
    assert set(run.systems.ranker) == {"vector", "bm25", "rrf"}
    assert (tmp_path / "reports/first/summary.md").read_text().startswith("# tiny\n")


def test_the_app_runs_in_typers_runner_too(tmp_path: Path):
    suite = write_tiny(tmp_path)
    answer = CliRunner().invoke(
        app,
        ["run", str(suite), "--out", str(tmp_path / "out"), "--name", "x", "--ranker", "bm25"],
    )
    assert answer.exit_code == 0
    assert set(load(tmp_path / "out" / "x").systems.ranker) == {"bm25"}


def test_json_is_all_that_stdout_holds(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path, top='rankers = ["vector", "bm25"]\n')
    answer = bench("run", "tiny.toml", "--json", "--name", "x")
    told = json.loads(answer.out)
    assert told["folder"] == "reports/x"
    assert {row["RR"] for row in told["systems"]} == {1.0}
    assert json.loads(bench("plan", "corpus", "--json").out)["sections"]


def test_options_change_what_runs(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path)
    changes = ("--chunker", "fixed", "--variant", "title", "--ranker", "bm25", "--cutoffs", "3,7")
    assert bench("run", "tiny.toml", *changes, "--name", "x").code == 0
    run = load("reports/x")
    systems = run.systems[["chunker", "variant", "ranker"]].to_numpy().tolist()
    assert systems == [["fixed", "title", "bm25"]]
    assert run.cutoffs == [3, 7]


def test_a_corpus_and_queries_need_no_suite(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path)
    answer = bench(
        *("run", "--corpus", "corpus", "--queries", "queries.jsonl", "--name", "x"),
        *("--model", "tiny_encoder:encode"),
    )
    assert answer.code == 0
    run = load("reports/x")
    assert run.name == "corpus"
    assert sorted(set(run.systems.variant)) == ["breadcrumb", "raw"]
    assert "variants raw, breadcrumb (abstract, the dearest, with --variant)" in answer.err


def test_whole_rankings_are_written_where_they_are_asked_for(bench: Bench, tmp_path: Path):
    files = {f"d{n:04}.md": f"word{n}\n" for n in range(1003)}
    query = {"query_id": "q", "text": "x", "evidence": [{"doc_id": "d0000.md", "quote": "word0"}]}
    write_tiny(tmp_path, 'rankers = ["oracle"]\n', files=files, queries=[query])
    lines = {}
    for name, options in (("short", []), ("whole", ["--full-runs"])):
        assert bench("run", "tiny.toml", "--variant", "raw", "--name", name, *options).code == 0
        assert bench("export", f"reports/{name}", name).code == 0
        lines[name] = len((tmp_path / name / "heading_raw_oracle.run").read_text().splitlines())
    assert lines == {"short": 1000, "whole": 1003}


def test_a_dry_run_is_a_plan_and_writes_nothing(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path)
    answer = bench("run", "tiny.toml", "--dry-run")
    assert answer.code == 0
    assert "queries: 2, all of their evidence found" in answer.out
    assert "no model was loaded" in answer.out
    assert not (tmp_path / "reports").exists()


def test_a_file_that_cannot_be_read_is_said_and_with_strict_an_error(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path)
    (tmp_path / "corpus" / "legacy.md").write_bytes(b"Caf\xe9 setup\n")
    answer = bench("run", "tiny.toml", "--ranker", "bm25", "--name", "x")
    assert answer.code == 0
    assert "! 1 file was not read: legacy.md (not UTF-8" in answer.out
    assert "legacy.md" in (tmp_path / "reports/x/summary.md").read_text()
    strict = bench("run", "tiny.toml", "--strict", "--name", "y")
    assert strict.code == 2
    assert "legacy.md" in strict.line
    assert not (tmp_path / "reports/y").exists()


def test_control_characters_of_a_corpus_do_not_reach_the_terminal(bench: Bench, tmp_path: Path):
    query = {"query_id": "\x1b[31mq", "text": "\x1b]0;x\x07", "evidence": [{"doc_id": "no\x1b.md"}]}
    write_tiny(tmp_path, queries=[query])
    answer = bench("run", "tiny.toml")
    assert answer.code == 2
    assert "\x1b" not in answer.err
    write_tiny(tmp_path, files={**FILES, "x.md": "# A\x1b[31m\n\nbody\n"})
    assert "\x1b" not in bench("plan", "corpus").out


QUERY = '{"query_id": "q1", "text": "t", "evidence": [%s]}\n'
QUOTE = '{"doc_id": "pay.md", "quote": "%s"}'
WRONG_QUERIES = {
    "": "queries.jsonl: expected one query a line, found none",
    "{": "queries.jsonl:1: not JSON at character 2",
    '{"query_id": "a", "text": "b"}\n\n[1]\n': "queries.jsonl:3: expected an object, got list",
    '{"query_id": "a"}': 'queries.jsonl:1: query a: expected "text"',
    '{"text": "a"}': 'queries.jsonl:1: expected a "query_id"',
    QUERY % "" + QUERY % "": "queries.jsonl:2: query_id 'q1' stands already on line 1",
    QUERY % "": "none of 1 queries has evidence",
    QUERY % QUOTE % "paid in June": 'q1: quote "paid in June" is not in pay.md',
    QUERY % QUOTE % "a": 'add "section" to say which, or "any": true',
    QUERY
    % '{"doc_id": "pya.md", "quote": "x"}': "no document pya.md in the corpus; did you mean pay.md?",
    QUERY % '{"doc_id": "pay.md", "start": 7, "end": 3}': "expected 0 <= start < end, got 7 and 3",
    QUERY % '{"doc_id": "pay.md", "start": 3}': '"start" and "end" go together',
    QUERY % '{"doc_id": "pay.md", "start": 900, "end": 999}': "holds no text; the document has",
    QUERY % '{"doc_id": "pay.md", "start": 0, "end": 5, "quote": "x"}': "has changed: expected",
    QUERY % '{"doc_id": "pay.md", "section": ["Bonsu"]}': "Bonus",
    QUERY % '{"doc_id": "pay.md"}': 'set unit = "document", or name a quote',
    '{"query_id": "\\ud800", "text": "t"}': "expected Unicode text, got half of a surrogate pair",
    '{"query_id": "q", "text": "t", "needs": [[]]}': "none of them empty",
    '{"query_id": "q", "text": "t", "needs": [], "evidence": []}': 'expected "needs" or "evidence", got both',
}


@pytest.mark.parametrize(("text", "said"), WRONG_QUERIES.items(), ids=range(len(WRONG_QUERIES)))
def test_what_is_wrong_with_queries_is_one_line(bench: Bench, tmp_path: Path, text: str, said: str):
    write_tiny(tmp_path)
    (tmp_path / "queries.jsonl").write_text(text)
    answer = bench("run", "tiny.toml")
    assert answer.code == 2
    assert said in answer.line
    assert not (tmp_path / "reports").exists()


WRONG_SUITES = {
    "rankers = [": "tiny.toml: not valid TOML:",
    'ranker = "bm25"\n': "'ranker': expected tables [[ranker]], got 'bm25'; did you mean 'rankers'?",
    'rankers = ["bm26"]\n': "unknown ranker 'bm26'; did you mean 'bm25'? (known: vector, bm25, rrf",
    "rankers = []\n": "expected at least one chunker, one variant and one ranker",
    "cutoffs = [0]\n": "cutoffs: expected whole numbers from 1, got 0",
    "cutoffs = []\n": "cutoffs: expected whole numbers from 1, got none",
    "cutoffs = [true]\n": "'cutoffs.0': expected a valid integer, got True",
    'rrf = {k = "60"}\n': "'rrf.k': expected a valid number, got '60'",
    'strict = "yes"\n': "'strict': expected a valid boolean, got 'yes'",
    "seed = -1\n": "'seed': expected greater than or equal to 0, got -1",
    'cutoffs = "5"\n': "'cutoffs': expected a list, got '5'",
    'measures = ["mrr"]\n': "measure 'mrr' is not known; did you mean 'RR'?",
    'unit = "page"\n': "'unit': expected 'chunk' or 'document', got 'page'",
    "document_vector = true\n": 'document_vector = true needs unit = "document"',
    'baseline_variant = "plain"\n': "baseline_variant: expected one of raw, breadcrumb, abstract",
    'name = "../x"\n': "name: expected a name for a folder",
    'folder = "x"\n': "unknown key 'folder'",
    "gold = {min_overlap = 2.0}\n": "min_overlap: expected more than 0 and at most 1, got 2.0",
    "gold = {min_overlap = nan}\n": "'gold.min_overlap': expected a finite number, got nan",
    "gold = {overlap = 1.0}\n": "unknown key 'gold.overlap'; did you mean 'min_overlap'?",
    "gold = 3\n": "'gold': expected a table, got 3",
    "rrf = {k = -1}\n": "rrf: expected k >= 0 and finite, got -1.0",
    'bm25 = {k1 = "high"}\n': "'bm25.k1'",
    '[[variant]]\nname = "a"\ndens = "raw"\n': "unknown key 'variant.0.dens'; did you mean 'dense'?",
    '[[variant]]\nname = "a"\ndense = "raw"\n': 'variant a: name a "representation", or one for each',
    '[[variant]]\nname = "a"\nrepresentation = "rav"\n': "unknown representation 'rav'; did you mean 'raw'?",
    '[[variant]]\nrepresentation = "raw"\n': "'variant.0.name' is missing",
    '[[chunker]]\nname = "fixd"\n': "chunker 'fixd': unknown kind 'fixd'; did you mean 'fixed'?",
    '[[chunker]]\nname = "fixed"\nlimt = 3\n': "unknown setting 'limt' of kind 'fixed'; did you mean",
    '[[chunker]]\nname = "fixed"\nlimit = "3"\n': "limit: expected a whole number of at least 1, got '3'",
    '[[chunker]]\nname = "a"\nkind = "fixed"\n[[chunker]]\nname = "a"\n': "two chunkers are named 'a'",
    '[[chunker]]\nname = "a/b"\nkind = "fixed"\n': "chunker 'a/b': a name is printable text without /",
    '[[chunker]]\nname = "m"\nkind = "nowhere:cut"\n': "the module 'nowhere' could not be imported",
    '[[chunker]]\nname = "m"\nkind = "tiny_encoder:cut"\n': "there is no 'cut' there",
    '[[representation]]\nname = "c"\nkind = "contexts"\n': "representation c: contexts needs a path",
    '[[representation]]\nname = "c"\nkind = "contexts"\npath = "no"\n': "no such file of contexts",
    '[[representation]]\nname = "b"\nkind = "breadcrumb"\ndepht = 1\n': "did you mean 'depth'?",
    '[[representation]]\nname = "b"\nkind = "breadcrumb"\ndepth = "1"\n': "depth: expected a whole number",
    '[[representation]]\nname = "b"\nkind = "breadcrumb"\nstyle = "x"\n': 'expected "path" or "prose"',
    '[[representation]]\nname = "b"\nkind = "title"\nposition = "x"\n': 'expected "lead" or "tail"',
    '[[representation]]\nname = "b"\nkind = "title"\nseparator = 1\n': "separator: expected a text, got 1",
    '[[representation]]\nname = "b"\nkind = "abstract"\nmax_tokens = 0\n': "of at least 1, got 0",
    '[[representation]]\nname = "b"\nkind = "crumb"\n': "unknown kind 'crumb'; did you mean 'breadcrumb'?",
}


@pytest.mark.parametrize(("lines", "said"), WRONG_SUITES.items(), ids=range(len(WRONG_SUITES)))
def test_what_is_wrong_with_a_suite_is_one_line(
    bench: Bench, tmp_path: Path, lines: str, said: str
):
    top, rest = ("", lines) if lines.startswith("[[") else (lines, "")
    write_tiny(tmp_path, top, rest)
    answer = bench("run", "tiny.toml")
    assert answer.code == 2
    assert said in answer.line
    assert not (tmp_path / "reports").exists()


LIES = {
    "['nothing of it']": "chunk 1 ('nothing of it'): its text is not in the document",
    "text.split('\\n\\n')[::-1]": "and not after the chunk before; return chunks in their order",
    "[(0, len(text) + 1)]": "expected 0 <= start <= end",
    "None": "expected a list of chunks, got NoneType",
    "1 / 0": "ZeroDivisionError: division by zero",
    "[]": "chunker m: no chunk in 2 documents",
}


@pytest.mark.parametrize(("cut", "said"), LIES.items(), ids=range(len(LIES)))
def test_a_chunker_that_lies_is_named_with_the_chunk(bench: Bench, tmp_path: Path, cut, said: str):
    write_tiny(tmp_path, rest='[[chunker]]\nname = "m"\nkind = "liar:cut"\n')
    (tmp_path / "liar.py").write_text(f"def cut(text):\n    return {cut}\n")
    answer = bench("run", "tiny.toml")
    assert answer.code == 2
    assert said in answer.line
    assert not (tmp_path / "reports").exists()


BROKEN = {
    "raise RuntimeError('no licence')": "could not be imported: RuntimeError: no licence",
    "encode = 3": 'expected a callable "encode"',
    "def encode(texts): return [[float('nan')] * 3 for _ in texts]": "finite",
    "def encode(texts): return [[1.0]]": "finite vectors, got shape (1, 1)",
    "def encode(texts): raise ValueError('quota')": "failed on ",
}


@pytest.mark.parametrize(("code", "said"), BROKEN.items(), ids=range(len(BROKEN)))
def test_an_encoder_that_fails_is_named(bench: Bench, tmp_path: Path, code: str, said: str):
    write_tiny(tmp_path)
    (tmp_path / "tiny_encoder.py").write_text(code + "\n")
    answer = bench("run", "tiny.toml")
    assert answer.code == 2
    assert said in answer.line
    assert 'encoder "tiny_encoder:encode"' in answer.line


USAGE = {
    ("rnu",): "No such command 'rnu'",
    ("run", "--chunkr", "fixed"): "No such option: --chunkr",
    (
        "run",
        "tiny.toml",
        "--cutoffs",
        "1,x",
    ): "--cutoffs: expected whole numbers such as 1,5,10,20; got '1,x'",
    ("run", "tiny.toml", "--cutoffs", "0,5"): "cutoffs: expected whole numbers from 1, got 0, 5",
    (
        "run",
        "tiny.toml",
        "--chunker",
        "headin",
    ): "unknown chunker 'headin'; did you mean 'heading'?",
    ("run", "tiny.toml", "--variant", "titel"): "unknown variant 'titel'; did you mean 'title'?",
    ("run", "tiny.toml", "--ranker", "bm"): "unknown ranker 'bm'; did you mean 'bm25'?",
    ("run", "tiny.toml", "--model", "./nowhere"): 'model "./nowhere": expected a folder at',
    ("run", "tiny.toml", "--model", "nowhere:encode"): 'expected a module "nowhere", found none',
    ("run", "tiny.toml", "--name", "a/b"): "--name: expected the name of one folder",
    ("run", "tiny.toml", "--out", "tiny.toml"): "is a file, not a folder; choose another",
    ("run", "tiny.toml", "--name", "corpus", "--out", "."): "corpus exists already",
    ("run", "tiny.toml", "--name", "corpus", "--out", ".", "--replace"): "not the folder of a run",
    ("run", "tiny.toml", "--corpus", "nowhere"): "no such file or folder",
    ("run", "tiny.toml", "--corpus", "empty"): "expected documents, got 0 files named *.md",
    ("run", "tiny.toml", "--queries", "nowhere.jsonl"): "no such query file: ",
    ("run", "tiny.toml", "--queries", "corpus"): "is a folder",
    ("run", "--corpus", "corpus"): "--corpus needs --queries",
    ("run", "handbok"): "no suite 'handbok'; did you mean 'handbook'? (known: ",
    ("run", "nowhere.toml"): "no such suite: ",
    ("run", "corpus/"): "cannot read the suite ",
    ("plan", "nowhere"): "no such file or folder",
    ("plan", "empty"): "expected documents, got 0 files",
    ("plan",): "Missing ",
    ("window", "./nowhere"): 'model "./nowhere": expected a folder',
}


@pytest.mark.parametrize(("arguments", "said"), USAGE.items(), ids=range(len(USAGE)))
def test_a_wrong_command_is_one_line_and_exit_2(bench: Bench, tmp_path: Path, arguments, said: str):
    write_tiny(tmp_path)
    (tmp_path / "empty").mkdir()
    answer = bench(*arguments)
    assert answer.code == 2, answer.err
    assert said in answer.line
    assert not (tmp_path / "reports").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_a_folder_without_permission_is_said_before_any_work(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path)
    (tmp_path / "closed").mkdir(mode=0o500)
    assert "cannot be written" in bench("run", "tiny.toml", "--out", "closed").line


def test_without_a_command_the_help_is_shown_and_nothing_ran(bench: Bench):
    answer = bench()
    assert answer.code == 2
    assert "Commands:" in answer.err
    assert bench("--help").code == 0


def test_a_fault_of_ours_is_exit_70_and_asks_for_no_traceback(bench: Bench, monkeypatch):
    monkeypatch.setattr("goldrank.suites.options.suite_of", lambda *_, **__: 1 / 0)
    answer = bench("run", "x")
    assert answer.code == 70
    assert "this is a fault of goldrank, not yours: ZeroDivisionError" in answer.line


def test_an_interrupt_is_exit_130(bench: Bench, monkeypatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("goldrank.suites.options.suite_of", interrupted)
    assert bench("run", "x").code == 130


def test_what_judges_does_not_judge_the_bundled_suite_because_ones_own_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bench" / "suites").mkdir(parents=True)
    (tmp_path / "bench" / "suites" / "mine.toml").write_text("")
    for command in (["gate"], ["validate"], ["baseline", "save"], ["baseline", "show"]):
        with pytest.raises(GoldrankError, match=r"no bench/suites/default\.toml.*\(mine\)"):
            CliRunner().invoke(app, command, catch_exceptions=False, standalone_mode=False)


def test_the_version_is_told():
    assert CliRunner().invoke(app, ["--version"]).output == f"goldrank {goldrank.__version__}\n"


def test_a_suite_that_nothing_answers_ends_with_2_and_one_line(bench: Bench, tmp_path: Path):
    write_tiny(tmp_path, queries=[{"query_id": "q1", "text": "who", "answerable": False}])
    answer = bench("run", "tiny.toml")
    assert answer.code == 2
    assert 'the one query says "answerable": false, so no rank can be measured' in answer.line
