"""Metadata beside a corpus: what is read, what is refused, and that none of it is embedded."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as parquet
import pytest
from tests.filters.corpora import RULES, random_metadata, write_filtered
from tests.tiny import FILES, QUERIES, random_files, random_queries, write_tiny

from goldrank.errors import GoldrankError
from goldrank.filters.metadata import with_metadata
from goldrank.progress import Silent
from goldrank.running.work import Work
from goldrank.runs.run_suite import work_through
from goldrank.suites.inputs import read
from goldrank.suites.suite import load_suite

CSV = "doc_id,tenant,access\nleave.md,acme,hr; it\npay.md,bolt,\n"


def corpus(tmp_path: Path):
    return read(load_suite(write_tiny(tmp_path)), Silent())


def test_csv_jsonl_and_parquet_say_the_same(tmp_path):
    rows = [{"doc_id": "leave.md", "tenant": "acme", "access": ["hr", "it"]}]
    rows += [{"doc_id": "pay.md", "tenant": "bolt"}]
    (tmp_path / "m.csv").write_text(CSV)
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, rows)))
    parquet.write_table(pa.Table.from_pylist(rows), tmp_path / "m.parquet")
    read_once = corpus(tmp_path)
    for suffix in ("csv", "jsonl", "parquet"):
        found = with_metadata(read_once, tmp_path / f"m.{suffix}", ["access"])
        assert dict(found.document("leave.md").metadata) == {
            "tenant": "acme",
            "access": ["hr", "it"],
        }
        assert dict(found.document("pay.md").metadata) == {"tenant": "bolt"}


def test_the_file_beside_goes_before_the_front_matter_key_by_key(tmp_path):
    files = {**FILES, "pay.md": "---\ntenant: old\nowner: ann\n---\n" + FILES["pay.md"]}
    found = read(load_suite(write_tiny(tmp_path, files=files)), Silent())
    (tmp_path / "m.csv").write_text("doc_id,tenant\npay.md,bolt\n")
    made = with_metadata(found, tmp_path / "m.csv")
    assert dict(made.document("pay.md").metadata) == {"tenant": "bolt", "owner": "ann"}
    assert made.about == ("m.csv: 1 document has no row: leave.md",)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("m.txt", "", "expected metadata in .csv, .jsonl, .parquet"),
        ("m.csv", "doc_id,tenant\nnowhere.md,a\n", "none of its 1 rows is of a document"),
        ("m.csv", "doc_id,tenant\npay.md,a\npay.md,b\n", "document 'pay.md' has a row already"),
        ("m.csv", "tenant\nacme\n", 'expected a "doc_id"'),
        ("m.csv", "doc_id,tenant\npay.md\n", "m.csv:2: expected 2 cells"),
        ("m.csv", "doc_id,tenant\npay.md,a,b\n", "m.csv:2: expected 2 cells"),
        ("m.csv", 'doc_id,tenant\npay.md,"a\n', "not a csv"),
        ("m.jsonl", "[1]", "expected a JSON object"),
        ("m.parquet", "no", "expected a Parquet file"),
    ],
)
def test_a_file_that_is_no_metadata_is_one_clear_error(tmp_path, name, text, said):
    (tmp_path / name).write_text(text)
    with pytest.raises(GoldrankError) as error:
        with_metadata(corpus(tmp_path), tmp_path / name)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_clear_error(tmp_path):
    with pytest.raises(GoldrankError, match=r"cannot read the metadata .*: No such file"):
        with_metadata(corpus(tmp_path), tmp_path / "none.csv")


def indexed(work: Work) -> tuple[dict, dict, dict]:
    """Everything that is encoded, its vectors, and everything whose words are counted."""
    sides = work.results[0].indexed.sides
    return (
        {name: [text.text for text in side.texts] for name, side in sides.items()},
        {name: np.array(side.embedded.vectors) for name, side in sides.items()},
        {
            name: [text.text for text in texts]
            for name, texts in work.results[0].indexed.lexical_texts.items()
        },
    )


VARIANTS = "".join(
    f'[[variant]]\nname = "{name}"\nrepresentation = "{name}"\n'
    for name in ("raw", "breadcrumb", "title", "abstract")
)


@pytest.mark.parametrize("where", ["beside", "front matter"])
def test_inputs_and_vectors_do_not_change_with_metadata(tmp_path, where):
    files = random_files(4)
    queries = [{k: v for k, v in q.items() if k != "needs"} for q in random_queries(files, 4)]
    queries[0]["evidence"] = [{"doc_id": "d00.md", "quote": "lead 0."}]
    seen = []
    for seed in (1, 2, 3):
        metadata = random_metadata(sorted(files), np.random.default_rng(seed))
        told = files
        if where == "front matter":
            told = {
                name: f"---\n{json.dumps(metadata[name]) or '{}'}\n---\n{text}"
                for name, text in files.items()
            }
            metadata = {name: {"beside": seed} for name in files}
        # A cache of its own: nothing is taken over from the run before.
        folder = tmp_path / str(seed)
        suite = write_filtered(folder, metadata, told, queries, top="", rest=VARIANTS)
        seen.append(indexed(work_through(load_suite(suite), folder / "cache")))
    (inputs, vectors, words), *others = seen
    assert len(inputs) == 4
    assert any(inputs["raw"])
    for other_inputs, other_vectors, other_words in others:
        assert other_inputs == inputs
        assert other_words == words
        assert all((other_vectors[name] == vectors[name]).all() for name in vectors)


def test_a_suite_with_rules_says_so_in_its_record_and_one_without_does_not(tmp_path):
    plain = load_suite(write_tiny(tmp_path / "plain"))
    assert "filter" not in plain.model_dump()
    assert "metadata" not in plain.model_dump()["corpus"]
    ruled = load_suite(write_filtered(tmp_path / "ruled", {}, FILES, QUERIES, "", ""))
    assert [each["name"] for each in ruled.model_dump()["filter"]] == ["tenant", "groups", "as_of"]
    assert RULES.count("[[filter]]") == 3
