"""What is said of queries that are not read whole."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from goldrank.encoders.base import Reading
from goldrank.rankers.named import RankerTable, named_rankers
from goldrank.rankers.registry import KINDS
from goldrank.tables.query_readings import query_notices, unread_of, with_query_read, with_read
from goldrank.types import Query, Span, Variant

RAW = Variant("raw", "raw", "raw")
RANKERS = named_rankers([], KINDS, {})
WHOLE = Reading(4, 4, 22, b"")
CUT = Reading(90, 60, 400, b"")
UNKNOWN = Reading(4, 4, 18, b"", unknown=(Span(0, 3), Span(4, 10)), unknown_tokens=3)
HALF = Reading(4, 4, 18, b"", unknown=(Span(0, 3),), unknown_tokens=2)


def queries(texts: list[str]) -> list[Query]:
    return [Query(f"q{n}", text, (), ()) for n, text in enumerate(texts)]


def test_queries_that_are_read_whole_are_not_spoken_of():
    assert query_notices(queries(["how long is leave"]), [WHOLE]) == []
    assert query_notices(queries(["how long is leave"]), []) == []


def test_cut_queries_are_counted_and_the_first_three_named():
    said = query_notices(queries(["long " * 90] * 5), [WHOLE, CUT, CUT, CUT, CUT])
    assert said == [
        "4 of 5 queries are longer than the encoder's window, and by vector only the beginning is "
        "read: q1 (60 of 90 tokens), q2 (60 of 90 tokens), q3 (60 of 90 tokens), and 1 more"
    ]


def test_a_query_is_named_unknown_where_more_than_half_of_it_is():
    asked = queries(["ሰላም ለሁሉም ነው ok", "ሰላም ok ነው ok"])
    [said] = query_notices(asked, [UNKNOWN, HALF])
    assert said.startswith("1 of 2 queries consists mostly of tokens that are unknown")
    assert said.endswith('q0 (3 of 4 tokens: "ሰላም ለሁሉም ነው ok")')


def test_a_long_text_is_shortened_and_stands_on_one_line():
    [said] = query_notices(queries(["ሰላም\n" * 100]), [UNKNOWN])
    assert "\n" not in said
    assert len(said) < 250


def test_the_table_of_queries_tells_what_of_each_is_unread():
    table = pd.DataFrame(
        {"query_id": ["q0", "q1"], "text": ["ሰላም ለሁሉም! ነው ok", "how long is leave?"]}
    )
    assert with_read(table, [WHOLE, WHOLE]) is table
    found = with_read(table, [UNKNOWN, WHOLE])
    assert found.tokens.tolist() == [4, 4]
    assert found.read_tokens.tolist() == [1, 4]
    assert found.unknown_tokens.tolist() == [3, 0]
    # [0, 3) and [4, 10) are unknown; reading ends at 18, behind the text's last character.
    assert json.loads(found.unread[0]) == [[0, 3], [4, 10]]
    assert unread_of(found) == {"q0": [(0, 3), (4, 10)], "q1": []}
    assert unread_of(table) == {}


def test_needs_tell_how_much_of_their_query_the_vector_read_and_bm25_reads_all():
    rankers = ["vector", "bm25", "rrf", "random"]
    needs = pd.DataFrame({"query_id": ["q0"] * 4, "variant": ["raw"] * 4, "ranker": rankers})
    assert with_query_read(needs, ["q0"], {"": [WHOLE]}, {"raw": RAW}, RANKERS) is needs
    found = with_query_read(needs, ["q0"], {"": [CUT]}, {"raw": RAW}, RANKERS)
    found = found.set_index("ranker").query_read
    assert found.vector == found.rrf == pytest.approx(2 / 3)
    assert found[["bm25", "random"]].isna().all()


def test_a_fusion_of_two_encoders_has_read_what_one_of_them_reads():
    tables = [
        RankerTable(name="long", kind="vector", encoder="long"),
        RankerTable(name="both", kind="rrf", of=("vector", "long")),
    ]
    graph = named_rankers(tables, ["vector"], {}, {"long": "long"})
    rankers = ["vector", "long", "both"]
    needs = pd.DataFrame({"query_id": ["q0"] * 3, "variant": ["raw"] * 3, "ranker": rankers})
    found = with_query_read(needs, ["q0"], {"": [CUT], "long": [WHOLE]}, {"raw": RAW}, graph)
    assert found.query_read.tolist() == [pytest.approx(2 / 3), 1, 1]


def test_each_encoder_reads_a_query_in_its_own_way():
    needs = pd.DataFrame(
        {"query_id": ["q0"] * 2, "variant": ["raw", "raw@long"], "ranker": ["vector"] * 2}
    )
    read = {"": [CUT], "long": [WHOLE]}
    variants = {"raw": RAW, "raw@long": RAW.under("long")}
    found = with_query_read(needs, ["q0"], read, variants, RANKERS)
    assert found.query_read.tolist() == [pytest.approx(2 / 3), 1]
