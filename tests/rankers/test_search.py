"""Your own search as a ranker: what its hits are, how deep it is known, what is wrong with one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from tests.tiny import random_files, random_queries, run_tiny, write_tiny

from goldrank.errors import GoldrankError
from goldrank.inspection.inspect import inspect
from goldrank.rankers.hits import Places, Placing, hit_of
from goldrank.rankers.order import NOT_RETRIEVED
from goldrank.rankers.search import Search
from goldrank.types import Chunk

TEXT = "red fox. blue owl. red fox."
CHUNKS = [Chunk("a", 0, 8), Chunk("a", 9, 18), Chunk("a", 19, 27)]
PLACES = Places([chunk.chunk_id for chunk in CHUNKS], CHUNKS, {"a": TEXT})


def placed(*hits: Any, places: Places = PLACES) -> tuple[list[int], int, list[str]]:
    found = Placing(places)([hit_of(hit) for hit in hits])
    return list(found.units), found.repeats, list(found.lost)


def test_hits_are_placed_by_text_by_place_and_by_id() -> None:
    assert placed("blue owl.", ("a", 0, 8), "a#19-27") == ([1, 0, 2], 0, [])
    assert placed({"text": "blue owl."}, {"id": "a#0-8"}) == ([1, 0], 0, [])
    assert placed({"doc_id": "a", "start": 9, "end": 18}) == ([1], 0, [])


def test_units_of_one_text_are_hit_one_after_the_other_and_then_again() -> None:
    assert placed("red fox.", "red fox.", " red fox.\n") == ([0, 2], 1, [])


def test_what_is_no_unit_is_the_one_that_it_shares_most_with() -> None:
    # [6, 12) shares 2 characters with the first chunk and 3 with the second.
    assert placed(("a", 6, 12)) == ([1], 0, [])
    assert placed("fox. blue owl.") == ([1], 0, [])
    assert placed(("a", 7, 10)) == ([0], 0, [])  # one character of each: the first
    assert placed(("a", 8, 9)) == ([], 0, ["a#8-9"])


def test_what_stands_nowhere_is_kept_as_lost() -> None:
    lost = placed("green cat", ("b", 0, 4), ("a", 5, 99), ("a", 4, 4), "")
    assert lost == ([], 0, ["green cat", "b#0-4", "a#5-99", "a#4-4", ""])


def test_where_documents_are_ranked_a_hit_is_its_document() -> None:
    places = Places(["a", "b"], CHUNKS, {"a": TEXT, "b": "grey"}, by_document=True)
    assert placed("blue owl.", ("a", 0, 3), "b", "grey", places=places) == ([0, 1], 2, [])


def index(hits: Any, **settings: Any):
    return Search(lambda query, k: hits, "mine:search", **settings).fit(PLACES)


def test_hits_without_scores_rank_as_they_come_and_the_rest_is_not_retrieved() -> None:
    [row] = index(["a#19-27", "a#0-8"], depth=5).scores(["q"])
    assert row.tolist() == [4_000_000, NOT_RETRIEVED, 5_000_000]


def test_scores_are_kept_and_equal_ones_tie() -> None:
    [row] = index([("a#19-27", 0.5), ("a#0-8", 0.5), ("a#9-18", -1)]).scores(["q"])
    assert row.tolist() == [500_000, -1_000_000, 500_000]


def test_a_query_is_asked_once() -> None:
    asked = []
    search = Search(lambda query, k: asked.append((query, k)) or [], depth=7).fit(PLACES)
    search.scores(["one", "two", "one"])
    search.scores(["two"])
    assert asked == [("one", 7), ("two", 7)]


def fails(query: str, k: int) -> list[str]:
    raise ValueError("no\nconnection")


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (fails, "ValueError: no connection"),
        (lambda query, k: ["a#0-8"] * 3, "expected at most 2 hits, got 3"),
        (lambda query, k: "a#0-8", "expected a list of hits, got str"),
        (lambda query, k: None, "expected a list of hits, got NoneType"),
        (lambda query, k: [7], "got int 7; a hit is a text, the id of a chunk"),
        (lambda query, k: [{"body": "x"}], "got a dict with body; a hit is"),
        (lambda query, k: [("a#0-8", 1), "a#9-18"], "expected a score at every hit or at none"),
        (lambda query, k: [("a#0-8", 1), ("a#9-18", 2)], "hit 1 has 1.0, hit 2 has 2.0"),
        (lambda query, k: [("a#0-8", float("nan"))], "expected finite scores, got [nan]"),
        (lambda query: [], "TypeError"),
    ],
)
def test_a_search_that_fails_is_one_line_that_names_it_and_the_query(function, said) -> None:
    with pytest.raises(GoldrankError) as raised:
        Search(function, "mine:search", 2, "store").fit(PLACES).scores(["why so"])
    assert str(raised.value).startswith('ranker store (mine:search), query "why so": ')
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


STORE = '''
from pathlib import Path

def search(query, k, skip=""):
    """The chunks of every section that has a word of the query, k at most, and a stale one."""
    found = ["this page is gone"]
    for path in sorted((Path(__file__).parent / "corpus").iterdir()):
        for part in path.read_text(encoding="utf-8").split("\\n\\n"):
            words = set(part.split())
            if part[:1] != "#" and words & set(query.split()) and path.name != skip:
                found.append(part.strip())
    return found[:k]
'''
RANKERS = 'rankers = ["vector", "bm25", "store", "both"]\n'
TABLE = """
[[ranker]]
name = "store"
kind = "tiny_store:search"
depth = 12

[[ranker]]
name = "both"
kind = "rrf"
of = ["bm25", "store"]
"""


@pytest.fixture(scope="module", name="place")
def _place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("search")
    (folder / "tiny_store.py").write_text(STORE, encoding="utf-8")
    files = random_files(5)
    return write_tiny(folder, RANKERS, TABLE, files, random_queries(files, 5))


@pytest.fixture(scope="module", name="run")
def _run(place: Path):
    return run_tiny(place)


def test_ranks_are_those_of_the_hits_and_none_is_deeper_than_they_go(place, run) -> None:
    space: dict[str, Any] = {"__file__": str(place.parent / "tiny_store.py")}
    exec(STORE, space)
    corpus = {path.name: path.read_text() for path in (place.parent / "corpus").iterdir()}

    def unit_of(hit: str) -> str | None:
        """The chunk that shares most characters with the place where a hit stands."""
        shared = {
            row.chunk_id: len(
                {*range(row.start, row.end)}
                & {*range(at := corpus[row.doc_id].find(hit), at + len(hit))}
            )
            for row in run.chunks.itertuples()
            if hit in corpus[row.doc_id]
        }
        return max(shared, key=lambda name: shared[name], default=None)

    asked = dict(zip(run.queries.query_id, run.queries.text, strict=True))
    found = 0
    for row in run.gold[(run.gold.ranker == "store") & (run.gold.variant == "raw")].itertuples():
        hits = [unit for hit in space["search"](asked[row.query_id], 12) if (unit := unit_of(hit))]
        expected = hits.index(row.chunk_id) + 1 if row.chunk_id in hits else None
        assert (None if pd.isna(row.rank) else row.rank) == expected
        found += expected is not None
    assert found


def test_what_rests_on_it_is_known_as_deep_and_no_deeper(run) -> None:
    systems = run.systems[run.systems.variant == "raw"].set_index("ranker")
    assert systems.known_to[["store", "both"]].tolist() == [12, 12]
    assert systems.known_to[["vector", "bm25"]].isna().all()
    ranks = run.gold[run.gold.ranker == "both"]["rank"].dropna()
    assert 1 <= ranks.max() <= 12
    assert run.gold[run.gold.ranker == "bm25"]["rank"].max() > 12


def test_what_stands_nowhere_is_counted_and_said(run) -> None:
    store = run.systems[run.systems.ranker == "store"].iloc[0]
    # Every query has the stale page first.
    assert store.unplaced == len(run.queries)
    assert store.hits > store.unplaced
    assert store.repeats == 0
    assert any(
        f"heading, store: {store.unplaced} of {store.hits} hits, of {len(run.queries)} queries, "
        "stand in no chunk of the corpus" in said
        for said in run.notices
    )
    assert any(said.startswith("store is known to the first 12 of a query") for said in run.notices)
    assert any(said.startswith("both rests on ranks that are known") for said in run.notices)


def test_it_is_compared_with_whole_rankings_at_its_own_depth(run) -> None:
    told = [said for said in run.sentences if said.startswith("store gives ")]
    assert [said.split(" has among")[0].rsplit(" ", 1)[1] for said in told] == ["vector", "bm25"]
    values = run.measurements[run.measurements.variant == "raw"].set_index("query_id")
    words, store = (values[values.ranker == name].RR for name in ("bm25", "store"))
    at_depth = words.where(words >= 1 / 12, 0.0).mean()
    assert f"MRR@12 {store.mean():.3f} against {at_depth:.3f} " in told[1]
    assert at_depth < words.mean()


def test_fusion_is_judged_by_ranks_that_are_known_as_deep(run) -> None:
    mine = run.fusion
    assert set(mine.columns) >= {"bm25", "store", "both"}
    assert mine[["bm25", "store", "both"]].max().max() <= 12


def test_an_inspection_says_beyond_which_rank_it_is_not_known(run) -> None:
    from goldrank.report.terminal.inspection import inspection_text

    lost = run.needs[
        (run.needs.ranker == "store") & run.needs["rank"].isna() & ~run.needs["split"].astype(bool)
    ]
    row = lost[lost.variant == "raw"].iloc[0]
    seen = inspect(run, row.query_id, need=int(row.need), ranker="both", variant="raw")
    assert "> 12" in inspection_text(seen)
    assert seen.known_to == {"store": 12, "both": 12}


def test_its_code_is_part_of_what_ran(run) -> None:
    assert run.fingerprints["rankers"]["store"].startswith(
        "search tiny_store:search depth=12 tiny_store.py="
    )
    assert list(run.fingerprints["code"]["ranker store"]) == ["tiny_store.py"]
    assert any("ranker tiny_store:search is the code in tiny_store.py" in n for n in run.notices)


def test_a_function_that_is_not_there_names_the_table(tmp_path: Path) -> None:
    (tmp_path / "tiny_store2.py").write_text(STORE, encoding="utf-8")
    table = '[[ranker]]\nname = "s"\nkind = "tiny_store2:serach"\n'
    with pytest.raises(
        GoldrankError, match=r"\[\[ranker\]\] 's': kind 'tiny_store2:serach'.*did you mean 'search'"
    ):
        run_tiny(write_tiny(tmp_path, 'rankers = ["s"]\n', table))


def test_options_are_handed_on(tmp_path: Path) -> None:
    (tmp_path / "tiny_store3.py").write_text(STORE, encoding="utf-8")
    table = (
        '[[ranker]]\nname = "s"\nkind = "tiny_store3:search"\n[ranker.options]\nskip = "pay.md"\n'
    )
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["s"]\n', table))
    assert not run.top.chunk_id.str.startswith("pay.md").any()
    assert "skip='pay.md'" in run.fingerprints["rankers"]["s"]
