"""A crawl watched and steered: progress, screens, metrics, Ctrl-C, why a URL is in or out."""
