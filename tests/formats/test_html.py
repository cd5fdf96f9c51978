"""HTML: its main part as blocks, the rest of the page counted."""

from __future__ import annotations

import pytest

from goldrank.formats.base import UnreadableError
from goldrank.formats.html import HTML
from goldrank.outline import parse_outline

PAGE = """<!doctype html><html><head><title>Leave | Acme</title><style>p {}</style></head><body>
<nav><a href="/">Home</a> <a href="/pay">Pay</a></nav>
<main>
<h1 id="leave">Leave<a href="#leave">¶</a></h1>
<p>Ask your <b>manager</b>,<br>in <a href="/x">writing</a>.</p> <img src="x.png" alt="a form">
<h2 id="parental">Parental</h2>
<ul><li>first <ul><li>inner</ul><li>second</ul>
<div>Loose # text <p># no heading</div>
<pre><code class="language-py">a = 1

b
</code></pre>
<table><caption>Days</caption><tr><th>a<th>b<tr><td>1|2<td>3</table>
<blockquote>said</blockquote>
<script>var x = "<p>no</p>";</script>
</main>
<footer>Imprint and terms</footer></body></html>"""
MARKDOWN = """# Leave

Ask your manager,
in writing.

## Parental

- first
  - inner
- second

Loose # text

\\# no heading

```py
a = 1

b
```

Days

| a | b |
| --- | --- |
| 1\\|2 | 3 |

> said
"""


def read(html: str | bytes, encoding: str = "utf-8") -> str:
    return HTML.convert(html if isinstance(html, bytes) else html.encode(), encoding).text


def test_a_page_is_the_markdown_that_one_would_write() -> None:
    made = HTML.convert(PAGE.encode(), "utf-8")
    assert made.text == MARKDOWN
    paths = [section.path for section in parse_outline(made.text).sections]
    assert paths == [("Leave",), ("Leave", "Parental")]
    assert made.values == {"title": "Leave | Acme"}


def test_what_is_not_read_of_a_page_is_counted() -> None:
    # Home, Pay, Imprint, and, terms; the words of the head are no words of the page.
    assert HTML.convert(PAGE.encode(), "utf-8").dropped == {
        "images": 1,
        "links of navigation": 2,
        "scripts": 1,
        "words around the main part": 5,
    }


def test_a_place_is_the_last_id_before_it_and_a_line_before_any() -> None:
    made = HTML.convert(b'<p>one\n<p>two\n<h2 id="a">A</h2><p>three<p id=b>four', "utf-8")
    at = {place: made.text[start:].split("\n")[0] for start, place in made.marks}
    assert at == {"line 1": "one", "line 2": "two", "#a": "## A", "#b": "four"}


def test_without_a_main_part_navigation_head_and_foot_of_the_page_are_left_out() -> None:
    html = (
        "<header>Acme</header><p>one<nav><a href=x>two</a></nav><section><header>three</header>"
        "<footer>four</footer></section><aside>five</aside><footer><a href=y>six</a></footer>"
    )
    made = HTML.convert(html.encode(), "utf-8")
    assert made.text.split() == ["one", "three", "four"]
    assert made.dropped == {"links of navigation": 2, "words around the main part": 2}


def test_the_head_of_a_page_that_holds_its_title_is_read() -> None:
    assert read("<header><h1>Leave</h1></header><p>x") == "# Leave\n\nx\n"


def test_two_articles_are_both_read() -> None:
    assert read("<article>a</article><article>b</article>").split() == ["a", "b"]


def test_tables_and_lists_that_lay_out_a_page_are_not_tables_and_lists() -> None:
    assert read("<table><tr><td><h2>A</h2>x<td>y</table>") == "## A\n\nx\n\ny\n"
    assert read("<ul><li><h3>A</h3>x<li><h3>B</h3></ul>") == "### A\n\nx\n\n### B\n"


def test_code_with_numbered_lines_is_code_alone() -> None:
    html = '<table><tr><td class="linenos"><pre>1\n2</pre><td class="code"><pre>a\nb</pre></table>'
    assert read(html) == "```\na\nb\n```\n"


@pytest.mark.parametrize(
    ("page", "encoding"),
    [
        ("<p>é€".encode(), "utf-8"),
        ("<p>é€".encode("cp1252"), "cp1252"),
        ('<meta charset="iso-8859-1"><p>é€'.encode("cp1252"), "utf-8"),
        ("<meta charset=koi8-r><p>привет".encode("koi8-r"), "utf-8"),
        ('<?xml version="1.0" encoding="utf-8"?><p>é€'.encode(), "cp1252"),
        ('<meta charset="no-such"><p>é€'.encode(), "utf-8"),
        ("\ufeff<p>é€".encode("utf-16-le"), "utf-8"),
    ],
)
def test_a_page_is_in_the_encoding_that_it_declares_else_in_that_of_the_corpus(
    page: bytes, encoding: str
) -> None:
    assert read(page, encoding) in ("é€\n", "привет\n")


def test_a_page_in_no_known_encoding_is_not_guessed() -> None:
    with pytest.raises(UnicodeDecodeError):
        read("<p>é".encode("latin-1"))


def test_an_entity_is_its_character_and_an_own_one_is_not_expanded() -> None:
    html = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y "yyy">]><p>&amp; &x; &y;'
    assert "root:" not in read(html)


def test_a_page_that_is_nested_too_deep_is_refused_whole() -> None:
    assert read("<div>" * 200 + "x") == "x\n"
    with pytest.raises(UnreadableError, match="nested too deep"):
        read("<div>" * 5000 + "x")


def test_a_file_without_words_is_an_empty_text() -> None:
    assert [read(each) for each in ("", "  \n", "<!-- x -->", "<p>")] == [""] * 4
