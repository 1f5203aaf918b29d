"""Versions of one work: which there are, and what tells them apart."""
