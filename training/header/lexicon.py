"""Makes the word lists of the header reader: `.venv/bin/python -m training.header.lexicon`.

Given and family names are counted in the metadata of the ACL Anthology, JAIR and Crossref and in
GROBID's annotated author names; common words in the prose of GROBID's and Seymore's abstracts.
Documents that are held out are left out here too.
"""

from __future__ import annotations

import json
import re
import tarfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from corpora.headers.split import is_held_out_document, stem_of
from corpora.shared import SHARED_DATA

TARGET = Path(__file__).resolve().parents[2] / "src" / "sheaf" / "words"
WORD = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")
LEAST_GIVEN, LEAST_FAMILY, LEAST_COMMON = 2, 2, 5
Name = tuple[str, str]  # given, family
PARSER = etree.XMLParser(recover=True, resolve_entities=False, no_network=True)


def main() -> None:
    given: Counter[str] = Counter()
    family: Counter[str] = Counter()
    for first, last in names():
        given.update(word.lower() for word in WORD.findall(first))
        family.update(word.lower() for word in WORD.findall(last))
    common: Counter[str] = Counter()
    for text in prose():
        common.update(word for word in WORD.findall(text) if word.islower())
    # A word that is commoner as a word than as a name is none: "will", "mark".
    names_only = {w for w in given if given[w] >= LEAST_GIVEN and common[w] < 20}
    families = {w for w in family if family[w] >= LEAST_FAMILY and common[w] < 20}
    words = {w for w in common if common[w] >= LEAST_COMMON and w not in names_only}
    lists = {"given_names": names_only, "family_names": families, "common_words": words}
    for name, found in lists.items():
        (TARGET / f"{name}.txt").write_text("\n".join(sorted(found)) + "\n", encoding="utf-8")
        print(name, len(found))


def names() -> Iterator[Name]:
    with tarfile.open(SHARED_DATA / "venues.tar.xz") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is None:
                continue
            if "/acl-anthology/xml/" in member.name and member.name.endswith(".xml"):
                for author in etree.fromstring(file.read(), PARSER).iter("author", "editor"):
                    yield author.findtext("first") or "", author.findtext("last") or ""
            elif member.name.endswith("jair-2006-2010.jsonl"):
                for line in file.read().decode().splitlines():
                    yield from _parts(json.loads(line).get("authors"))
            elif "/crossref-giant/results" in member.name:
                yield from _crossref(file.read().decode("utf-8", "replace"))
    with tarfile.open(SHARED_DATA / "citations.tar.xz") as archive:
        for member in archive:
            kind = re.search(r"grobid/name-(?:header|citation)/", member.name)
            file = archive.extractfile(member) if kind and member.isfile() else None
            if file is not None and not is_held_out_document(stem_of(member.name)):
                root = etree.fromstring(file.read(), PARSER)
                for name in root.iter("{*}persName") if root is not None else ():
                    yield (
                        " ".join(one.text or "" for one in name.iter("{*}forename")),
                        " ".join(one.text or "" for one in name.iter("{*}surname")),
                    )


def _parts(authors: object) -> Iterator[Name]:
    for author in authors if isinstance(authors, list) else ():
        yield author.get("given") or "", author.get("family") or ""


def _crossref(text: str) -> Iterator[Name]:
    for line in text.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        for work in found if isinstance(found, list) else [found]:
            yield from _parts(work.get("author") if isinstance(work, dict) else None)


def prose() -> Iterator[str]:
    with tarfile.open(SHARED_DATA / "headers.tar.xz") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isfile() else None
            if file is None:
                continue
            if "/grobid/header/tei/" in member.name:
                if not is_held_out_document(stem_of(member.name)):
                    root = etree.fromstring(file.read(), PARSER)
                    for part in root.iter("{*}div"):
                        yield " ".join(part.itertext())
            elif member.name.endswith("seymore/tagged_headers.txt"):
                text = file.read().decode("utf-8", "replace")
                yield from re.findall(r"<abstract>(.*?)</abstract>", text, re.DOTALL)


if __name__ == "__main__":
    main()
