"""HTML: the main part of a page, block by block, without what is around it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import Any

from goldrank.formats.base import Converted, Format, UnreadableError
from goldrank.formats.html_blocks import Blocks
from goldrank.formats.writer import Writer

_DECLARED = re.compile(
    rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?([\w.:-]+)""", re.I
)
DECLARED_WITHIN = 4096
"""Bytes; a browser looks for the declaration in the first 1,024."""
_LETTERS = re.compile(r"\w")


def convert(data: bytes, encoding: str) -> Converted:
    """The blocks of the `<main>` of a page, else of its body without navigation."""
    writer = Writer()
    write_html(writer, decoded(data, encoding))
    return writer.finish()


def decoded(data: bytes, encoding: str) -> str:
    """The text of a page: in the encoding that it declares, where it is in that one."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    declared = _DECLARED.search(data[:DECLARED_WITHIN])
    if declared is not None:
        try:
            name = codecs.lookup(declared[1].decode("ascii")).name
            # Who writes latin-1 means cp1252 (WHATWG, Encoding, section 4.2); UTF-16 declares itself
            # in ASCII only where it is none.
            if name.startswith("utf-16"):
                name = "utf-8"
            return data.decode("cp1252" if name == "iso8859-1" else name).removeprefix("\ufeff")
        except (LookupError, ValueError, AssertionError, TypeError):
            pass  # as the suite says
    return data.decode(encoding).removeprefix("\ufeff")


def write_html(writer: Writer, text: str, located: bool = True) -> None:
    """Write the blocks of a page; `located` says whether its ids and lines are places."""
    import lxml.etree
    import lxml.html

    parser = lxml.html.HTMLParser(encoding="utf-8", no_network=True, remove_pis=True)
    source = text.replace("\0", "\ufffd").encode("utf-8", "replace")
    try:
        root = lxml.html.document_fromstring(source, parser=parser)
    except lxml.etree.LxmlError:  # it holds no element
        root = lxml.html.document_fromstring(source + b"<p></p>", parser=parser)
    deep = any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log)
    if deep:
        raise UnreadableError("its elements are nested too deep, more than 255 levels")
    title = " ".join(root.findtext(".//head/title", "").split())
    if title:
        writer.values["title"] = title
    blocks = Blocks(writer, located)
    main = _main(root)
    if main is not None:
        blocks.leave_around(main)
    body = root.find("body")
    blocks.walk(main if main is not None else root if body is None else body)


def _main(root: Any) -> Any:
    """The one element that says that it is the main part, `None` where none or several do."""
    kinds: list[Callable[[Any], bool]] = [
        lambda each: each.tag == "main" or each.get("role") == "main",
        lambda each: each.tag == "article",
    ]
    for is_it in kinds:
        found = [each for each in root.iter() if is_it(each)]
        if len(found) == 1 and _LETTERS.search("".join(found[0].itertext())):
            return found[0]
    return None


HTML = Format(
    "html",
    "HTML",
    (".html", ".htm", ".xhtml"),
    convert,
    keeps="headings, paragraphs, lists, tables, quotes, code; the one `<main>` or `<article>`, else the body",
    drops=(
        "images",
        "scripts",
        "styles",
        "links of navigation",
        "words around the main part",
        "form fields",
        "embedded media",
    ),
    places="ids, lines",
    packages=("lxml",),
    extra="html",
)
