"""Whether links still lead somewhere, asked as politely as a crawl asks."""
