"""Articles read out of their store: by their keys, in the order of their titles, or as they came.

Three kinds of store are read: ours in tables, one of the crawler of 2018 (a single table, lists
joined by |), and a file with a line of JSON for each article. One reader serves one thread
at a time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from sheaf.acquire.crawl.wiki.store import Tables, is_lines, store_path
from sheaf.acquire.crawl.wiki.titles import url_of
from sheaf.errors import SourceError

COLUMNS_OF_2018 = {"title", "content", "categories", "lastModify", "outLinks"}
LONGEST_LINE = 64 * 1024**2


@dataclass(frozen=True, slots=True)
class Arrival:
    """An article that came: `number` grows with each, `key` finds it in its store."""

    number: int
    key: str
    title: str
    url: str
    language: str = ""
    modified: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredArticle:
    """`number` is the article's own, whatever comes."""

    key: str
    number: int
    title: str
    content: str
    categories: tuple[str, ...] = ()
    last_modified: datetime | None = None
    out_links: tuple[str, ...] = ()
    url: str = ""
    language: str = ""


class ArticleReader(Protocol):
    """`keys` are those of all articles in the order of their numbers, from one on; `arrivals` are
    the articles that came after the one of a number. Both are in pieces of so many, so that memory
    stays flat. Raise SourceError."""

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]: ...

    def keys(self, after: int, size: int) -> Iterator[list[str]]: ...

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]: ...

    def last_arrival(self) -> int: ...

    def close(self) -> None: ...


def open_articles(place: str | Path, folder: Path | None = None) -> ArticleReader:
    """By a path, or a URL as Java writes it; SourceError where no articles are there."""
    path = store_path(place, folder)
    if not path.is_file():
        raise SourceError(f"There are no articles in {path}.", "`sheaf crawl wiki` makes them.")
    if is_lines(path):
        return LineReader(path)
    reader = TableReader(path)
    if reader.columns >= COLUMNS_OF_2018:
        reader.close()
        return OldTableReader(path)
    if not reader.has_arrivals:
        reader.close()
        Tables(path).close()  # of an older version: now it knows what has arrived
        return TableReader(path)
    return reader


class TableReader:
    def __init__(self, path: Path) -> None:
        self.path = path
        with self._translate_errors():
            uri = f"{path.absolute().as_uri()}?mode=ro"
            self._database = sqlite3.connect(uri, uri=True, timeout=30, check_same_thread=False)
            tables = self._columns("pages"), self._columns("arrivals")
        self.columns, self.has_arrivals = tables[0], bool(tables[1])
        if not self.columns >= {"title", "content", "lastModify"}:
            self.close()
            raise SourceError(f"{path} has no articles in it.", "Name the store of a wiki's crawl.")

    def _columns(self, table: str) -> set[str]:
        rows = self._database.execute(f"PRAGMA table_info({table})")
        return {name for _, name, *_ in rows}

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]:
        condition, values = f"title IN ({', '.join('?' * len(keys))})", [*keys]
        with self._translate_errors():
            categories = self._lists("category FROM categories", condition, values)
            links = self._lists("target FROM links", condition, values)
            rows = self._select(
                "article, title, content, lastModify, url, language"
                f" FROM pages JOIN arrivals USING (title) WHERE {condition}",
                values,
            )
        return {
            title: StoredArticle(
                title, number, title, content, tuple(categories.get(title, ())),
                read_time(changed), tuple(links.get(title, ())), url or url_of(title), language,
            )
            for number, title, content, changed, url, language in rows
        }  # fmt: skip

    def _lists(self, what: str, condition: str, values: Sequence[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for title, value in self._select(
            f"title, {what} WHERE {condition} ORDER BY title, place", values
        ):
            found.setdefault(title, []).append(value)
        return found

    def _select(self, question: str, values: Sequence[object]) -> list[Any]:
        return self._database.execute(f"SELECT {question}", values).fetchall()

    def keys(self, after: int, size: int) -> Iterator[list[str]]:
        return self._keys("article, title FROM arrivals WHERE article > ? ORDER BY 1", after, size)

    def _keys(self, question: str, after: int, size: int) -> Iterator[list[str]]:
        while True:
            with self._translate_errors():
                rows = self._select(f"{question} LIMIT ?", (after, size))
            if not rows:
                return
            yield [key for _, key in rows]
            after = rows[-1][0]

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]:
        wanted = (
            "number, title, url, language, lastModify FROM arrivals JOIN pages USING (title)"
            " WHERE number > ? ORDER BY number LIMIT ?"
        )
        while True:
            with self._translate_errors():
                rows = self._select(wanted, (after, size))
            if not rows:
                return
            yield [
                Arrival(number, title, title, url or url_of(title), language, read_time(changed))
                for number, title, url, language, changed in rows
            ]
            after = rows[-1][0]

    def last_arrival(self) -> int:
        """Its number; 0 where nothing arrives."""
        with self._translate_errors():
            ((last,),) = self._select("max(number) FROM arrivals", ())
        return last or 0

    def close(self) -> None:
        self._database.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except (OSError, sqlite3.Error) as problem:
            raise SourceError(f"The articles in {self.path} cannot be read: {problem}.") from None


class OldTableReader(TableReader):
    """One table with lists joined by |, as the crawler of 2018 left it. Nothing arrives there."""

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]:
        marks = ", ".join("?" * len(keys))
        with self._translate_errors():
            rows = self._select(
                "rowid, title, content, categories, lastModify, outLinks"
                f" FROM pages WHERE title IN ({marks})",
                [*keys],
            )
        return {
            title: StoredArticle(
                title, number, title, content or "", _split(categories), read_time(changed or ""),
                _split(links), url_of(title),
            )
            for number, title, content, categories, changed, links in rows
        }  # fmt: skip

    def keys(self, after: int, size: int) -> Iterator[list[str]]:
        return self._keys("rowid, title FROM pages WHERE rowid > ? ORDER BY rowid", after, size)

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]:
        return iter(())

    def last_arrival(self) -> int:
        return 0


class LineReader:
    """The key of an article is where its line begins, and its number is one more; one that came
    again has several."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]:
        found: dict[str, StoredArticle] = {}
        with self._open() as file:
            for key in keys:
                file.seek(int(key))
                article = _article_of(key, file.readline(LONGEST_LINE))
                if article is not None:
                    found[key] = article
        return found

    def keys(self, after: int, size: int) -> Iterator[list[str]]:
        for some in self._pieces(after, size):
            yield [article.key for _, article in some]

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]:
        for some in self._pieces(after, size):
            yield [
                Arrival(end, one.key, one.title, one.url, one.language, one.last_modified)
                for end, one in some
            ]

    def _pieces(self, start: int, size: int) -> Iterator[list[tuple[int, StoredArticle]]]:
        """With the place where the line of each ends."""
        piece: list[tuple[int, StoredArticle]] = []
        with self._open() as file:
            file.seek(start)
            while (line := file.readline(LONGEST_LINE)).endswith(b"\n"):
                article = _article_of(str(start), line)
                start += len(line)
                if article is not None:
                    piece.append((start, article))
                if len(piece) == size:
                    yield piece
                    piece = []
        if piece:
            yield piece

    @contextmanager
    def _open(self) -> Iterator[Any]:
        try:
            with self.path.open("rb") as file:
                yield file
        except (OSError, ValueError) as problem:
            raise SourceError(f"The articles in {self.path} cannot be read: {problem}.") from None

    def last_arrival(self) -> int:
        last = 0
        for some in self._pieces(0, 1000):
            last = some[-1][0]
        return last

    def close(self) -> None:
        """Nothing is open in between."""


def _article_of(key: str, line: bytes) -> StoredArticle | None:
    try:
        values = json.loads(line)
        title = str(values["title"])
        return StoredArticle(
            key, int(key) + 1, title, str(values["content"]), tuple(map(str, values["categories"])),
            read_time(str(values["lastModify"])), tuple(map(str, values["outLinks"])),
            values.get("url") or url_of(title), values.get("language") or "",
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def _split(joined: str | None) -> tuple[str, ...]:
    return tuple(one for one in (joined or "").split("|") if one)


def read_time(text: str) -> datetime | None:
    """As the store writes it; None where it is unknown."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=UTC)
