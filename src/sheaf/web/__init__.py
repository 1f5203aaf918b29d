"""Show: search pages and console in the browser.

The other room in which Django lives; it asks the library, never the tables.
"""
