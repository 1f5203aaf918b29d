"""Reading by programs: /api/v1, described by itself at /api/docs.

Each list of operations is a router; `interface.py` puts them together and says how errors are told.
"""
