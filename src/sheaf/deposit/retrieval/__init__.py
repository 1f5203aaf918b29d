"""Samples for research: documents that meet conditions, drawn at random or all of them."""
