"""Our own crawler: polite, bounded, safe to kill, kept within a set of hosts.

crawler.py tells the story of one crawl; what it fetches lies in WARC files that anyone can read.
"""
