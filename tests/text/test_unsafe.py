"""The one table of unsafe characters, and that a page's script has the same one."""

import json
import re
import sys
from importlib.resources import files

import pytest

from goldrank.text.unsafe import IN_TABLES, IN_XML, escaped_json, printable, visible

HARMLESS = "plain ä 漢 👩‍💻 a\tb\nc\u00a0d\u3000e"
UNSAFE = {
    "a control": "\x1b",
    "a late control": "\x9b",
    "a break of lines": "\u2028",
    "a mark of direction": "\u200f",
    "a turn of direction": "\u202e",
}


@pytest.mark.parametrize("kind", UNSAFE)
def test_what_steers_or_turns_reaches_neither_a_terminal_nor_a_page_nor_json(kind: str):
    unsafe = UNSAFE[kind]
    assert printable(f"a{unsafe}b") == "a�b"
    assert visible(f"a{unsafe}b") == f"a\\u{{{ord(unsafe):x}}}b"
    written = json.dumps([unsafe], ensure_ascii=False)
    # A late one stays raw in what json writes; what is escaped is the same value.
    assert unsafe not in escaped_json(written)
    assert json.loads(escaped_json(written)) == [unsafe]


def test_harmless_text_stays_as_it_is():
    assert visible(HARMLESS) == HARMLESS == escaped_json(HARMLESS)
    assert IN_TABLES.sub("", HARMLESS) == HARMLESS == IN_XML.sub("", HARMLESS)
    assert printable(HARMLESS) == HARMLESS.replace("\t", "�")


def test_a_page_shows_what_nobody_sees():
    assert visible("a\u200bb\u00adc\ufeff\U000e0041\ud800") == (
        "a\\u{200b}b\\u{ad}c\\u{feff}\\u{e0041}\\u{d800}"
    )


def test_xml_takes_every_character_that_its_standard_allows():
    # XML 1.0, production 2: tab, new line, return, and three ranges.
    ranges = [(0x9, 0xA), (0xD, 0xD), (0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF)]
    allowed = {code for first, last in ranges for code in range(first, last + 1)}
    taken = {code for code in range(sys.maxunicode + 1) if IN_XML.match(chr(code)) is None}
    assert taken == allowed


def test_the_script_of_a_page_hides_the_same_characters():
    script = files("goldrank.report.page").joinpath("templates/unfold.js").read_text("utf-8")
    (written,) = re.findall(r"^const HIDDEN = /(.*)/gu;$", script, re.MULTILINE)
    pattern = re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: f"\\U{found[1]:0>8}", written)
    in_script = re.compile(pattern.replace(r"\p{Surrogate}", r"[\ud800-\udfff]"))
    differ = [
        hex(code)
        for code in range(sys.maxunicode + 1)
        if (in_script.match(chr(code)) is None) != (visible(chr(code)) == chr(code))
    ]
    assert differ == []
