"""Where articles go: three tables of SQLite, or a line of JSON for each.

    pages        title, content, lastModify
    categories   title, category
    links        title, target
    articles     a view with the five columns of the crawler of 2018, lists joined by |
    archives     WARC files whose articles are all here
    unread       pages that may be articles and could not be read, with the reason
    arrivals     titles in the order in which their articles came last, with number and URL

The title is the key. An article that comes again takes the place of what is there, unless that is
newer.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sheaf.errors import StorageError, UsageError, disk_errors

if TYPE_CHECKING:  # it loads the parser of HTML, which who only reads the store does not need
    from sheaf.acquire.crawl.wiki.article import Article

SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    title TEXT PRIMARY KEY, content TEXT NOT NULL, lastModify TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS categories (
    title TEXT NOT NULL, place INTEGER NOT NULL, category TEXT NOT NULL,
    PRIMARY KEY (title, place)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS links (
    title TEXT NOT NULL, place INTEGER NOT NULL, target TEXT NOT NULL, PRIMARY KEY (title, place)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS archives (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS unread (url TEXT PRIMARY KEY, reason TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS arrivals (
    number INTEGER PRIMARY KEY AUTOINCREMENT, article INTEGER NOT NULL UNIQUE,
    title TEXT NOT NULL UNIQUE, url TEXT NOT NULL, language TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS pages_of_a_category ON categories (category);
CREATE INDEX IF NOT EXISTS links_to_a_page ON links (target);
CREATE VIEW IF NOT EXISTS articles AS SELECT
    title, content,
    (SELECT coalesce(group_concat(category, '|'), '') FROM
        (SELECT category FROM categories WHERE categories.title = pages.title ORDER BY place)
    ) AS categories,
    lastModify,
    (SELECT coalesce(group_concat(target, '|'), '') FROM
        (SELECT target FROM links WHERE links.title = pages.title ORDER BY place)
    ) AS outLinks
FROM pages;
INSERT INTO arrivals (article, title, url)
    SELECT row_number() OVER (ORDER BY title), title, '' FROM pages
    WHERE NOT EXISTS (SELECT 1 FROM arrivals) ORDER BY title;
"""
# An article keeps its own number, and comes last.
ARRIVES = """
INSERT OR REPLACE INTO arrivals (article, title, url, language) VALUES (
    coalesce(
        (SELECT article FROM arrivals WHERE title = ?1),
        (SELECT coalesce(max(article), 0) + 1 FROM arrivals)
    ), ?1, ?2, ?3
)
"""
PUT = """
INSERT INTO pages VALUES (?, ?, ?) ON CONFLICT (title) DO UPDATE SET
    content = excluded.content, lastModify = excluded.lastModify
WHERE excluded.lastModify >= lastModify
"""
NONE: Mapping[str, str] = {}
JDBC = "jdbc:sqlite:"
PIECE = 64 * 1024


class ArticleStore(Protocol):
    """Takes articles a batch at a time, and says how many of them were news. What it has taken is
    on disk, and so are the names of the archives that it was told are done with, and the URLs of
    pages that could not be read."""

    path: Path

    def put(
        self,
        articles: Sequence[Article],
        archives: Iterable[str] = (),
        unread: Mapping[str, str] = NONE,
    ) -> int: ...

    def archives(self) -> set[str]: ...

    def close(self) -> None: ...


def open_store(place: str | Path, folder: Path | None = None) -> ArticleStore:
    """By a path, or a URL as Java writes it (jdbc:sqlite:FILE); .jsonl is a file of lines."""
    path = store_path(place, folder)
    if not path.parent.is_dir():
        raise UsageError(
            f"There is no folder {path.parent} for the articles.",
            "Make it, or name another file with --jdbcUrl.",
        )
    return JsonLines(path) if is_lines(path) else Tables(path)


def store_path(place: str | Path, folder: Path | None = None) -> Path:
    if str(place).startswith("jdbc:") and not str(place).startswith(JDBC):
        raise StorageError(f"{place} is no SQLite database.", f"Write it as {JDBC}FILE.")
    path = Path(str(place).removeprefix(JDBC))
    return path if folder is None else folder / path


def is_lines(path: Path) -> bool:
    """Whether articles are kept as lines of JSON there."""
    return path.suffix in {".jsonl", ".ndjson"}


class Tables:
    def __init__(self, path: Path) -> None:
        self.path = path
        with self._translate_errors():
            self._database = sqlite3.connect(
                path, timeout=30, isolation_level=None, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.executescript(SCHEMA)

    def put(
        self,
        articles: Sequence[Article],
        archives: Iterable[str] = (),
        unread: Mapping[str, str] = NONE,
    ) -> int:
        """One transaction; how many of them are new or newer."""
        with self._translate_errors():
            self._database.execute("BEGIN IMMEDIATE")
            try:
                count = sum(self._put(article) for article in articles)
                names = [(name,) for name in archives]
                self._database.executemany("INSERT OR IGNORE INTO archives VALUES (?)", names)
                self._database.executemany(
                    "INSERT OR REPLACE INTO unread VALUES (?, ?)", unread.items()
                )
                self._database.execute("COMMIT")
            except BaseException:
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
            return count

    def _put(self, article: Article) -> bool:
        row = (article.title, article.content, written_time(article.last_modified))
        if self._database.execute(PUT, row).rowcount != 1:
            return False
        self._database.execute(ARRIVES, (article.title, article.url, article.language))
        self._replace("categories", article.title, article.categories)
        self._replace("links", article.title, article.out_links)
        return True

    def _replace(self, table: str, title: str, values: Iterable[str]) -> None:
        # The names of tables are ours.
        self._database.execute(f"DELETE FROM {table} WHERE title = ?", (title,))  # noqa: S608
        rows = ((title, place, value) for place, value in enumerate(values))
        self._database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?)", rows)  # noqa: S608

    def archives(self) -> set[str]:
        with self._translate_errors():
            return {name for (name,) in self._database.execute("SELECT name FROM archives")}

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise StorageError(f"Articles cannot be kept in {self.path}: {problem}.") from problem


class JsonLines:
    """One object a line, as it comes: an article that comes again stands there twice. The archives
    that are done with stand in a file beside it, pages that could not be read in another."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._done = path.with_name(path.name + ".archives")
        self._unread = path.with_name(path.name + ".unread")
        with disk_errors(path):
            _drop_half_a_line(path)
            self._file = path.open("a", encoding="utf-8")

    def put(
        self,
        articles: Sequence[Article],
        archives: Iterable[str] = (),
        unread: Mapping[str, str] = NONE,
    ) -> int:
        lines = "".join(json.dumps(as_json(one), ensure_ascii=False) + "\n" for one in articles)
        with disk_errors(self.path):
            self._file.write(lines)
            self._file.flush()
            names = "".join(f"{name}\n" for name in sorted({*archives} - self.archives()))
            reasons = "".join(f"{reason} {url}\n" for url, reason in unread.items())
            for path, text in ((self._done, names), (self._unread, reasons)):
                if text:
                    with path.open("a", encoding="utf-8") as file:
                        file.write(text)
        return len(articles)

    def archives(self) -> set[str]:
        with disk_errors(self._done):
            if not self._done.exists():
                return set()
            return set(self._done.read_text(encoding="utf-8").splitlines())

    def close(self) -> None:
        self._file.close()


def _drop_half_a_line(path: Path) -> None:
    """What a kill left: the article is written once more."""
    if not path.exists():
        return
    with path.open("rb+") as file:
        end = file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - PIECE)
            file.seek(start)
            found = file.read(end - start).rfind(b"\n")
            if found >= 0:
                start += found + 1
                break
            end = start
        else:
            start = 0
        file.truncate(start)


def as_json(article: Article) -> dict[str, object]:
    return {
        "title": article.title,
        "content": article.content,
        "categories": list(article.categories),
        "lastModify": written_time(article.last_modified),
        "outLinks": list(article.out_links),
        "url": article.url,
        "language": article.language,
    }


def written_time(time: datetime | None) -> str:
    """As the crawler of 2018 wrote it, to the minute; it sorts by age."""
    return time.astimezone(UTC).strftime("%Y-%m-%d %H:%M") if time else ""
