"""Read what other crawlers left: each importer turns one kind of source into Captures.

The contract is in contract.py; registry.py chooses the importer for a source.
"""
