"""Fits models without some of the data and scores them on it: cross-validation and calibration.

The only place that imports both training/ and evaluation/; neither of them imports the other.
Start with run.py, which is what scripts/evaluate runs.
"""
