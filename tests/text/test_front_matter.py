from __future__ import annotations

import json
import time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from goldrank.text.front_matter import MAX_LENGTH, FrontMatter, read_front_matter


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("---\ntitle: Node\nowner: ops\n---\n\n# Real\n\nx\n", 31),
        ("---\ntitle: X\n...\n\n# Real\n\nx\n", 17),
        ("---\ntitle: X\n---", 16),
        ("---\r\ntitle: X\r\n---\r\nx", 20),
        ("---\rtitle: X\r---\rx", 17),
        ("--- \t\ntitle: X\n--- \nx", 20),
        ("---\na: |\n  ---\n  b\n---\n", 23),
    ],
)
def test_a_mapping_between_markers_is_cut(text: str, end: int) -> None:
    assert read_front_matter(text).end == end
    assert read_front_matter(text).warnings == ()


@pytest.mark.parametrize(
    "text",
    [
        "---\n\n# Alpha\n\na\n\n---\n\n# Beta\n\nb\n",
        "---\n \t\ntitle: X\n---\n",
        "\n---\ntitle: X\n---\n",
        " ---\ntitle: X\n---\n",
        "----\ntitle: X\n----\n",
        "--- a\ntitle: X\n---\n",
        "---\njust a line\n---\n",
        "---\n- a\n- b\n---\n",
        "---\n# a comment\n---\n",
        "---\n---\n",
        "---\nwords and no end\n",
        "---",
        "",
    ],
)
def test_anything_else_is_markdown(text: str) -> None:
    assert read_front_matter(text) == FrontMatter()


TOML = "+++\ntitle = 'Leave'\nsince = 2024-01-31\n[extra]\nn = [1, inf]\n+++\n"
JSON = '{\n  "title": "Leave",\n  "tags": ["a", {"b": null}]\n}\n'


def test_a_toml_table_and_a_json_object_are_cut_as_a_yaml_mapping_is() -> None:
    toml, json_ = read_front_matter(TOML + "# A\n"), read_front_matter(JSON + "# A\n")
    assert (toml.end, json_.end) == (len(TOML), len(JSON))
    assert toml.values == {
        "title": "Leave",
        "since": "2024-01-31",
        "extra": {"n": [1, "inf"]},
    }
    assert json_.values == {"title": "Leave", "tags": ["a", {"b": None}]}
    assert toml.warnings == json_.warnings == ()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_of_toml_and_json_end_in_any_way(end: str) -> None:
    for source in (TOML, JSON):
        front = read_front_matter((source + "# A\n").replace("\n", end))
        assert front.values == read_front_matter(source + "# A\n").values
        assert front.end == len(source.replace("\n", end))


def test_a_mark_before_front_matter_is_cut_with_it() -> None:
    for source in (TOML, JSON, "---\na: b\n---\n"):
        front = read_front_matter("\ufeff" + source + "# A\n")
        assert (front.end, bool(front.values)) == (len(source) + 1, True)
    assert read_front_matter("\ufeff# A\n").end == 1


@pytest.mark.parametrize(
    "text",
    [
        "+++\n+++\n# A\n",
        "+++\nadded line\n+++\nremoved\n",
        "+++ b/file.py\n",
        "++++\na = 1\n++++\n",
        "{{ page.title }}\n\ntext\n",
        "{% include x %}\n\ntext\n",
        "{#anchor}\ntext\n",
        "{}\n# A\n",
        "{curly} words\n",
        '{"a": 1} and words on the line\n',
        '["a"]\n# A\n',
        ' {"a": 1}\n# A\n',
        '{"a": 1}\n',
        '{\n  "a": 1\n}',
    ],
)
def test_what_only_begins_like_toml_or_json_is_text(text: str) -> None:
    assert read_front_matter(text) == FrontMatter()


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("+++\ntitle = 'X\n+++\n# A\n", "+++"),
        ("+++\ntitle = 'X'\n# A\n", "+++"),
        ("+++\na = " + "[" * 20_000 + "]" * 20_000 + "\n+++\nx", "+++"),
        ("+++\na = [" + "1," * 20_000 + "]\n+++\nx", "+++"),
        ('{"title": "X"\n# A\n', "{"),
        ('{"a": ' + "[" * 20_000 + "]" * 20_000 + "}\nx", "{"),
        ('{"a": [' + "1," * 20_000 + "1]}\nx", "{"),
        ('{"a": ' + "9" * 5_000 + "}\nx", "{"),
    ],
)
def test_toml_and_json_that_were_meant_and_cannot_be_read_are_warned_of(
    text: str, marker: str
) -> None:
    front = read_front_matter(text)
    assert (front.values, front.end) == ({}, 0)
    (warning,) = front.warnings
    assert warning.startswith(f"line 1: {marker} begins no front matter, all is read as text: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---\ntitle: X\n\n# Real\n\nx\n", "no --- or ... closes it"),
        ("---\ntitle: 'X\n---\n", "quoted scalar"),
        ("---\ntitle: a: b\n---\n", "mapping values are not allowed"),
        ("---\n\ttitle: a\n---\n", "cannot start any token"),
        ("---\na: \x01\n---\n", "control characters are not allowed"),
        ("---\n[a, b]: c\n---\n", "a key must be a plain value"),
        ("---\n<<: 3\n---\n", "<< takes a mapping"),
        ("---\na: *b\n---\n", "undefined alias"),
        ("---\na: \ud800\n---\n", "surrogates not allowed"),
        ("---\na: 1\n--- b\n---\n", "but found another document"),
    ],
)
def test_what_was_meant_and_cannot_be_read_is_text_and_warned_of(text: str, reason: str) -> None:
    front = read_front_matter(text)
    assert (front.values, front.end) == ({}, 0)
    (warning,) = front.warnings
    assert warning.startswith("line 1: --- begins no front matter, all is read as text: ")
    assert reason in warning
    assert "\n" not in warning


def test_values_are_plain_and_can_be_written_as_json() -> None:
    text = (
        "---\ntitle: T\nn: 3\nx: 1.5\nyes_: true\nnone: null\ndate: 2024-02-30\n"
        "time: 2024-01-31 10:00:00\n1: one\ntrue: key\ninf: .inf\nlist: [a, 2, {b: c}]\n"
        "bin: !!binary aGk=\nset: !!set {a, b}\nunknown: !thing x\n---\n"
    )
    values = read_front_matter(text).values
    assert values == {
        "title": "T",
        "n": 3,
        "x": 1.5,
        "yes_": True,
        "none": None,
        "date": "2024-02-30",
        "time": "2024-01-31 10:00:00",
        "1": "one",
        "true": "key",
        "inf": ".inf",
        "list": ["a", 2, {"b": "c"}],
        "bin": "aGk=",
        "set": {"a": None, "b": None},
        "unknown": "x",
    }
    json.dumps(values, allow_nan=False)


def test_a_tag_makes_no_object() -> None:
    text = "---\na: !!python/object/apply:os.system ['exit 1']\nb: !!int x\n---\n"
    assert read_front_matter(text).values == {"a": ["exit 1"], "b": "x"}


def test_a_number_of_too_many_digits_stays_text() -> None:
    digits = "9" * 5000
    assert read_front_matter(f"---\na: {digits}\n---\n").values == {"a": digits}


def test_aliases_and_merges_are_written_out() -> None:
    text = (
        "---\nbase: &b {x: 1, y: 2}\nother: &o {y: 3, z: 4}\n"
        "one: {<<: *b, y: 0}\ntwo: {<<: [*b, *o]}\nagain: *b\n---\n"
    )
    values = read_front_matter(text).values
    assert values["one"] == {"x": 1, "y": 0}
    assert values["two"] == {"x": 1, "y": 2, "z": 4}
    assert values["again"] == {"x": 1, "y": 2}
    assert values == yaml.safe_load(text[4:-4])


def bomb(join: str) -> str:
    """Nine levels of nine aliases: 9 ** 9 values in under 1,000 characters."""
    lines = ["a0: &a0 {k: v}"]
    for level in range(1, 10):
        inner = ", ".join([f"*a{level - 1}"] * 9)
        lines.append(f"a{level}: &a{level} " + join.format(inner))
    return "---\n" + "\n".join(lines) + "\n---\n# Real\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(bomb("[{}]"), id="lists"),
        pytest.param(bomb("{{<<: [{}]}}"), id="merges"),
        pytest.param("---\na: &a [*a]\n---\n", id="itself"),
        pytest.param("---\na: &a\n  b: *a\n---\n", id="itself as a mapping"),
        pytest.param("---\na: " + "[" * 20_000 + "]" * 20_000 + "\n---\n", id="deep"),
        pytest.param("---\n" + "? " * 20_000 + "\n---\n", id="deep keys"),
        pytest.param("---\na: " + "{" * 20_000 + "\n---\n", id="deep and open"),
        pytest.param("---\na: [" + "1," * 20_000 + "]\n---\n", id="wide"),
    ],
)
def test_a_bomb_does_no_harm_and_is_warned_of(text: str) -> None:
    start = time.process_time()
    front = read_front_matter(text)
    assert time.process_time() - start < 5
    assert (front.values, front.end) == ({}, 0)
    assert len(front.warnings) == 1


def test_only_so_much_is_searched_for_the_end() -> None:
    fill = "a: " + "x" * (MAX_LENGTH - 12)
    longest = f"---\n{fill}\n---\n"
    assert len(longest) == MAX_LENGTH
    assert read_front_matter(longest).end == MAX_LENGTH
    assert read_front_matter(longest + "rest").end == MAX_LENGTH
    longer = read_front_matter(f"---\n{fill}x\n---\nrest")
    assert (longer.end, len(longer.warnings)) == (0, 1)
    assert read_front_matter(f"---\n{fill}\n----").end == 0


def test_huge_text_is_not_scanned_beyond_the_bound() -> None:
    start = time.process_time()
    assert read_front_matter("---\nx" + "\n" * 20_000_000).end == 0
    assert time.process_time() - start < 1


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="ascii")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc", min_size=1), plain, min_size=1))
def test_plain_values_are_read_as_safe_load_reads_them(values: dict[str, object]) -> None:
    source = yaml.safe_dump(values)
    front = read_front_matter(f"---\n{source}---\nrest")
    assert front.values == yaml.safe_load(source) == values
    assert front.end == len(source) + 8


@given(st.text(st.sampled_from("-. \t\r\n:a&*[]{}<'\"!|>#?\0\ufeff"), max_size=40))
def test_no_text_makes_it_fail(text: str) -> None:
    front = read_front_matter("---\n" + text)
    assert 0 <= front.end <= len(text) + 4
    json.dumps(dict(front.values), allow_nan=False)


@given(
    st.sampled_from(["+++\n", "{", '{"a"', "\ufeff+++\n"]),
    st.text(st.sampled_from("+{}[]\"':,=a1. \t\r\n#\0\ufeff\ud800"), max_size=40),
)
def test_no_text_makes_toml_or_json_fail(start: str, text: str) -> None:
    front = read_front_matter(start + text)
    assert 0 <= front.end <= len(start + text)
    json.dumps(dict(front.values), allow_nan=False)
