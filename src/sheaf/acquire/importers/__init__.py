"""Read what other crawlers left: each importer turns one kind of source into Captures.

The contract is in contract.py; which importer reads which source is settled in sources.py.
"""
