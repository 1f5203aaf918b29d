"""A department's host: its own pages, its labs, a private corner, and its members' homepages."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain

from sheaf.world.chance import dice
from sheaf.world.documents import form_pdf
from sheaf.world.html import heading, items, link, page, paragraph
from sheaf.world.people import Department, Lab
from sheaf.world.plan import DEPARTMENTS_PER_UNIVERSITY
from sheaf.world.prose import research_interest
from sheaf.world.realm import Realm
from sheaf.world.response import Resource, Response, as_pdf
from sheaf.world.sites.homepage import Homepage
from sheaf.world.sites.site import OPEN_TO_ALL


class DepartmentSite:
    def __init__(self, realm: Realm, department: Department) -> None:
        self._realm = realm
        self._department = department
        self.host = department.host
        self._home = f"http://{self.host}/"
        self._has_private_corner = department.number % DEPARTMENTS_PER_UNIVERSITY == 0

    def resources(self) -> Iterator[Resource]:
        yield from self._own()
        people = self._realm.cast.people(self._department.number)
        yield from chain.from_iterable(
            Homepage(self._realm, person).resources() for person in people
        )

    def near(self, path: str) -> Iterable[Resource]:
        if not path.startswith("/~"):
            return self._own()
        user = path[2:].partition("/")[0]
        people = self._realm.cast.people(self._department.number)
        return chain.from_iterable(
            Homepage(self._realm, person).resources() for person in people if person.user == user
        )

    def robots(self) -> str | None:
        if self._has_private_corner:
            return "User-agent: *\nDisallow: /private/\n"
        # Many hosts have no robots.txt at all.
        return OPEN_TO_ALL if self._department.number % 2 else None

    def _own(self) -> Iterator[Resource]:
        above = f"http://{self._department.university.host}/"
        home = self._home
        yield Resource(home, above, "page", self._front_page, role="department")
        for lab in self._realm.cast.labs(self._department):
            yield Resource(lab.url, home, "page", partial(self._lab_page, lab), role="lab")
        yield Resource(f"{home}news.html", home, "page", self._news, role="news")
        yield Resource(f"{home}forms/leave.pdf", f"{home}news.html", "form", self._form)
        if self._has_private_corner:
            yield from self._private()

    def _private(self) -> Iterator[Resource]:
        """Real pages that robots.txt forbids; the files in them are linked from nowhere else."""
        corner = f"{self._home}private/"
        yield _forbid(Resource(corner, self._home, "page", self._private_page, role="staff"))
        first = self._realm.plan.papers_of_department(self._department.number).start
        card = self._realm.papers.card(first)
        draft = Resource(f"{corner}draft.pdf", corner, "paper", self._realm.serve_pdf(card))
        yield _forbid(self._realm.another_copy(draft, card))

    def _front_page(self) -> Response:
        people = self._realm.cast.people(self._department.number)
        labs = self._realm.cast.labs(self._department)
        parts = [
            paragraph(f"Welcome to the {self._department.affiliation}."),
            heading("Research groups"),
            items(link(lab.url, lab.name) for lab in labs),
            heading("People"),
            items(f"{link(f'/~{p.user}/', p.name.full)}, {p.rank}" for p in people),
            link("news.html", "News and events"),
        ]
        if self._has_private_corner:
            parts.append(link("/private/", "Staff only"))
        return page(self._department.discipline.department, *parts)

    def _lab_page(self, lab: Lab) -> Response:
        rng = dice(self._realm.seed, "lab page", lab.url)
        members = map(self._realm.cast.person, lab.members)
        topic = research_interest(self._department.discipline, rng)
        return page(
            lab.name,
            paragraph(f"We work on {topic}."),
            heading("Members"),
            items(link(member.home, member.name.full) for member in members),
            link("/", self._department.discipline.department),
        )

    def _news(self) -> Response:
        rng = dice(self._realm.seed, "news", self._department.number)
        topics = [research_interest(self._department.discipline, rng) for _ in range(4)]
        return page(
            "News and Events",
            items(f"Colloquium on {topic}, room {rng.randrange(100, 400)}" for topic in topics),
            paragraph("The building is closed on public holidays."),
            link("forms/leave.pdf", "Leave request form"),
        )

    def _form(self) -> Response:
        return as_pdf(form_pdf(self._department))

    def _private_page(self) -> Response:
        return page("Staff Only", paragraph("Drafts under review."), link("draft.pdf", "Draft"))


def _forbid(resource: Resource) -> Resource:
    return replace(resource, allowed=False, reachable=False)
