"""What a query may see: metadata, the rules of a suite, and which units they leave."""
