"""Writes the JSON Schemas in docs/ of a query file and of an audit's readings, from what is read.

python scripts/query_schema.py            # write them
python scripts/query_schema.py --check    # end with 1 where one is not what would be written
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from goldrank.auditing.reading_schema import reading_schema
from goldrank.evidence.query_schema import query_schema

DOCS = Path(__file__).resolve().parents[1] / "docs"
SCHEMAS = {"queries.schema.json": query_schema, "readings.schema.json": reading_schema}


def main() -> int:
    """Write the files, or say whether they are up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    check = parser.parse_args().check
    texts = {
        DOCS / name: json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
        for name, schema in SCHEMAS.items()
    }
    if not check:
        for file, text in texts.items():
            file.write_text(text, encoding="utf-8")
        return 0
    for file, text in texts.items():
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            sys.stdout.write(f"{file} is not what is read; run python scripts/query_schema.py\n")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
