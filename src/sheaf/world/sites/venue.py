"""The host of a conference or journal: volumes, pages about papers, published versions."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain

from sheaf.world.html import citation, file_link, items, link, meta, page, paragraph
from sheaf.world.papers import Card
from sheaf.world.pdf import PUBLISHED
from sheaf.world.realm import Realm
from sheaf.world.response import Resource, Response
from sheaf.world.sites.site import OPEN_TO_ALL
from sheaf.world.venues import Series, Volume


class VenueSite:
    def __init__(self, realm: Realm, series: Series, listed_at: str) -> None:
        self._realm = realm
        self._series = series
        self._listed_at = listed_at
        self.host = series.host
        self._home = f"http://{self.host}/"

    def resources(self) -> Iterator[Resource]:
        yield self._front()
        volumes = self._realm.press.volumes(self._series)
        yield from chain.from_iterable(map(self._volume, volumes))

    def near(self, path: str) -> Iterable[Resource]:
        url = self._home[:-1] + path
        for volume in self._realm.press.volumes(self._series):
            if url.startswith(volume.url):
                return self._volume(volume)
        return [self._front()]

    def robots(self) -> str | None:
        return OPEN_TO_ALL if self._series.is_journal else None

    def _front(self) -> Resource:
        return Resource(self._home, self._listed_at, "page", self._front_page, role="venue")

    def _volume(self, volume: Volume) -> Iterator[Resource]:
        make = partial(self._volume_page, volume)
        yield Resource(volume.url, self._home, "page", make, role="proceedings")
        for card in self._cards(volume):
            yield self._landing(card)
            if card.delivery.published:
                yield self._published(card)

    def _landing(self, card: Card) -> Resource:
        make = partial(self._landing_page, card)
        above = card.volume.url
        return Resource(card.landing_url, above, "page", make, role="landing", about=card.number)

    def _published(self, card: Card) -> Resource:
        at_home = card.delivery.at_home
        return Resource(
            card.published_url,
            card.landing_url,
            "paper",
            self._realm.serve_pdf(card, PUBLISHED),
            card=card,
            version=PUBLISHED,
            copy_of=card.home_url if at_home else None,
            near_copy=at_home,
        )

    def _cards(self, volume: Volume) -> list[Card]:
        numbers = self._realm.plan.papers_in_volume(self._series.field, volume.number)
        return [self._realm.papers.card(number) for number in numbers]

    def _front_page(self) -> Response:
        volumes = self._realm.press.volumes(self._series)
        return page(self._series.name, items(link(v.url, v.title) for v in volumes))

    def _volume_page(self, volume: Volume) -> Response:
        entries = []
        for card in self._cards(volume):
            entry = link(card.landing_url, card.title)
            # Only some volumes offer the file next to the title.
            if card.delivery.published and volume.number % 2 == 0:
                entry += " " + file_link(card, card.published_url)
            entries.append(f"{entry} {', '.join(a.name.full for a in card.authors)}")
        return page(volume.title, items(entries), link("/", self._series.name))

    def _landing_page(self, card: Card) -> Response:
        paper = self._realm.papers.paper(card.number)
        parts = [paragraph(citation(card)), paragraph(paper.abstract)]
        if card.doi:
            parts.append(paragraph(f"DOI: {card.doi}"))
        if card.delivery.published:
            parts.append(link(card.published_url, "Full text (PDF)"))
        else:
            parts.append(link(card.home_url, "Author's copy"))
        parts.append(link("./", card.volume.title))
        return page(card.title, *parts, head=_citation_tags(card))


def _citation_tags(card: Card) -> str:
    tags = [meta("citation_title", card.title)]
    tags += [meta("citation_author", author.name.full) for author in card.authors]
    tags.append(meta("citation_publication_date", str(card.year)))
    if card.doi:
        tags.append(meta("citation_doi", card.doi))
    if card.delivery.published:
        tags.append(meta("citation_pdf_url", card.published_url))
    return "".join(tags)
