"""How good Sheaf is: scorers against known truth, and floors below which no change may fall.

Start with run.py; docs/evaluation.md tells how to read and raise the numbers. Nothing is fitted
here: what fits models to score them is in crossvalidation/.
"""
