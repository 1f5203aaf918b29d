"""Where documents come from: hosts, parents, hubs, links, and what is not wanted from them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from django.http import Http404, HttpRequest
from ninja import Query, Router, Status
from ninja.params import Path
from pydantic import Field, WithJsonSchema

from sheaf.curate.own_blacklist import added_note, read_entry
from sheaf.deposit.links.contract import LinkTable
from sheaf.deposit.places.contract import Yield
from sheaf.deposit.rights.history import present_actor
from sheaf.errors import UsageError
from sheaf.web.api.answers import (
    CURSOR,
    CURSOR_WORDS,
    LARGEST_NUMBER,
    Body,
    Limit,
    ListAnswer,
    OpenAnswer,
    part_of_list,
    read_place,
    reading,
)
from sheaf.web.api.corrections import EDIT
from sheaf.web.api.doors import changing, guarded
from sheaf.web.hidden_paths import shown_to
from sheaf.web.library import served_library

router = Router()
LONGEST_HOST = 255
LONGEST_ENTRY = 500
COUNTING_SECONDS = 0.1
PlaceNumber = Annotated[int, Path(ge=1, le=LARGEST_NUMBER)]
HostCursor = Annotated[str, Query(pattern=CURSOR.format("o"), description=CURSOR_WORDS)]
ParentCursor = Annotated[str, Query(pattern=CURSOR.format("q"), description=CURSOR_WORDS)]
PARENT_LISTS = ("", "dead", "without-documents")
ParentList = Annotated[
    str,
    WithJsonSchema({"type": "string", "enum": list(PARENT_LISTS)}),
    Query("", description="Only those that are dead, or without documents; empty means all."),
]
HostName = Annotated[str, Query(max_length=LONGEST_HOST, pattern=r"^[^\x00]*$")]
Entry = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_ENTRY,
        description="A domain (example.org), one host (=www.example.org), a URL with stars.",
    ),
]


class HostAnswer(OpenAnswer):
    name: str
    documents: int


class HostList(ListAnswer[HostAnswer]):
    is_counting: bool = Field(description="Ask again in a moment: they are being counted.")


class YieldAnswer(OpenAnswer):
    """What came from it; null while it is counted: ask again in a moment."""

    led_to: dict[str, Any] | None


class HostDetails(YieldAnswer):
    name: str
    documents: int
    blacklisted: str | None = Field(description="The entry of a blacklist that is about it.")


class ParentAnswer(OpenAnswer):
    """A page that led to documents. `state` is that of the last look at its link."""

    id: int
    url: str
    host: str
    documents: int
    is_live: bool
    state: str


class ParentDetails(ParentAnswer, YieldAnswer):
    document_ids: list[int] = Field(description="The latest that came from it.")


class HubDetails(YieldAnswer):
    id: int
    hub: dict[str, Any]
    parent: int | None


class LinkCounts(OpenAnswer):
    parents: dict[str, int]
    documents: dict[str, int]


class EntryAnswer(OpenAnswer):
    words: str
    kind: str
    file: str
    is_own: bool = Field(description="Whether it can be removed here.")


class BlacklistAnswer(OpenAnswer):
    entries: list[EntryAnswer]


class HitsAnswer(OpenAnswer):
    """Documents that an entry is about, whether it stands there or not."""

    entry: str
    is_known: bool
    documents: int
    failed: int
    is_exact: bool = Field(description="Otherwise at least so many: counting takes too long.")


class GivenEntry(Body):
    entry: Entry


class ChangedBlacklist(OpenAnswer):
    entry: str
    is_new: bool


@guarded(router, "/hosts", HostList)
def hosts(request: HttpRequest, limit: Limit = 50, cursor: HostCursor = "") -> dict[str, Any]:
    """Hosts with documents, those with most first, ten thousand in all."""
    offset = read_place(cursor)
    found = served_library().places.hosts(limit=limit + 1, offset=offset)
    items = [asdict(one) for one in found or []]
    part = part_of_list(items, limit, "o", lambda _: offset + limit)
    return {**part, "is_counting": found is None}


@guarded(router, "/hosts/{name}", HostDetails)
def host(request: HttpRequest, name: str) -> dict[str, Any]:
    """One host: its documents and what became of them."""
    library = served_library()
    found = library.places.host(name[:LONGEST_HOST])
    if found is None:
        raise Http404("Nothing of this host is in the library.")
    blacklisted = library.blacklist.load(is_bounded=True).find(f"http://{found.name}/")
    led_to = _yield_told(library.places.yield_of_host(found.name))
    return {**asdict(found), "blacklisted": blacklisted, "led_to": led_to}


@guarded(router, "/parents", ListAnswer[ParentAnswer])
def parents(
    request: HttpRequest,
    host: HostName = "",
    only: ParentList = "",
    limit: Limit = 50,
    cursor: ParentCursor = "",
) -> dict[str, Any]:
    """Pages that led to documents, the latest first."""
    if only not in PARENT_LISTS:
        raise UsageError(f"only: there is no list {only!r}.")
    before = read_place(cursor) or None
    part = served_library().places.parents(host=host.lower(), only=only, before=before, limit=limit)
    items = [{**asdict(one), "state": one.state} for one in part.parents]
    return {"items": items, "next": None if part.before is None else f"q{part.before:x}"}


@guarded(router, "/parents/{number}", ParentDetails)
def parent(request: HttpRequest, number: PlaceNumber) -> dict[str, Any]:
    """One of them: what came from it, and whether it is still there."""
    places = served_library().places
    found = places.parent(number)
    if found is None:
        raise Http404(f"There is no parent {number}.")
    told = {**asdict(found), "state": found.state}
    led_to = _yield_told(places.yield_of_parent(number))
    return {**told, "led_to": led_to, "document_ids": places.documents_of_parent(number)}


@reading(router, "/hubs/{number}", HubDetails)
def hub(request: HttpRequest, number: PlaceNumber) -> dict[str, Any]:
    """A hub: what it links to, and what came of it."""
    places = served_library().places
    found = places.hub(number)
    if found is None:
        raise Http404(f"There is no hub {number}.")
    led_to = places.yield_of_parent(found.parent) if found.parent else Yield()
    return {**shown_to(request, asdict(found)), "led_to": _yield_told(led_to)}


def _yield_told(led_to: Yield | None) -> dict[str, Any] | None:
    return None if led_to is None else asdict(led_to)


@guarded(router, "/links", LinkCounts)
def links(request: HttpRequest) -> dict[str, Any]:
    """How many links are live, dead, or were not looked at. A job of the kind check-links looks."""
    ours = served_library().links
    return {f"{table.value}s": ours.counts(table) for table in LinkTable}


# -- blacklist -------------------------------------------------------------------------------------


@guarded(router, "/blacklist", BlacklistAnswer)
def blacklist(request: HttpRequest) -> dict[str, Any]:
    """What is neither crawled nor imported: the library's own entries, and those of the files that
    the settings name."""
    ours = served_library().blacklist
    entries = [(one, True) for one in ours.entries()]
    entries += [(one, False) for one in ours.other_entries()]
    told = [
        {"words": one.words, "kind": one.kind.name.lower(), "file": one.file, "is_own": is_own}
        for one, is_own in entries
    ]
    return {"entries": told}


@guarded(router, "/blacklist/hits", HitsAnswer)
def blacklist_hits(
    request: HttpRequest,
    entry: Annotated[str, Query(min_length=1, max_length=LONGEST_ENTRY)],
) -> dict[str, Any]:
    """How many documents an entry would be about, before it is added."""
    library = served_library()
    written = read_entry(entry)[2]
    hits = library.cleaning.count_hits(entry, seconds=COUNTING_SECONDS)
    known = library.blacklist.find_own(entry) is not None
    return {"entry": written, "is_known": known, **asdict(hits)}


@changing(router, "POST", "/blacklist", ChangedBlacklist, EDIT)
def blacklist_add(request: HttpRequest, given: GivenEntry) -> dict[str, Any]:
    """From now on it is neither crawled nor imported."""
    written = read_entry(given.entry)[2]
    name = present_actor().name
    note = added_note(name if isinstance(name, str) else name())
    return {"entry": written, "is_new": served_library().blacklist.add(given.entry, note)}


@changing(router, "DELETE", "/blacklist", None, EDIT, status=204)
def blacklist_remove(
    request: HttpRequest,
    entry: Annotated[str, Query(min_length=1, max_length=LONGEST_ENTRY)],
) -> Status[None]:
    """An entry of the library's own goes."""
    served_library().blacklist.remove(entry)
    return Status(204, None)
