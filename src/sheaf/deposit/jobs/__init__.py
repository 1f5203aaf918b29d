"""The queue of a library: jobs, what became of them, and schedules, in tables of the catalogue."""
