"""Bring in: crawl the web ourselves, or read what other crawlers left.

Whoever fetched it, everything to the right sees the same noun: a Capture.
"""
