"""A paper's page in its parts: what its head tells programs, its full text, how it is cited."""
