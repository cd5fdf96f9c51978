"""What the page unfolds on demand: compressed JSON, stored once."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from goldrank.rankers.graph import known_to, sides_of
from goldrank.report.page.lookup_tables import Looked
from goldrank.report.page.table_pass import PageNeed
from goldrank.report.page.units import Numbered
from goldrank.tables.needs_grid import NeedsGrid


def packed(value: Any) -> str:
    """JSON, deflated without a header, in base64: safe inside a script element.

    >>> packed([1, "</script>"])
    'izbUUbLRL04uyiwosVOKBQA='
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    bytes_ = squeezed.compress(text.encode("utf-8", "replace")) + squeezed.flush()
    return base64.b64encode(bytes_).decode("ascii")


def overview(looked: Looked, found_at: int, baseline: str) -> dict[str, Any]:
    """What the table of needs shows before any row is opened."""
    places = Numbered()
    needs = [_need(need, places) for need in looked.needs]
    return {
        "systems": looked.systems,
        "known": [known_to(s.ranker, looked.rankers) or 0 for s in looked.systems],
        "dense": ["dense" in sides_of(s.ranker, looked.rankers) for s in looked.systems],
        "diagnoses": looked.diagnoses,
        "found": found_at,
        "baseline": baseline,
        "places": [json.loads(place) for place in places.values],
        "needs": needs,
    }


def grid(looked: Looked, shown: NeedsGrid) -> dict[str, Any]:
    """The needs and the systems of the picture of all, by their numbers in the overview."""
    numbers = {(need.query_id, need.number): n for n, need in enumerate(looked.needs)}
    places = {system: n for n, system in enumerate(looked.systems)}
    return {
        "order": [numbers[need] for need in shown.needs],
        "columns": [places[system] for system in shown.systems],
    }


def _need(need: PageNeed, places: Numbered) -> list[Any]:
    place = places.of(json.dumps(need.place, ensure_ascii=False))
    return [need.query_id, need.number, need.text, need.tags, place, need.ranks, need.diagnoses]


def details(looked: Looked) -> dict[str, Any]:
    """What an opened row shows; queries, systems and units are named by number."""
    units, queries = looked.units, list(dict.fromkeys(need.query_id for need in looked.needs))
    places = Numbered()
    unit_places = [
        places.of(json.dumps(units.places.get(unit, (unit,)), ensure_ascii=False))
        for unit in units.names
    ]
    systems = range(len(looked.systems))
    return {
        "units": units.names,
        "places": [json.loads(place) for place in places.values],
        "unitPlaces": unit_places,
        "texts": [units.texts.get(unit, "") for unit in units.names],
        "affixes": units.affixes,
        "around": [_around(looked, *key) for key in units.around],
        "reads": looked.representations,
        "queries": {query: n for n, query in enumerate(queries)},
        "terms": [looked.terms[query] for query in queries],
        "common": [[t for t in looked.terms[q] if t in looked.common] for q in queries],
        "lists": [[_list(looked, query, system) for system in systems] for query in queries],
        "needs": [_detail(looked, need) for need in looked.needs],
    }


def _around(looked: Looked, chunker: str, representation: str) -> list[Any]:
    found = looked.units.around[chunker, representation]
    columns = zip(*((unit, a.before, a.after, a.read) for unit, a in found.items()), strict=True)
    left_out = [a.left_out for a in found.values()]
    # Most encoders read all of what they read.
    return [chunker, representation, *map(list, columns), *([left_out] if any(left_out) else [])]


def _list(looked: Looked, query: str, system: int) -> list[Any]:
    listed = looked.lists.get((query, system))
    return [listed.units, listed.scores, listed.bits] if listed else [[], [], []]


def _detail(looked: Looked, need: PageNeed) -> list[Any]:
    key = (need.query_id, need.number)
    chunkers = dict.fromkeys(system.chunker for system in looked.systems)
    return [
        [[e.doc_id, e.start, e.end, e.quote] for e in need.evidence],
        need.gold,
        need.scores,
        ["".join(map(str, looked.sides.get((*key, n), ()))) for n in range(len(looked.systems))],
        {c: looked.covers[(*key, c)] for c in chunkers if (*key, c) in looked.covers},
        need.repairs,
    ]
