"""The corpora that models learn from and are scored on: where they lie, what is in them, and who is
held out.

Both training/ and evaluation/ import this package, and it imports neither: what is scored must be
cut off from what is learnt in one place.
"""
