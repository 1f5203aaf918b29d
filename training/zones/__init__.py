"""Trains the model that tells the zones of a document apart."""
