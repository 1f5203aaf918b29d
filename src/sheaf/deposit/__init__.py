"""Keep: the catalogue (rows) and the repository (files), written together or not at all.

One of the two rooms in which Django lives; what leaves it are the nouns of records.py.
"""
