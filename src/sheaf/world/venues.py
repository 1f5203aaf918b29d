"""Conferences and journals: series of yearly volumes, each on a host of its own."""

import re
from dataclasses import dataclass

from sheaf.world.chance import Shuffle
from sheaf.world.disciplines import Discipline
from sheaf.world.plan import LAST_YEAR, PAPERS_PER_VOLUME, VOLUMES_PER_SERIES, WorldPlan

_CONFERENCES = (
    "International Conference on {area}",
    "Symposium on {area}",
    "Workshop on {area}",
    "European Meeting on {area}",
    "Pacific Conference on {area}",
    "Annual Congress on {area}",
    "Summer Seminar on {area}",
    "Joint Assembly on {area}",
    "Nordic Conference on {area}",
    "Forum on {area}",
)
_JOURNALS = (
    "Journal of {area}",
    "Annals of {area}",
    "{area} Review",
    "Transactions on {area}",
    "Archive of {area}",
    "Advances in {area}",
    "Bulletin of {area}",
    "Letters in {area}",
    "Contributions to {area}",
    "Proceedings in {area}",
)
_PAGES_PER_ARTICLE = 14


@dataclass(frozen=True)
class Series:
    field: int
    number: int
    name: str
    is_journal: bool
    society: str

    @property
    def acronym(self) -> str:
        initials = "".join(word[0] for word in self.name.split() if word[0].isupper())
        return initials if len(initials) > 2 else f"{initials}S"

    @property
    def host(self) -> str:
        return f"{self.acronym.lower()}{self.number + 1}.{self.society}.test"


@dataclass(frozen=True)
class Volume:
    series: Series
    number: int  # among the volumes of its field
    year: int

    @property
    def label(self) -> str:
        """Volume numbers count from the founding of the series, one a year."""
        return str(self.year - (LAST_YEAR - 60) + self.series.number % 9)

    @property
    def url(self) -> str:
        folder = f"volumes/{self.label}" if self.series.is_journal else str(self.year)
        return f"http://{self.series.host}/{folder}/"

    @property
    def title(self) -> str:
        if self.series.is_journal:
            return f"{self.series.name}, Volume {self.label} ({self.year})"
        return f"Proceedings of the {self.year} {self.series.name}"

    def pages(self, place: int) -> tuple[int, int]:
        first = place * _PAGES_PER_ARTICLE + 1
        return first, first + _PAGES_PER_ARTICLE - 1 - place % 5

    def landing_url(self, place: int) -> str:
        return f"{self.url}{self._stem(place)}.html"

    def pdf_url(self, place: int) -> str:
        return f"{self.url}{self._stem(place)}.pdf"

    def doi(self, place: int) -> str:
        prefix = 5000 + self.series.field * 100 + self.series.number
        return f"10.{prefix}/{self.series.acronym.lower()}.{self.year}.{place + 1:03d}"

    def _stem(self, place: int) -> str:
        return f"art{place + 1:02d}" if self.series.is_journal else f"p{self.pages(place)[0]:03d}"


class Press:
    """All series and volumes, by number or by host name."""

    def __init__(self, plan: WorldPlan) -> None:
        self._plan = plan

    def series(self, field: int, number: int) -> Series:
        discipline = self._plan.discipline(field)
        is_journal = (field + number) % 2 == 1
        name = self._name(field, number, discipline, is_journal)
        return Series(field, number, name, is_journal, discipline.society)

    def volume(self, field: int, number: int) -> Volume:
        series = self.series(field, number // VOLUMES_PER_SERIES)
        return Volume(series, number, self._plan.year_of_volume(field, number))

    def volumes(self, series: Series) -> list[Volume]:
        first = series.number * VOLUMES_PER_SERIES
        stop = min(first + VOLUMES_PER_SERIES, self._plan.volumes_in_field(series.field))
        return [self.volume(series.field, number) for number in range(first, stop)]

    def series_on(self, host: str) -> Series | None:
        match = re.fullmatch(r"[a-z]+(\d+)\.([a-z-]+)\.test", host)
        if not match:
            return None
        number = int(match[1]) - 1
        for field in range(self._plan.fields):
            known = 0 <= number < self._plan.series_in_field(field)
            if known and self._plan.discipline(field).society == match[2]:
                series = self.series(field, number)
                return series if series.host == host else None
        return None

    def _name(self, field: int, number: int, discipline: Discipline, is_journal: bool) -> str:
        forms = _JOURNALS if is_journal else _CONFERENCES
        cycle, place = divmod(number, len(discipline.areas))
        area = discipline.areas[Shuffle(len(discipline.areas), self._plan.seed, field)[place]]
        name = forms[(field + cycle) % len(forms)].format(area=area)
        return name if cycle < len(forms) else f"{name}, Series {cycle // len(forms) + 1}"


assert PAPERS_PER_VOLUME * _PAGES_PER_ARTICLE < 1000  # page numbers in file names have three digits
