"""The model of the academic filter: examples.py collects, fit.py learns, train.py writes."""
