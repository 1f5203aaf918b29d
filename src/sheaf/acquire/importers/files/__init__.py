"""Files in folders: plain ones, trees copied from a server, CrawlData beside them."""
