"""The one base class of errors that a user can cause."""


class GoldrankError(Exception):
    """What was expected, what came, which one, and what to do, in one line.

    The command line prints it as one red line and exits with `exit_code`; it never shows a
    traceback for it.
    """

    exit_code = 2
