"""Finds DOIs, arXiv numbers, PubMed numbers and web addresses in text.

Every pattern is bounded and reads on behind what it found, so that no text can make it slow.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

# The suffix of a DOI may hold nearly anything; these are the signs that occur. One made of the old
# numbers of serials has angle brackets, which may be written as a page of the web writes them.
_SUFFIX = (
    r"(?:\(SICI\)[^\s\"<>“”&]{1,100}(?:<|&lt;)[^\s\"<>“”&]{1,60}(?:>|&gt;)[^\s\"<>“”&]{1,60}"
    r"|[^\s\"<>“”]{1,200})"
)
DOI = re.compile(
    rf"\b10\.\d{{4,9}}(?:\.\d{{1,9}}){{0,4}}\s?/\s?{_SUFFIX}", re.ASCII | re.IGNORECASE
)
# After "doi:" or a resolver a DOI may have been broken by a space at a line's end.
DOI_CUE = re.compile(r"(?:\bdoi\b\s?[:.]?|doi\.org/)\s{0,3}(?=10\.)", re.IGNORECASE)
BROKEN_DOI = re.compile(rf"10\.(?:\s?\d){{4,9}}\s?/\s?{_SUFFIX}", re.ASCII | re.IGNORECASE)
_CATEGORIES = (
    r"astro-ph|cond-mat|gr-qc|hep-ex|hep-lat|hep-ph|hep-th|math-ph|nlin|nucl-ex|nucl-th|physics"
    r"|quant-ph|math|cs|q-bio|q-fin|stat|eess|econ|acc-phys|adap-org|alg-geom|chao-dyn|cmp-lg"
    r"|comp-gas|dg-ga|funct-an|mtrl-th|patt-sol|plasm-ph|q-alg|solv-int|supr-con"
)
ARXIV = re.compile(
    rf"(?P<old>\b(?:{_CATEGORIES})(?:\.[A-Za-z\-]{{2,12}})?\s?/\s?\d{{7}}(?:v\d{{1,2}})?\b)"
    r"|\barXiv\s?(?:preprint\s?)?(?:\.org/(?:abs|pdf)/|[:.]|\s)\s?(?:arXiv\s?:\s?)?"
    r"(?P<new>\d{4}\s?\.\s?\d{4,5}(?:v\d{1,2})?)\b"
    r"|\barxiv\.(?P<doi>\d{4}\.\d{4,5})\b",
    re.IGNORECASE,
)
URL = re.compile(
    r"\b(?:(?:https?|ftp)\s?:\s?/\s?/\s?|www\s?\.\s?)[^\s<>\"“”]{2,1000}", re.IGNORECASE
)
PMID = re.compile(r"\b(?:PMID|PubMed(?:\s?ID)?)\s?:?\s?(\d{5,9})\b", re.IGNORECASE)
# Stands behind an identifier, not in it.
TRAILING = ".,;:'\"!?»”’*"
# An address goes on behind a space where its first part ends so, or its second cannot be a word.
_OPEN_ENDED = ("/", "-", "_", "=", "?", "&", ".", "~", "%")
_MOST_SPACES = 4  # in one address
# The next field, printed behind a DOI without a space.
_GLUED = re.compile(r"[.,;](?:URL|url|PMID|PMCID|arXiv|https?:)")
_CONTINUATION = re.compile(r"[^\s<>\"“”]{1,500}")


def find_doi(text: str) -> str | None:
    """The first DOI, in lower case as they are compared, without a resolver's address."""
    for start, end in _doi_spans(text):
        found = unquote(text[start:end]).replace("&lt;", "<").replace("&gt;", ">")
        return re.sub(r"\s", "", found).lower().rstrip(TRAILING)
    return None


def find_arxiv(text: str) -> str | None:
    """The first arXiv number: "2101.00001", "hep-th/9901001", with its version where given."""
    match = ARXIV.search(text)
    if match is None:
        return None
    found = match["old"] or match["new"] or match["doi"]
    return re.sub(r"\s", "", found)


def find_url(text: str) -> str | None:
    for start, end in _url_spans(text):
        return re.sub(r"\s", "", text[start:end])
    return None


def find_spans(text: str) -> list[tuple[int, int, str]]:
    """Where identifiers stand, in order, without overlaps; an address holds what is in it."""
    found = [(start, end, "url") for start, end in _url_spans(text)]
    found += [(start, end, "doi") for start, end in _doi_spans(text)]
    found += [(*match.span(), "arxiv") for match in ARXIV.finditer(text)]
    found += [(*match.span(), "pmid") for match in PMID.finditer(text)]
    kept: list[tuple[int, int, str]] = []
    for span in sorted(found, key=lambda span: (span[0], -span[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
        elif span[2] == "doi" and span[1] > kept[-1][1]:
            # The address of a DOI ends where the DOI does, whatever signs it has.
            kept[-1] = (kept[-1][0], span[1], kept[-1][2])
    return kept


def _doi_spans(text: str) -> Iterator[tuple[int, int]]:
    cued = {match.end() for match in DOI_CUE.finditer(text)}
    for at in sorted(cued):
        if match := BROKEN_DOI.match(text, at):
            yield match.start(), _doi_end(text, match.start(), match.end())
    for match in DOI.finditer(text):
        if match.start() not in cued:
            yield match.start(), _doi_end(text, match.start(), match.end())


def _doi_end(text: str, start: int, end: int) -> int:
    glued = _GLUED.search(text, start, end)
    return _trim_end(text, start, glued.start() if glued else end)


def _url_spans(text: str) -> Iterator[tuple[int, int]]:
    end = 0
    while match := URL.search(text, end):
        start, end = match.span()
        for _ in range(_MOST_SPACES):
            if text[end - 1] not in _OPEN_ENDED or not (rest := _rest_of_address(text, end)):
                break
            end = rest
        yield start, _trim_end(text, start, end)


def _rest_of_address(text: str, end: int) -> int | None:
    """The end of what follows one space, if that looks like more of the address."""
    if text[end : end + 1] != " ":
        return None
    match = _CONTINUATION.match(text, end + 1)
    if match is None:
        return None
    word = match[0].rstrip(TRAILING + ")")
    is_path = any(mark in word for mark in "/_=&%~") or re.fullmatch(r"[\w\-]{1,80}\.\w{2,5}", word)
    if text[end - 1] == "." and not is_path:
        return None
    looks_right = is_path or (text[end - 1] in "/-_=" and word[:1].islower() and "-" in word)
    return match.end() if looks_right else None


def _trim_end(text: str, start: int, end: int) -> int:
    """Without trailing marks, and without a bracket that was opened before it."""
    unopened = {
        bracket[1]: text.count(bracket[1], start, end) - text.count(bracket[0], start, end)
        for bracket in ("()", "[]", "{}")
    }
    while end > start:
        last = text[end - 1]
        if unopened.get(last, 0) > 0:
            unopened[last] -= 1
        elif last not in TRAILING:
            break
        end -= 1
    return end
