"""From a suite to its work: prepared, cut, indexed, ranked."""
