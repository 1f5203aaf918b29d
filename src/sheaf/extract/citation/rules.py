"""The rules that make values out of labelled text: pages expanded, years read, wrapping removed.

The model says which words belong to which field; what those words mean is decided here.
"""

from __future__ import annotations

import re
from string import ascii_letters

from sheaf.words import read_word_table

QUOTES = "\"'“”„‟«»‹›‘’‚`´"
EDGES = " \t,;:.-–—/*•·" + QUOTES
YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
RANGE = re.compile(
    r"^([A-Za-z]{0,3}\d{1,7})\s*(?:-{1,3}|[‐‑‒–—−~〜]|\bto\b|\bbis\b)\s*([A-Za-z]{0,3}\d{1,7})$"
)
PAGE_WORDS = re.compile(r"^(?:(?:pp?|pgs?|pages?|s|seiten?|págs?|с|стр)\b[.:]?\s*)+", re.IGNORECASE)
NUMBER_WORDS = re.compile(
    r"^(?:(?:vol(?:ume)?s?|bd|band|tome?|tomo|jg|jahrgang|v|t|no|nos|nr|number|num|issue|iss|heft|h"
    r"|n[°º]|núm|numéro|№|том|т|#)(?:\b|(?<=[°º№#]))[.:]?\s*)+(?=\S)", re.IGNORECASE)  # fmt: skip
VOLUME_ISSUE = re.compile(r"(?<!\d)(\d{1,4})\s*\(([^()]{1,12})\)$")
BROKEN_WORD = re.compile(r"(?<=[^\W\d_]{2})- (?!(?:and|or|und|oder|et|ou|y|e)\b)(?=[a-zß-ÿ]{2})")
LEADING_IN = re.compile(r"^(?:[Ii]n|[Aa]us|[Dd]ans|[Ee]n)\s*:\s*|^In\s+(?=[A-ZÀ-Þ\"“])")
MARKER = re.compile(r"^\s*(\[[^\[\]]{1,14}\]|\(\d{1,3}\)|\d{1,3}[.)](?=\s))")
MONTH_NUMBERS = {
    name: number
    for names in read_word_table("months")["names"].values()
    for number, name in enumerate(names.split(), 1)
}
MONTH_WORDS = tuple(
    word
    for lists in read_word_table("months").values()
    for text in lists.values()
    for word in text.split()
)
NUMERIC_DATE = re.compile(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b|\b(\d{4})-(\d{2})-(\d{2})\b")


def strip_wrapping(text: str) -> str | None:
    """Without what wraps it; a word broken at a line's end is whole again."""
    text = BROKEN_WORD.sub("", " ".join(text.split())).strip(EDGES)
    if text.endswith(")") and text.count(")") > text.count("("):
        text = text[:-1].rstrip(EDGES)
    if text.startswith("(") and text.count("(") > text.count(")"):
        text = text[1:].lstrip(EDGES)
    return text or None


def clean_venue(text: str) -> str | None:
    """Without the "In:" before it; an abbreviation keeps its full stop ("Phys. Rev.")."""
    found = strip_wrapping(LEADING_IN.sub("", text.strip()))
    return f"{found}." if found and "." in found and text.rstrip().endswith(".") else found


def clean_pages(text: str) -> str | None:
    """ "576-80" is 576-580; one dash whatever was printed."""
    bare = PAGE_WORDS.sub("", text.strip(EDGES + "()[]"))
    bare = " ".join(bare.split()).strip(EDGES)
    match = RANGE.match(bare)
    if match is None:
        return bare or None
    return f"{match[1]}-{complete_last_page(match[1], match[2])}"


def complete_last_page(first: str, last: str) -> str:
    """1123-35 ends on page 1135, L123-35 and L123-135 on L135; what would run backwards stays as
    it is."""
    number = first.lstrip(ascii_letters)
    if not number.isdecimal() or not last.isdecimal() or len(last) > len(number):
        return last
    whole = number[: len(number) - len(last)] + last
    return first[: len(first) - len(number)] + whole if int(whole) >= int(number) else last


def split_volume_and_issue(volume: str | None, issue: str | None) -> tuple[str | None, str | None]:
    """ "12(3)" is volume 12, issue 3."""
    volume, issue = _clean_number(volume), _clean_number(issue)
    if volume and not issue and (match := VOLUME_ISSUE.search(volume)):
        return match[1], match[2]
    return volume, issue


def _clean_number(text: str | None) -> str | None:
    if not text:
        return None
    bare = text.strip(EDGES)
    if not VOLUME_ISSUE.search(bare):
        bare = bare.strip(EDGES + "()[]")
    return NUMBER_WORDS.sub("", bare).strip(EDGES) or bare or None


def find_year(text: str) -> int | None:
    match = YEAR.search(text)
    return int(match[1]) if match else None


def find_date(text: str) -> str | None:
    """As far as it is known, year first: "2001", "2001-06", "2001-06-15"."""
    found = find_year(text)
    if found is None:
        return None
    if numeric := NUMERIC_DATE.search(text):
        day, month, _, _, iso_month, iso_day = numeric.groups()
        first, second = int(iso_month or month), int(iso_day or day)
        if first > 12 >= second:
            first, second = second, first
        return (
            f"{found}-{first:02}-{second:02}" if 1 <= first <= 12 and second <= 31 else str(found)
        )
    month_at = _find_month(text)
    if month_at is None:
        return str(found)
    days = [int(digits) for digits in re.findall(r"(?<!\d)\d{1,2}(?!\d)", text)]
    whole = f"{found}-{month_at:02}"
    return f"{whole}-{days[0]:02}" if len(days) == 1 and 1 <= days[0] <= 31 else whole


def _find_month(text: str) -> int | None:
    for word in re.findall(r"[^\W\d_]{3,}", text.lower()):
        if word in MONTH_WORDS:
            return next((n for name, n in MONTH_NUMBERS.items() if name.startswith(word)), None)
    return None


def find_marker(raw: str) -> str | None:
    match = MARKER.match(raw)
    return match[1] if match else None
