"""Writes docs/commands.md, the reference of every command, from the commands themselves.

python scripts/commands.py            # write it
python scripts/commands.py --check    # end with 1 where it is not what would be written
"""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args, get_type_hints

from typer.main import get_command

from goldrank.cli import app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "commands.md"
INTRODUCTION = """\
# Commands

Written by `python scripts/commands.py` from the commands themselves; `bench COMMAND --help` says the same.

Exit codes: 0 is fine, and 2 is a mistake in what was typed or in a file, said in one line. `bench validate` ends with 1 where it found problems. `bench gate` ends with 1 where the run got worse, 3 where it cannot be compared, 4 where nobody can tell. Ctrl-C ends with 130, and the same command goes on where it stopped.\
"""
HOW_TO: Mapping[str, str] = {  # the page that shows a command at work, where it has another name
    "validate": "ci",
    "read": "formats",
    "convert": "exchange",
    "export": "exchange",
    "power": "gate",
    "baseline": "gate",
}
SHOWN = 40  # characters of a default, before it is left out


def page() -> str:
    """The whole page: a list of all commands, then each."""
    commands = list(commands_of(get_command(app)))
    listed = [
        f"| [`{path}`](#{path.replace(' ', '-')}) | {first_line(command)} |"
        for path, command in commands
    ]
    table = "\n".join(["| command | what it does |", "|---|---|", *listed])
    return "\n\n".join([INTRODUCTION, table, *(section(*each) for each in commands)]) + "\n"


def commands_of(group: Any, before: str = "bench") -> Iterator[tuple[str, Any]]:
    """Every command under its whole name, those of a group in its place."""
    for name, command in group.commands.items():
        path = f"{before} {name}"
        if hasattr(command, "commands"):
            yield from commands_of(command, path)
        else:
            yield path, command


def first_line(command: Any) -> str:
    """What a command does, in one sentence."""
    return inspect.cleandoc(command.help or "").split("\n\n")[0].replace("\n", " ")


def section(path: str, command: Any) -> str:
    """One command: what it does, how it is called, and a table of what it takes."""
    own = [each for each in command.params if each.name != "help"]
    arguments = [each for each in own if each.param_type_name == "argument"]
    options = ["[OPTIONS]"] if len(arguments) < len(own) else []
    usage = " ".join([path, *options, *map(slot, arguments)])
    name = path.split()[1]
    more = HOW_TO.get(name, name)
    shown = [f"More: [{more}.md]({more}.md)."] if (PAGE.parent / f"{more}.md").is_file() else []
    said = inspect.cleandoc(command.help or "")
    hints = get_type_hints(command.callback)
    rows = [row(each, hints[each.name]) for each in own]
    table = "\n".join(["| | default | meaning |", "|---|---|---|", *rows])
    return "\n\n".join([f"## {path}", said, f"```text\n{usage}\n```", table, *shown])


def slot(argument: Any) -> str:
    """An argument in the line of usage: in brackets where it may be left out."""
    named = argument.name.upper() + ("..." if argument.nargs == -1 else "")
    return str(named if argument.required else f"[{named}]")


def row(parameter: Any, hint: Any) -> str:
    """One option or argument as a row."""
    if parameter.param_type_name == "argument":
        names = parameter.name.upper()
    else:
        names = ", ".join([*parameter.opts, *parameter.secondary_opts])
        if not parameter.is_flag:
            names += f" {parameter.metavar or taken(hint)}"
    said = (parameter.help or "").replace("|", "\\|")
    return f"| `{names}` | {default(parameter)} | {said} |"


def taken(hint: Any) -> str:
    """What an option takes, in a word.

    >>> taken(int), taken(list[Path] | None), taken(str)
    ('N', 'PATH', 'TEXT')
    """
    inside = set(get_args(hint))
    kinds = {hint, *inside, *(each for more in inside for each in get_args(more))}
    return "PATH" if Path in kinds else "N" if int in kinds else "X" if float in kinds else "TEXT"


def default(parameter: Any) -> str:
    """What holds where nothing is said."""
    value = parameter.default() if callable(parameter.default) else parameter.default
    if parameter.required:
        return "must be there"
    if value is None or value is False or value in ("", [], ()):
        return ""
    said = str(value)
    return f"`{said}`" if len(said) < SHOWN else "…"


def main() -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    if not parser.parse_args().check:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    sys.stdout.write(f"{PAGE} is not what the commands say; run python scripts/commands.py\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
