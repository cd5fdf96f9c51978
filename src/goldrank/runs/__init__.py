"""A run: its tables, and its record in a folder."""
