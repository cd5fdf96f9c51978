"""What every table is made with: its schema, rows and joins."""
