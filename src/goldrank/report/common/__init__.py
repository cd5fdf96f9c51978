"""What terminal, Markdown and page show alike."""
