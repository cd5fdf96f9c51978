"""Corpora that are made, for tests of scale: as many chunks as are asked for, with questions."""
