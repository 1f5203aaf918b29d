"""Where the authors work: affiliations and addresses, tied to people by marks or by place."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace

from sheaf.extract.header.authors import PrintedAuthor
from sheaf.extract.header.labelling import FrontMatter, LabelledToken
from sheaf.extract.header.words import OTHERS, word_kinds
from sheaf.records import Person

MARK = re.compile(r"^(?:\d{1,2}|[a-z]|[*∗⋆†‡§¶#♯◦♭♮♠♣♥♦|]+)$")
MARKED = re.compile(r"^a\s?[A-Z][^\W\d_]+")
LETTERS = frozenset("abcdefgh")
GLUED = re.compile(r"^([a-h])(?=[A-Z][^\W\d_])")  # "bSchool of Economics"
DEGREE = re.compile(r"^(?:[A-Z]{1,2}[a-z]{0,2}[A-Z][A-Za-z]{0,4}|[A-Z]\.(?:[A-Z]\.?)*|Ph|Sc|Dr)$")
LEAST_FAMILY = 3
CLOSING = frozenset(",.)]}:;")
PLACES = frozenset({"affiliation", "address"})
LONGEST = 400  # characters of one affiliation
MOST_LINES_BETWEEN = 2
MOST = 200  # affiliations of a paper


@dataclass(slots=True)
class Workplace:
    """One affiliation with its address, and the mark that stands before it."""

    first: int  # place of its first token
    line: int
    mark: str | None = None
    affiliation: list[LabelledToken] = field(default_factory=list)
    address: list[LabelledToken] = field(default_factory=list)

    @property
    def names(self) -> str | None:
        found = _join_tokens(self.affiliation)
        return GLUED.sub("", found) if found else None

    @property
    def where(self) -> str | None:
        return _join_tokens(self.address)


def assign_workplaces(
    front: FrontMatter, authors: Sequence[PrintedAuthor]
) -> list[list[Workplace]]:
    """For each author the workplaces, in their order."""
    places = find_workplaces(front, authors)
    marks = [_marks_behind(front, authors, number) for number in range(len(authors))]
    by_mark = {place.mark: place for place in places if place.mark is not None}
    marked = [[by_mark[mark] for mark in found if mark in by_mark] for found in marks]
    if sum(map(bool, marked)) * 2 >= len(authors) and authors:
        return marked
    return _assign_by_place(authors, places)


def detach_glued_marks(front: FrontMatter, authors: Sequence[PrintedAuthor]) -> list[PrintedAuthor]:
    """ "Smitha, Jonesb": letters that mark affiliations, printed without a gap. A name that has
    no mark behind it, where affiliations are marked by letters, has it at its end."""
    marked = any(MARKED.match(line.text) for line in front.lines)
    bare = [
        number
        for number in range(len(authors))
        if not any(map(str.isalpha, _marks_behind(front, authors, number)))
    ]
    ends = [(authors[number].person.family or "-")[-1] for number in bare]
    if not marked or len(authors) < 2 or not LETTERS.issuperset(ends):
        return list(authors)
    glued = [n for n in bare if len(authors[n].person.family or "") > LEAST_FAMILY]
    return [
        replace(
            author,
            person=_without_last_letter(author.person),
            mark=(author.person.family or "-")[-1],
        )
        if number in glued
        else author
        for number, author in enumerate(authors)
    ]


def _without_last_letter(who: Person) -> Person:
    name = who.name[:-1] if who.name.endswith(who.family or "-") else who.name
    return Person(name, who.given, (who.family or "")[:-1])


def find_workplaces(front: FrontMatter, authors: Sequence[PrintedAuthor]) -> list[Workplace]:
    inside = {at for labelled in authors for at in range(labelled.first, labelled.last + 1)}
    used = {m for number in range(len(authors)) for m in _marks_behind(front, authors, number)}
    found: list[Workplace] = []
    open_place: Workplace | None = None
    last: LabelledToken | None = None
    for at, labelled in enumerate(front.tokens):
        if at in inside or not _is_of_workplace(front, labelled):
            if labelled.token.kind in ("word", "email", "initial"):
                open_place = None
            last = labelled
            continue
        if open_place is None or _begins_workplace(front, at, open_place, last, used):
            open_place = Workplace(at, labelled.line, _mark(front, at, used))
            if len(found) < MOST:
                found.append(open_place)
        if open_place.mark is None or at > open_place.first or not MARK.match(labelled.token.text):
            (
                open_place.affiliation if labelled.label == "affiliation" else open_place.address
            ).append(labelled)
        last = labelled
    return [place for place in found if place.names or place.where]


def _is_of_workplace(front: FrontMatter, labelled: LabelledToken) -> bool:
    """What the model says, but for e-mail addresses and the lines of editors."""
    is_labelled_so = labelled.label in PLACES and labelled.token.kind != "email"
    return is_labelled_so and not OTHERS.match(front.lines[labelled.line].text)


def _begins_workplace(
    front: FrontMatter, at: int, open_place: Workplace, last: LabelledToken | None, used: Set[str]
) -> bool:
    """Behind a mark, a gap, or an address. "Room 2" is no mark: one begins a line, or stands
    behind the end of an address, or is the next number in a row that the authors have."""
    labelled = front.tokens[at]
    apart = (
        last is None
        or labelled.line != last.line
        or last.token.text in ".,;)"
        or last.label == "sep"
    )
    filled = bool(open_place.affiliation or open_place.address)
    mark = _mark(front, at, used) if filled else None
    if mark and (apart or (mark in used and mark == _next_mark(open_place.mark))):
        return True
    if labelled.line - front.tokens[at - 1].line > MOST_LINES_BETWEEN:
        return True
    return (
        labelled.label == "affiliation"
        and bool(open_place.address)
        and not _is_punctuation(labelled)
    )


def _next_mark(mark: str | None) -> str | None:
    if mark and mark.isdecimal():
        return str(int(mark) + 1)
    return chr(ord(mark) + 1) if mark and len(mark) == 1 and "a" <= mark < "z" else None


def _mark(front: FrontMatter, at: int, used: Set[str]) -> str | None:
    """A number that no author has is that of a house: "77 Massachusetts Avenue"."""
    found = _mark_at(front, at) or _glued_mark(front, at)
    house = found is not None and found.isdecimal() and front.tokens[at].label == "address"
    return None if house and found not in used else found


def _mark_at(front: FrontMatter, at: int) -> str | None:
    """A mark that stands here, with a word behind it, or just before."""
    here = front.tokens[at]
    if MARK.match(here.token.text) and at + 1 < len(front.tokens):
        after = front.tokens[at + 1]
        if after.line == here.line and after.token.text[0].isalpha() and after.label in PLACES:
            return here.token.text
        if after.token.text in ")." and at + 2 < len(front.tokens):
            return here.token.text if front.tokens[at + 2].line == here.line else None
    if at:
        before = front.tokens[at - 1]
        if (
            before.line == here.line
            and before.label not in PLACES
            and MARK.match(before.token.text)
        ):
            return before.token.text
    return None


def _glued_mark(front: FrontMatter, at: int) -> str | None:
    """A letter that is printed without a gap before the first word of a workplace."""
    found = GLUED.match(front.tokens[at].token.text)
    return found[1] if found else None


def _marks_behind(front: FrontMatter, authors: Sequence[PrintedAuthor], number: int) -> list[str]:
    """Numbers, letters and signs between a name and what follows it."""
    end = authors[number + 1].first if number + 1 < len(authors) else len(front.tokens)
    found = []
    for labelled in front.tokens[authors[number].last + 1 : min(end, authors[number].last + 14)]:
        text = labelled.token.text
        if labelled.label in PLACES or labelled.token.kind == "email":
            break
        if MARK.match(text):
            found.append(text)
        elif text not in ",;()[]{}." and labelled.token.kind != "sign" and not DEGREE.match(text):
            break
    own = authors[number].mark
    return [own, *found] if own else found


def _assign_by_place(
    authors: Sequence[PrintedAuthor], places: Sequence[Workplace]
) -> list[list[Workplace]]:
    """Authors that stand together share what follows them; as many workplaces as authors behind
    all of them are one each."""
    found: list[list[Workplace]] = [[] for _ in authors]
    group: list[int] = []
    for number, author in enumerate(authors):
        group.append(number)
        end = authors[number + 1].first if number + 1 < len(authors) else None
        own = [p for p in places if p.first > author.last and (end is None or p.first < end)]
        if not own:
            continue
        one_each = len(own) == len(group) and len(group) > 1
        for at, member in enumerate(group):
            found[member] = [own[at]] if one_each else list(own)
        group = []
    # Names behind the last workplace: everything stood before them.
    before = [p for p in places if group and p.first < authors[group[0]].first]
    for member in group:
        found[member] = before[-1:] if len(before) == len(authors) else before
    return found


def _is_punctuation(labelled: LabelledToken) -> bool:
    return labelled.token.text in CLOSING


def _begins_another(tokens: Sequence[LabelledToken], at: int) -> bool:
    """Whether the line that begins here names an institution as the end of the line before it
    does: "Department of Physics", "University of Leeds". A name that goes on is broken behind a
    small word or a sign, or has its kind ("University") in one of the lines only."""
    last, line = tokens[at - 1], tokens[at].line
    if last.token.text[-1:] in ",;:-&/" or "a" <= last.token.text[:1] <= "z":
        return False
    if tokens[at].token.text.islower():
        return False
    before, after = at, at
    while (
        before and tokens[before - 1].line == last.line and not _is_punctuation(tokens[before - 1])
    ):
        before -= 1
    while after < len(tokens) and tokens[after].line == line and not _is_punctuation(tokens[after]):
        after += 1
    return all(
        any("affiliation" in word_kinds(labelled.token.text) for labelled in part)
        for part in (tokens[before:at], tokens[at:after])
    )


def _join_tokens(tokens: Sequence[LabelledToken]) -> str | None:
    text = ""
    last: LabelledToken | None = None
    for at, labelled in enumerate(tokens):
        glued = (
            last is not None
            and last.line == labelled.line
            and last.token.end == labelled.token.start
        )
        hyphen = text.endswith("-") and last is not None and labelled.line != last.line
        if hyphen and labelled.token.text[0].islower():
            text = text[:-1] + labelled.token.text
        else:
            new = last is not None and labelled.line != last.line and _begins_another(tokens, at)
            text += (
                labelled.token.text if glued or not text else f"{',' * new} {labelled.token.text}"
            )
        last = labelled
    return text.strip(" ,;.:()[]*†‡§¶")[:LONGEST] or None
