"""The facts of every paper, each derived from its number: authors, venue, year and citations."""

import random
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sheaf.world import prose
from sheaf.world.chance import dice, draw
from sheaf.world.citing import STYLES, PrintedReference, Work, reference_list
from sheaf.world.delivery import Delivery, delivery_of
from sheaf.world.disciplines import Discipline
from sheaf.world.grammar import Words
from sheaf.world.names import any_name, plain_letters
from sheaf.world.people import Cast, Scholar
from sheaf.world.plan import PAPERS_PER_DEPARTMENT, PAPERS_PER_PERSON, WorldPlan
from sheaf.world.venues import Press, Volume

_PUBLISHERS = ("Harrow Press", "Linden & Sons", "Meridian Books", "Northgate University Press")
_SHARE_OUTSIDE_FIELD = 0.12
_TRIES_PER_CITATION = 4


@dataclass(frozen=True)
class Card:
    """What a catalogue would know of a paper: enough to list it or to cite it."""

    number: int
    field: int
    discipline: Discipline
    title: str
    authors: tuple[Scholar, ...]
    volume: Volume
    place: int  # within the volume
    delivery: Delivery

    @property
    def year(self) -> int:
        return self.volume.year

    @cached_property
    def stem(self) -> str:
        """The file name an author gives: family name, year and a word of the title."""
        words = [word for word in plain_letters(self.title).split() if word.isalpha()]
        word = max(words, key=len)
        family = "".join(filter(str.isalpha, plain_letters(self.authors[0].name.family)))
        return f"{family}{self.year}-{word}-{self.number % PAPERS_PER_PERSON + 1}".lower()

    @property
    def home_url(self) -> str:
        """Where the author keeps the preprint, if the author keeps one."""
        return f"{self.authors[0].home}papers/{self.stem}{self.delivery.suffix}"

    @property
    def landing_url(self) -> str:
        return self.volume.landing_url(self.place)

    @property
    def published_url(self) -> str:
        return self.volume.pdf_url(self.place)

    @property
    def best_url(self) -> str:
        """The copy the others are copies of."""
        return self.home_url if self.delivery.at_home else self.published_url

    @property
    def doi(self) -> str | None:
        """Older volumes have none."""
        has_one = self.volume.series.is_journal or self.year >= 2012
        return self.volume.doi(self.place) if has_one else None


@dataclass(frozen=True)
class SimulatedPaper:
    """The whole truth about a paper."""

    card: Card
    abstract: str
    keywords: tuple[str, ...]
    citation_style: str
    references: tuple[PrintedReference, ...]

    @property
    def paper_id(self) -> int:
        return self.card.number

    @property
    def title(self) -> str:
        return self.card.title

    @property
    def authors(self) -> tuple[Scholar, ...]:
        return self.card.authors

    @property
    def year(self) -> int:
        return self.card.year

    @property
    def venue(self) -> str:
        return self.card.volume.series.name

    @property
    def doi(self) -> str | None:
        return self.card.doi

    @property
    def discipline(self) -> str:
        return self.card.discipline.name


class PaperCatalogue:
    """Every paper of the world, by number."""

    def __init__(self, plan: WorldPlan, cast: Cast, press: Press) -> None:
        self._plan = plan
        self._cast = cast
        self._press = press
        self.card = lru_cache(maxsize=4096)(self._make_card)

    def paper(self, number: int) -> SimulatedPaper:
        card = self.card(number)
        style = STYLES[draw(len(STYLES), self._plan.seed, "style", number)]
        rng = dice(self._plan.seed, "abstract", number)
        return SimulatedPaper(
            card=card,
            abstract=prose.abstract(self.words(number), rng),
            keywords=prose.keywords(self._subject(number)),
            citation_style=style,
            references=reference_list(self._works_cited_by(card), style),
        )

    def words(self, number: int) -> Words:
        card = self.card(number)
        return prose.vocabulary(self._plan.seed, card.discipline, self._subject(number), number)

    def written_by(self, person: Scholar) -> list[Card]:
        """Papers led or joined by a person; co-authors come from two departments at most."""
        department = person.department.number
        partner = self._plan.partner(department)
        numbers = [*self._plan.papers_of_department(department)]
        if partner is not None:
            numbers += self._plan.papers_of_department(partner)
        written = [n for n in numbers if person.number in self._author_numbers(n)]
        return sorted(map(self.card, written), key=lambda card: (-card.year, card.number))

    def _make_card(self, number: int) -> Card:
        field = self._plan.field_of(number)
        discipline = self._plan.discipline(field)
        rank = self._plan.rank_in_field(number)
        volume, place = self._plan.place_of(number)
        return Card(
            number=number,
            field=field,
            discipline=discipline,
            title=prose.title(self._plan.seed, discipline, rank),
            authors=tuple(map(self._cast.person, self._author_numbers(number))),
            volume=self._press.volume(field, volume),
            place=place,
            delivery=delivery_of(number, self._plan.seed),
        )

    def _subject(self, number: int) -> prose.Subject:
        discipline = self._plan.discipline(self._plan.field_of(number))
        return prose.subject(self._plan.seed, discipline, self._plan.rank_in_field(number))

    def _author_numbers(self, number: int) -> tuple[int, ...]:
        """The lead author, then colleagues, at times from the partner department too."""
        seed = self._plan.seed
        lead = number // PAPERS_PER_PERSON
        department = number // PAPERS_PER_DEPARTMENT
        pool = [p for p in self._plan.people_of(department) if p != lead]
        partner = self._plan.partner(department)
        if partner is not None and draw(3, seed, "abroad", number) == 0:
            pool += self._plan.people_of(partner)
        wanted = draw(5, seed, "coauthors", number)
        start = draw(max(1, len(pool)), seed, "first coauthor", number)
        others = [pool[(start + step) % len(pool)] for step in range(min(wanted, len(pool)))]
        return (lead, *others)

    def _works_cited_by(self, card: Card) -> list[Work]:
        rng = dice(self._plan.seed, "cites", card.number)
        wanted = rng.randrange(5, 15)
        cited: dict[int, Work] = {}
        for _ in range(wanted * _TRIES_PER_CITATION):
            abroad = rng.random() < _SHARE_OUTSIDE_FIELD
            field = rng.randrange(self._plan.fields) if abroad else card.field
            other = self._plan.popular_paper(field, rng.random())
            if other != card.number and other not in cited and len(cited) < wanted:
                cited |= self._if_earlier(other, card.year)
        outside = [self._outside_work(card, rng) for _ in range(rng.randrange(4, 12))]
        works = [*cited.values(), *{work.title: work for work in outside}.values()]
        rng.shuffle(works)
        return works

    def _if_earlier(self, number: int, year: int) -> dict[int, Work]:
        field = self._plan.field_of(number)
        volume, _ = self._plan.place_of(number)
        if self._plan.year_of_volume(field, volume) > year:
            return {}
        return {number: _make_work(self.card(number))}

    def _outside_work(self, card: Card, rng: random.Random) -> Work:
        authors = tuple(any_name(rng) for _ in range(rng.choice((1, 1, 2, 3))))
        title = prose.short_title(card.discipline, rng)
        year = card.year - rng.randrange(1, 45)
        if rng.random() < 0.5:
            return Work(None, authors, title, rng.choice(_PUBLISHERS), year, is_book=True)
        first = rng.randrange(1, 700)
        journal = f"Quarterly of {rng.choice(card.discipline.areas)}"
        pages = (first, first + rng.randrange(6, 30))
        return Work(None, authors, title, journal, year, pages, str(rng.randrange(3, 90)))


def _make_work(card: Card) -> Work:
    series = card.volume.series
    return Work(
        paper_id=card.number,
        authors=tuple(author.name for author in card.authors),
        title=card.title,
        venue=series.name if series.is_journal else f"Proceedings of the {series.name}",
        year=card.year,
        pages=card.volume.pages(card.place),
        volume=card.volume.label if series.is_journal else None,
    )
