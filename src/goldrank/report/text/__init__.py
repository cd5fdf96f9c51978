"""Markdown and text."""
