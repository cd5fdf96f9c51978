"""Run folders: whole or not there, the same bytes anywhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pandas as pd
import pytest
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.frames.schema import SCHEMA
from goldrank.runs.record import TABLES, load, refuse_existing, run_folder, save
from goldrank.runs.run import Run
from goldrank.tables.derived import DERIVED

ALL = 'rankers = ["vector", "bm25", "rrf", "random", "oracle"]\n'


@pytest.fixture(scope="module", params=[11, 12])
def saved(request, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    folder = tmp_path_factory.mktemp("saved")
    files = random_files(request.param)
    queries = random_queries(files, request.param)
    run = run_tiny(write_tiny(folder, ALL, files=files, queries=queries))
    return save(run, folder / "out" / "it", {"when": "then"}, {"summary.md": "# It\n"}), run


def test_what_is_loaded_is_what_was_saved(saved):
    folder, run = saved
    again = load(folder)
    for name in TABLES:
        pd.testing.assert_frame_equal(
            getattr(again, name), getattr(run, name), check_dtype=False, check_index_type=False
        )
    assert again.settings == run.settings
    assert again.sources == dict(run.sources)
    assert list(again.sentences) == list(run.sentences)
    assert again.fingerprints == run.fingerprints
    assert again.cutoffs == [1, 5, 10, 20]
    assert again.rankings is None


def test_a_folder_of_before_a_table_was_kept_is_loaded_and_the_table_is_made(saved, tmp_path: Path):
    folder, run = saved
    shutil.copytree(folder, copy := tmp_path / "copy")
    for name in DERIVED:
        (copy / "tables" / f"{name}.parquet").unlink(missing_ok=bool(SCHEMA[name].optional))
    again = load(copy)
    for name in DERIVED:
        pd.testing.assert_frame_equal(getattr(again, name), getattr(run, name), check_dtype=False)
    assert len(again.fusion_counts) == 3


def test_a_run_of_the_same_vectors_elsewhere_is_the_same_bytes(tmp_path: Path):
    made = []
    for place in ("one", "deeper/other place"):
        files = random_files(3)
        queries = random_queries(files, 3)
        folder = tmp_path / place
        rest = '[[chunker]]\nname = "mine"\nkind = "my_cut:cut"\n[[chunker]]\nname = "heading"\n'
        suite = write_tiny(folder, ALL, rest, files, queries)
        # Absolute paths are the hard case: each is another one in another place.
        text = suite.read_text().replace('"corpus"', f'"{folder / "corpus"}"')
        suite.write_text(text.replace('"queries.jsonl"', f'["{folder / "queries.jsonl"}"]'))
        (folder / "my_cut.py").write_text("def cut(text):\n    return text.split('\\n\\n')\n")
        run = run_tiny(suite, tmp_path / "cache")
        made.append(save(run, folder / "out", {"when": place}, {}))
    first, second = (
        {p.relative_to(m).as_posix(): p.read_bytes() for p in m.rglob("*") if p.is_file()}
        for m in made
    )
    assert first.keys() == second.keys()
    differing = {name for name in first if first[name] != second[name]}
    assert differing <= {"record.json", "timings.json"}
    assert not any(str(tmp_path).encode() in first[n] for n in first if n != "record.json")
    assert load(made[1]).settings["corpus"]["path"] == str(tmp_path / "deeper/other place/corpus")


def test_an_existing_folder_is_left_alone_unless_it_is_a_run_to_replace(saved, tmp_path: Path):
    folder, run = saved
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    with pytest.raises(GoldrankError, match=r"copy exists already; choose another --name"):
        save(run, copy, {}, {})
    (copy / "stale").write_text("old")
    save(run, copy, {}, {}, replace=True)
    assert not (copy / "stale").exists()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    with pytest.raises(GoldrankError, match="mine is not the folder of a run, so --replace leaves"):
        save(run, mine, {}, {}, replace=True)
    assert (mine / "letter.txt").read_text() == "dear"


def test_nothing_is_left_where_writing_fails(saved, tmp_path: Path, monkeypatch):
    _, run = saved

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("goldrank.runs.record.write_csv", full)
    with pytest.raises(GoldrankError, match=r"cannot write .*: No space left on device"):
        save(run, tmp_path / "reports" / "x", {}, {})
    assert list((tmp_path / "reports").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_known_before_any_work(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(GoldrankError, match="file is a file, not a folder; choose another folder"):
        refuse_existing(tmp_path / "file" / "a" / "b", replace=False)
    refuse_existing(tmp_path / "new" / "deeper", replace=True)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("name", ["..", ".", "a/b", "a\\b", "", " ", "a\nb"])
def test_a_runs_name_is_one_folder(name: str):
    with pytest.raises(GoldrankError, match="--name: expected the name of one folder"):
        run_folder(Path("reports"), name)


@pytest.mark.parametrize(
    ("file", "data", "said"),
    [
        ("run.json", None, "is not the folder of a run: it has no run.json"),
        ("run.json", b"{", "a file of this run is damaged: JSONDecodeError"),
        ("run.json", b"[]", "a file of this run is damaged"),
        ("run.json", b'{"format": 1}', "a file of this run is damaged: KeyError: 'name'"),
        ("run.json", b'{"format": 99}', "was written in format 99, this goldrank reads 1"),
        ("tables/needs.parquet", b"PAR1", "a file of this run is damaged"),
        ("tables/needs.parquet", None, "this run has no table needs"),
    ],
)
def test_a_damaged_folder_says_what_is_wrong(saved, tmp_path: Path, file: str, data, said: str):
    copy = tmp_path / "copy"
    shutil.copytree(saved[0], copy)
    if data is None:
        (copy / file).unlink()
    else:
        (copy / file).write_bytes(data)
    with pytest.raises(GoldrankError) as error:
        load(copy)
    assert said in str(error.value)


def test_a_file_is_no_run(tmp_path: Path):
    (tmp_path / "x").write_text("")
    with pytest.raises(GoldrankError, match="is not the folder of a run"):
        load(tmp_path / "x")


def test_names_that_would_be_formulas_are_harmless_in_the_csv_files(tmp_path: Path):
    queries = [
        {"query_id": "=1+1", "text": "x", "evidence": [{"doc_id": "pay.md", "quote": "March"}]}
    ]
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["oracle"]\n', queries=queries))
    folder = save(run, tmp_path / "out", {}, {})
    assert ",'=1+1," in (folder / "needs.csv").read_text()
    assert set(load(folder).needs.query_id) == {"=1+1"}
