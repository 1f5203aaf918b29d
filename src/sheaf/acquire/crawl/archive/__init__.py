"""What a crawl leaves on disk: WARC files, crawl.log, the order in which they become durable."""
