"""The arithmetic of a world: how many of everything, and which number belongs to which.

Nothing is stored. People fill departments, departments fill universities, and papers belong to
people, all in contiguous blocks, so that every question about membership is a division.
"""

from functools import lru_cache

from sheaf.world.chance import Shuffle
from sheaf.world.disciplines import DISCIPLINES, Discipline

PEOPLE_PER_LAB = 3
LABS_PER_DEPARTMENT = 2
PEOPLE_PER_DEPARTMENT = PEOPLE_PER_LAB * LABS_PER_DEPARTMENT
DEPARTMENTS_PER_UNIVERSITY = 3
PAPERS_PER_PERSON = 3
PAPERS_PER_DEPARTMENT = PAPERS_PER_PERSON * PEOPLE_PER_DEPARTMENT
PAPERS_PER_VOLUME = 12
PAPERS_PER_LIST = 24
VOLUMES_PER_SERIES = 20
LAST_YEAR = 2025
PAGES_PER_ATTIC = 5000
SMALLEST = 20

# Measured over worlds of many sizes: what one person adds, with a share of department and venue.
_PAGES_PER_PERSON = 13.8


class WorldPlan:
    """Sizes and memberships of World(seed, pages)."""

    def __init__(self, seed: int, pages: int) -> None:
        if pages < SMALLEST:
            raise ValueError(f"a world has at least {SMALLEST} pages, not {pages}")
        self.seed = seed
        self.pages = pages
        self.attics = 1 + pages // PAGES_PER_ATTIC
        self.oddities = max(4, min(pages // 5, 40))
        own = pages - self.attics * self.oddities
        self.people = max(1, round(own / _PAGES_PER_PERSON))
        self.departments = -(-self.people // PEOPLE_PER_DEPARTMENT)
        self.universities = -(-self.departments // DEPARTMENTS_PER_UNIVERSITY)
        self.papers = self.people * PAPERS_PER_PERSON
        self.fields = min(len(DISCIPLINES), self.departments)
        self.reading_lists = max(1, self.papers // 30)

    def people_of(self, department: int) -> range:
        first = department * PEOPLE_PER_DEPARTMENT
        return range(first, min(first + PEOPLE_PER_DEPARTMENT, self.people))

    def departments_of(self, university: int) -> range:
        first = university * DEPARTMENTS_PER_UNIVERSITY
        return range(first, min(first + DEPARTMENTS_PER_UNIVERSITY, self.departments))

    def papers_led_by(self, person: int) -> range:
        return range(person * PAPERS_PER_PERSON, (person + 1) * PAPERS_PER_PERSON)

    def papers_of_department(self, department: int) -> range:
        first = department * PAPERS_PER_DEPARTMENT
        return range(first, min(first + PAPERS_PER_DEPARTMENT, self.papers))

    def partner(self, department: int) -> int | None:
        """A department of the same discipline elsewhere, with which papers are written."""
        block, field = divmod(department, self.fields)
        other = (block ^ 1) * self.fields + field
        return other if other < self.departments else None

    def field_of(self, paper: int) -> int:
        return paper // PAPERS_PER_DEPARTMENT % self.fields

    def discipline(self, field: int) -> Discipline:
        return DISCIPLINES[(field + self.seed) % len(DISCIPLINES)]

    def rank_in_field(self, paper: int) -> int:
        """The paper's number among the papers of its field."""
        department, place = divmod(paper, PAPERS_PER_DEPARTMENT)
        return department // self.fields * PAPERS_PER_DEPARTMENT + place

    def paper_at_rank(self, field: int, rank: int) -> int:
        block, place = divmod(rank, PAPERS_PER_DEPARTMENT)
        return (block * self.fields + field) * PAPERS_PER_DEPARTMENT + place

    def papers_in_field(self, field: int) -> int:
        departments = -(-(self.departments - field) // self.fields)
        full = departments * PAPERS_PER_DEPARTMENT
        last = self.departments - 1
        vacant = PAPERS_PER_DEPARTMENT - len(self.papers_of_department(last))
        return full - vacant if last % self.fields == field else full

    def volumes_in_field(self, field: int) -> int:
        return -(-self.papers_in_field(field) // PAPERS_PER_VOLUME)

    def series_in_field(self, field: int) -> int:
        return -(-self.volumes_in_field(field) // VOLUMES_PER_SERIES)

    def place_of(self, paper: int) -> tuple[int, int]:
        """The volume of its field in which a paper appeared, and its place there."""
        order = self._publishing_order(self.field_of(paper))
        return divmod(order[self.rank_in_field(paper)], PAPERS_PER_VOLUME)

    def papers_in_volume(self, field: int, volume: int) -> list[int]:
        return self._papers_between(field, volume * PAPERS_PER_VOLUME, PAPERS_PER_VOLUME, "press")

    def papers_on_list(self, number: int) -> list[int]:
        """What reading list number n recommends: a block of one field, shuffled."""
        block, field = divmod(number, self.fields)
        papers = self._papers_between(field, block * PAPERS_PER_LIST, PAPERS_PER_LIST, "lists")
        return papers or self._papers_between(field, 0, PAPERS_PER_LIST, "lists")

    def year_of_volume(self, field: int, volume: int) -> int:
        # A small field spreads its few volumes over the years: papers want earlier ones to cite.
        step = max(1, min(3, VOLUMES_PER_SERIES // self.volumes_in_field(field)))
        return LAST_YEAR - volume % VOLUMES_PER_SERIES * step

    def popular_paper(self, field: int, luck: float) -> int:
        """A paper for 0 <= luck < 1; low luck falls on few papers, which so become well known."""
        size = self.papers_in_field(field)
        order = self._order(field, "fame")
        return self.paper_at_rank(field, order[int(size * luck * luck)])

    def _papers_between(self, field: int, start: int, count: int, purpose: str) -> list[int]:
        order = self._order(field, purpose)
        stop = min(start + count, self.papers_in_field(field))
        return [self.paper_at_rank(field, order.index(place)) for place in range(start, stop)]

    def _publishing_order(self, field: int) -> Shuffle:
        return self._order(field, "press")

    def _order(self, field: int, purpose: str) -> Shuffle:
        return _order(self.seed, self.papers_in_field(field), field, purpose)


@lru_cache(maxsize=256)
def _order(seed: int, size: int, field: int, purpose: str) -> Shuffle:
    return Shuffle(size, seed, purpose, field)
