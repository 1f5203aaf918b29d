"""Join: documents and references become works, and works cite each other.

A work without documents is wanted. All of it can be made anew from what was read.
"""
