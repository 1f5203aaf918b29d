"""All that the sites of a world share: who is who, who wrote what, and the making of papers."""

import gzip
from collections.abc import Callable
from dataclasses import dataclass, replace

from sheaf.world.papers import Card, PaperCatalogue
from sheaf.world.pdf import PREPRINT, paper_pdf
from sheaf.world.people import Cast
from sheaf.world.plan import WorldPlan
from sheaf.world.response import Resource, Response, as_pdf, respond
from sheaf.world.venues import Press


@dataclass(frozen=True)
class Realm:
    plan: WorldPlan
    cast: Cast
    press: Press
    papers: PaperCatalogue
    slow_seconds: float
    crawl_delay: float

    @property
    def seed(self) -> int:
        return self.plan.seed

    def pdf(self, card: Card, version: str = PREPRINT, key: str = "") -> bytes:
        paper, words = self.papers.paper(card.number), self.papers.words(card.number)
        return paper_pdf(self.seed, paper, words, version, key)

    def serve_pdf(self, card: Card, version: str = PREPRINT) -> Callable[[], Response]:
        return lambda: as_pdf(self.pdf(card, version))

    def another_copy(self, thing: Resource, card: Card, near: bool = False) -> Resource:
        """The resource as a copy of the preprint: of its very bytes, unless near."""
        original = card.best_url
        near = near or not card.delivery.at_home
        return replace(
            thing, card=card, version=PREPRINT, kind="paper", copy_of=original, near_copy=near
        )

    def serve_as_delivered(self, card: Card) -> Callable[[], Response]:
        """The author's copy: packed or mislabelled as its delivery says."""
        delivery = card.delivery

        def make() -> Response:
            body = self.pdf(card)
            packed = gzip.compress(body, mtime=0) if delivery.gzipped else body
            return respond(packed, delivery.mime_type)

        return make


def realm(seed: int, pages: int, slow_seconds: float, crawl_delay: float) -> Realm:
    plan = WorldPlan(seed, pages)
    cast, press = Cast(plan), Press(plan)
    papers = PaperCatalogue(plan, cast, press)
    return Realm(plan, cast, press, papers, slow_seconds, crawl_delay)
