"""A copy of a library in another folder, kept up to date."""
