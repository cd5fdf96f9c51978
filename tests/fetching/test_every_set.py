"""Every set of the registry that lies at an address: fetched, read, run, on files of its shape.

Their own files cannot be had where the tests run, so a server gives small ones out that are
written as theirs are; the entries are those of the registry, but for address and hashes.
"""

from __future__ import annotations

import io
import json
import shlex
import tomllib
import zipfile
from pathlib import Path

import pytest
from tests.exchange import sets
from tests.fetching.registries import registry_in, source_in
from tests.fetching.served import Served
from typer.testing import CliRunner

from goldrank.cli import app
from goldrank.fetching.originals import ORIGINALS, WRITTEN
from goldrank.fetching.registry import PublicSet, default_registry, read_registry
from goldrank.runs.record import load

AT_AN_ADDRESS = [each for each in read_registry(default_registry()).values() if each.host]


def of_its_shape(wanted: PublicSet, folder: Path) -> dict[str, bytes]:
    """Its files, by the path that the registry lists, with two queries on two documents."""
    (file,) = wanted.files
    if wanted.entry.format == "beir":
        return {file.path: zipped(sets.beir(folder / wanted.entry.reads), folder)}
    text = sets.squad(folder).read_text(encoding="utf-8")
    assert wanted.entry.format == "squad"
    return {file.path: like(wanted.name, json.loads(text))}


def zipped(set_folder: Path, folder: Path) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for path in sorted(set_folder.rglob("*")):
            archive.write(path, path.relative_to(folder))
    return data.getvalue()


def like(name: str, squad: dict) -> bytes:
    """What its paragraphs have that SQuAD's have not, or the other way round."""
    (article,) = squad["data"]
    if name == "squad-v2-dev":
        for paragraph in article["paragraphs"]:
            for each in paragraph["qas"]:
                each["is_impossible"] = False
        nowhere = {"id": "q3", "question": "who", "answers": [], "is_impossible": True}
        article["paragraphs"][0]["qas"].append({**nowhere, "plausible_answers": []})
    if name == "tydiqa-goldp-dev":
        squad["data"] = [{"paragraphs": [each]} for each in article["paragraphs"]]
    return json.dumps(squad).encode()


def own(wanted: PublicSet, files: dict[str, bytes], address: str, folder: Path) -> str:
    """A registry with the entry as it stands there, of small files at another address."""
    entry = tomllib.loads(default_registry().read_text("utf-8"))[wanted.name]
    return str(registry_in(folder, files=files, **{**entry, "address": address}))


@pytest.mark.parametrize("wanted", AT_AN_ADDRESS, ids=lambda wanted: wanted.name)
def test_a_set_is_fetched_and_runs(wanted: PublicSet, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDRANK_CACHE", str(tmp_path / "cache"))
    files = of_its_shape(wanted, tmp_path / "made")
    with Served(files) as served:
        registry = ["--registry", own(wanted, files, served.address, tmp_path / "r")]
        got = CliRunner().invoke(app, ["datasets", "get", "mine", *registry])
        asked = len(served.seen)
    assert got.exit_code == 0, got.output
    assert asked == 1
    assert f"from {served.host}; {wanted.entry.licence}" in got.output
    assert (
        f"the registry says {wanted.entry.queries:,} queries, and 2 were found" in got.output
        or (wanted.name == "squad-v2-dev" and ", and 3 were found" in got.output)
    )
    verified = CliRunner().invoke(app, ["datasets", "verify", "mine", *registry])
    assert verified.output == "3 of 3 files are as they should be\n"
    ran = CliRunner().invoke(app, [*shlex.split(got.output.splitlines()[-1])[1:], "--name", "one"])
    assert ran.exit_code == 0, ran.output
    # Each query has its words in its own document, or chunk, and in no other.
    assert set(load(tmp_path / "reports" / "one").systems.RR) == {1.0}
    assert not list((tmp_path / "cache" / "downloads").rglob("*.zip"))


def converted(tmp_path: Path) -> tuple[Path, list[str]]:
    """SciFact's shape taken from a folder, and the options of its registry."""
    wanted = next(each for each in AT_AN_ADDRESS if each.name == "beir-scifact")
    files = of_its_shape(wanted, tmp_path / "made")
    registry = own(wanted, files, "https://example.com/", tmp_path / "r")
    source = source_in(tmp_path / "there", files)
    options = ["--registry", registry]
    command = ["datasets", "get", "mine", "--from", str(source), "--to", str(tmp_path / "out")]
    got = CliRunner().invoke(app, [*command, *options])
    assert got.exit_code == 0, got.output
    return tmp_path / "out", options


def test_what_is_named_from_a_folder_is_not_fetched(tmp_path: Path):
    out, _ = converted(tmp_path)
    assert sorted(path.name for path in out.iterdir()) == [
        "conversion.json",
        "corpus.jsonl",
        "queries.jsonl",
        "sha256",
        "suite.toml",
    ]
    assert str(tmp_path) not in "".join(
        path.read_text("utf-8") for path in out.rglob("*") if path.is_file()
    )


def test_a_converted_set_is_verified_by_its_record(tmp_path: Path):
    out, options = converted(tmp_path)
    command = ["datasets", "verify", "mine", "--in", str(out), *options]
    (out / "suite.toml").write_text("# yours", encoding="utf-8")
    assert CliRunner().invoke(app, command).exit_code == 0
    text = (out / "queries.jsonl").read_text("utf-8")
    (out / "queries.jsonl").write_text(text.replace("leave", "leavf"), encoding="utf-8")
    wrong = CliRunner().invoke(app, command)
    assert wrong.exit_code == 2
    assert "queries.jsonl: expected sha256" in wrong.output
    assert "2 of 3 files" in wrong.output


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (ORIGINALS, f"{'0' * 64} 1 scifact.zip\n", "found what was made of others"),
        (ORIGINALS, None, "cannot read"),
        (WRITTEN, f"{'0' * 64} 1 ../x\n", "expected a new path inside the set"),
    ],
)
def test_a_record_that_is_none_is_one_line(name: str, text: str | None, said: str, tmp_path: Path):
    out, options = converted(tmp_path)
    (out / name).unlink() if text is None else (out / name).write_text(text, encoding="utf-8")
    done = CliRunner().invoke(app, ["datasets", "verify", "mine", "--in", str(out), *options])
    assert said in str(done.exception)


def test_an_archive_that_is_not_what_the_registry_says_leaves_nothing(tmp_path: Path):
    wanted = next(each for each in AT_AN_ADDRESS if each.name == "beir-scifact")
    sets.beir(tmp_path / "made" / "another-name")
    files = {"scifact.zip": zipped(tmp_path / "made" / "another-name", tmp_path / "made")}
    registry = own(wanted, files, "https://example.com/", tmp_path / "r")
    source = source_in(tmp_path / "there", files)
    command = ["datasets", "get", "mine", "--from", str(source), "--to", str(tmp_path / "out")]
    done = CliRunner().invoke(app, [*command, "--registry", registry])
    assert done.exit_code != 0
    assert "scifact" in str(done.exception)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["made", "r", "there"]
