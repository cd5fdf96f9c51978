"""AsciiDoc: the part of it that our small reader knows, and the rest as it is written."""

from __future__ import annotations

from goldrank.formats.asciidoc import ASCIIDOC
from goldrank.outline import parse_outline

PAGE = """\
= Leave
:form: leave form

Ask your *manager* for the {form},
see https://example.org/x[the page] or <<parental,below>>.

[[parental]]
== Parental ==

* one
** inner
* two
+
more of two

Steps:

. first
. second

[source,python]
----
a = 1

== no heading
----

NOTE: Thirty days.

.Days
|===
|a |b

|1
|2
|===

image::x.png[a form]
include::secret.txt[]
// a comment

====
An example
====

unknown:macro[x] stays
"""
MARKDOWN = """\
# Leave

Ask your *manager* for the leave form,
see the page or below.

## Parental

- one
  - inner
- two

  more of two

Steps:

1. first
1. second

```python
a = 1

== no heading
```

NOTE: Thirty days.

Days

| a | b |
| --- | --- |
| 1 | 2 |

An example

unknown:macro[x] stays
"""


def test_a_page_is_the_markdown_that_one_would_write() -> None:
    made = ASCIIDOC.convert(PAGE.encode(), "utf-8")
    assert made.text == MARKDOWN
    assert made.dropped == {"comments": 1, "images": 1, "included files": 1}
    paths = [section.path for section in parse_outline(made.text).sections]
    assert paths == [("Leave",), ("Leave", "Parental")]


def test_a_place_is_the_line_in_the_file() -> None:
    made = ASCIIDOC.convert(PAGE.encode(), "utf-8")
    at = {made.text[start:].split("\n")[0]: place for start, place in made.marks}
    lines = PAGE.split("\n")
    for first, source in [("## Parental", "== Parental =="), ("- two", "* two")]:
        assert at[first] == f"line {lines.index(source) + 1}"


def test_a_block_that_is_never_closed_goes_to_the_end_and_loses_nothing() -> None:
    made = ASCIIDOC.convert(b"----\na\n\n= b\n", "utf-8")
    assert made.text == "```\na\n\n= b\n```\n"


def test_what_begins_many_links_and_ends_none_is_read_once() -> None:
    text = "link:a[" * 20_000
    assert ASCIIDOC.convert(text.encode(), "utf-8").text == text + "\n"
