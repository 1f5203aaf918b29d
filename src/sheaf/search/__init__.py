"""Find: a full-text index over what was read, kept up to date from the catalogue.

The index can always be rebuilt; nothing is only in it.
"""
