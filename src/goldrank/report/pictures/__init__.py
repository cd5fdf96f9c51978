"""Pictures of a run, drawn by matplotlib from its tables, without a screen."""
