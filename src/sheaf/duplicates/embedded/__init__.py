"""A store of fingerprints in files: sorted runs that never change, and a log of what came since."""
