"""Where the sources of a job come from: folders that may be looked through, and uploads."""
