"""Finding evidence in a notebook, with buttons: each does what a key does in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from goldrank.errors import GoldrankError
from goldrank.judging.corpora import corpus_named
from goldrank.judging.find import Finding, open_finding
from goldrank.judging.keys import action_of
from goldrank.notebook import finding_html
from goldrank.progress import Silent

MISSING = (
    "Buttons: expected the package ipywidgets, which is not installed; install goldrank[notebook], "
    "or use bench evidence find in a terminal"
)
BUTTONS = (
    ("a", "accept"),
    ("r", "reject"),
    ("p", "previous"),
    ("n", "next"),
    ("+", "another need"),
    ("u", "undo"),
    ("d", "done"),
    ("0", "nothing answers"),
    ("s", "skip"),
    ("b", "question before"),
)
"""What each button does, by the key that does it in the terminal, and what stands on it."""


def find_evidence(
    questions: str | Path, corpus: str | Path, out: str | Path | None = None
) -> EvidenceButtons:
    """Find evidence for a list of questions with buttons in a notebook; goes on where it stopped.

    `corpus` is a folder of documents, or a suite's `.toml`. Every answer is in the query file
    `out` at once, by default `NAME.judged.jsonl` beside the questions. It is what `bench evidence
    find` does: words find the passages, and no encoder has a part in it.
    """
    documents = corpus_named(str(corpus), Path.cwd(), Silent())
    return EvidenceButtons(open_finding(Path(questions), documents, Path(out) if out else None))


class EvidenceButtons:
    """A session in a notebook; `finding` is its state and its file."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        self._box: Any = None
        self._shown: Any = None
        self._only: Any = None
        self._words: Any = None

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        """The buttons, or what to install where they cannot be shown."""
        try:
            widget = self.widget
        except ImportError:
            return {"text/plain": MISSING}
        bundle: dict[str, Any] = widget._repr_mimebundle_()
        return bundle

    @property
    def widget(self) -> Any:
        """The buttons as a widget, made once; raises `ImportError` without ipywidgets."""
        if self._box is None:
            import ipywidgets

            self._shown = ipywidgets.HTML()
            self._only = ipywidgets.Text(placeholder="only: 2, 2-3 (sentences), 10:50 (characters)")
            self._words = ipywidgets.Text(
                placeholder="search by other words", continuous_update=False
            )
            self._words.observe(self._search, "value")
            row = [self._button(ipywidgets.Button(description=name), key) for key, name in BUTTONS]
            rows = [ipywidgets.HBox(row[:6]), ipywidgets.HBox(row[6:])]
            boxes = ipywidgets.HBox([self._only, self._words])
            self._box = ipywidgets.VBox([self._shown, boxes, *rows])
            self._show()
        return self._box

    def _button(self, button: Any, key: str) -> Any:
        button.on_click(lambda _: self.do(f"a {self._only.value}" if key == "a" else key))
        return button

    def _search(self, change: dict[str, Any]) -> None:
        if str(change["new"]).strip():
            self.do(f"/ {change['new']}")

    def do(self, typed: str) -> None:
        """Do what the line would do in the terminal, and show what comes next."""
        state = self.finding.state
        try:
            if not state.is_over:
                self.finding.do(action_of(typed, state.passage))
        except GoldrankError as error:
            self._show(str(error))
            return
        self._only.value = ""
        if self.finding.state.words != state.words:
            self._words.value = ""
        self._show()

    def _show(self, refused: str = "") -> None:
        self._shown.value = finding_html(self.finding, refused)
