"""Articles of a MediaWiki: read from their pages, and written in batches to tables.

titles.py     a title and its URL, each from the other
nesting.py    pages that are too deep to be read
article.py    title, content, categories, last change and links of a page
store.py      pages, categories and links in SQLite, or a line of JSON for each page
archived.py   pages out of the archives of a crawl that was killed
writing.py    articles from the visits of a crawl into the store
options.py    the options of the crawler of 2018, under their own names
"""
