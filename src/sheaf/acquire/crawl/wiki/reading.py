"""Articles read out of their store: by their keys, in the order of their titles, or as they came.

Three kinds of store are read: ours in tables, one of the crawler of 2018 (a single table, lists
joined by |), and a file with a line of JSON for each article. One reader serves one thread.
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

from sheaf.acquire.crawl.wiki.store import is_lines, store_path
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
    key: str
    title: str
    content: str
    categories: tuple[str, ...] = ()
    last_modified: datetime | None = None
    out_links: tuple[str, ...] = ()
    url: str = ""
    language: str = ""


class ArticleReader(Protocol):
    """`batches` are all articles, those with the same title after one another; `arrivals` those
    that came after the one of a number. Both are in pieces of so many, so that memory stays flat.
    Raise SourceError."""

    def count(self) -> int: ...

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]: ...

    def batches(self, size: int) -> Iterator[list[StoredArticle]]: ...

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]: ...

    def close(self) -> None: ...


def open_articles(place: str | Path, folder: Path | None = None) -> ArticleReader:
    """By a path, or a URL as Java writes it; SourceError where no articles are there."""
    path = store_path(place, folder)
    if not path.is_file():
        raise SourceError(f"There are no articles in {path}.", "`sheaf crawl wiki` makes them.")
    if is_lines(path):
        return LineReader(path)
    reader = TableReader(path)
    return reader if not reader.is_of_2018 else OldTableReader(path)


class TableReader:
    def __init__(self, path: Path) -> None:
        self.path = path
        with self._translate_errors():
            uri = f"{path.absolute().as_uri()}?mode=ro"
            self._database = sqlite3.connect(uri, uri=True, timeout=30)
            columns = {row[1] for row in self._database.execute("PRAGMA table_info(pages)")}
            tables = "SELECT 1 FROM sqlite_master WHERE name = 'arrivals'"
            self._has_arrivals = self._database.execute(tables).fetchone() is not None
        self.is_of_2018 = columns >= COLUMNS_OF_2018
        if not columns >= {"title", "content", "lastModify"}:
            self.close()
            raise SourceError(f"{path} has no articles in it.", "Name the store of a wiki's crawl.")

    def count(self) -> int:
        with self._translate_errors():
            (count,) = self._database.execute("SELECT count(*) FROM pages").fetchone()
            return int(count)

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]:
        marks = ", ".join("?" * len(keys))
        return {one.key: one for one in self._read(f"title IN ({marks})", [*keys])}

    def batches(self, size: int) -> Iterator[list[StoredArticle]]:
        after = ""
        while titles := self._titles(after, size):
            between = "title > ? AND title <= ?"
            yield list(self._read(between, [after, titles[-1]]))
            after = titles[-1]

    def _titles(self, after: str, size: int) -> list[str]:
        with self._translate_errors():
            wanted = "SELECT title FROM pages WHERE title > ? ORDER BY title LIMIT ?"
            return [title for (title,) in self._database.execute(wanted, (after, size))]

    def _read(self, condition: str, values: Sequence[str]) -> Iterator[StoredArticle]:
        with self._translate_errors():
            pages = self._select("title, content, lastModify FROM pages", condition, values)
            categories = self._lists("category FROM categories", condition, values)
            links = self._lists("target FROM links", condition, values)
            arrived: dict[str, tuple[str, str]] = {}
            if self._has_arrivals:
                rows = self._select("title, url, language FROM arrivals", condition, values)
                arrived = {title: (url, language) for title, url, language in rows}
            for title, content, changed in pages:
                url, language = arrived.get(title, ("", ""))
                yield StoredArticle(
                    title, title, content, tuple(categories.get(title, ())), read_time(changed),
                    tuple(links.get(title, ())), url or url_of(title), language,
                )  # fmt: skip

    def _select(self, what: str, condition: str, values: Sequence[str]) -> list[Any]:
        # Columns, tables and conditions are ours.
        question = f"SELECT {what} WHERE {condition} ORDER BY title"
        return self._database.execute(question, values).fetchall()

    def _lists(self, what: str, condition: str, values: Sequence[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        question = f"SELECT title, {what} WHERE {condition} ORDER BY title, place"
        for title, value in self._database.execute(question, values):
            found.setdefault(title, []).append(value)
        return found

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]:
        wanted = (
            "SELECT number, title, url, language, lastModify FROM arrivals JOIN pages USING (title)"
            " WHERE number > ? ORDER BY number LIMIT ?"
        )
        while True:
            with self._translate_errors():
                rows = self._database.execute(wanted, (after, size)).fetchall()
            if not rows:
                return
            yield [
                Arrival(number, title, title, url or url_of(title), language, read_time(changed))
                for number, title, url, language, changed in rows
            ]
            after = rows[-1][0]

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

    def _read(self, condition: str, values: Sequence[str]) -> Iterator[StoredArticle]:
        what = "title, content, categories, lastModify, outLinks FROM pages"
        with self._translate_errors():
            rows = self._select(what, condition, values)
        for title, content, categories, changed, links in rows:
            yield StoredArticle(
                title, title, content or "", _split(categories), read_time(changed or ""),
                _split(links), url_of(title),
            )  # fmt: skip

    def arrivals(self, after: int, size: int) -> Iterator[list[Arrival]]:
        return iter(())


class LineReader:
    """The key of an article is where its line begins; one that came again has several."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def count(self) -> int:
        return sum(len(some) for some in self.batches(1000))

    def find(self, keys: Collection[str]) -> dict[str, StoredArticle]:
        found: dict[str, StoredArticle] = {}
        with self._open() as file:
            for key in keys:
                file.seek(int(key))
                article = _article_of(key, file.readline(LONGEST_LINE))
                if article is not None:
                    found[key] = article
        return found

    def batches(self, size: int) -> Iterator[list[StoredArticle]]:
        for some in self._pieces(0, size):
            yield [article for _, article in some]

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

    def close(self) -> None:
        """Nothing is open in between."""


def _article_of(key: str, line: bytes) -> StoredArticle | None:
    try:
        values = json.loads(line)
        title = str(values["title"])
        return StoredArticle(
            key, title, str(values["content"]), tuple(map(str, values["categories"])),
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
