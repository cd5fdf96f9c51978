"""Whatever a corpus, its queries and its suite hold appears as text, and does nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from tests.tiny import write_tiny

from goldrank import cli
from goldrank.errors import GoldrankError
from goldrank.exchange.exports.export import Export, export
from goldrank.runs.record import load, run_folder
from goldrank.suites.suite import load_suite
from goldrank.text.trec import read_qrels, read_run

SCRIPT = "<script>window.hacked=1</script><img src=x onerror=hacked()>"
ESCAPES = "\x1b]0;owned\x07\x1b[31mred\x9b2J"
FORMULA = '=HYPERLINK("http://evil.example","go")'
TEMPLATE = "{{ 7*7 }}{% for x in ().__class__.__mro__ %}{{ x }}{% endfor %}${7*7}"
TURNED = "\u202egnp.exe\u202c"
MARKUP = "[bold red]loud[/] [link=http://evil.example]click[/link] [/]"
HOSTILE = f"{SCRIPT} {ESCAPES} {TEMPLATE} {TURNED} {MARKUP}"
BOMB = "---\na: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join(['*' + before] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
FILES = {
    "plain.md": f"# {HOSTILE}\n\n{FORMULA} is the answer.\n\n## {MARKUP} {TEMPLATE}\n\nTail {HOSTILE}.\n",
    "=cmd|' /C calc'!A0.md": f"---\ntitle: '{FORMULA}'\nabstract: '{SCRIPT}'\n---\n\n# Sum\n\nPaid in March.\n",
    "<img src=x onerror=alert(1)>.md": "# Angle\n\nText of angle.\n",
    "a\x1b[31m\u202e.md": "# Escape\n\nText of escape.\n",
    "tagged.md": "---\ntitle: !!python/object/apply:os.system ['touch owned']\n---\n# Tag\n\nTagged.\n",
    "bomb.md": BOMB + "---\n# Bomb\n\nBombed text.\n",
    "nul.md": "# Nul\n\nA nul \x00 inside.\n",
}
QUERIES: list[dict[str, Any]] = [
    {
        "query_id": FORMULA,
        "text": HOSTILE,
        "tags": [MARKUP, TEMPLATE],
        "evidence": [{"doc_id": "plain.md", "quote": f"{FORMULA} is the answer."}],
    },
    {
        "query_id": f"q {SCRIPT}\x1b[2J",
        "text": "@SUM(1+1) paid\x00",
        "evidence": [{"doc_id": "=cmd|' /C calc'!A0.md", "quote": "Paid in March."}],
    },
]


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a hostile run, and all that the terminal was sent."""
    folder = tmp_path_factory.mktemp("hostile")
    top = 'name = "[red]<b>{{1}}=1"\nmeasures = ["RR"]'
    rest = (
        f"[[chunker]]\nname = {json.dumps('=1+1' + MARKUP.replace('/', '') + '<b>')}\n"
        'kind = "heading"\n[[variant]]\nname = "@<i>{{2}}[bold]"\nrepresentation = "raw"\n'
    )
    suite = write_tiny(folder, top, rest, files=FILES, queries=QUERIES)
    said = run(folder, suite, "--name", "[red]<b>{{1}}")
    return folder / "reports" / "[red]<b>{{1}}", said


def run(folder: Path, suite: Path, *options: str) -> str:
    with pytest.MonkeyPatch.context() as patched:
        heard = io.StringIO()
        patched.setattr("sys.stdout", heard)
        patched.setattr("sys.stderr", heard)
        patched.setattr("sys.argv", ["bench"])
        patched.setenv("COLUMNS", "400")
        common = ["--cache", str(folder / "cache"), "--out", str(folder / "reports"), *options]
        cli.app(["run", str(suite), *common], standalone_mode=False)
    return heard.getvalue()


def test_the_terminal_is_sent_no_escape_sequence_and_no_markup_is_obeyed(
    reported: tuple[Path, str],
):
    said = reported[1]
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)
    assert "[bold]" in said
    assert "=1+1[bold red]loud" in said


def test_nothing_of_it_runs(reported: tuple[Path, str]):
    folder = reported[0]
    assert not list(folder.parents[1].rglob("owned"))
    assert not Path("owned").exists()


def test_a_yaml_tag_and_a_bomb_make_no_object(reported: tuple[Path, str]):
    documents = load(reported[0]).documents.set_index("doc_id")
    assert set(documents.index) == {name.replace("\x00", "") for name in FILES}
    assert "apply" not in str(documents.loc["bomb.md"].to_dict())[:10_000].lower()


def test_csv_holds_no_formula_and_no_control_character(reported: tuple[Path, str]):
    for path in reported[0].glob("*.csv"):
        text = path.read_text(encoding="utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text), path.name
        for row in csv.reader(io.StringIO(text)):
            for cell in row:
                dangerous = cell.lstrip().startswith(("=", "+", "-", "@"))
                assert not dangerous or re.fullmatch(r"-?[\d.]+(e-?\d+)?", cell), (path.name, cell)


def test_parquet_keeps_every_text_as_it_is(reported: tuple[Path, str]):
    queries = load(reported[0]).queries
    assert list(queries.query_id) == [query["query_id"] for query in QUERIES]
    assert list(queries.text) == [query["text"] for query in QUERIES]


def test_pages_hold_it_as_text(reported: tuple[Path, str]):
    for path in [*reported[0].glob("*.md"), *reported[0].glob("*.html")]:
        text = path.read_text(encoding="utf-8")
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text), path.name
        assert "<script>window.hacked" not in text, path.name
        assert "<img src=x" not in text, path.name
        assert "{{1}}" in text or "{{2}}" in text, path.name  # no template was filled in
        assert "<i>{{2}}" not in text, path.name


def test_trec_files_read_back_and_hold_one_line_a_row(reported: tuple[Path, str], tmp_path: Path):
    export(reported[0], tmp_path / "trec", Export("trec"))
    [qrels] = (tmp_path / "trec").glob("*.qrels")
    assert set(read_qrels(qrels)) == {query["query_id"] for query in QUERIES}
    runs = list((tmp_path / "trec").glob("*.run"))
    assert runs
    for path in runs:
        assert all(len(line.split()) == 6 for line in path.read_text().splitlines())
        assert set(read_run(path)) <= {query["query_id"] for query in QUERIES}


def test_json_for_machines_steers_no_terminal_either(tmp_path: Path):
    suite = write_tiny(tmp_path, 'name = "a"', files=FILES, queries=QUERIES)
    said = run(tmp_path, suite, "--name", "j", "--json")
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", said)


@pytest.mark.parametrize(
    "name", ["../x", "/tmp/x", "a/b", "a\\b", "..", ".", "", " ", "a\x00b", "a\nb", "x" * 300]
)
def test_a_runs_name_leads_nowhere_else(name: str, tmp_path: Path):
    with pytest.raises(GoldrankError, match="--name"):
        run_folder(tmp_path, name)


@pytest.mark.parametrize("name", ["../x", "/x", "a/b", "..", "a\\u0000b", "a\\u001bb", ""])
def test_a_suites_name_leads_nowhere_else(name: str, tmp_path: Path):
    suite = write_tiny(tmp_path, f'name = "{name}"')
    with pytest.raises(GoldrankError, match="name"):
        load_suite(suite)


@pytest.mark.parametrize("line", ["[[chunker]]\nname = '../x'\nkind = 'heading'\n", "[[variant]]\nname = '../x'\nrepresentation = 'raw'\n"])  # fmt: skip
def test_a_chunkers_or_variants_name_leads_nowhere_else(line: str, tmp_path: Path):
    with pytest.raises(GoldrankError, match="printable text without /"):
        load_suite(write_tiny(tmp_path, rest=line))


def test_a_table_with_a_pickle_inside_is_no_table_of_ours(
    reported: tuple[Path, str], tmp_path: Path
):
    import pickle
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(reported[0], copy)
    table = pd.DataFrame({"a": [1]})
    (copy / "tables" / "needs.parquet").write_bytes(pickle.dumps(table))
    with pytest.raises(GoldrankError, match="damaged"):
        load(copy)


def test_no_code_of_ours_unpickles_or_evaluates():
    source = Path(__file__).resolve().parents[1] / "src" / "goldrank"
    calls = re.compile(
        r"\b(?:pickle|marshal|shelve|joblib|dill)\b|\beval\(|\bexec\(|yaml\.(?:unsafe_|full_)?load\(|"
        r"allow_pickle=True|read_pickle|torch\.load|shell=True|os\.system|trust_remote_code=True"
    )
    found = [
        f"{path.name}: {line.strip()}"
        for path in source.rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if calls.search(line)
    ]
    assert found == []
