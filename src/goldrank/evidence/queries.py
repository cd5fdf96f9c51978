"""Reading query files. The evidence they name is located in the corpus by `locate.py`."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.evidence.json_places import elements, value_at
from goldrank.evidence.problems import Key, Problem
from goldrank.evidence.query_schema import PLACE, QUERY
from goldrank.suggest import nearest_names, offer
from goldrank.text.lines import LINE_END, Lines
from goldrank.text.stand_ins import stand_in
from goldrank.types import ORIGIN, Need, Query, Span

QUERY_KEYS, EVIDENCE_KEYS = tuple(QUERY), tuple(PLACE)


@dataclass(frozen=True, slots=True)
class Named:
    """Evidence as a query file names it: by quote, by quote under a section path, or by offsets."""

    doc_id: str
    quote: str | None = None
    section: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    any: bool = False
    grade: int = 1
    path: tuple[Key, ...] = field(default=(), compare=False)  # from the query's object to it
    need: str | None = field(default=None, compare=False)  # the need that it says it is for


@dataclass(frozen=True, slots=True)
class RawQuery:
    """A query before its evidence is located; `needs` holds alternatives of each need."""

    query_id: str
    text: str
    tags: tuple[str, ...]
    needs: tuple[tuple[Named, ...], ...]
    line: int
    source: str
    cluster: str = ""  # what it shares chance with; empty: its document
    answerable: bool = True
    filter: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def located(self, needs: tuple[Need, ...]) -> Query:
        """The query, with what was found of its evidence."""
        return Query(
            self.query_id,
            self.text,
            self.tags,
            needs,
            self.line,
            self.cluster,
            self.answerable,
            self.filter,
        )


def read_queries(path: Path) -> list[RawQuery]:
    """Read a JSONL file, one query a line (or a JSON file that holds a list of them).

    A query is `{"query_id", "text", "tags"?, "cluster"?, "evidence": [...]}` where each entry of `evidence`
    is a need of its own, unless entries share a `"need"`; or `"needs": [[...], [...]]` with the
    alternatives of each need. An entry has `doc_id` and one of: `quote` (with `section`, the last
    titles of its path, or `"any": true` where it occurs several times), `section` alone (its
    whole text), `start` and `end` (code points, with `quote` to check them), or nothing more for
    a judgment of the whole document; `grade` defaults to 1. `"answerable": false` says that nothing
    answers a query, which then has no evidence. `"origin": "synthetic"`, or another word, says where
    a query is from, and is its tag `origin:synthetic`. `"filter": {"tenant": "acme"}` says what it may
    see, by the rules of the suite. Other keys are ignored.

    Errors name the file, the line and the query.
    """
    queries, problems = try_queries(path)
    if problems:
        raise GoldrankError(f"{path}:{problems[0].line}: {problems[0].message}")
    return queries


def try_queries(path: Path) -> tuple[list[RawQuery], list[Problem]]:
    """Like `read_queries`, with what is wrong returned; a query with a problem is left out.

    Raises `GoldrankError` for a file that cannot be read at all.
    """
    queries: list[RawQuery] = []
    problems: list[Problem] = []
    seen: dict[str, int] = {}
    for line, text in query_lines(path):
        try:
            query = query_of_object(_json(text), line, path)
            if query.query_id in seen:
                raise GoldrankError(
                    f"query_id {query.query_id!r} stands already on line {seen[query.query_id]}; "
                    "give each query an id of its own"
                )
        except GoldrankError as error:
            problems.append(Problem(None, str(path), line, "query", str(error)))
            continue
        seen[query.query_id] = line
        queries.append(query)
    if not queries and not problems:
        raise GoldrankError(f"{path}: expected one query a line, found none")
    return queries, problems


def query_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The JSON text of each query with the line (from 1) where it begins."""
    try:
        if (reason := stand_in(path)) is not None:
            raise GoldrankError(f"{path}: expected one query a line, got {reason}")
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise GoldrankError(f"no such query file: {path}") from None
    except IsADirectoryError:
        raise GoldrankError(
            f"{path} is a folder; expected a query file, one JSON object a line"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        what = "it is not UTF-8; save it so" if isinstance(error, UnicodeDecodeError) else error
        raise GoldrankError(f"cannot read the query file {path}: {what}") from error
    line, at = 1, 0
    for span in query_spans(text, path.suffix == ".json"):
        line += sum(1 for _ in LINE_END.finditer(text, at, span.start))
        at = span.start
        yield line, text[span.start : span.end]


def query_spans(text: str, whole: bool) -> Iterator[Span]:
    """Where each query stands in a file: one a line, or (`whole`) one an element of a list."""
    if not whole:
        lines = Lines.of(text)
        for line in range(len(lines)):
            if text[lines.start(line) : lines.end(line)].strip():
                yield Span(lines.start(line), lines.end(line))
        return
    document = _json(text)
    held = value_at(text, ("queries",)) if isinstance(document, dict) else value_at(text, ())
    yield from [] if held is None else elements(text, held)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        at = f" at character {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        what = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise GoldrankError(
            f"not JSON{at} ({what}); expected one whole object on each line"
        ) from error


def query_of_object(entry: Any, line: int, path: Path) -> RawQuery:
    """The query that one object of a file is; `GoldrankError` where it is none."""
    if not isinstance(entry, dict):
        raise GoldrankError(f"expected an object, got {type(entry).__name__}")
    query_id = entry.get("query_id", entry.get("_id", entry.get("id")))
    where = f"query {query_id}"
    if not (_whole(query_id) or (isinstance(query_id, str) and query_id.strip())):
        raise GoldrankError(f'expected a "query_id", a text that is not empty; got {query_id!r}')
    text = entry.get("text", entry.get("query"))
    if not isinstance(text, str) or not text.strip():
        raise GoldrankError(f'{where}: expected "text", what the searcher typed; got {text!r}')
    _known_keys(entry, QUERY_KEYS, where)
    tags = entry.get("tags", [])
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise GoldrankError(f'{where}: expected "tags" to be a list of texts, got {tags!r}')
    cluster = entry.get("cluster", "")
    if not isinstance(cluster, str) or ("cluster" in entry and not cluster.strip()):
        raise GoldrankError(
            f'{where}: expected "cluster" to be a text that is not empty, got {cluster!r}'
        )
    if not _is_unicode(entry):
        raise GoldrankError(f"{where}: expected Unicode text, got half of a surrogate pair")
    needs = _needs(entry, where)
    answerable = _answerable(entry, bool(needs), where)
    tags = [*tags, *_origin(entry, tags, where)]
    return RawQuery(
        str(query_id),
        text,
        tuple(tags),
        needs,
        line,
        str(path),
        cluster,
        answerable,
        _filter(entry, where),
    )


def _filter(entry: Mapping[str, Any], where: str) -> Mapping[str, Any]:
    """What a query may see: a value or a list of values for each key."""
    asked = entry.get("filter", {})
    if not isinstance(asked, dict):
        raise GoldrankError(f'{where}: expected "filter" to be an object, got {asked!r:.60}')
    for key, value in asked.items():
        if not all(map(_is_value, value if isinstance(value, list) else [value])):
            raise GoldrankError(
                f"{where}: filter {key!r}: expected a text, a number, true or false, or a list of "
                f"them; got {value!r:.60}"
            )
    return asked


def _is_value(value: Any) -> bool:
    return isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))


def _origin(entry: Mapping[str, Any], tags: Sequence[str], where: str) -> list[str]:
    """The tag that says where a query is from, where its tags do not say so already."""
    origin = entry.get("origin", "")
    if not isinstance(origin, str) or ("origin" in entry and not re.fullmatch(r"\S+", origin)):
        raise GoldrankError(
            f'{where}: expected "origin" to be one word, such as "synthetic"; got {origin!r}'
        )
    return [f"{ORIGIN}{origin}"] if origin and f"{ORIGIN}{origin}" not in tags else []


def _answerable(entry: Mapping[str, Any], has_evidence: bool, where: str) -> bool:
    answerable = entry.get("answerable", True)
    if not isinstance(answerable, bool):
        raise GoldrankError(
            f'{where}: expected "answerable" to be true or false, got {answerable!r}'
        )
    if has_evidence and not answerable:
        raise GoldrankError(
            f'{where}: "answerable": false says that nothing answers it, and it names evidence; '
            "leave one of them out"
        )
    return answerable


def _needs(entry: Mapping[str, Any], where: str) -> tuple[tuple[Named, ...], ...]:
    if "needs" in entry:
        groups = entry["needs"]
        if not isinstance(groups, list) or not all(isinstance(g, list) and g for g in groups):
            raise GoldrankError(
                f'{where}: expected "needs" to be a list of lists of evidence, none of them empty'
            )
        if "evidence" in entry:
            raise GoldrankError(f'{where}: expected "needs" or "evidence", got both; keep one')
        return tuple(
            tuple(_named(item, where, ("needs", i, j)) for j, item in enumerate(group))
            for i, group in enumerate(groups)
        )
    evidence = entry.get("evidence", [])
    if not isinstance(evidence, list):
        raise GoldrankError(f'{where}: expected "evidence" to be a list, got {evidence!r}')
    groups_by_need: dict[Any, list[Named]] = {}
    for index, item in enumerate(evidence):
        named = _named(item, where, ("evidence", index))
        key = ("own", index) if named.need is None else ("named", named.need)
        groups_by_need.setdefault(key, []).append(named)
    return tuple(tuple(group) for group in groups_by_need.values())


def _named(item: Any, where: str, path: tuple[Key, ...]) -> Named:
    if not isinstance(item, dict) or not isinstance(item.get("doc_id"), str):
        raise GoldrankError(f'{where}: each evidence needs a "doc_id", got {item!r}')
    _known_keys(item, EVIDENCE_KEYS, where)
    section = item.get("section", [])
    section = [section] if isinstance(section, str) else section
    if not isinstance(section, list) or not all(isinstance(part, str) for part in section):
        raise GoldrankError(f'{where}: expected "section" to be a list of titles, got {section!r}')
    quote = item.get("quote")
    if quote is not None and (not isinstance(quote, str) or not quote.strip()):
        raise GoldrankError(f'{where}: expected "quote" to be a text, got {quote!r}')
    start, end = item.get("start"), item.get("end")
    if (start is None) != (end is None):
        raise GoldrankError(f'{where}: "start" and "end" go together, got {start!r} and {end!r}')
    if start is not None and not (_whole(start) and _whole(end) and 0 <= start < end):
        raise GoldrankError(f"{where}: expected 0 <= start < end, got {start!r} and {end!r}")
    grade = item.get("grade", 1)
    if not _whole(grade) or grade < 0:
        raise GoldrankError(f'{where}: expected "grade" to be a whole number from 0, got {grade!r}')
    any_of = item.get("any", False)
    if not isinstance(any_of, bool):
        raise GoldrankError(f'{where}: expected "any" to be true or false, got {any_of!r}')
    need = item.get("need")
    if "need" in item and not (_whole(need) or (isinstance(need, str) and need.strip())):
        raise GoldrankError(f'{where}: expected "need" to be a number or a name, got {need!r}')
    need = None if need is None else str(need)
    return Named(item["doc_id"], quote, tuple(section), start, end, any_of, grade, path, need)


def _known_keys(entry: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    """Other keys are ignored, but not one that is nearly a known one: it would be lost silently."""
    for key in entry:
        near = nearest_names(key, known, alike=0.8)
        if key not in known and near and near[0] not in entry:
            raise GoldrankError(f"{where}: unknown key {key!r}{offer(near)}")


def _is_unicode(value: Any) -> bool:
    """Whether text can be written to a file: JSON may hold half of a surrogate pair."""
    return not re.search(r"[\ud800-\udfff]", json.dumps(value, ensure_ascii=False))


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
