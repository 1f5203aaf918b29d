"""Mistakes that readers report: kept, listed, settled."""
