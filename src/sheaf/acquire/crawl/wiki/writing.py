"""From the visits of a crawl to rows: articles are read as they come, and written in batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.decode import decoded, text_of
from sheaf.acquire.crawl.visits import Answer, Visit
from sheaf.acquire.crawl.wiki.article import Article, read_article
from sheaf.acquire.crawl.wiki.store import Store
from sheaf.acquire.crawl.wiki.titles import ARTICLES

LONGEST_PAGE = 16 * 1024**2
HTML = frozenset({"text/html", "application/xhtml+xml", ""})


class ArticleWriter:
    """Give `hear` to the crawler as its `on_page`. `counts` says what became of each page:
    written, known (nothing newer), no_article, not_html, failed."""

    def __init__(
        self, store: Store, *, batch: int = 50, articles: Sequence[str] = ARTICLES
    ) -> None:
        self._store = store
        self._batch = batch
        self._articles = tuple(articles)
        self._waiting: list[Article] = []
        self.counts: Counter[str] = Counter()

    def hear(self, visit: Visit) -> None:
        answer = visit.answer
        if answer is None or not 200 <= answer.status < 300:
            self.counts["failed"] += 1
        elif answer.mime_type not in HTML:
            self.counts["not_html"] += 1
        elif (article := article_of(answer, self._articles)) is None:
            self.counts["no_article"] += 1
        else:
            self._waiting.append(article)
            if len(self._waiting) >= self._batch:
                self.flush()

    def flush(self) -> None:
        if self._waiting:
            written = self._store.put(self._waiting)
            self.counts["written"] += written
            self.counts["known"] += len(self._waiting) - written
            self._waiting = []

    def close(self) -> None:
        try:
            self.flush()
        finally:
            self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def article_of(answer: Answer, articles: Sequence[str] = ARTICLES) -> Article | None:
    html = decoded(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE)
    text = text_of(html, answer.header("Content-Type"))
    header = answer.header("Last-Modified")
    return read_article(text, answer.url, last_modified=header, articles=articles)
