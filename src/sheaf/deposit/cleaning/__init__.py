"""Rows that are of no use any more: found, counted, taken out, and brought back."""
