"""References with their fields marked, from the corpora of several groups."""
