"""The people of the author block, in their order: runs of author tokens made names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sheaf.extract.header.labelling import Front, LabelledToken
from sheaf.extract.header.token_features import name_stretches
from sheaf.extract.header.words import name_pattern
from sheaf.extract.names import person
from sheaf.records import Person

FIRST, REST = "B-author", "I-author"
MOST_WORDS = 7
SURE = 0.6
NEAR_TITLE = 25  # lines within which the authors' block ends
OTHERS = re.compile(
    r"^\W{0,3}(?:(?:academic |handling |guest |action |associate )?editors?\b|edited by|reviewed by"
    r"|reviewers?\b|communicated by|recommended by|(?:thesis )?(?:supervis|advis)[eo]rs?\b|betreuer"
    r"|gutachter|(?:erst|zweit)(?:gutachter|prüfer)|referees?\b|examiners?\b|committee|in memory"
    r"|dedicated)",
    re.IGNORECASE,
)
OTHERS_HEAD = re.compile(rf"{OTHERS.pattern}\W*(?:by)?\W*$", re.IGNORECASE)
HEAD = re.compile(r"^(?:by|par|B Y)\s+(?=[^\W\d_])", re.IGNORECASE)
NO_PERSON = re.compile(
    r"\b(?:[eé]cole|fachbereich|enterprise|masterarbeit|bachelorarbeit|studiengang|dissertation"
    r"|thesis|licen[cs]e|corporation|thousand oaks|los angeles|san francisco|san diego"
    r"|santa barbara|palo alto|ann arbor)\b",
    re.IGNORECASE,
)
TAIL = re.compile(r"(?:\s*\b(?:ID|iD|ORCID)|,?\s*(?:Ph\.?D|M\.?D|Dr|Prof)\.?)$")
LETTERS = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Named:
    """An author with the tokens of the name: where it stands says what belongs to it."""

    person: Person
    first: int  # place of its first and last token among the front's tokens
    last: int
    line: int
    sure: float


def authors_of(front: Front, title: Sequence[int]) -> list[Named]:
    """Those of the main block; a name that comes again (in a footnote, an address) counts once."""
    found = [one for run in _all_runs(front, title) if (one := _named(front, run)) is not None]
    kept: list[Named] = []
    known: list[tuple[str, tuple[str, ...]]] = []
    for one in _main_block([one for one in found if not _is_of_others(front, one)], title):
        key = _key(one.person)
        if not any(_same(key, other) for other in known):
            known.append(key)
            kept.append(one)
    return [one for one in kept if not any(_begins(one, other) for other in kept)]


def _begins(one: Named, other: Named) -> bool:
    """ "Mark K." where there is a "Mark K. Ho"."""
    return other.person.name != one.person.name and other.person.name.startswith(
        f"{one.person.name} "
    )


def _all_runs(front: Front, title: Sequence[int]) -> list[list[int]]:
    """Those that the token model sees. In a line that is one of authors beyond doubt, or of the
    same make as the line above in which it saw one, a stretch that looks like a name is one."""
    runs = list(_runs(front.tokens))
    of_lines: dict[int, list[int]] = {}
    for at, one in enumerate(front.tokens):
        of_lines.setdefault(one.line, []).append(at)
    seen = {front.tokens[run[0]].line for run in runs}
    taken = {at for run in runs for at in run}
    for line, places in of_lines.items():
        if title and not title[-1] < line <= title[-1] + NEAR_TITLE:
            continue
        alike = line not in seen and _is_alike(front, line, seen)
        stretches = name_stretches([front.tokens[at].token for at in places])
        for number, (start, end) in enumerate(stretches):
            own = places[start:end]
            if taken.intersection(own):
                continue
            if (alike and not number) or _is_missed(front, line, own):
                runs.append(list(range(own[0], own[-1] + 1)))
                seen.add(line)
    return sorted(runs)


def _is_missed(front: Front, line: int, own: Sequence[int]) -> bool:
    """What looks like a name in a line of authors, and is not taken for part of a workplace; or
    what stands beside an e-mail address of that name."""
    labels = {front.tokens[at].label for at in own}
    if front.labels[line] == "author" and front.sure[line] >= SURE:
        return labels <= {"other", "sep"} or name_pattern(front.lines[line].text)[:3] == "all"
    family = front.tokens[own[-1]].token.text.lower()
    text = front.lines[line].text.lower()
    return len(family) > 3 and "@" in text and text.count(family) > 1


def _is_alike(front: Front, line: int, seen: set[int]) -> bool:
    """Name and workplace in one line, below a line that was read so."""
    above = line - 1
    return (
        above in seen
        and name_pattern(front.lines[line].text) == "first"
        and front.lines[above].size == front.lines[line].size
        and name_pattern(front.lines[above].text) == "first"
        and front.labels[line] in ("affiliation", "author", "email", "other")
    )


def _is_of_others(front: Front, one: Named) -> bool:
    """Editors, referees, supervisors: their line says so, or the one above is their heading."""
    if OTHERS.match(front.lines[one.line].text):
        return True
    above = front.lines[one.line - 1].text if one.line else ""
    return OTHERS_HEAD.match(above) is not None


def _main_block(found: Sequence[Named], title: Sequence[int]) -> list[Named]:
    """Where there are names behind the title, those before it are editors' or a cover's."""
    behind = [one for one in found if title and one.line >= title[0]]
    return behind or list(found)


def _runs(tokens: Sequence[LabelledToken]) -> Iterator[list[int]]:
    run: list[int] = []
    for at, one in enumerate(tokens):
        if one.label == FIRST or (one.label == REST and not run):
            if run:
                yield run
            run = [at]
        elif one.label == REST:
            run.append(at)
        elif run and not _joins(tokens, at):
            yield run
            run = []
    if run:
        yield run


def _joins(tokens: Sequence[LabelledToken], at: int) -> bool:
    """Between the words of one name: the comma of "Smith, John", an initial that was missed."""
    if at + 1 >= len(tokens) or tokens[at + 1].label != REST:
        return False
    return tokens[at].token.kind == "initial" or tokens[at].token.text in (",", "-", "–")


def _named(front: Front, run: Sequence[int]) -> Named | None:
    tokens = [front.tokens[at] for at in range(run[0], run[-1] + 1)]
    text = ""
    for number, one in enumerate(tokens):
        glued = number and one.line == tokens[number - 1].line
        if glued and one.token.start == tokens[number - 1].token.end:
            text += one.token.text
        else:
            text += f" {one.token.text}"
    text = _recased(TAIL.sub("", HEAD.sub("", text.strip())).strip())
    if NO_PERSON.search(text):
        return None
    if len(run) > MOST_WORDS or len(LETTERS.findall(text)) < 2:
        return None
    found = person(text)
    if not found.family or len(LETTERS.findall(found.family)) < 2:
        return None
    if not found.given and not _may_stand_alone(found.family):
        return None
    name = f"{found.given} {found.family}" if found.given and "," in found.name else found.name
    sure = sum(one.sure for one in tokens) / len(tokens)
    return Named(Person(name, found.given, found.family), run[0], run[-1], tokens[0].line, sure)


def _may_stand_alone(family: str) -> bool:
    """One word is a name where words are not parted by spaces."""
    return any("\u2e80" <= char <= "\ud7ff" for char in family) and len(family) >= 2


def _recased(name: str) -> str:
    """A name in capitals as names are written; initials stay as they are."""
    letters = [char for char in name if char.isalpha()]
    if len(letters) < 6 or not all(char.isupper() for char in letters):
        return name
    return re.sub(r"[^\W\d_]{3,}", lambda found: found[0][0] + found[0][1:].lower(), name)


def _key(who: Person) -> tuple[str, tuple[str, ...]]:
    given = tuple(_plain(word) for word in re.split(r"[\s.-]+", who.given or "") if _plain(word))
    return _plain(who.family or who.name), given


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in folded if char.isalnum())


def _same(one: tuple[str, tuple[str, ...]], other: tuple[str, tuple[str, ...]]) -> bool:
    """One family name, and given names of which one may be the other's initials."""
    if one[0] != other[0]:
        return False
    return all(
        left == right or (min(len(left), len(right)) == 1 and left[0] == right[0])
        for left, right in zip(one[1], other[1], strict=False)
    )
