"""A library at a glance: how it grew, what of it was read, where it came from, what it takes."""
