"""The JSON Schema accepts what the reader reads, and nothing that it refuses but for two rules."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from tests.conftest import ROOT

from goldrank.errors import GoldrankError
from goldrank.evidence.queries import try_queries
from goldrank.evidence.query_schema import query_schema

SCHEMA = Draft202012Validator(query_schema())
BUNDLED = ROOT / "datasets"
FILES = [*sorted(BUNDLED.glob("*/*queries*.jsonl")), BUNDLED / "handbook" / "unanswerable.jsonl"]


def test_it_is_a_schema():
    Draft202012Validator.check_schema(query_schema())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_bundled_query_is_one(path: Path):
    lines = path.read_text("utf-8").splitlines()
    assert lines
    for line in lines:
        SCHEMA.validate(json.loads(line))


@pytest.mark.parametrize(
    "page", [ROOT / "docs" / "queries.md", ROOT / "README.md"], ids=lambda p: p.name
)
def test_every_example_is_one(page: Path):
    blocks = re.findall(r"```json\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    queries = [each for each in map(json.loads, blocks) if "query_id" in each]
    assert queries
    for query in queries:
        SCHEMA.validate(query)


def reads(query: Any, folder: Path) -> bool:
    """Whether the reader takes it."""
    path = folder / "q.jsonl"
    path.write_text(json.dumps(query) + "\n", encoding="utf-8")
    try:
        return not try_queries(path)[1]
    except GoldrankError:
        return False


PLACE = {"doc_id": "a.md", "quote": "so", "start": 0, "end": 2, "grade": 1, "any": True, "need": 1}
WHOLE = {"query_id": "q", "text": "how", "tags": ["x"], "cluster": "c", "evidence": [PLACE]}
ODD = st.sampled_from(
    [None, True, False, -1, 0, 7, "", " ", "x", [], ["x"], [7], {}, [{}], [PLACE], [[PLACE]], [[]]]
)


@st.composite
def changed(draw: st.DrawFn) -> Any:
    """A right query with a few keys changed, taken out or put in."""
    query: dict[str, Any] = json.loads(json.dumps(WHOLE))
    for _ in range(draw(st.integers(0, 3))):
        inside = query["evidence"][0] if draw(st.booleans()) and _is_place(query) else query
        names = PLACE if inside is not query else [*WHOLE, "needs", "answerable", "_id", "query"]
        key = draw(st.sampled_from(sorted(names)))
        if draw(st.booleans()):
            inside[key] = draw(ODD)
        else:
            inside.pop(key, None)
    return query


def _is_place(query: dict[str, Any]) -> bool:
    found = query.get("evidence")
    return bool(isinstance(found, list) and found and isinstance(found[0], dict))


@pytest.fixture(scope="module", name="folder")
def _folder(tmp_path_factory):
    return tmp_path_factory.mktemp("queries")  # one for all examples of the property


@given(query=changed())
def test_what_it_accepts_is_read_and_what_is_read_without_nulls_is_accepted(folder, query):
    accepted = SCHEMA.is_valid(query)
    if accepted and _starts_before_it_ends(query):
        assert reads(query, folder)
    if reads(query, folder) and "null" not in json.dumps(query) and not _named_twice(query):
        assert accepted


def _starts_before_it_ends(query: dict[str, Any]) -> bool:
    groups = [query.get("evidence", []), *query.get("needs", [])]
    return all(p["start"] < p["end"] for group in groups for p in group if "start" in p)


def _named_twice(query: dict[str, Any]) -> bool:
    """Whether a key stands there under two names: the second is not read."""
    return {"query_id", "_id"} <= set(query) or {"text", "query"} <= set(query)
