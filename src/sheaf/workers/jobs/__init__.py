"""Jobs: work that is written down, waits in a queue of the library, and is done by workers."""
