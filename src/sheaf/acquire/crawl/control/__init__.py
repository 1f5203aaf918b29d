"""A crawl is watched and controlled: status, orders, progress, screens, metrics, Ctrl-C."""
