"""Whether the pages and documents of the catalogue are still there: looked at, noted, told."""
