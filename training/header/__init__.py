"""Trains the two models that read the header of a paper."""
