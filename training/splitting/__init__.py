"""Trains the model that tells where the entries of a list of references begin."""
