"""Judged sets of other tools read and written, and a run in their formats."""
