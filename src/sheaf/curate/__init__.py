"""Decide: unpack, recognise the type, read the text, judge; each no has a reason.

The stages stand in stages.py in the order in which they are asked.
"""
