"""The keys of a query file and what each may hold: one source, also of the JSON Schema in docs/.

Two rules cannot be said in a schema: `start` is before `end`, and a key that is nearly a known one is
an error. The reader (`queries.py`) looks after both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Property = Mapping[str, Any]

_NAME = {"type": ["string", "integer"], "pattern": r"\S"}
_TEXT = {"type": "string", "pattern": r"\S"}
_VALUE = {"type": ["string", "number", "boolean"]}
_OFFSET = {"type": "integer", "minimum": 0}

QUERY: Mapping[str, Property] = {
    "query_id": {**_NAME, "description": "Its name, once in all files of a suite."},
    "text": {**_TEXT, "description": "What the searcher typed."},
    "tags": {
        "type": "array",
        "items": {"type": "string"},
        "description": "Words to choose and to group queries by.",
    },
    "cluster": {
        **_TEXT,
        "description": "The group of queries it stands or falls with in every test of chance.",
    },
    "evidence": {
        "type": "array",
        "items": {"$ref": "#/$defs/place"},
        "description": "Places that answer it, each a need of its own unless they share a need.",
    },
    "needs": {
        "type": "array",
        "items": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/place"}},
        "description": "In place of evidence: needs, each a list of places of which any is enough.",
    },
    "answerable": {
        "type": "boolean",
        "description": "false: nothing in the corpus answers it, and it has no evidence.",
    },
    "origin": {
        "type": "string",
        "pattern": r"^\S+$",
        "description": "Where it is from, such as synthetic: its tag origin:synthetic.",
    },
    "filter": {
        "type": "object",
        "additionalProperties": {"anyOf": [_VALUE, {"type": "array", "items": _VALUE}]},
        "description": "What it may see: a value, or a list of them, for each [[filter]] it names.",
    },
    "_id": {**_NAME, "description": "Another name of query_id."},
    "id": {**_NAME, "description": "Another name of query_id."},
    "query": {**_TEXT, "description": "Another name of text."},
}
PLACE: Mapping[str, Property] = {
    "doc_id": {"type": "string", "description": "The document, by its path in the corpus."},
    "quote": {**_TEXT, "description": "The text that answers; white space does not matter."},
    "section": {
        "type": ["string", "array"],
        "items": {"type": "string"},
        "description": "The last titles of the heading path it stands under; alone, its whole text.",
    },
    "start": {**_OFFSET, "description": "Where it begins, in code points from 0."},
    "end": {**_OFFSET, "description": "Behind its last character; more than start."},
    "any": {"type": "boolean", "description": "true: each place that holds the quote answers."},
    "grade": {
        "type": "integer",
        "minimum": 0,
        "default": 1,
        "description": "How well it answers; 0 is judged and not relevant.",
    },
    "need": {**_NAME, "description": "Which need of the query it is for."},
}


def query_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one query, which is one line of a query file.

    >>> sorted(query_schema()["$defs"])
    ['place']
    """
    empty = {"properties": {key: {"maxItems": 0} for key in ("evidence", "needs")}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A query of goldrank",
        "description": "One line of a query file. Other keys are ignored.",
        "type": "object",
        "properties": {key: dict(value) for key, value in QUERY.items()},
        "allOf": [
            {"anyOf": [{"required": [key]} for key in ("query_id", "_id", "id")]},
            {"anyOf": [{"required": [key]} for key in ("text", "query")]},
            {"not": {"required": ["evidence", "needs"]}},
            {
                "if": {"required": ["answerable"], "properties": {"answerable": {"const": False}}},
                "then": empty,
            },
        ],
        "$defs": {
            "place": {
                "type": "object",
                "properties": {key: dict(value) for key, value in PLACE.items()},
                "required": ["doc_id"],
                "dependentRequired": {"start": ["end"], "end": ["start"]},
            }
        },
    }
