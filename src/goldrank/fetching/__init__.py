"""Public judged sets by name: the registry of them, their files held against it, a set that runs."""
