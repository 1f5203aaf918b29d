"""The sites of the simulated web, one file for each kind of host.

A site lists its resources in small groups and finds the group in which a path would be, so that
what is served and what the truth says come from the same lines of code.
"""
