"""A person's homepage: publications, their files, a CV, talks and teaching."""

from collections.abc import Iterator
from functools import partial
from html import escape

from sheaf.world.chance import dice
from sheaf.world.documents import cv_pdf, problems_pdf, slides_pdf, syllabus_pdf
from sheaf.world.html import citation, file_link, heading, items, link, page, paragraph
from sheaf.world.papers import Card
from sheaf.world.people import Scholar
from sheaf.world.prose import research_interest
from sheaf.world.realm import Realm
from sheaf.world.response import Resource, Response, as_pdf, not_found, redirect

_PROBLEMS = (("homework", "Homework 1"), ("exam", "Final Exam"))


class Homepage:
    def __init__(self, realm: Realm, person: Scholar) -> None:
        self._realm = realm
        self._person = person
        self._home = person.home
        self._list = f"{self._home}publications.html"
        self._has_cv = person.number % 2 == 0
        self._has_talk = person.number % 3 == 1
        self._teaches = person.number % 4 == 2
        self._has_dead_link = person.number % 5 == 3

    def resources(self) -> Iterator[Resource]:
        home = self._home
        above = f"http://{self._person.department.host}/"
        yield Resource(home, above, "page", self._front_page, role="homepage", person=self._person)
        yield Resource(self._list, home, "page", self._publications, role="publications")
        for card in self._led():
            if card.delivery.at_home:
                yield from self._paper(card)
        if self._has_cv:
            yield Resource(f"{home}cv.pdf", home, "cv", self._cv)
        if self._has_talk:
            about = self._led()[0].number
            yield Resource(self._talk_url, home, "slides", self._talk, about=about)
        if self._teaches:
            yield from self._teaching()
        if self._has_dead_link:
            dead = f"{home}papers/draft-old.pdf"
            yield Resource(dead, self._list, "missing", not_found, status=404)

    def _paper(self, card: Card) -> Iterator[Resource]:
        via = self._list
        if card.delivery.moved:
            via = _old_url(card)
            moved = partial(redirect, card.home_url)
            yield Resource(via, self._list, "redirect", moved, status=301)
        make = self._realm.serve_as_delivered(card)
        yield Resource(card.home_url, via, "paper", make, card=card, version="preprint")

    def _teaching(self) -> Iterator[Resource]:
        teaching = f"{self._home}teaching.html"
        yield Resource(teaching, self._home, "page", self._teaching_page, role="teaching")
        yield Resource(f"{self._home}teaching/syllabus.pdf", teaching, "syllabus", self._syllabus)
        for kind, name in _PROBLEMS:
            url = f"{self._home}teaching/{kind}.pdf"
            yield Resource(url, teaching, kind, partial(self._problems, name))

    def _led(self) -> list[Card]:
        return [*map(self._realm.papers.card, self._realm.plan.papers_led_by(self._person.number))]

    @property
    def _course(self) -> str:
        courses = self._person.department.discipline.courses
        return courses[self._person.number % len(courses)]

    @property
    def _talk_url(self) -> str:
        return f"{self._home}talks/{self._led()[0].stem}-slides.pdf"

    def _front_page(self) -> Response:
        person = self._person
        rng = dice(self._realm.seed, "homepage", person.number)
        lab = self._realm.cast.lab_of(person)
        links = [link("publications.html", rng.choice(("Publications", "Papers", "My papers")))]
        if self._has_cv:
            links.append(link("cv.pdf", rng.choice(("CV", "Curriculum vitae", "Vita (PDF)"))))
        if self._has_talk:
            links.append(link(self._talk_url, "Slides of a recent talk"))
        if self._teaches:
            links.append(link("teaching.html", "Teaching"))
        topics = [research_interest(person.department.discipline, rng) for _ in range(2)]
        return page(
            person.name.full,
            paragraph(f"{person.rank}, {person.department.affiliation}"),
            paragraph(f"E-mail: {person.email}"),
            heading("Research"),
            paragraph(f"I am interested in {topics[0]}, and lately in {topics[1]}."),
            items(links),
            link(lab.url, lab.name) + " | " + link("/", person.department.discipline.department),
        )

    def _publications(self) -> Response:
        cards = self._realm.papers.written_by(self._person)
        entries = [f"{escape(citation(card))} {' '.join(_links(card))}" for card in cards]
        if self._has_dead_link:
            entries.append("An older draft: " + link("papers/draft-old.pdf", "PDF"))
        return page(f"Publications of {self._person.name.full}", items(entries), link("./", "Home"))

    def _teaching_page(self) -> Response:
        names = [link(f"teaching/{kind}.pdf", name) for kind, name in _PROBLEMS]
        syllabus = link("teaching/syllabus.pdf", "Syllabus")
        return page(f"Teaching: {self._course}", items([syllabus, *names]), link("./", "Home"))

    def _cv(self) -> Response:
        cards = self._realm.papers.written_by(self._person)
        return as_pdf(cv_pdf(self._realm.seed, self._person, cards))

    def _talk(self) -> Response:
        return as_pdf(slides_pdf(self._realm.seed, self._led()[0]))

    def _syllabus(self) -> Response:
        return as_pdf(syllabus_pdf(self._realm.seed, self._person, self._course))

    def _problems(self, name: str) -> Response:
        return as_pdf(problems_pdf(self._realm.seed, self._person, self._course, name))


def _links(card: Card) -> list[str]:
    """What a publication list offers for a paper: the file, or else the publisher's page."""
    links = [link(card.landing_url, "publisher's page")] if card.delivery.published else []
    if card.delivery.at_home:
        links.insert(0, file_link(card, _old_url(card) if card.delivery.moved else card.home_url))
    return links


def _old_url(card: Card) -> str:
    return f"{card.authors[0].home}pubs/{card.stem}{card.delivery.suffix}"
