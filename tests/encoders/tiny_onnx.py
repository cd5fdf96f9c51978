"""ONNX graphs of a few bytes, written by hand: a table of tokens that is looked up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from string import ascii_lowercase

import numpy as np
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import WhitespaceSplit
from tokenizers.processors import TemplateProcessing

FEW = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "leave", "pay", "sick", "bonus")
# So many that a window can be measured with them, and the words of the tiny corpus.
PROBED = tuple(f"a{one}{other}" for one in "abcdef" for other in ascii_lowercase)
WORDS = (
    *FEW,
    *PROBED,
    *[
        "when",
        "must",
        "parental",
        "be",
        "requested",
        "30",
        "days",
        "in",
        "advance",
        "is",
        "the",
        "paid",
        "March.",
    ],
)
TABLE = np.random.default_rng(3).normal(size=(len(WORDS), 6)).astype(np.float32)
INT64, INT32, FLOAT = 7, 6, 1
FREE = ("batch", "sequence")


def field(number: int, value: int | str | bytes) -> bytes:
    """One field of a protobuf message: a number, or text, or a message inside."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    raw = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(raw)) + raw


def varint(value: int) -> bytes:
    made = b""
    while value > 127:
        made, value = made + bytes([value & 127 | 128]), value >> 7
    return made + bytes([value])


def value_info(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    dims = b"".join(field(1, field(1 if isinstance(n, int) else 2, n)) for n in shape)
    return field(1, name) + field(2, field(1, field(1, kind) + field(2, dims)))


def tensor(name: str, values: np.ndarray, outside: str = "") -> bytes:
    kind = FLOAT if values.dtype == np.float32 else INT64
    head = b"".join(field(1, n) for n in values.shape) + field(2, kind) + field(8, name)
    if outside:
        return head + field(13, field(1, "location") + field(2, outside)) + field(14, 1)
    return head + field(9, values.tobytes())


def node(kind: str, inputs: Sequence[str], output: str) -> bytes:
    return b"".join(field(1, name) for name in inputs) + field(2, output) + field(4, kind)


def graph(
    inputs: Sequence[str] = ("input_ids", "attention_mask"),
    output: str = "last_hidden_state",
    rank: int = 3,
    shape: Sequence[int | str] = FREE,
    kind: int = INT64,
    op: str = "Gather",
    outside: str = "",
    declared: int | None = None,
) -> bytes:
    """A model that looks each token up; of `rank` 2, the one row of the first token of each text.

    `declared` is the rank that it says its output has, where that is not so.
    """
    nodes = [node(op, ("table", "input_ids"), output if rank == 3 else "tokens")]
    held = [tensor("table", TABLE, outside)]
    if rank == 2:
        held.append(tensor("zero", np.array(0, dtype=np.int64)))
        axis = field(5, field(1, "axis") + field(3, 1) + field(20, 2))
        nodes.append(node("Gather", ("tokens", "zero"), output) + axis)
    dims = (*FREE, TABLE.shape[1]) if (declared or rank) == 3 else ("batch", TABLE.shape[1])
    parts = [field(1, n) for n in nodes] + [field(2, "g")] + [field(5, t) for t in held]
    parts += [field(11, value_info(name, kind, shape)) for name in inputs]
    parts += [field(12, value_info(output, FLOAT, dims))]
    return field(1, 8) + field(7, b"".join(parts)) + field(8, field(1, "") + field(2, 17))


def tokenizer(cut: int | None = None) -> Tokenizer:
    """Some words, [CLS] and [SEP]; with `cut`, truncation and padding are on in its file."""
    made = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.pre_tokenizer = WhitespaceSplit()
    made.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    if cut is not None:
        made.enable_truncation(cut)
        made.enable_padding(length=cut)
    return made


def write_onnx(
    folder: Path, made: bytes | None = None, pooling: str | None = "mean", **files: object
) -> Path:
    """A folder with a graph, a tokenizer that cuts and pads at 3, a way of pooling and JSON files."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(graph() if made is None else made)
    tokenizer(3).save(str(folder / "tokenizer.json"))
    if pooling is not None:
        (folder / "1_Pooling").mkdir(exist_ok=True)
        config = {"pooling_mode_cls_token": False, f"pooling_mode_{pooling}": True}
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(config))
    for name, content in {"config": {"max_position_embeddings": 512}, **files}.items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    return folder
