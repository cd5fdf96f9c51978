"""What docs/queries.md shows is what is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goldrank.corpus.corpus import Corpus, parse_document
from goldrank.evidence.chance import LEAST_WORDS, MOST_EXPECTED
from goldrank.evidence.locate import locate_queries
from goldrank.evidence.queries import EVIDENCE_KEYS, QUERY_KEYS, RawQuery, read_queries
from goldrank.types import Query
from goldrank.validation.query_checks import unsaid_needs

PAGE = (Path(__file__).parents[1] / "docs" / "queries.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)\n```\n\n→ (.*)\n", PAGE)


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> list[RawQuery]:
    path = tmp_path_factory.mktemp("page") / "queries.jsonl"
    path.write_text("\n".join(line for line, _ in EXAMPLES) + "\n", encoding="utf-8")
    return read_queries(path)


def _located(raw: list[RawQuery]) -> list[Query]:
    (text,) = re.findall(r"```markdown\n(.*?)```", PAGE, re.DOTALL)
    return locate_queries(raw, Corpus.of([parse_document("leave.md", text.encode())]))


def test_every_example_has_the_needs_and_places_that_stand_under_it(raw: list[RawQuery]):
    assert len(EXAMPLES) == PAGE.count("```json") == 9
    for query, (_, said) in zip(_located(raw), EXAMPLES, strict=True):
        if not query.answerable:
            assert (query.needs, said) == ((), "0 needs: nothing answers it.")
            continue
        places = [len(need.evidence) for need in query.needs]
        needs = "1 need" if len(places) == 1 else f"{len(places)} needs"
        word = "place" if places[-1] == 1 else "places"
        assert said == f"{needs}, {' and '.join(map(str, places))} {word}."


def test_only_the_example_that_does_not_say_what_it_needs_is_asked_about(raw: list[RawQuery]):
    assert [problem.query_id for problem in unsaid_needs(raw)] == ["unsaid"]


def test_every_key_that_is_read_stands_in_a_table():
    shown = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\|.*\|$", PAGE, re.MULTILINE))))
    assert {*QUERY_KEYS, *EVIDENCE_KEYS} <= shown


def test_the_rule_for_repeats_is_that_of_the_code():
    assert f"at least {LEAST_WORDS} words" in PAGE
    assert f"fewer than {MOST_EXPECTED:.6f} places" in PAGE
