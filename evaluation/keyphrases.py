"""Scores keyphrases against those that authors printed: title and abstract of real headers.

The headers are GROBID's (CC-BY). Authors also name what their abstract does not mention; no
method that reads can find that, so recall is given of the mentioned ones too.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lxml import etree

from corpora.shared import SHARED_DATA, digest
from evaluation.contract import Measure, Result, Table, percent, share
from evaluation.matching import f1
from sheaf.extract.annotators.keyphrases import MOST, find_keyphrases, stem_of
from sheaf.records import Paper

HEADERS = SHARED_DATA / "headers.tar.xz"
FOLDER = "headers/grobid/header/tei/"
FEWEST = 3  # keywords; fewer are often a misread line
# Numbers of a classification are no phrases.
CODES = re.compile(r"\d{2}[.\d]|\b(?:PACS|OCIS|MSC|JEL|AMS)\b|classification", re.IGNORECASE)
LABEL = re.compile(
    r"^\W*(?:key\s?words?|index terms|mots[ -]cl[ée]s)[^:a-z]*[:.—–-]?", re.IGNORECASE
)
PUNCTUATION = re.compile(r"[^\w\s-]")
BROKEN = re.compile(r"(\w)-\n\s*(?=[a-zà-ÿ])")


@dataclass(frozen=True, slots=True)
class Header:
    name: str
    title: str
    abstract: str
    keywords: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    """What is true beside what was found, all as stems."""

    name: str
    true: frozenset[str]
    mentioned: frozenset[str]
    found: frozenset[str]

    @property
    def right(self) -> frozenset[str]:
        return self.true & self.found


class Keyphrases:
    name = "keyphrases"
    about = f"The {MOST} best keyphrases of title and abstract, against the authors' own keywords."
    is_slow = False
    needs_shared = True

    def corpus(self) -> str:
        return digest([one.name, one.title, one.abstract, one.keywords] for one in headers())

    def score(self) -> Result:
        return score([scored(one) for one in headers()])


def scored(header: Header) -> Scored:
    paper = Paper(title=header.title, abstract=header.abstract)
    words = PUNCTUATION.sub(" ", f"{header.title} {header.abstract}")
    text = f" {stem_of(words)} "
    true = frozenset(stem_of(one) for one in header.keywords)
    return Scored(
        name=header.name,
        true=true,
        mentioned=frozenset(one for one in true if f" {one} " in text),
        found=frozenset(stem_of(phrase) for phrase, _ in find_keyphrases(paper)),
    )


def score(papers: Sequence[Scored]) -> Result:
    found, true, mentioned, right = (
        sum(len(getattr(one, name)) for one in papers)
        for name in ("found", "true", "mentioned", "right")
    )
    precision, recall = share(right, found), share(right, true)
    return Result(
        measures=(
            Measure("precision_at_10", precision, found),
            Measure("recall_at_10", recall, true),
            Measure("f1_at_10", f1(precision, recall), true),
            Measure("recall_of_mentioned", share(right, mentioned), mentioned),
            Measure("papers_with_a_hit", share(sum(map(_hit, papers)), len(papers)), len(papers)),
        ),
        tables=(_by_hits(papers),),
        misses=tuple(
            f"{one.name}: {sorted(one.found)}, not {sorted(one.mentioned)}"
            for one in papers
            if one.mentioned and not one.right
        ),
    )


def _hit(one: Scored) -> bool:
    return bool(one.right)


def _by_hits(papers: Sequence[Scored]) -> Table:
    rows = []
    for hits in range(6):
        of = [one for one in papers if min(len(one.right), 5) == hits]
        label = "5 or more" if hits == 5 else str(hits)
        rows.append((label, len(of), percent(share(len(of), len(papers)))))
    return Table("Papers by keywords found", ("found", "papers", "%"), tuple(rows))


@cache
def headers() -> tuple[Header, ...]:
    """Those with an abstract and a list of words for keywords."""
    with tarfile.open(HEADERS) as packed:
        return tuple(_headers(packed))


def _headers(packed: tarfile.TarFile) -> Iterator[Header]:
    for member in packed:
        data = packed.extractfile(member) if member.name.startswith(FOLDER) else None
        if data is None:
            continue
        front = etree.fromstring(data.read(), etree.XMLParser(recover=True)).find(".//{*}front")
        header = _header(member.name, front) if front is not None else None
        if header is not None:
            yield header


def _header(name: str, front: etree._Element) -> Header | None:
    abstracts = [one for one in front.iter("{*}div") if one.get("type") == "abstract"]
    printed = LABEL.sub("", "\n".join(map(_text, front.iter("{*}keyword", "{*}keywords"))))
    keywords = tuple(_split(printed))
    if not abstracts or CODES.search(printed) or len(keywords) < FEWEST:
        return None
    title, abstract = (
        " ".join(" ".join(map(_text, parts)).split())
        for parts in (front.iterfind(".//{*}docTitle"), abstracts)
    )
    return Header(name.removeprefix(FOLDER), title, abstract, keywords)


def _text(element: etree._Element) -> str:
    for line in element.iter("{*}lb"):
        line.tail = "\n" + (line.tail or "")
    return BROKEN.sub(r"\1", "".join(element.itertext()))


def _split(printed: str) -> Iterator[str]:
    """By what the list is parted with: semicolons, or commas and dots, or lines and dashes."""
    separator = ";" if ";" in printed else r"[,·•|]"
    if not re.search(separator, printed):
        separator = r"\n| [-–—] |\."
    for one in re.split(separator, printed):
        word = " ".join(one.split()).strip(" .:;")
        if 2 < len(word) < 60:
            yield word
