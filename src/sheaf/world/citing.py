"""Reference lists: four styles of entries and of the markers that point to them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sheaf.world.names import Name, plain_letters


@dataclass(frozen=True)
class Work:
    """What can be cited, inside the world (with paper_id) or outside of it."""

    paper_id: int | None
    authors: tuple[Name, ...]
    title: str
    venue: str
    year: int
    pages: tuple[int, int] | None = None
    volume: str | None = None
    is_book: bool = False


@dataclass(frozen=True)
class PrintedReference:
    """One entry of a reference list: its fields, the marker in the text, the printed entry."""

    paper_id: int | None
    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    marker: str
    text: str


STYLES = ("numbered", "author-year", "superscript", "alphabetic")


def reference_list(works: Sequence[Work], style: str) -> tuple[PrintedReference, ...]:
    """The works in the order, with the markers and in the wording of the style."""
    if style in ("author-year", "alphabetic"):
        works = sorted(works, key=_alphabetical)
    tags = _make_tags(works, style)
    return tuple(_print_reference(work, tag, style) for work, tag in zip(works, tags, strict=True))


def cite(references: Sequence[PrintedReference], style: str) -> str:
    """What stands at the end of a sentence: "[3, 7]", "(Kovács, 2019)", superscript digits."""
    tags = [reference.marker for reference in references]
    if style == "author-year":
        return "(" + "; ".join(tags) + ")"
    if style == "superscript":
        return SUPERSCRIPT_ON + ",".join(tags) + SUPERSCRIPT_OFF
    return "[" + ", ".join(tag.strip("[]") for tag in tags) + "]"


def name_and_cite(reference: PrintedReference, style: str) -> str:
    """The authors as part of the sentence, with their marker: "Kovács and Lind [3]"."""
    names = _people_in_text([author.rsplit(",", 1)[0] for author in reference.authors])
    if style == "author-year":
        year = reference.marker.rsplit(" ", 1)[1]
        return f"{names} ({year})"
    if style == "superscript":
        return names + cite([reference], style)
    return f"{names} {cite([reference], style)}"


# The typesetter lifts and shrinks what stands between these two.
SUPERSCRIPT_ON, SUPERSCRIPT_OFF = "\x0e", "\x0f"


def _alphabetical(work: Work) -> tuple[str, int, str]:
    return plain_letters(work.authors[0].family).lower(), work.year, work.title


def _make_tags(works: Sequence[Work], style: str) -> list[str]:
    if style == "numbered":
        return [f"[{number}]" for number in range(1, len(works) + 1)]
    if style == "superscript":
        return [str(number) for number in range(1, len(works) + 1)]
    if style == "alphabetic":
        return [f"[{tag}]" for tag in _distinguish_tags([_letters(work) for work in works])]
    return _distinguish_tags([f"{_people_in_text(_families(work))}, {work.year}" for work in works])


def _distinguish_tags(tags: list[str]) -> list[str]:
    """Equal tags get the letters a, b, c ... as editors do."""
    totals, seen = Counter(tags), Counter[str]()
    result = []
    for tag in tags:
        letter = chr(ord("a") + seen[tag]) if totals[tag] > 1 else ""
        seen[tag] += 1
        result.append(tag + letter)
    return result


def _letters(work: Work) -> str:
    families = [plain_letters(name.family).replace(" ", "") for name in work.authors]
    letters = families[0][:3] if len(families) == 1 else "".join(each[0] for each in families[:4])
    return f"{letters}{work.year % 100:02d}"


def _families(work: Work) -> list[str]:
    return [name.family for name in work.authors]


def _people_in_text(families: list[str]) -> str:
    if len(families) > 2:
        return f"{families[0]} et al."
    return " and ".join(families)


def _print_reference(work: Work, tag: str, style: str) -> PrintedReference:
    entry = _ENTRIES[style](work, tag)
    authors = tuple(f"{name.family}, {name.initials}" for name in work.authors)
    blank = PrintedReference(work.paper_id, authors, work.title, work.venue, work.year, tag, "")
    return replace(blank, text=entry)


def _numbered(work: Work, tag: str) -> str:
    people = _join_people([f"{name.initials} {name.family}" for name in work.authors], " and ")
    if work.is_book:
        return f"{tag} {people}, {work.title}. {work.venue}, {work.year}."
    place = f"vol. {work.volume}" if work.volume else ""
    pages = f"pp. {_span(work)}" if work.pages else ""
    details = ", ".join(filter(None, (place, pages, str(work.year))))
    source = work.venue if work.volume else f"in {work.venue}"
    return f"{tag} {people}, “{work.title},” {source}, {details}."


def _author_year(work: Work, tag: str) -> str:
    people = _join_people([f"{name.family}, {name.initials}" for name in work.authors], ", & ")
    year = tag.rsplit(" ", 1)[1]
    if work.is_book:
        return f"{people} ({year}). {work.title}. {work.venue}."
    where = ", ".join(filter(None, (work.venue, work.volume, _span(work))))
    return f"{people} ({year}). {_end_sentence(work.title)} {where}."


def _vancouver(work: Work, tag: str) -> str:
    people = ", ".join(
        f"{name.family} {name.initials.replace('.', '').replace(' ', '').replace('-', '')}"
        for name in work.authors
    )
    volume = f";{work.volume}" if work.volume else ""
    pages = f":{_span(work)}" if work.pages else ""
    return f"{tag}. {people}. {_end_sentence(work.title)} {work.venue}. {work.year}{volume}{pages}."


def _full_names(work: Work, tag: str) -> str:
    people = _join_people([name.full for name in work.authors], " and ")
    source = work.venue if work.is_book or work.volume else f"In {work.venue}"
    volume = f", volume {work.volume}" if work.volume else ""
    pages = f", pages {_span(work)}" if work.pages else ""
    return f"{tag} {people}. {_end_sentence(work.title)} {source}{volume}{pages}, {work.year}."


def _end_sentence(title: str) -> str:
    return title if title.endswith("?") else f"{title}."


def _span(work: Work) -> str:
    return f"{work.pages[0]}–{work.pages[1]}" if work.pages else ""


def _join_people(people: list[str], last: str) -> str:
    if len(people) < 2:
        return people[0]
    return ", ".join(people[:-1]) + last + people[-1]


_ENTRIES = {
    "numbered": _numbered,
    "author-year": _author_year,
    "superscript": _vancouver,
    "alphabetic": _full_names,
}
