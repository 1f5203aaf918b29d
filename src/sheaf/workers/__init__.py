"""Run: the processes in which any step's work is done, with limits on time and memory.

The work itself is always a plain function; here is only where and how it runs.
"""
