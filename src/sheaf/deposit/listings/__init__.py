"""Documents in lists: a line for each, and what changed when."""
