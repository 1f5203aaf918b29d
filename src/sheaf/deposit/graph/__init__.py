"""The tables of works, citations, authors and venues: written by an update, read by whoever asks."""
