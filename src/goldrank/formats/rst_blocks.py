"""The nodes of a docutils document, written one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from docutils import nodes

from goldrank.formats.writer import Writer

WARNING = 2


def write_document(writer: Writer, document: Any) -> None:
    """Write all of a document; a section is a level below the one around it."""
    _Nodes(writer, document).children(document, 0)


class _Nodes:
    def __init__(self, writer: Writer, document: Any) -> None:
        self._writer = writer
        self._document = document
        self._by_class: list[tuple[Any, Callable[[Any, int], None]]] = [
            (nodes.section, lambda node, level: self.children(node, level + 1)),
            (nodes.title, self._title),
            (nodes.subtitle, self._title),
            ((nodes.literal_block, nodes.doctest_block, nodes.math_block), self._code),
            (nodes.bullet_list, self._list),
            (nodes.enumerated_list, self._list),
            (nodes.block_quote, self._quote),
            (nodes.table, self._table),
            (nodes.field, self._field),
            (nodes.line_block, self._lines),
            (nodes.system_message, self._message),
            (nodes.comment, self._comment),
            (nodes.raw, lambda node, level: self._writer.drop("raw blocks")),
            (nodes.image, lambda node, level: self._writer.drop("images")),
            (
                (nodes.substitution_definition, nodes.target, nodes.pending),
                lambda node, level: None,
            ),
            ((nodes.footnote, nodes.citation), self._footnote),
            (nodes.option_list_item, self._option),
            (nodes.TextElement, self._paragraph),
        ]

    def children(self, node: Any, level: int) -> None:
        for child in node.children:
            self._write(child, level)

    def _write(self, node: Any, level: int) -> None:
        if line := getattr(node, "line", None):
            # That of a title is its underline's.
            self._writer.at(f"line {line - isinstance(node, nodes.title)}")
        for kind, write in self._by_class:
            if isinstance(node, kind):
                write(node, level)
                return
        if isinstance(node, nodes.Text):
            self._writer.paragraph(str(node))
        else:
            self.children(node, level)

    def _title(self, node: Any, level: int) -> None:
        if isinstance(node.parent, nodes.section):
            self._writer.heading(level, self.said(node))
        else:
            self._writer.paragraph(self.said(node))

    def _paragraph(self, node: Any, level: int) -> None:
        self._writer.paragraph(self.said(node))

    def _code(self, node: Any, level: int) -> None:
        language = node.get("language") or next(
            (name for name in node.get("classes", ()) if name != "code"), ""
        )
        self._writer.code(self.said(node), language)

    def _list(self, node: Any, level: int) -> None:
        first = node.get("start", 1)
        is_inner = isinstance(node.parent, nodes.list_item)
        for position, item in enumerate(node.children):
            marker = "- " if isinstance(node, nodes.bullet_list) else f"{first + position}. "
            with self._writer.item(marker[-11:], tight=position > 0 or is_inner):
                self.children(item, level)

    def _quote(self, node: Any, level: int) -> None:
        with self._writer.quote():
            self.children(node, level)

    def _table(self, node: Any, level: int) -> None:
        for title in node.findall(nodes.title):
            self._writer.paragraph(self.said(title))
        self._writer.table(
            [
                [" ".join(self._words(entry)) for entry in row.findall(nodes.entry)]
                for row in node.findall(nodes.row)
            ]
        )

    def _words(self, node: Any) -> Iterator[str]:
        """What stands in a cell, block by block."""
        for child in node.children:
            if isinstance(child, nodes.TextElement) and not isinstance(child, nodes.comment):
                yield self.said(child)
            elif isinstance(child, nodes.image):
                self._writer.drop("images")
            else:
                yield from self._words(child)

    def _field(self, node: Any, level: int) -> None:
        name, body = node.children
        said = " ".join(self._words(body))
        with self._writer.item(tight=node.parent.index(node) > 0):
            self._writer.paragraph(f"{self.said(name)}: {said}" if said else self.said(name))

    def _lines(self, node: Any, level: int) -> None:
        lines = list(node.findall(nodes.line))
        self._writer.paragraph("\n".join(self.said(line) for line in lines))

    def _footnote(self, node: Any, level: int) -> None:
        label = next((self.said(each) for each in node.findall(nodes.label)), "")
        parts = [self.said(p) for p in node.children if isinstance(p, nodes.TextElement)]
        parts = parts[1:] if label else parts
        self._writer.paragraph(" ".join([f"[{label}]" if label else "", *parts]))
        for child in node.children:
            if not isinstance(child, nodes.TextElement):
                self._write(child, level)

    def _option(self, node: Any, level: int) -> None:
        options = ", ".join(" ".join(o.astext().split()) for o in node.findall(nodes.option))
        with self._writer.item(tight=node.parent.index(node) > 0):
            self._writer.paragraph(" ".join([options, *self._words(node.children[-1])]))

    def _message(self, node: Any, level: int) -> None:
        """Where docutils could not go on, its message holds what stands there."""
        if node.get("level", WARNING) >= WARNING:
            self._writer.drop("faults")
        for source in node.findall(nodes.literal_block):
            self._writer.code(source.astext())

    def _comment(self, node: Any, level: int) -> None:
        kind = node.get("kind", "comments")
        if kind != "comments" or node.astext().strip():
            self._writer.drop(kind)

    def said(self, node: Any) -> str:
        """The words of inline nodes; a substitution is what defines it, and nothing deeper."""
        parts: list[str] = []
        for child in node.children:
            if isinstance(child, nodes.substitution_reference):
                name = child["refname"]
                names = self._document.substitution_names
                found = self._document.substitution_defs.get(names.get(name.lower(), name))
                parts.append(child.astext() if found is None else found.astext())
            elif isinstance(child, nodes.image):
                self._writer.drop("images")
            elif isinstance(child, nodes.raw):
                self._writer.drop("raw blocks")
            elif isinstance(child, nodes.Text):
                parts.append(str(child))
            else:
                parts.append(self.said(child))
        return "".join(parts)
