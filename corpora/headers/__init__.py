"""Title pages with their truth: annotated headers, and papers whose authors are known."""
