"""The search page in its parts: what an address asks for, facets, and the feed of a search."""
