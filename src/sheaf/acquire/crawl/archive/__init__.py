"""What a crawl writes: WARC files, crawl.log, and how far either can be relied on."""
