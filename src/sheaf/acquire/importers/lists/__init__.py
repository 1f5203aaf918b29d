"""Lists of downloads: PMC, arXiv, MSA, CDI and CSV."""
