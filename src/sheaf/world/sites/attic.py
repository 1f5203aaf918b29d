"""Attics: hosts full of things that go wrong on the web, each listed on the attic's front page.

They come in the order of _GROUPS; a small world has only the first few.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from sheaf.world import oddities
from sheaf.world.chance import draw
from sheaf.world.documents import drawing_pdf
from sheaf.world.html import items, link, page, paragraph
from sheaf.world.papers import Card
from sheaf.world.realm import Realm
from sheaf.world.response import (
    CLOSE_MID_BODY,
    SHORT_BODY,
    Resource,
    Response,
    as_pdf,
    not_found,
    redirect,
    respond,
)

FIRST_MONTH = "2026/11/"
_CALENDAR = re.compile(r"/(closed/)?calendar/(\d{4,9})/(0[1-9]|1[0-2])/")
_KEY = "sesame"


class AtticSite:
    def __init__(self, realm: Realm, number: int, host: str, listed_at: str) -> None:
        self._realm = realm
        self._number = number
        self._listed_at = listed_at
        self.host = host
        self._home = f"http://{host}/"

    def resources(self) -> Iterator[Resource]:
        yield self._front()
        yield from self._things()

    def near(self, path: str) -> Iterable[Resource]:
        if _CALENDAR.fullmatch(path):
            return [self._month(path)]
        return self.resources()

    def robots(self) -> str | None:
        return "User-agent: *\nDisallow: /closed/\n"

    def _things(self) -> Iterator[Resource]:
        room = self._realm.plan.oddities - 1
        for group in _GROUPS:
            things = list(group(self))
            if room < len(things):
                return
            room -= len(things)
            yield from things

    def _front(self) -> Resource:
        return Resource(self._home, self._listed_at, "page", self._front_page, role="attic")

    def _front_page(self) -> Response:
        linked = [thing for thing in self._things() if thing.via == self._home]
        entries = (link(thing.path, _name(thing)) for thing in linked)
        return page("Special Collection", paragraph("Items as found."), items(entries))

    def _card(self, purpose: str) -> Card:
        paper = draw(self._realm.plan.papers, self._realm.seed, "attic", self._number, purpose)
        return self._realm.papers.card(paper)

    def _at(
        self, path: str, kind: str, make: Callable[[], Response], via: str | None = None
    ) -> Resource:
        parent = self._home if via is None else self._home + via
        return Resource(self._home + path, parent, kind, make)

    def _file(
        self, path: str, kind: str, served: Callable[[bytes], Response], key: str = ""
    ) -> Resource:
        """A file made from the preprint of some paper."""
        card = self._card(path)
        thing = self._at(path, kind, lambda: served(self._realm.pdf(card, key=key)))
        return replace(thing, card=card)

    def _copy(self, path: str, served: Callable[[bytes], Response], near: bool = False) -> Resource:
        thing = self._file(path, "paper", served)
        assert thing.card
        return self._realm.another_copy(thing, thing.card, near)

    def _damaged(self, path: str, fault: str) -> Resource:
        thing = self._file(path, "damaged", partial(oddities.faulty_file, fault))
        return replace(thing, fault=fault)

    # The groups, in the order in which worlds get them as they grow.

    def _moved(self) -> Iterator[Resource]:
        target = self._card("moved").best_url
        moved = self._at("moved/paper.pdf", "redirect", lambda: redirect(target))
        yield replace(moved, status=301)

    def _missing(self) -> Iterator[Resource]:
        yield replace(self._at("missing/thesis.pdf", "missing", not_found), status=404)

    def _trap(self) -> Iterator[Resource]:
        yield self._month(f"/calendar/{FIRST_MONTH}")

    def _server_error(self) -> Iterator[Resource]:
        yield replace(self._at("broken/error.html", "error", oddities.server_error), status=500)

    def _encrypted(self) -> Iterator[Resource]:
        yield self._file("files/encrypted.pdf", "encrypted", as_pdf, _KEY)

    def _truncated(self) -> Iterator[Resource]:
        yield self._file("files/truncated.pdf", "truncated", oddities.truncated_file)

    def _drawing(self) -> Iterator[Resource]:
        seed, number = self._realm.seed, self._number
        yield self._at("files/plates.pdf", "drawing", lambda: as_pdf(drawing_pdf(seed, number)))

    def _empty(self) -> Iterator[Resource]:
        yield self._at("files/empty.pdf", "empty", lambda: as_pdf(b""))

    def _slow_page(self) -> Iterator[Resource]:
        yield self._at("slow/letter.html", "page", lambda: self._slowly(oddities.letter()))

    def _broken_off(self) -> Iterator[Resource]:
        yield self._damaged("broken/disconnect.pdf", CLOSE_MID_BODY)
        yield self._damaged("broken/short.pdf", SHORT_BODY)

    def _error_as_pdf(self) -> Iterator[Resource]:
        yield self._at("files/withdrawn.pdf", "error_page", oddities.error_as_pdf)

    def _closed_trap(self) -> Iterator[Resource]:
        yield self._month(f"/closed/calendar/{FIRST_MONTH}")

    def _chain(self) -> Iterator[Resource]:
        steps = ["moved/step1.html", "moved/step2.html", "moved/step3.html", "moved/goal.html"]
        via = None
        for status, here, there in zip((302, 301, 302), steps, steps[1:], strict=False):
            make = oddities.redirect_to(self._home + there, status)
            yield replace(self._at(here, "redirect", make, via), status=status)
            via = here
        yield self._at("moved/goal.html", "page", oddities.letter, via)

    def _loop(self) -> Iterator[Resource]:
        for here, there, via in (("a", "b", None), ("b", "a", "moved/loop-a.html")):
            make = oddities.redirect_to(f"{self._home}moved/loop-{there}.html", 302)
            yield replace(self._at(f"moved/loop-{here}.html", "redirect", make, via), status=302)

    def _mislabelled(self) -> Iterator[Resource]:
        yield self._copy("files/paper.doc", lambda body: respond(body, "application/msword"))
        yield self._copy("files/preface.pdf", oddities.with_preface, near=True)

    def _unlinked(self) -> Iterator[Resource]:
        yield replace(
            self._at("unlinked/letter.html", "page", oddities.letter), reachable=False, via=""
        )

    def _nofollow(self) -> Iterator[Resource]:
        yield self._at("nofollow/index.html", "page", oddities.nofollow_page)
        behind = self._at("nofollow/behind.html", "page", oddities.letter, "nofollow/index.html")
        yield replace(behind, reachable=False)

    def _difficult_links(self) -> Iterator[Resource]:
        make = partial(oddities.difficult_links, self.host)
        yield self._at("links/index.html", "page", make)
        for path in oddities.DIFFICULT_TARGETS:
            yield self._at(path, "page", oddities.letter, "links/index.html")

    def _latin1(self) -> Iterator[Resource]:
        yield self._at("files/latin1.html", "page", oddities.latin1_page)

    def _slow_paper(self) -> Iterator[Resource]:
        yield self._copy("slow/paper.pdf", lambda body: self._slowly(as_pdf(body)))

    def _slowly(self, response: Response) -> Response:
        return replace(response, delay=self._realm.slow_seconds)

    def _month(self, path: str) -> Resource:
        found = _CALENDAR.fullmatch(path)
        assert found
        closed, year, month = bool(found[1]), int(found[2]), int(found[3])
        month_page = self._at(path[1:], "trap", lambda: oddities.calendar(year, month))
        return replace(month_page, allowed=not closed, reachable=not closed)


_GROUPS: tuple[Callable[[AtticSite], Iterator[Resource]], ...] = (
    AtticSite._moved,
    AtticSite._missing,
    AtticSite._trap,
    AtticSite._server_error,
    AtticSite._encrypted,
    AtticSite._truncated,
    AtticSite._drawing,
    AtticSite._empty,
    AtticSite._slow_page,
    AtticSite._broken_off,
    AtticSite._error_as_pdf,
    AtticSite._closed_trap,
    AtticSite._chain,
    AtticSite._loop,
    AtticSite._mislabelled,
    AtticSite._unlinked,
    AtticSite._nofollow,
    AtticSite._difficult_links,
    AtticSite._latin1,
    AtticSite._slow_paper,
)


def _name(thing: Resource) -> str:
    return thing.path.strip("/").replace("/", ", ")
