"""The command and its failures: one line and an exit code, never a traceback."""

from __future__ import annotations

import atexit
import errno
import os
import signal
import sys
from typing import Annotated, Any

import typer

import goldrank
from goldrank.cli import audit, datasets, decide, evidence, exchange, generate, look, measure
from goldrank.cli.encodings import let_output_be_written

INTERRUPTED = 130
CLOSED_OUTPUT = 141

app = typer.Typer(
    help="Where does the gold chunk rank, and what did the model never read?",
    no_args_is_help=True,
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

for command in (
    look.init,
    measure.run,
    measure.plan,
    measure.headings,
    measure.window,
    look.validate,
    look.report,
    look.inspect,
    look.read,
    exchange.convert,
    exchange.export,
    decide.compare,
    decide.sweep,
    decide.gate,
    decide.power,
    generate.synth,
):
    app.command()(command)
app.add_typer(decide.baselines, name="baseline")
app.add_typer(evidence.app, name="evidence")
app.add_typer(datasets.app, name="datasets")
app.add_typer(audit.app, name="audit")


@app.callback()
def version(
    show: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
) -> None:
    """Where does the gold chunk rank, and what did the model never read?"""
    if show:
        sys.stdout.write(f"goldrank {goldrank.__version__}\n")
        raise typer.Exit


def main() -> None:
    """Run the command; a mistake of the user is one red line and an exit code, never a traceback."""
    from goldrank.errors import GoldrankError

    let_output_be_written(sys.stdout, sys.stderr)
    try:
        # While Python takes itself down there is nothing left to interrupt, and all is written.
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
        # Without standalone mode an exit code is handed back, not raised.
        code = _run_app()
        if code == INTERRUPTED:  # Typer turns Ctrl-C into this, and says nothing
            raise KeyboardInterrupt
        sys.exit(code)
    except GoldrankError as error:
        _fail(str(error), error.exit_code)
    except typer.Exit as leave:
        sys.exit(leave.exit_code)
    except KeyboardInterrupt:
        _interrupted()
    except BrokenPipeError:
        os._exit(CLOSED_OUTPUT)
    except Exception as error:
        _unexpected(error)


def _run_app() -> int:
    try:
        return app(standalone_mode=False) or 0
    except SystemExit:
        # Typer leaves with 1 where nobody reads on; 1 is a regression, and this is none.
        os._exit(CLOSED_OUTPUT)


def _interrupted() -> None:
    _fail("interrupted; run the same command again and it goes on where it stopped", INTERRUPTED)


def _unexpected(error: Exception) -> None:
    if isinstance(error, typer.Abort):
        _interrupted()
    # Typer brings its own copy of click since 0.20, so its errors are known by what they can do.
    if hasattr(error, "format_message"):
        _wrong_usage(error)
    if os.environ.get("GOLDRANK_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        _fail(f"{error.strerror}: make room where output is written, then run again", 2)
    _fail(
        f"this is a fault of goldrank, not yours: {type(error).__name__}: {error}; "
        "set GOLDRANK_DEBUG=1 to see where",
        70,
    )


def _wrong_usage(error: Any) -> None:
    if type(error).__name__ == "NoArgsIsHelpError":
        sys.stderr.write(error.format_message() + "\n")
        sys.exit(2)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "bench"
    _fail(f"{error.format_message().rstrip('.')}; see {command} --help", 2)


def _fail(message: str, code: int) -> None:
    from goldrank.text.unsafe import printable

    line = printable(" ".join(message.split()))
    red = ("\x1b[31m", "\x1b[0m") if sys.stderr.isatty() else ("", "")
    sys.stderr.write(f"{red[0]}bench: {line}{red[1]}\n")
    sys.exit(code)
