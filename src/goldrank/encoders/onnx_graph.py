"""One ONNX graph in a session: what goes in, what comes out, and its vectors."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goldrank.encoders.base import RefusedError, Vectors
from goldrank.encoders.pooling import pooled
from goldrank.errors import GoldrankError

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}
WHOLE = "sentence_embedding"
TOKENS = ("last_hidden_state", "token_embeddings")
SILENT = 4  # of the runtime's own messages: what goes wrong is raised


@dataclass(frozen=True)
class Graph:
    """A graph, the output that is read, and how that is pooled (`None`: it is one row a text)."""

    session: Any
    output: str
    pooling: str | None
    types: dict[str, Any]
    file: Path

    def vectors(self, ids: Sequence[Sequence[int]], types: Sequence[Sequence[int]]) -> Vectors:
        """One row for each text, of its tokens' ids and their types."""
        longest = max(1, *map(len, ids))
        mask = _padded([[1] * len(row) for row in ids], longest)
        given = dict(
            zip(INPUTS, (_padded(ids, longest), mask, _padded(types, longest)), strict=True)
        )
        feed = {name: given[name].astype(kind) for name, kind in self.types.items()}
        made = self._run(feed, longest)
        expected = (len(ids), longest) if self.pooling else (len(ids),)
        if made.ndim != len(expected) + 1 or made.shape[:-1] != expected:
            raise GoldrankError(
                f'{self.file}: expected output "{self.output}" of shape '
                f"({', '.join(map(str, expected))}, dimensions), got {made.shape}"
            )
        return pooled(made, mask, self.pooling) if self.pooling else made.astype(np.float32)

    def _run(self, feed: dict[str, NDArray[Any]], longest: int) -> NDArray[Any]:
        try:
            return np.asarray(self.session.run([self.output], feed)[0])
        except Exception as error:  # the runtime's errors share no other base
            raise RefusedError(
                f"{self.file}: the graph fails on texts of {longest} tokens: {_first_line(error)}; "
                "if they are too long for it, set max_tokens"
            ) from error


def load_graph(file: Path, pooling: str | None) -> Graph:
    """The graph in a session of the CPU. `pooling` is what is asked for; a graph may pool itself.

    Raises:
        GoldrankError: no graph, inputs that are not those of a text encoder, or no output of one
            vector a token or a text.
    """
    session = _session(file)
    types = {each.name: TYPES.get(each.type) for each in session.get_inputs()}
    free = all(isinstance(n, str | None) for each in session.get_inputs() for n in each.shape)
    known = all(name in INPUTS and kind is not None for name, kind in types.items())
    if "input_ids" not in types or not known or not free:
        shown = ", ".join(f"{i.name} {i.type} {i.shape}" for i in session.get_inputs())
        raise GoldrankError(
            f"{file}: expected inputs {', '.join(INPUTS)} of whole numbers, for any number of texts "
            f"and tokens, got {shown}; export the encoder again, with dynamic axes"
        )
    output, how = _output(session, pooling, file)
    return Graph(session, output, how, types, file)


def _output(session: Any, pooling: str | None, file: Path) -> tuple[str, str | None]:
    usual = {WHOLE: 2, **dict.fromkeys(TOKENS, 3)}
    # No shape is an unknown one: then the name tells, and what comes out is checked.
    ranks = {o.name: len(o.shape) or usual.get(o.name) for o in session.get_outputs()}
    if pooling is None and ranks.get(WHOLE) == 2:
        return WHOLE, None
    tokens = [name for name in (*TOKENS, *ranks) if ranks.get(name) == 3]
    if tokens and pooling is not None:
        return tokens[0], pooling
    texts = [name for name, rank in ranks.items() if rank == 2]
    if not tokens and len(texts) == 1 and pooling is None:
        return texts[0], None
    shown = ", ".join(f"{each.name} {each.shape}" for each in session.get_outputs())
    todo = 'set pooling = "mean" or "cls"' if tokens else "export the encoder again"
    wanted = "a vector a token" if pooling else "a vector a text, or one a token and a pooling"
    raise GoldrankError(f"{file}: expected an output of {wanted}, got {shown}; {todo}")


def _session(file: Path) -> Any:
    runtime = _onnxruntime()
    options = runtime.SessionOptions()
    options.log_severity_level = SILENT
    options.use_deterministic_compute = True
    # Said, since the runtime else tries to pin threads, which containers forbid.
    options.intra_op_num_threads = os.cpu_count() or 1
    try:
        return runtime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's errors share no other base
        raise GoldrankError(
            f"{file}: expected an ONNX graph that onnxruntime loads: {_first_line(error)}"
        ) from error


def _onnxruntime() -> ModuleType:
    try:
        import onnxruntime
    except ModuleNotFoundError as error:
        raise GoldrankError(
            "an ONNX model needs the library onnxruntime; install it with: "
            "pip install 'goldrank[onnx]'"
        ) from error
    return onnxruntime  # type: ignore[no-any-return]


def _padded(rows: Sequence[Sequence[int]], longest: int) -> NDArray[np.int64]:
    made = np.zeros((len(rows), longest), dtype=np.int64)
    for target, row in zip(made, rows, strict=True):
        target[: len(row)] = row
    return made


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else type(error).__name__
