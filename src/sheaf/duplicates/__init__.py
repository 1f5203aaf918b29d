"""Near-copies: documents that say the same in other bytes, found by their fingerprints.

A fingerprint is 64 bits; two texts that differ little differ in few of them.
"""
