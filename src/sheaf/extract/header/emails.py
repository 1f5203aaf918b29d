"""E-mail addresses of the header, groups expanded, and whose they are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from sheaf.extract.header.authors import PrintedAuthor
from sheaf.extract.header.labelling import FrontMatter

DOMAIN = r"[A-Za-z0-9-]+(?:\s?\.\s?[A-Za-z0-9-]+)*\.[A-Za-z]{2,12}"
GROUP = re.compile(
    rf"[{{\[(<]\s*+([^\s{{}}\[\]()<>@][^{{}}\[\]()<>@]{{1,299}}?)\s*+"
    rf"[}}\])>]\s?@\s?({DOMAIN})"
)
# The braces of a group are lost where a font has no letters for them.
OPEN_GROUP = re.compile(
    rf"(?<![\w.@-])(?<!@\s)((?:[a-z][\w.-]{{0,40}}\s?[,;|]\s?){{1,20}}[a-z][\w.-]{{0,40}})\s?@\s?({DOMAIN})"
)
SINGLE = re.compile(rf"([A-Za-z0-9][\w.+-]{{0,60}})\s?(?:@|\[at\]|\(at\))\s?({DOMAIN})")
SEPARATOR = re.compile(r"\s*[,;|/]\s*|\s+")
NAME = re.compile(r"^[a-z0-9][\w.+-]{0,60}$", re.IGNORECASE)
PROSE = frozenset({"abstract", "body", "title"})
ALIKE = 0.62  # from here on an address is taken for a person's
TOLD = 1.2  # more than any likeness
OWNER = re.compile(r"\s*\(([^()@]{3,60})\)")
VERY_ALIKE = 0.8  # where the line is one of prose, a footnote's that thanks people
MOST = 300


@dataclass(frozen=True, slots=True)
class Email:
    address: str
    line: int
    is_in_prose: bool = False
    owner: str = ""  # the name that stands in brackets behind it


def assign_emails(front: FrontMatter, authors: Sequence[PrintedAuthor]) -> list[str | None]:
    """One each at most. Likeness with the name decides, and where two are as like, the shorter
    way from name to address; what is left over goes to the author that stands alone before it, or
    by order where it is as many as the authors left over."""
    found = list(find_emails(front))
    owners: list[str | None] = [None] * len(authors)
    scores = sorted(
        (-_score(email, author), _distance(author, email), at, number)
        for at, email in enumerate(found)
        for number, author in enumerate(authors)
    )
    used: set[int] = set()
    for score, _, at, number in scores:
        enough = VERY_ALIKE if found[at].is_in_prose else ALIKE
        if -score >= enough and at not in used and owners[number] is None:
            owners[number] = found[at].address
            used.add(at)
    left = [email for at, email in enumerate(found) if at not in used and not email.is_in_prose]
    for email in list(left):
        alone = _lone_author_before(authors, email)
        if alone is not None and owners[alone] is None:
            owners[alone] = email.address
            left.remove(email)
    free = [number for number, owner in enumerate(owners) if owner is None]
    if left and len(left) == len(free):
        for email, number in zip(left, free, strict=True):
            owners[number] = email.address
    return owners


def _score(email: Email, author: PrintedAuthor) -> float:
    family = _fold(author.person.family or "")
    if len(family) > 1 and family in _fold(email.owner):
        return TOLD
    return likeness(email.address, author)


def _distance(author: PrintedAuthor, email: Email) -> int:
    """In lines. An address stands behind the name, seldom before it."""
    return email.line - author.line if email.line >= author.line else MOST + author.line


def _lone_author_before(authors: Sequence[PrintedAuthor], email: Email) -> int | None:
    """The last author before an address, if nobody else stands in that line."""
    before = [number for number, author in enumerate(authors) if author.line <= email.line]
    if not before or len(authors) == 1:
        return 0 if before else None
    number = before[-1]
    lines = [author.line for author in authors]
    follows = number + 1 < len(authors) or lines.count(email.line) == 1
    return number if follows and lines.count(lines[number]) == 1 else None


def find_emails(front: FrontMatter) -> Iterator[Email]:
    seen: set[str] = set()
    for at, line in enumerate(front.lines):
        if "@" not in line.text and "(at)" not in line.text and "[at]" not in line.text:
            continue
        before = front.lines[at - 1].text if at and front.labels[at - 1] not in PROSE else ""
        for address in find_addresses(line.text, before):
            if address.lower() not in seen and len(seen) < MOST:
                seen.add(address.lower())
                owner = OWNER.match(line.text.partition(address)[2])
                named = owner[1] if owner else ""
                yield Email(address, at, front.labels[at] in PROSE, named)


def find_addresses(text: str, before: str = "") -> Iterator[str]:
    """All addresses in a line; a group that began in the line before is taken with it."""
    if "{" in before and "}" not in before and "}" in text:
        text = f"{before} {text}"
    for pattern in (GROUP, OPEN_GROUP):
        for found in pattern.finditer(text):
            for name in SEPARATOR.split(found[1]):
                if NAME.match(name):
                    yield f"{name}@{_tidy(found[2])}"
        text = pattern.sub(" ", text)
    for found in SINGLE.finditer(text):
        yield f"{found[1].strip('.')}@{_tidy(found[2])}"


def _tidy(domain: str) -> str:
    return re.sub(r"\s", "", domain).strip(".")


def likeness(address: str, author: PrintedAuthor) -> float:
    """Between the part before the @ and a name."""
    local = _fold(address.partition("@")[0])
    family, given = _fold(author.person.family or ""), _fold(author.person.given or "")
    if not local or not family:
        return 0.0
    if len(family) > 2 and family in local:
        rest = local.replace(family, "", 1)
        first = _fold((author.person.given or "").split(" ")[0])
        if rest and rest in (given, first):
            return 1.05
        if not rest or given.startswith(rest) or (len(given) > 1 and given in rest):
            return 1.0
        return 0.9 if rest[0] == given[:1] else 0.8
    if len(given) > 2 and (given in local or (local in given and len(local) > 2)):
        return 0.9
    initials = "".join(part[0] for part in re.split(r"[\s.-]+", author.person.given or "") if part)
    short = {
        given[:1] + family,
        _fold(initials) + family[:1],
        given[:1] + family[:1],
        family + given[:1],
    }
    if local in short:
        return 0.85
    forms = (family, given + family, given[:1] + family, family + given[:1], given)
    return max(SequenceMatcher(None, local, form).ratio() for form in forms if form) * 0.9


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in folded if "a" <= char <= "z")
