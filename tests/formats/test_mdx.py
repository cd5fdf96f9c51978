"""MDX: Markdown as it stands, without what runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldrank.formats.mdx import MDX
from goldrank.outline import parse_outline

PAGE = """\
---
title: About leave
---
import Tabs from '@theme/Tabs'
export const days = 30

# Leave

<Tabs items={["a > b", {c: 1}]}>
  <Tab title="x > y">

Ask your **manager** <b>soon</b>, {days} days, `{kept} <Kept/>`.

  </Tab>
</Tabs>

{/* a comment */}

```jsx
import x from "y"

<Kept a={1}/>
```

- one <Badge/>
- two 1 < 2

<img src="x.png" /> end
"""
MARKDOWN = """\
---
title: About leave
---

# Leave

Ask your **manager** soon,  days, `{kept} <Kept/>`.

```jsx
import x from "y"

<Kept a={1}/>
```

- one
- two 1 < 2

 end
"""


def test_markdown_stands_as_it_is_and_what_runs_is_counted() -> None:
    made = MDX.convert(PAGE.encode(), "utf-8")
    assert made.text == MARKDOWN
    # Tabs and Tab open and close, b does, and a Badge; days and the comment.
    assert made.dropped == {"tags": 7, "expressions": 2, "imports": 1, "images": 1}
    assert [s.path for s in parse_outline(made.text).sections] == [("Leave",)]


def test_a_place_is_the_line_that_a_block_begins_on() -> None:
    made = MDX.convert(PAGE.encode(), "utf-8")
    at = {made.text[start:].split("\n")[0]: place for start, place in made.marks}
    lines = PAGE.split("\n")
    assert at["# Leave"] == f"line {lines.index('# Leave') + 1}"
    assert at["```jsx"] == f"line {lines.index('```jsx') + 1}"


@pytest.mark.parametrize("text", ["a {b", "a <b c", 'a <b c="', "a < b > c", "a \\{b} c"])
def test_what_is_not_closed_and_what_is_escaped_is_text(text: str) -> None:
    made = MDX.convert(text.encode(), "utf-8")
    assert made.text.startswith("a ")
    assert len(made.text) >= len(text) - 2


@given(st.text(alphabet="ab `~\n.*#-", max_size=60))
def test_where_nothing_of_jsx_stands_the_blocks_are_those_of_the_file(text: str) -> None:
    made = MDX.convert(text.encode(), "utf-8").text
    blocks = [[b.kind for b in parse_outline(each).blocks] for each in (text, made)]
    words = ["".join(each.split()) for each in (text, made)]
    assert words[0] == words[1]
    assert blocks[0] == blocks[1]
