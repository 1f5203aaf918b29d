"""From the visits of a crawl to rows: articles are read as they come, and written in batches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.archive.archive_reader import list_warc_files
from sheaf.acquire.crawl.decode import decode_body, decode_text
from sheaf.acquire.crawl.profiles.profile import Profile
from sheaf.acquire.crawl.visits import Answer, Cut, Visit
from sheaf.acquire.crawl.wiki.archived import LONGEST_PAGE, read_archived_answers
from sheaf.acquire.crawl.wiki.article import Article, TooDeep, read_article
from sheaf.acquire.crawl.wiki.store import ArticleStore, open_store
from sheaf.acquire.crawl.wiki.titles import ARTICLES, is_elsewhere

HTML = frozenset({"text/html", "application/xhtml+xml", ""})


class Unread(StrEnum):
    """Why a page that may be an article was not read."""

    TOO_DEEP = "too_deep"
    TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True)
class ArticleReport:
    """What a crawl of a wiki read: articles that are new or newer in the file at `place`, those
    that it had already, and pages that may be articles and could not be read."""

    place: Path
    written: int
    known: int
    unread: int


class ArticleWriter:
    """Give `read_visit` to the crawler as its `on_page`. `counts` says what became of each page:
    written, known (nothing newer), no_article, not_html, failed; too_deep and too_large are pages
    that may be articles and cannot be read, and the store has their URLs.

    `archive` is the folder of the crawl's WARC files. What an earlier run had no time to write is
    read from there, before the first page of this run is heard or, without one, at the end.
    """

    def __init__(
        self,
        store: ArticleStore,
        *,
        batch: int = 50,
        articles: Sequence[str] = ARTICLES,
        archive: Path | None = None,
    ) -> None:
        self._store = store
        self._batch = batch
        self._articles = tuple(articles)
        self._archive = archive
        self._left = list_warc_files(archive) if archive else []
        self._waiting: list[Article] = []
        self._unread: dict[str, str] = {}
        self.counts: Counter[str] = Counter()

    def read_visit(self, visit: Visit) -> None:
        # Not earlier: another process may have been at work on this crawl until now.
        self._catch_up()
        self._read(visit.answer)

    def _read(self, answer: Answer | None) -> None:
        if answer is None or not 200 <= answer.status < 300:
            self.counts["failed"] += 1
        elif answer.mime_type not in HTML:
            self.counts["not_html"] += 1
        else:
            self._add(answer)

    def _add(self, answer: Answer) -> None:
        article = extract_article(answer, self._articles)
        if article is None:
            self.counts["no_article"] += 1
        elif isinstance(article, Unread):
            self.counts[article.value] += 1
            self._unread[answer.url] = article.value
        else:
            self._waiting.append(article)
        if len(self._waiting) + len(self._unread) >= self._batch:
            self.flush()

    def _catch_up(self) -> None:
        left, self._left = self._left, []
        done = self._store.archives() if left else set()
        for path in left:
            if _name(path) not in done and path.exists():
                for answer in read_archived_answers(path):
                    self._read(answer)
                self.flush(_name(path))

    def flush(self, *archives: str) -> None:
        if self._waiting or self._unread or archives:
            written = self._store.put(self._waiting, archives, self._unread)
            self.counts["written"] += written
            self.counts["known"] += len(self._waiting) - written
            self._waiting, self._unread = [], {}

    def finish(self) -> None:
        """All pages of the crawl were heard: its archives need not be read again."""
        self._catch_up()
        self.flush(*map(_name, list_warc_files(self._archive) if self._archive else ()))

    def summary(self) -> ArticleReport:
        unread = sum(self.counts[reason.value] for reason in Unread)
        return ArticleReport(self._store.path, self.counts["written"], self.counts["known"], unread)

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
        try:
            if kind is None:
                self.finish()
        finally:
            self.close()


def open_article_writer(profile: Profile, library: Path, archive: Path) -> ArticleWriter:
    """As a profile says; what it names without a folder stands in the library's."""
    wiki = profile.wiki
    return ArticleWriter(
        open_store(wiki.store, library),
        batch=wiki.batch,
        articles=wiki.main_namespace,
        archive=archive,
    )


def extract_article(answer: Answer, articles: Sequence[str] = ARTICLES) -> Article | Unread | None:
    if is_elsewhere(answer.url, articles):
        return None
    html = decode_body(answer.body, answer.header("Content-Encoding"), limit=LONGEST_PAGE + 1)
    if len(html) > LONGEST_PAGE or answer.cut is Cut.LENGTH:
        return Unread.TOO_LARGE
    text = decode_text(html, answer.header("Content-Type"))
    header = answer.header("Last-Modified")
    try:
        return read_article(text, answer.url, last_modified=header, articles=articles)
    except TooDeep:
        return Unread.TOO_DEEP


def _name(path: Path) -> str:
    """With the name of its crawl, for several may write to one store."""
    return f"{path.parent.name}/{path.name}"
