"""Whose turn it is: hosts, the rest they are given, robots.txt, and where a run ends."""
