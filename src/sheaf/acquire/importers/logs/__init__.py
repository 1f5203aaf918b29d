"""crawl.log of Heritrix: its lines, as captures, as a table to ask, joined with archives."""
