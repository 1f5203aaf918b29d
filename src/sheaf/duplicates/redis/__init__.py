"""Fingerprints and kept results in a Redis that several machines share."""
