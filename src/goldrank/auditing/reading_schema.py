"""The lines of a file of readings, as a JSON Schema; `docs/readings.schema.json` is written of it."""

from __future__ import annotations

from typing import Any

from goldrank.auditing.classes import CLASSES, NAMES

_COUNT = {"type": "integer", "minimum": 1}


def reading_schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of one line of `audits/NAME.jsonl`.

    >>> sorted(reading_schema()["$defs"])
    ['reading', 'sample']
    """
    meanings = "; ".join(f"{each.name}: {each.meaning}" for each in CLASSES)
    sample = {
        "sample_of": {**_COUNT, "description": "How many chunks there are."},
        "chunker": {"type": "string", "pattern": r"\S", "description": "What made them."},
        "digest": {"type": "string", "description": "Of the places and texts of all chunks."},
        "size": {**_COUNT, "description": "How many of them are in the sample."},
        "seed": {"type": "integer", "description": "What the sample was drawn by."},
        "by_document": {"type": "boolean", "description": "Whether it is stratified by document."},
    }
    reading = {
        "chunk_id": {"type": "string", "pattern": r"\S", "description": "The chunk."},
        "class": {"enum": list(NAMES), "description": meanings},
        "after_guess": {
            "type": "boolean",
            "default": False,
            "description": "true: the reader had seen the rule's guess of this chunk.",
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of an audit's readings",
        "description": "The sample comes first; of two lines for one chunk the later counts, and "
        "for the agreement with a rule the first.",
        "oneOf": [{"$ref": "#/$defs/sample"}, {"$ref": "#/$defs/reading"}],
        "$defs": {
            "sample": _object(sample, list(sample)),
            "reading": _object(reading, ["chunk_id", "class"]),
        },
    }


def _object(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
