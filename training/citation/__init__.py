"""Trains the model that reads references (src/sheaf/extract/models/citation.crf)."""
