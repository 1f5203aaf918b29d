"""Works to be cited, for references that are made up: real ones of the training corpora, to be
written in another style, and invented ones in other languages."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sheaf.extract.names import read_people
from training.citation.examples import Example
from training.citation.tongues import TONGUES, Tongue

Name = tuple[str, str]  # given, family
KINDS = ("article", "chapter", "paper", "book", "collection", "report", "thesis", "news", "web")
WEIGHTS = {"en": (30, 16, 16, 14, 4, 6, 5, 2, 3), "other": (18, 24, 4, 26, 7, 6, 4, 5, 6)}
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
    " diciembre",
}


@dataclass(frozen=True, slots=True)
class Work:
    tongue: str
    kind: str
    authors: tuple[Name, ...] = ()
    organisation: str = ""
    title: str = ""
    container: str = ""
    editors: tuple[Name, ...] = ()
    year: str = ""
    month: str = ""
    day: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    place: str = ""
    institution: str = ""
    series: str = ""
    number: str = ""
    url: str = ""
    doi: str = ""


@dataclass(slots=True)
class Pool:
    """What the training corpora hold of each field, to be dealt out anew."""

    fields: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    names: list[tuple[Name, ...]] = field(default_factory=list)

    @classmethod
    def of(cls, examples: Sequence[Example]) -> Pool:
        pool = cls()
        for one in examples:
            for label, text in values(one):
                if label in ("author", "editor"):
                    if names := whole_names(text):
                        pool.names.append(names)
                elif 1 < len(text) < 250:
                    pool.fields[label].append(text)
        return pool


def values(one: Example) -> list[tuple[str, str]]:
    """The fields of an example as text, in their order."""
    found: list[tuple[str, int, int]] = []
    for token, label in zip(one.tokens, one.labels, strict=True):
        if label.startswith("B-"):
            found.append((label[2:], token.start, token.end))
        elif label.startswith("I-") and found:
            found[-1] = (found[-1][0], found[-1][1], token.end)
    return [(label, one.text[start:end]) for label, start, end in found]


def whole_names(text: str) -> tuple[Name, ...]:
    """The names of a list, if all of them could be told apart."""
    found = read_people(text)
    if not found or not all(one.given and one.family for one in found):
        return ()
    return tuple((one.given or "", _calm(one.family or "")) for one in found)


def _calm(family: str) -> str:
    return family.title() if family.isupper() and len(family) > 2 else family


def invented(chance: random.Random, pool: Pool) -> Work:
    tongue = chance.choices(TONGUES, (10, 3, 3))[0]
    kind = chance.choices(KINDS, WEIGHTS["other"])[0]
    work = Work(
        tongue=tongue.name,
        kind=kind,
        authors=_names_in(tongue, chance),
        title=tongue.title(chance)
        if chance.random() < 0.8
        else chance.choice(pool.fields["title"]),
        container=_container(tongue, kind, chance),
        editors=_names_in(tongue, chance),
        publisher=chance.choice(tongue.publishers),
        place=chance.choice(tongue.places),
        institution=chance.choice(tongue.institutions),
        series=tongue.title(chance)[:60]
        if chance.random() < 0.5
        else chance.choice(pool.fields["series"] or [""]),
        organisation=chance.choice(tongue.institutions) if chance.random() < 0.12 else "",
    )
    return _numbered(work, chance, pool)


def _container(tongue: Tongue, kind: str, chance: random.Random) -> str:
    return chance.choice(tongue.journals) if kind in ("article", "news") else tongue.title(chance)


def _names_in(tongue: Tongue, chance: random.Random) -> tuple[Name, ...]:
    count = chance.choices((1, 2, 3, 4, 5), (50, 28, 14, 5, 3))[0]
    return tuple(tongue.person(chance) for _ in range(count))


def restyled(one: Example, chance: random.Random, pool: Pool) -> Work:
    """The work that an example cites, with what it lacks dealt out from others."""
    told = dict(values(one))
    kind = "article" if "journal" in told else chance.choices(KINDS, WEIGHTS["en"])[0]
    if kind == "article" and "journal" not in told:
        told["journal"] = chance.choice(pool.fields["journal"])
    container = told.get("booktitle") or chance.choice(pool.fields["booktitle"])
    if kind == "chapter" and chance.random() < 0.6:
        container = chance.choice(pool.fields["title"])
    work = Work(
        tongue="en",
        kind=kind,
        authors=whole_names(told.get("author", "")) or chance.choice(pool.names),
        title=told.get("title") or chance.choice(pool.fields["title"]),
        container=told["journal"]
        if kind in ("article", "news") and "journal" in told
        else chance.choice(pool.fields["journal"])
        if kind == "news"
        else container,
        editors=chance.choice(pool.names),
        publisher=told.get("publisher") or chance.choice(pool.fields["publisher"]),
        place=told.get("location") or chance.choice(pool.fields["location"]),
        institution=told.get("institution") or chance.choice(pool.fields["institution"]),
        series=told.get("series") or chance.choice(pool.fields["series"]),
    )
    return _numbered(work, chance, pool)


def completed(work: Work, chance: random.Random, pool: Pool) -> Work:
    """A work as metadata has it, with what it lacks dealt out from others."""
    kind = work.kind if chance.random() < 0.75 else chance.choices(KINDS, WEIGHTS["en"])[0]
    is_same = kind == work.kind and work.container
    dealt = pool.fields["journal" if kind in ("article", "news") else "booktitle"]
    return _numbered(
        replace(
            work,
            kind=kind,
            container=work.container if is_same else chance.choice(dealt),
            editors=work.editors or chance.choice(pool.names),
            publisher=work.publisher or chance.choice(pool.fields["publisher"]),
            place=work.place or chance.choice(pool.fields["location"]),
            institution=chance.choice(pool.fields["institution"]),
            series=chance.choice(pool.fields["series"]),
        ),
        chance,
        pool,
    )


def _numbered(work: Work, chance: random.Random, pool: Pool) -> Work:
    first = int(10 ** chance.uniform(0, 3.7))
    last = first + chance.randint(1, 40)
    months = MONTHS[work.tongue].split()
    return replace(
        work,
        year=str(
            chance.choices((chance.randint(1985, 2022), chance.randint(1900, 1985)), (8, 2))[0]
        ),
        month=chance.choice(months),
        day=str(chance.randint(1, 28)),
        volume=str(int(10 ** chance.uniform(0, 2.6))),
        issue=str(chance.randint(1, 12))
        if chance.random() < 0.9
        else f"{chance.randint(1, 5)}/{chance.randint(6, 9)}",
        pages=f"{first}{chance.choice(['-', '-', '–', '--', ' - '])}{last}",
        number=str(chance.randint(1, 900)),
        url=chance.choice(pool.fields["web"] or ["http://www.example.org/a.pdf"]),
        doi=f"10.{chance.randint(1000, 9999)}/{chance.choice('abcdefgs')}"
        f"{chance.randint(10**4, 10**9)}",
    )
