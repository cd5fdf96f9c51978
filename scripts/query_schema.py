"""Writes docs/queries.schema.json, the JSON Schema of a query file, from the keys that are read.

python scripts/query_schema.py            # write it
python scripts/query_schema.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from goldrank.evidence.query_schema import query_schema

FILE = Path(__file__).resolve().parents[1] / "docs" / "queries.schema.json"


def main() -> int:
    """Write the file, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    text = json.dumps(query_schema(), indent=1, ensure_ascii=False) + "\n"
    if not parser.parse_args().check:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == text:
        return 0
    sys.stdout.write(f"{FILE} is not what is read; run python scripts/query_schema.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
