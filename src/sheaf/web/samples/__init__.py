"""Samples in the browser: conditions in a form, how many documents meet them, what was drawn."""
