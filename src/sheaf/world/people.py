"""The people of the world and where they work: universities, departments and labs."""

from dataclasses import dataclass
from functools import lru_cache

from sheaf.world.chance import dice, draw
from sheaf.world.disciplines import Discipline
from sheaf.world.names import Name, distinct_names, user_name
from sheaf.world.places import Towns
from sheaf.world.plan import (
    DEPARTMENTS_PER_UNIVERSITY,
    PEOPLE_PER_DEPARTMENT,
    PEOPLE_PER_LAB,
    WorldPlan,
)

_RANKS = ("Professor", "Associate Professor", "Assistant Professor", "Lecturer", "Research Fellow")


@dataclass(frozen=True)
class University:
    number: int
    slug: str
    name: str

    @property
    def host(self) -> str:
        return f"www.{self.slug}.test"

    @property
    def repository_host(self) -> str:
        return f"eprints.{self.slug}.test"


@dataclass(frozen=True)
class Department:
    number: int
    university: University
    discipline: Discipline

    @property
    def host(self) -> str:
        return f"{self.discipline.label}.{self.university.slug}.test"

    @property
    def affiliation(self) -> str:
        return f"{self.discipline.department}, {self.university.name}"


@dataclass(frozen=True)
class Lab:
    department: Department
    slug: str
    name: str
    members: range

    @property
    def url(self) -> str:
        return f"http://{self.department.host}/labs/{self.slug}/"


@dataclass(frozen=True)
class Scholar:
    number: int
    name: Name
    rank: str
    department: Department

    @property
    def user(self) -> str:
        return user_name(self.name)

    @property
    def home(self) -> str:
        return f"http://{self.department.host}/~{self.user}/"

    @property
    def email(self) -> str:
        return f"{self.user}@{self.department.host}"


class Cast:
    """Answers who is who; everything is made anew when asked for."""

    def __init__(self, plan: WorldPlan) -> None:
        self._plan = plan
        self._towns = Towns(plan.seed)
        self._roster = lru_cache(maxsize=2048)(self._make_roster)

    def university(self, number: int) -> University:
        return University(number, self._towns.slug(number), self._towns.university(number))

    def university_called(self, slug: str) -> University | None:
        number = self._towns.number(slug)
        if number is None or number >= self._plan.universities:
            return None
        return self.university(number)

    def department(self, number: int) -> Department:
        university = self.university(number // DEPARTMENTS_PER_UNIVERSITY)
        discipline = self._plan.discipline(number % self._plan.fields)
        return Department(number, university, discipline)

    def people(self, department: int) -> tuple[Scholar, ...]:
        return self._roster(department)

    def person(self, number: int) -> Scholar:
        department, place = divmod(number, PEOPLE_PER_DEPARTMENT)
        return self._roster(department)[place]

    def labs(self, department: Department) -> list[Lab]:
        people = self._plan.people_of(department.number)
        starts = range(people.start, people.stop, PEOPLE_PER_LAB)
        return [self._lab(department, start, people.stop) for start in starts]

    def lab_of(self, person: Scholar) -> Lab:
        place = person.number % PEOPLE_PER_DEPARTMENT
        return self.labs(person.department)[place // PEOPLE_PER_LAB]

    def _lab(self, department: Department, start: int, stop: int) -> Lab:
        areas = department.discipline.areas
        first = draw(len(areas), self._plan.seed, "lab", department.number)
        area = areas[(first + start // PEOPLE_PER_LAB % 2) % len(areas)]
        name = f"{area} Group" if start % 2 else f"Laboratory for {area}"
        members = range(start, min(start + PEOPLE_PER_LAB, stop))
        return Lab(department, area.lower().replace(" ", "-"), name, members)

    def _make_roster(self, number: int) -> tuple[Scholar, ...]:
        department = self.department(number)
        rng = dice(self._plan.seed, "roster", number)
        names = distinct_names(rng, PEOPLE_PER_DEPARTMENT)
        numbers = self._plan.people_of(number)
        return tuple(
            Scholar(person, name, rng.choice(_RANKS), department)
            for person, name in zip(numbers, names, strict=False)
        )
