"""The names of a suite's encoders, and the variants that each of them encodes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.tiny import write_tiny

from goldrank.errors import GoldrankError
from goldrank.suites.parts import make_parts
from goldrank.suites.suite import Suite, load_suite, make_suite

RAW = '[[variant]]\nname = "raw"\nrepresentation = "raw"\n'


def two(first: str, second: str) -> str:
    return f"[[encoder]]\n{first}\n[[encoder]]\n{second}\n"


def load(tmp_path: Path, encoders: str, rest: str = RAW) -> Suite:
    path = write_tiny(tmp_path)
    head, _, _ = path.read_text().partition("[encoder]")
    path.write_text(head + encoders + rest)
    return load_suite(path)


def test_a_name_is_the_last_part_of_the_model_where_none_is_given(tmp_path: Path):
    suite = load(tmp_path, two('model = "m:encode"', 'model = "org/e5"'))
    assert list(suite.encoders) == ["", "e5"]
    assert [encoder.name for encoder in suite.encoder] == ["encode", "e5"]


def test_a_suite_of_one_encoder_is_written_as_it_was(tmp_path: Path):
    suite = load(tmp_path, '[[encoder]]\nmodel = "m:encode"\n')
    assert suite == load(tmp_path, '[encoder]\nmodel = "m:encode"\n')
    written = suite.model_dump(mode="json")
    assert written["encoder"]["model"] == "m:encode"
    assert "name" not in written["encoder"]
    assert all("encoder" not in variant for variant in written["variant"])


def test_a_suite_of_two_reads_back_what_it_writes(tmp_path: Path):
    suite = load(tmp_path, two('model = "m:encode"', 'model = "org/e5"'))
    again = make_suite(suite.model_dump(mode="json"), "record", suite.folder)
    assert (again.encoder, again.variant) == (suite.encoder, suite.variant)


def test_a_variant_may_name_its_encoder_and_then_none_is_crossed(tmp_path: Path):
    rest = RAW + '[[variant]]\nname = "other"\nrepresentation = "raw"\nencoder = "e5"\n'
    suite = load(tmp_path, two('model = "m:encode"', 'model = "org/e5"'), rest)
    assert [(v.name, v.encoder) for v in suite.variant] == [("raw", ""), ("other", "e5")]


@pytest.mark.parametrize(
    ("encoders", "rest", "said"),
    [
        (two('model = "a:f"', 'model = "b:f"'), RAW, "two encoders are named 'f'"),
        (
            two('model = "a:f"', 'name = "x@y"\nmodel = "b:f"'),
            RAW,
            "printable text without / and @",
        ),
        (
            two('model = "a:f"', 'model = "b:g"'),
            RAW + 'encoder = "gg"\n',
            "variant raw: unknown encoder 'gg'; did you mean 'g'?",
        ),
        ("encoder = 3\n", RAW, "'encoder': expected"),
        (two('model = "a:f"', "batchsize = 3"), RAW, 'encoder "bundled": no setting "batchsize"'),
    ],
)
def test_a_mistake_is_said_with_its_name(tmp_path: Path, encoders: str, rest: str, said: str):
    if encoders.startswith("encoder ="):
        path = write_tiny(tmp_path)
        head, _, _ = path.read_text().partition("[encoder]")
        path.write_text(encoders + head + rest)
        with pytest.raises(GoldrankError, match=re.escape(said)):
            load_suite(path)
        return
    with pytest.raises(GoldrankError, match=re.escape(said)):
        load(tmp_path, encoders, rest)


def test_a_limit_that_is_no_encoder_is_said_with_those_that_there_are(tmp_path: Path):
    chunker = '[[chunker]]\nname = "fixed"\nlimit = "e6"\n'
    suite = load(tmp_path, two('model = "m:encode"', 'model = "m:e5"'), RAW + chunker)
    with pytest.raises(GoldrankError, match=re.escape("chunker fixed: limit: expected a number")):
        make_parts(suite)
