"""What a text that somebody pasted looks like: an identifier, an address, a reference."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import unquote

from sheaf.extract import identifiers
from sheaf.search.analysis import fold
from sheaf.words import read_word_table

LONGEST = 4000
FEWEST_WORDS = 4  # of a reference
BARE_DOI = re.compile(
    r"(?:doi\s*+[:=]?\s*+|(?:https?://)?(?:www\.|dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)$", re.IGNORECASE
)
ARXIV_NUMBER = re.compile(
    r"(?:(?:https?://)?(?:[a-z]+\.)?arxiv\.org/(?:abs|pdf|html|ps|format|e-print)/|arxiv\s*+[:.]?\s*+)?"
    r"(\d{4}\.\d{4,5}|[a-z][a-z-]{1,12}(?:\.[a-z]{2})?/\d{7})(v\d{1,3})?(?:\.pdf|\.ps)?(?:\s*\[[\w.-]+\])?$",
    re.IGNORECASE,
)
WEB_ADDRESS = re.compile(r"(?:https?|ftp)://\S+$|www\.\S+\.\S+$", re.IGNORECASE)
SHA1 = re.compile(r"[0-9a-f]{40}$", re.IGNORECASE)

YEAR = re.compile(r"(?<!\d)(?:1[6-9]|20)\d\d(?!\d)")
# What stands in references and hardly in titles.
SIGNS_OF_REFERENCE = tuple(
    map(
        re.compile,
        (
            # J. Smith; Smith, J.; Smith JA
            r"(?<!\w)[^\W\d_a-z]\.[\s-]?[^\W\d_a-z]|[^\W\d_],\s[^\W\d_a-z](?:\.|,|\s|$)",
            r"[^\W\d_] [A-Z]{1,3}(?:,|\.|;| and )",
            r"[^\W\d_]{2} & [^\W\d_]{2}| and [^\W\d_a-z]|;",
            r"\d\s?[-–—]{1,2}\s?\d",
            r"\d\s?\(\d+\)|\(\s?(?:1[6-9]|20)\d\d[a-z]?\s?\)",
            r"(?i)\b(?:vol(?:ume)?|no|pp?|eds?|proc|bd|nr|nº|t)\.\s?",
            r"(?i)\bet\.? al\b|\bin:|, in |\bin proc|\bproceedings\b|\bjournal\b|\barxiv\b|\bdoi\b",
            r"^\s*(?:\[\w{1,12}\]|\(\d{1,3}\)|\d{1,3}\.)\s",
        ),
    )
)
BIBTEX = re.compile(r"^\s*@\w+\s*\{[^,]{0,200},", re.DOTALL)
BIBTEX_FIELD = re.compile(
    r"\b(title|author|year|doi|eprint|journal|booktitle)\s*=\s*[{\"]((?:[^{}\"]|\{[^{}]*\})*)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Identifier:
    """`kind` is "doi", "arxiv", "url" or "sha1"; `values` are the forms under which it may stand in
    the index."""

    kind: str
    text: str
    values: tuple[str, ...]


def find_identifier(text: str) -> Identifier | None:
    """What the whole text is, if it is one."""
    text = _bare(text)
    if not text or len(text) > LONGEST or len(text.split()) > 4:
        return None
    if found := ARXIV_NUMBER.match(text):
        return _arxiv(found[1], found[2])
    if found := BARE_DOI.match(text):
        return doi_identifier(found[1])
    if WEB_ADDRESS.match(text):
        return Identifier("url", text, tuple(dict.fromkeys(_addresses(text))))
    if SHA1.match(text):
        return Identifier("sha1", text, (text.lower(),))
    return None


def identifiers_within(text: str) -> list[Identifier]:
    """The DOI and the arXiv number that a reference holds."""
    found = []
    if doi := identifiers.find_doi(text[:LONGEST]):
        found.append(doi_identifier(doi))
    if number := identifiers.find_arxiv(text[:LONGEST]):
        bare, sign, version = number.partition("v")
        is_version = version.isdigit()
        found.append(_arxiv(bare if is_version else number, sign + version if is_version else None))
    return found


def doi_identifier(doi: str) -> Identifier:
    bare = unquote(doi).rstrip(identifiers.TRAILING)
    while bare.endswith(")") and bare.count(")") > bare.count("("):
        bare = bare[:-1]
    lower = bare.lower()
    found = re.match(r"10\.48550/arxiv\.(.+)$", lower)
    values = (lower, bare) if found is None else (lower, bare, found[1])
    return Identifier("doi", bare, tuple(dict.fromkeys(values)))


def exact_values(field: str, value: str) -> tuple[str, ...]:
    """The forms under which a value of a field that is asked for by name may stand in the index."""
    value = value.strip()
    if field == "doi":
        found = BARE_DOI.match(value)
        return doi_identifier(found[1] if found else value).values
    if field == "arxiv":
        found = ARXIV_NUMBER.match(value)
        return _arxiv(found[1], found[2]).values if found else (value.lower(), value)
    if field == "url":
        return tuple(dict.fromkeys(_addresses(value)))
    if field == "lang":
        return (code_of_language(value) or value.lower(),)
    if field in ("host", "kind", "sha1"):
        return (value.lower(),)
    if field == "links":
        title = value.replace("_", " ")
        return (value, title, title[:1].upper() + title[1:], *_addresses(value))
    return (value,)


def code_of_language(name: str) -> str | None:
    """By which the index knows a language that is called so; a code is one of its names."""
    return _language_codes().get(fold(name))


@cache
def _language_codes() -> dict[str, str]:
    table = read_word_table("languages")["names"]
    return {fold(name): code for code, names in table.items() for name in (code, *names.split())}


def signs_of_reference(text: str) -> int:
    """How much in a text looks as in a reference: from 3 on it is one, 2 are many for a title."""
    if BIBTEX.match(text):
        return len(SIGNS_OF_REFERENCE)
    if len(text.split()) < FEWEST_WORDS:
        return 0
    return sum(1 for sign in (*SIGNS_OF_REFERENCE, YEAR) if sign.search(text))


def fields_of_bibtex(text: str) -> dict[str, str]:
    """The fields of a BibTeX entry; none where the text is none."""
    if not BIBTEX.match(text):
        return {}
    return {name.lower(): " ".join(value.split()) for name, value in BIBTEX_FIELD.findall(text)}


def _arxiv(number: str, version: str | None) -> Identifier:
    bare = number.lower()
    values = [bare, number, bare + (version or "")]
    if "/" in bare and "." in bare.split("/")[0]:  # math.GT/0309136 is math/0309136
        values.append(bare.split(".")[0] + "/" + bare.split("/")[1])
    return Identifier("arxiv", number + (version or ""), tuple(dict.fromkeys(values)))


def _bare(text: str) -> str:
    text = text.strip().strip("<>\"'“”").strip()
    if text[:1] + text[-1:] in ("()", "[]", "{}"):
        text = text[1:-1].strip()
    return text.rstrip(".,;").strip()


def _addresses(text: str) -> list[str]:
    """With and without the differences that people make and servers do not."""
    text = text if "://" in text else f"http://{text}"
    text = text.partition("#")[0]
    scheme, _, rest = text.partition("://")
    other = {"http": "https", "https": "http"}.get(scheme.lower(), scheme)
    host, slash, path = rest.partition("/")
    host = host.lower()
    hosts = (host, host.removeprefix("www.") if host.startswith("www.") else f"www.{host}")
    ends = dict.fromkeys(
        (slash + path, (slash + path).rstrip("/") if path else "/", slash + unquote(path))
    )
    schemes = (scheme.lower(), other)
    return [f"{one}://{at}{end}" for one in schemes for at in hosts for end in ends]
