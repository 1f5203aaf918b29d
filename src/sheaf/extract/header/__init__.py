"""Reads the header of a paper: title, authors and where they work, abstract, keywords, dates."""
