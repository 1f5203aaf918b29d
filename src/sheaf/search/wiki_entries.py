"""The articles in the store of a wiki's crawl as entries of an index, read in several threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

from sheaf import urls
from sheaf.acquire.crawl.wiki.reading import ArticleReader, StoredArticle, open_articles
from sheaf.curate.page_text import language_of
from sheaf.records import PageKind
from sheaf.search.contract import IndexEntry, Reached
from sheaf.search.schema import PAGE

# Batches under way for each thread: one is read, one waits.
AHEAD = 2


class ArticleSource:
    """All of a store, by the numbers of its articles. Close it at the end."""

    name = PAGE

    def __init__(self, store: Path, *, threads: int = 10, batch: int = 50) -> None:
        self._store = store
        self._threads = threads
        self._batch = batch
        self._own = threading.local()
        self._readers: list[ArticleReader] = []
        self._language: str | None = None

    def revision(self) -> int:
        """The number of the article that came last; 0 where nobody counts them."""
        with closing(open_articles(self._store)) as reader:
            return reader.last_arrival()

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]:
        with closing(open_articles(self._store)) as reader:
            yield from self._read(reader.keys(after, self._batch))

    def changed_since(self, reached: Reached) -> Iterator[IndexEntry]:
        with closing(open_articles(self._store)) as reader:
            arrivals = reader.arrivals(reached.revision, self._batch)
            yield from self._read([one.key for one in some] for some in arrivals)

    def removed_since(self, revision: int) -> Iterable[int]:
        """No article goes."""
        return ()

    def close(self) -> None:
        while self._readers:
            self._readers.pop().close()

    def _read(self, batches: Iterable[list[str]]) -> Iterator[IndexEntry]:
        """In the order of the keys, however many threads read."""
        waiting: deque[Future[list[IndexEntry]]] = deque()
        with ThreadPoolExecutor(self._threads, "articles") as threads:
            for keys in batches:
                waiting.append(threads.submit(self._read_batch, keys))
                if len(waiting) > AHEAD * self._threads:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()

    def _read_batch(self, keys: list[str]) -> list[IndexEntry]:
        found = self._reader().find(keys)
        articles = [found[key] for key in keys if key in found]
        if self._language is None:
            self._language = _common_language(articles)
        return [article_entry(one, self._language) for one in articles]

    def _reader(self) -> ArticleReader:
        """One for each thread."""
        if not hasattr(self._own, "reader"):
            self._own.reader = open_articles(self._store)
            self._readers.append(self._own.reader)
        reader: ArticleReader = self._own.reader
        return reader


def article_entry(article: StoredArticle, language: str) -> IndexEntry:
    """`language` is that of the wiki, for articles that do not say theirs."""
    return IndexEntry(
        entry=PAGE,
        id=article.number,
        title=article.title,
        body=article.content,
        categories=article.categories,
        links=article.out_links,
        modified=article.last_modified,
        url=article.url,
        host=urls.host_of(article.url),
        kind=PageKind.ARTICLE,
        language=language_of(article.language, "") or language,
        has_stems=False,  # as in the index of a library
    )


def _common_language(articles: list[StoredArticle]) -> str:
    """A wiki is in one language, which a few articles show."""
    return language_of("", "\n".join(one.content[:1000] for one in articles[:20]))
