"""Scrapy as `crawl.py` runs it, with a Python that has it: `_crawl_scrapy.py PORT FOLDER PAGES`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.linkextractors import LinkExtractor

PORT, FOLDER, PAGES = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])


class Pages(scrapy.Spider):
    name = "pages"
    start_urls = (f"http://127.0.0.1:{PORT}/p/0.html",)
    links = LinkExtractor()
    count = 0

    def parse(self, response: scrapy.http.Response) -> Iterator[scrapy.Request]:
        Pages.count += 1
        (FOLDER / response.url.rsplit("/", 1)[1]).write_bytes(response.body)
        for link in self.links.extract_links(response):
            yield scrapy.Request(link.url)


if __name__ == "__main__":
    process = CrawlerProcess(
        {
            "ROBOTSTXT_OBEY": True,
            "LOG_LEVEL": "ERROR",
            "CONCURRENT_REQUESTS": 64,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            "DOWNLOAD_DELAY": 0,
            "TELNETCONSOLE_ENABLED": False,
            "CLOSESPIDER_PAGECOUNT": PAGES,
        }
    )
    process.crawl(Pages)
    process.start()
    print(Pages.count)
