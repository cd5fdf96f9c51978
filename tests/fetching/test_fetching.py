"""Public sets: what a registry may name, files held against it, and a folder that runs."""

from __future__ import annotations

import hashlib
import re
import shlex
from pathlib import Path

import pytest
from tests.conftest import ROOT
from tests.fetching.registries import DOC, line, registry_in, source_in
from typer.testing import CliRunner

from goldrank.cli import app
from goldrank.errors import GoldrankError
from goldrank.fetching.get import get
from goldrank.fetching.registry import default_registry, named_set, read_registry
from goldrank.fetching.verify import faults
from goldrank.runs.record import load

NAMES = [
    name
    for name, each in read_registry(default_registry()).items()
    if each.entry.tried_on == "its files"
]


def test_a_set_that_was_got_runs_by_the_command_that_is_printed(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path / "cache"))
    options = ["--registry", str(registry_in(tmp_path / "r"))]
    source = source_in(tmp_path / "there")
    assert (
        ", absent, with --from only; 1 query, documents;"
        in CliRunner().invoke(app, ["datasets", "list", *options]).output
    )
    got = CliRunner().invoke(app, ["datasets", "get", "mine", "--from", str(source), *options])
    assert got.exit_code == 0, got.output
    assert ", present, " in CliRunner().invoke(app, ["datasets", "list", *options]).output
    command = shlex.split(got.output.splitlines()[-1])
    ran = CliRunner().invoke(app, [*command[1:], "--name", "first"])
    assert ran.exit_code == 0, ran.output
    # One document, one query whose words it has: rank 1 under both variants.
    assert list(load(tmp_path / "reports" / "first").systems.RR) == [1.0, 1.0]


def test_bytes_that_are_not_those_of_the_registry_leave_nothing(tmp_path: Path):
    wanted = named_set("mine", registry_in(tmp_path / "r"))
    source = source_in(tmp_path / "there")
    (source / "corpus/a.md").write_bytes(DOC.replace(b"30", b"31"))
    expected = hashlib.sha256(DOC).hexdigest()
    found = hashlib.sha256(DOC.replace(b"30", b"31")).hexdigest()
    with pytest.raises(
        GoldrankError, match=rf"a\.md: expected sha256 {expected}, found {found}; take"
    ):
        get(wanted, source, tmp_path / "out")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["r", "there"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda path: path.unlink(), "found none"),
        (
            lambda path: path.write_bytes(DOC + b"x"),
            f"expected {len(DOC)} bytes, found {len(DOC) + 1}",
        ),
        (lambda path: path.write_bytes(DOC[:-1] + b"x"), "expected sha256"),
    ],
)
def test_verify_says_what_is_wrong_with_which_file(change, said: str, tmp_path: Path):
    registry = registry_in(tmp_path / "r")
    wanted, out = named_set("mine", registry), tmp_path / "out"
    get(wanted, source_in(tmp_path / "there"), out)
    options = ["datasets", "verify", "mine", "--in", str(out), "--registry", str(registry)]
    right = CliRunner().invoke(app, options)
    assert (right.exit_code, right.output) == (0, "2 of 2 files are as they should be\n")
    change(out / "corpus/a.md")
    wrong = CliRunner().invoke(app, options)
    assert wrong.exit_code == 2
    assert said in wrong.output.splitlines()[0]
    assert "1 of 2 files" in wrong.output


def test_a_set_that_nobody_has_got_is_one_line(tmp_path: Path):
    options = ["--in", str(tmp_path / "none"), "--registry", str(registry_in(tmp_path / "r"))]
    done = CliRunner().invoke(app, ["datasets", "verify", "mine", *options])
    assert "no such folder: " in str(done.exception)
    assert "bench datasets get mine makes it" in str(done.exception)


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path):
    wanted, source = named_set("mine", registry_in(tmp_path / "r")), source_in(tmp_path / "there")
    (tmp_path / "secret").write_bytes(DOC)
    (source / "corpus/a.md").unlink()
    (source / "corpus/a.md").symlink_to(tmp_path / "secret")
    assert [re.sub(".*, got", "got", each) for each in faults(source, wanted.files)] == [
        "got a link out of it"
    ]


@pytest.mark.parametrize(
    ("source", "out", "said"),
    [
        ("none", "out", "no such folder: .*none; --from names that of the files of mine"),
        ("r/registry.toml", "out", "no such folder: "),
        ("x" * 300, "out", "cannot read .*: File name too long"),
        ("there", "x" * 300, "cannot write .*: File name too long"),
        ("there", "r/registry.toml/out", "cannot write to .*: (File exists|Not a directory)"),
    ],
)
def test_a_place_that_is_none_is_one_line(source: str, out: str, said: str, tmp_path: Path):
    wanted = named_set("mine", registry_in(tmp_path / "r"))
    source_in(tmp_path / "there")
    with pytest.raises(GoldrankError, match=said):
        get(wanted, tmp_path / source, tmp_path / out)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["r", "there"]


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path):
    wanted, source = named_set("mine", registry_in(tmp_path / "r")), source_in(tmp_path / "there")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "own").write_text("mine")
    with pytest.raises(GoldrankError, match="exists already"):
        get(wanted, source, tmp_path / "out")
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["own"]


@pytest.mark.parametrize("path", ["../a", "/etc/passwd", "a/../../b", "C:a", "a\\b", "a//b", "./a"])
def test_a_registry_names_no_path_outside_the_set(path: str, tmp_path: Path):
    registry = registry_in(tmp_path, line(path, DOC))
    with pytest.raises(GoldrankError, match=r"mine\.txt:1: expected a new path inside the set"):
        read_registry(registry)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ({"lines": ""}, "expected at least one file"),
        ({"lines": "abc 1 a\n"}, "expected a sha256, a size and a path"),
        ({"lines": line("a", DOC) * 2}, "mine.txt:2: expected a new path"),
        ({"name": "../mine"}, "expected a name of a-z, 0-9 and -"),
        ({"pools": ["../x"]}, "mine.pools: Value error, expected names"),
        ({"reads": "../x"}, "mine.reads: Value error, expected a path inside the set"),
        ({"format": "bier"}, "did you mean 'beir'"),
        ({"queries": 0}, "mine.queries: Input should be greater than 0"),
        ({"more": 'license = "MIT"\n'}, "mine.license: Extra inputs"),
        ({"more": "= 1"}, "expected TOML"),
        ({"more": f"x = {'9' * 5000}"}, "expected TOML"),
        ({"more": f"x = {'[' * 5000}"}, "expected TOML"),
    ],
)
def test_a_registry_that_is_none_is_one_line(kind: dict[str, str], said: str, tmp_path: Path):
    with pytest.raises(GoldrankError, match=re.escape(said)) as error:
        read_registry(registry_in(tmp_path, **kind))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "address",
    [
        "http://example.com/sets/",
        "ftp://example.com/sets/",
        "https://user:key@example.com/sets/",
        "https://example.com/sets",
        "https://example.com/sets/?key=x/",
        "https:///sets/",
        "https://example.com:port/",
        "https://[/",
        "file:///etc/",
        "https://example.com/ sets/",
    ],
)
def test_an_address_is_a_folder_of_one_host_over_tls(address: str, tmp_path: Path):
    with pytest.raises(GoldrankError, match=r"mine\.address: .*expected an address as https://"):
        read_registry(registry_in(tmp_path, address=address))


def test_an_unknown_set_names_the_nearest():
    with pytest.raises(GoldrankError, match="did you mean 'cranfield'"):
        named_set("cranfeld", default_registry())


@pytest.mark.parametrize("name", NAMES)
def test_every_set_at_hand_is_got_and_runs(
    name: str, shared_data: Path, tmp_path: Path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path / "cache"))
    got = CliRunner().invoke(
        app, ["datasets", "get", name, "--from", str(shared_data), "--to", "set"]
    )
    assert got.exit_code == 0, got.output
    commands = [each for each in got.output.splitlines() if each.startswith("bench run ")]
    entry = named_set(name, default_registry()).entry
    assert len(commands) == (len(entry.pools) or 1)
    queries = 0
    for number, command in enumerate(commands):
        arguments = [*shlex.split(command)[1:], "--variant", "raw", "--name", f"run{number}"]
        ran = CliRunner().invoke(app, arguments)
        assert ran.exit_code == 0, ran.output
        run = load(tmp_path / "reports" / f"run{number}")
        queries += run.queries.query_id.nunique()
        assert run.systems.RR.between(0.1, 1).all()
    assert queries == entry.queries


def test_the_commands_of_the_page_run(shared_data: Path, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path / "cache"))
    (tmp_path / "sets").symlink_to(shared_data)
    page = (ROOT / "docs" / "datasets.md").read_text("utf-8")
    commands = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)[0].splitlines()
    assert len(commands) == 4
    for command in commands:
        done = CliRunner().invoke(app, shlex.split(command)[1:])
        assert done.exit_code == 0, (command, done.output)


def test_the_registry_of_the_page_is_one(tmp_path: Path):
    page = (ROOT / "docs" / "datasets.md").read_text("utf-8")
    text = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[0]
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "our-wiki.txt").write_text(line("spring.json", b"x"), encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    assert named_set("our-wiki", tmp_path / "mine.toml").host == "files.example.com"
