"""What pages say, read where their content stands: in an archive, a file, or a wiki's store."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from types import TracebackType
from typing import Self

from sheaf.acquire.crawl.wiki.reading import ArticleReader, StoredArticle, open_articles
from sheaf.acquire.importers.contract import ImportContext
from sheaf.acquire.importers.one_capture import read_capture_at
from sheaf.acquire.importers.unpack import UnpackLimits
from sheaf.acquire.remote.address import is_remote
from sheaf.curate import payload
from sheaf.curate.page_text import LONGEST_PAGE, language_of, read_page
from sheaf.errors import SheafError
from sheaf.records import Dropped, PageInfo, PageKind, PageText

LIMITS = UnpackLimits(LONGEST_PAGE * 4, 1000, 1000)


class PageTexts:
    """Reads pages of one library, for one thread; what cannot be read says why in its `problem`.
    Use it in a `with` statement."""

    def __init__(self, library: Path) -> None:
        self._library = library
        self._stores: dict[str, ArticleReader] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        while self._stores:
            self._stores.popitem()[1].close()

    def read(self, page: PageInfo) -> PageText:
        """One page. What its row says of a problem holds: it is not tried again."""
        return self.read_many([page])[0]

    def read_many(self, pages: Sequence[PageInfo]) -> list[PageText]:
        """In their order; articles of one store with a few questions."""
        texts: dict[int, PageText] = {}
        by_source = sorted(pages, key=_source)
        for (is_article, source), some in groupby(by_source, key=_source):
            if is_article:
                texts |= self._read_articles(source, list(some))
            else:
                texts |= {page.id: self._read_capture(page) for page in some}
        return [texts[page.id] for page in pages]

    def contents(self, pages: Sequence[PageInfo]) -> dict[int, str]:
        """What they say and nothing else, by their numbers; quicker than reading them whole."""
        by_source = sorted(pages, key=_source)
        contents: dict[int, str] = {}
        for (is_article, source), some in groupby(by_source, key=_source):
            if is_article:
                contents |= self._contents_of_articles(source, list(some))
            else:
                contents |= {page.id: self._read_capture(page).content for page in some}
        return contents

    def _contents_of_articles(self, source: str, pages: Sequence[PageInfo]) -> dict[int, str]:
        try:
            found = self._store(source).find({page.place.position for page in pages})
        except SheafError:
            return {}
        keys = {page.id: page.place.position for page in pages}
        return {number: found[key].content for number, key in keys.items() if key in found}

    def find_missing(self, pages: Sequence[PageInfo]) -> Iterator[tuple[PageInfo, str]]:
        """Those whose content is not there any more, with the reason. No page is parsed."""
        captured = [page for page in pages if page.kind is not PageKind.ARTICLE]
        for page in captured:
            found = _load(self._library, page.place.source, page.place.position)
            if isinstance(found, str):
                yield page, found
        articles = [page for page in pages if page.kind is PageKind.ARTICLE]
        for page, text in zip(articles, self.read_many(articles), strict=True):
            if text.problem:
                yield page, text.problem

    def _read_capture(self, page: PageInfo) -> PageText:
        if page.problem:
            return PageText(page.title, problem=page.problem)
        return read_stored_page(self._library, page.place.source, page.place.position, page.url)

    def _read_articles(self, source: str, pages: Sequence[PageInfo]) -> dict[int, PageText]:
        try:
            found = self._store(source).find({page.place.position for page in pages})
        except SheafError as problem:
            return {page.id: PageText(page.title, problem=str(problem)) for page in pages}
        return {page.id: _article_text(page, found) for page in pages}

    def _store(self, source: str) -> ArticleReader:
        if source not in self._stores:
            self._stores[source] = open_articles(self._library / source)
        return self._stores[source]


def _source(page: PageInfo) -> tuple[bool, str]:
    return page.kind is PageKind.ARTICLE, page.place.source


def _article_text(page: PageInfo, found: Mapping[str, StoredArticle]) -> PageText:
    article = found.get(page.place.position)
    if article is None:
        return PageText(page.title, problem=f"{page.place.source} has this article no more")
    return PageText(
        article.title, article.content, article.categories, article.last_modified,
        article.out_links,
        language_of(article.language, "") or language_of("", article.content),
    )  # fmt: skip


def read_stored_page(
    library: Path, source: str, position: str, url: str, *, with_links: bool = True
) -> PageText:
    """A page that was captured, from its record or its file."""
    found = _load(library, source, position)
    if isinstance(found, str):
        return PageText(problem=found)
    return read_page(
        found.data, url, found.content_type, found.last_modified, with_links=with_links
    )


@dataclass(frozen=True, slots=True)
class _Stored:
    data: bytes
    content_type: str
    last_modified: str


def _load(library: Path, source: str, position: str) -> _Stored | str:
    """The bytes of a page and what its server said of them; or in words why they are not there."""
    if is_remote(source):
        return "its source is on another machine"
    # What is too large to be handed over goes to a folder of its own, which goes with all in it.
    with tempfile.TemporaryDirectory(prefix="sheaf-page-") as spool:
        context = ImportContext(Path(spool), hand_over_bytes=LONGEST_PAGE)
        try:
            stored = read_capture_at(library / source, position, context)
        except SheafError as problem:
            return str(problem)
        capture = stored.capture
        if capture.lost is not None:
            return capture.lost.reason
        data = payload.load(capture.payload, LIMITS)
    if isinstance(data, Dropped):
        return data.reason
    return _Stored(data, capture.mime_type or "", stored.last_modified)
