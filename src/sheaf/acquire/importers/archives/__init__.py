"""WARC, ARC and WACZ files: their records, in whatever state they are, as captures."""
