"""The tables of works, citations, authors and venues: an update writes them, all others read."""
