"""The model of the academic filter: corpus.py reads, fit.py learns, train.py writes."""
