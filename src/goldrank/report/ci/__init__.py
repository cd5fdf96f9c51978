"""What machines read of a gate."""
