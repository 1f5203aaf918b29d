"""A page as it goes into the index: what its row says, and what stands where its content is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from sheaf.deposit.catalogue import Catalogue
from sheaf.deposit.page_texts import PageTexts
from sheaf.records import PageInfo, PageKind, PageText
from sheaf.search.contract import IndexEntry, Reached
from sheaf.search.paper_entries import LONGEST_TEXT
from sheaf.search.schema import PAGE

AT_ONCE = 50


class PageSource:
    """The pages of a library as entries. With `stem_articles` words of articles are found by their
    stems, as those of all others are."""

    name = PAGE

    def __init__(self, catalogue: Catalogue, library: Path, *, stem_articles: bool = False) -> None:
        self.catalogue = catalogue
        self.library = library
        self.stem_articles = stem_articles

    def entries(self, *, after: int = 0) -> Iterator[IndexEntry]:
        return self._entries(self.catalogue.pages_changed_since(0, after=after))

    def changed_since(self, reached: Reached) -> Iterator[IndexEntry]:
        return self._entries(self.catalogue.pages_changed_since(reached.revision))

    def removed_since(self, revision: int) -> list[int]:
        return self.catalogue.pages_removed_since(revision)

    def _entries(self, pages: Iterable[PageInfo]) -> Iterator[IndexEntry]:
        rest = iter(pages)
        with closing(PageTexts(self.library)) as texts:
            while some := list(islice(rest, AT_ONCE)):
                for page, text in zip(some, texts.read_many(some), strict=True):
                    has_stems = self.stem_articles or page.kind is not PageKind.ARTICLE
                    yield page_entry(page, text, has_stems=has_stems)


def page_entry(page: PageInfo, text: PageText, *, has_stems: bool) -> IndexEntry:
    """Found by title and URL where the content cannot be read."""
    return IndexEntry(
        entry=PAGE,
        id=page.id,
        title=text.title or page.title,
        body=text.content[:LONGEST_TEXT],
        categories=text.categories,
        links=text.out_links,
        modified=text.last_modified or page.modified,
        url=page.url,
        host=page.host,
        kind=page.kind,
        language=text.language or page.language,
        has_stems=has_stems,
    )
