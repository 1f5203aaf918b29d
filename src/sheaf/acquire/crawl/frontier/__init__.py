"""The frontier: what a crawl is to fetch, what came of it, what it was told: one SQLite file.

Only this folder knows its tables. Everybody else asks for a status, a mark, an order or a URL.
"""
