"""`report.html`: one self-contained page on a run, the same bytes for the same run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from goldrank.frames.rows import rows_of
from goldrank.report.common.effects import side_lines
from goldrank.report.common.engines import shown_engines
from goldrank.report.common.filtering import shown_filtering
from goldrank.report.common.formats import percent
from goldrank.report.common.grids import coverage_grid, systems_grid
from goldrank.report.common.spans import shown_spans
from goldrank.report.common.window_line import window_sentence
from goldrank.report.page.answerable import unanswerable
from goldrank.report.page.contexts import contexts_read
from goldrank.report.page.coverage_bars import coverage_bars
from goldrank.report.page.embedded import details, grid, overview, packed
from goldrank.report.page.lookup_tables import Looked, looked
from goldrank.report.page.numbers import (
    coverage_rows,
    diagnosis_shares,
    empty_headings,
    next_changes,
    system_rows,
    tiles,
    window_bars,
)
from goldrank.report.page.worst_needs import SPLIT_SHOWN, place_of, units_named, worst
from goldrank.report.pictures.looks import stylesheet
from goldrank.report.pictures.of_run import grid_of, pictures_of
from goldrank.runs.run import Run
from goldrank.tables.held_by_all import compares_chunkers
from goldrank.text.unsafe import visible

SCRIPTS = ("unfold.js", "tables.js", "parts.js", "grid.js", "needs.js")
STYLES = ("page.css", "needs.css", "pictures.css")


def report_html(run: Run) -> str:
    """The whole page. It asks for nothing from anywhere, and text from outside is only text.

    Without JavaScript its tables, figures and the needs that rank lowest can be read; with it the
    rest unfolds from two compressed stretches of JSON.
    """
    found = looked(run)
    shown = _first_system(run, found)
    lowest = worst(found, shown)
    systems = systems_grid(run.systems, run.cutoffs)
    coverage = coverage_grid(run.coverage, inputs=True)
    script, css = _inlined(SCRIPTS), stylesheet() + _inlined(STYLES)
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            run=run,
            csp=_policy(script),
            css=Markup(css),
            script=Markup(script),
            decision=run.decision.kind,
            tiles=tiles(run),
            window=window_sentence(run.window, len(run.coverage) > 0),
            window_bars=window_bars(run.window),
            held=compares_chunkers(run.systems),
            systems=system_rows(run, systems),
            systems_head=systems.head("MRR"),
            changes=next_changes(run),
            coverage=coverage_rows(run, coverage),
            coverage_head=coverage.head(),
            bars=coverage_bars(run),
            pictures=pictures_of(run),
            diagnoses=diagnosis_shares(run),
            headings=empty_headings(run),
            sides=side_lines(run),
            contexts=contexts_read(run),
            engines=shown_engines(run),
            filtering=shown_filtering(run),
            spans=shown_spans(run),
            unanswerable=unanswerable(run),
            system=found.systems[shown],
            split_shown=SPLIT_SHOWN,
            worst=lowest,
            units=[_unit(found, unit) for unit in units_named(lowest)],
            needs=len(found.needs),
            tagged=any(need.tags for need in found.needs),
            documents=len(run.documents),
            skipped=rows_of(run.skipped),
            overview=packed(
                overview(found, run.suite.found_at, run.suite.baseline_variant)
                | {"grid": grid(found, grid_of(run))}
            ),
            details=packed(details(found)),
        )
    )


def _first_system(run: Run, found: Looked) -> int:
    """The baseline of the first chunker by the first ranker: what the page opens with."""
    baseline = run.suite.baseline_variant
    return next((n for n, s in enumerate(found.systems) if s.variant == baseline), 0)


def _unit(found: Looked, unit: int) -> dict[str, Any]:
    name = found.units.names[unit]
    return {
        "number": unit,
        "name": name,
        "place": place_of(found, unit),
        "text": found.units.texts.get(name, ""),
    }


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("goldrank.report.page", "templates"),
        autoescape=True,
        finalize=_shown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["percent"] = percent
    environment.filters["svg"] = Markup
    return environment


def _shown(value: Any) -> Any:
    """Hidden and direction characters of every text that a template prints are made visible."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _inlined(names: Sequence[str]) -> str:
    folder = files("goldrank.report.page").joinpath("templates")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in names)


def _policy(script: str) -> str:
    """Nothing but this very script, and inline styles."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "base-uri 'none'; form-action 'none'"
    )
