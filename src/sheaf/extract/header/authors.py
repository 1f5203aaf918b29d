"""The people of the author block, in their order: runs of author tokens made names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.name_runs import MOST_WORDS, find_name_runs, fold, is_behind_abstract
from sheaf.extract.header.words import OTHERS, OTHERS_HEAD, TITLED
from sheaf.extract.names import read_person
from sheaf.records import Person

FAR, FAR_SURE = 12, 0.75  # lines behind the other authors, where a name must be surer than this
HEAD = re.compile(r"^(?:by|par|B Y)\s+(?=[^\W\d_])", re.IGNORECASE)
NO_PERSON = re.compile(
    r"^(?:south|north|east|west|new|the)\s|\b(?:[eé]cole|fachbereich|enterprise|masterarbeit"
    r"|bachelorarbeit|studiengang|dissertation|helmholtz|fraunhofer|thesis"
    r"|licen[cs]e|corporation|thousand oaks|los angeles|san francisco|san diego"
    r"|santa barbara|palo alto|ann arbor)\b",
    re.IGNORECASE,
)
NO_PERSON_IN_CAPITALS = re.compile(
    r"^(?:TU|UC|ETH|EPFL|MIT|IBM|CNRS|CERN|NASA|KTH|SRI)\s|^K\.?\s?U\.? Leuven|\sTech$"
    r"|\s(?:AZ|CA|CO|CT|FL|GA|IL|MD|MI|MN|NC|NH|NJ|NM|NY|OH|PA|RI|TN|TX|UT|VA|WA|WI|USA|UK)$"
)
TAIL = re.compile(r"(?:\b(?:ID|iD|ORCID)|(?:,\s*)?(?:Ph\.?D|M\.?D|Dr|Prof)\.?)$")
LETTERS = re.compile(r"[^\W\d_]")
CAPITALS = re.compile(r"[^\W\d_]{3,}|(?<= )[^\W\d_]{2}$")
OLD_TEX = re.compile(r"^cm[a-z]+\d", re.IGNORECASE)
STROKE = re.compile(r"(?<=[a-zńóśę]) l(?=(?!as\b|os\b|es\b)[a-zńóśęąćżź]{2,}| [A-ZŁŚŻ][a-z])")


@dataclass(frozen=True, slots=True)
class PrintedAuthor:
    """An author with the tokens of the name: where it stands says what belongs to it."""

    person: Person
    first: int  # place of its first and last token among the front's tokens
    last: int
    line: int
    sure: float
    mark: str | None = None  # of a workplace, where it was printed as the name's last letter


def read_authors(front: FrontMatter, title: Sequence[int]) -> list[PrintedAuthor]:
    """Those of the main block; a name that comes again (in a footnote, an address) counts once."""
    found = [
        author
        for run in find_name_runs(front, title)
        if (author := _read_author(front, run)) is not None
    ]
    kept: list[PrintedAuthor] = []
    known: list[tuple[str, tuple[str, ...]]] = []
    own = [author for author in found if not _is_of_others(front, author)]
    for author in _main_block(front, own, title):
        key = _name_key(author.person)
        if not any(_are_same(key, other) for other in known):
            known.append(key)
            kept.append(author)
    return [author for author in kept if not any(_is_beginning_of(author, other) for other in kept)]


def _is_beginning_of(author: PrintedAuthor, other: PrintedAuthor) -> bool:
    """ "Mark K." where there is a "Mark K. Ho"."""
    return other.person.name != author.person.name and other.person.name.startswith(
        f"{author.person.name} "
    )


def _is_of_others(front: FrontMatter, author: PrintedAuthor) -> bool:
    """Editors, referees, supervisors: their line says so, the one above is their heading, or what
    they are stands below their name."""
    if OTHERS.match(front.lines[author.line].text) or _has_role_below(front, author.line):
        return True
    above = author.line - 1
    # A second referee stands below the first, with his title but without the word.
    while above > 0 and TITLED.match(front.lines[above + 1].text):
        if OTHERS.match(front.lines[above].text):
            return True
        above -= 1
    return author.line > 0 and OTHERS_HEAD.match(front.lines[author.line - 1].text) is not None


def _has_role_below(front: FrontMatter, line: int) -> bool:
    """ "Dr. Ann Lee", "Supervisor": right below it, and with a gap before what comes next. With a
    colon it is the heading of the next name."""
    if line + 1 >= len(front.lines):
        return False
    text = front.lines[line + 1].text.rstrip()
    ends = line + 2 >= len(front.lines) or front.layout[line + 2].gap != "near"
    below = front.layout[line + 1].gap == "near" and ends
    return below and not text.endswith((":", "by")) and OTHERS_HEAD.match(text) is not None


def _main_block(
    front: FrontMatter, found: Sequence[PrintedAuthor], title: Sequence[int]
) -> list[PrintedAuthor]:
    """Where there are names behind the title, those before it are editors' or a cover's."""
    behind = [author for author in found if title and author.line >= title[0]] or list(found)
    block: list[PrintedAuthor] = []
    for author in behind:
        if block and is_behind_abstract(front, author.line, block[0].line):
            continue
        if block and _is_on_later_page(front, author, block[-1]):
            continue  # a thesis names its committee there
        if not block or author.line - block[-1].line <= FAR or author.sure >= FAR_SURE:
            block.append(author)
    return block


def _is_on_later_page(front: FrontMatter, author: PrintedAuthor, last: PrintedAuthor) -> bool:
    later = front.lines[author.line].page > front.lines[last.line].page
    return later and author.line - last.line > 2


def _read_author(front: FrontMatter, run: Sequence[int]) -> PrintedAuthor | None:
    tokens = [front.tokens[at] for at in range(run[0], run[-1] + 1)]
    text = ""
    for number, labelled in enumerate(tokens):
        glued = number and labelled.line == tokens[number - 1].line
        initial = number and tokens[number - 1].token.kind == "initial"  # "L.Austerweil"
        if glued and not initial and labelled.token.start == tokens[number - 1].token.end:
            text += labelled.token.text
        else:
            text += f" {labelled.token.text}"
    text = _without_capitals(
        TAIL.sub("", HEAD.sub("", _restore_stroke(front, tokens[0].line, text.strip()))).strip()
    )
    if NO_PERSON.search(text) or (not text.isupper() and NO_PERSON_IN_CAPITALS.search(text)):
        return None
    if len(run) > MOST_WORDS or len(LETTERS.findall(text)) < 2:
        return None
    if text.islower() and "@" in front.lines[tokens[0].line].text:
        return None  # out of a group of e-mail addresses
    found = _person(text)
    if not found.family or len(LETTERS.findall(found.family)) < 2:
        return None
    if not found.given and not _may_stand_alone(found.family):
        return None
    name = f"{found.given} {found.family}" if found.given and "," in found.name else found.name
    sure = sum(labelled.sure for labelled in tokens) / len(tokens)
    return PrintedAuthor(
        Person(name, found.given, found.family), run[0], run[-1], tokens[0].line, sure
    )


def _person(text: str) -> Person:
    """ "Jun" without its full stop is a family name here, not a junior."""
    given, _, last = text.rpartition(" ")
    return Person(text, given, last) if last == "Jun" and given else read_person(text)


def _may_stand_alone(family: str) -> bool:
    """One word is a name where words are not parted by spaces."""
    return any("\u2e80" <= char <= "\ud7ff" for char in family) and len(family) >= 2


def _restore_stroke(front: FrontMatter, line: int, name: str) -> str:
    """The stroke of ł is a sign of its own in the old fonts of TeX, at the place of the space:
    "Kot lowski", "Micha l Nowak"."""
    return STROKE.sub("ł", name) if OLD_TEX.match(front.lines[line].font) else name


def _without_capitals(name: str) -> str:
    """A name in capitals as names are written; initials stay as they are."""
    letters = [char for char in name if char.isalpha()]
    if len(letters) < 6 or not all(char.isupper() for char in letters):
        return name
    # A last word of two letters is a name as well, or it would be taken for a degree: "WEI MA".
    return CAPITALS.sub(lambda found: found[0][0] + found[0][1:].lower(), name)


def _name_key(who: Person) -> tuple[str, tuple[str, ...]]:
    given = tuple(fold(word) for word in re.split(r"[\s.-]+", who.given or "") if fold(word))
    return fold(who.family or who.name), given


def _are_same(key: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]]) -> bool:
    """One family name, and given names of which one may be the other's initials."""
    if key[0] != other[0]:
        return False
    return all(
        left == right or (min(len(left), len(right)) == 1 and left[0] == right[0])
        for left, right in zip(key[1], other[1], strict=False)
    )
