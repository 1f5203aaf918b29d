"""Politeness towards hosts: their queues, delays between requests, robots.txt, limits."""
