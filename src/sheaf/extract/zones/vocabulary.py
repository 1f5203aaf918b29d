"""The words that head sections and captions, in the languages papers are written in."""

from __future__ import annotations

import re
from functools import lru_cache

from sheaf.words import read_word_table

# Of what a caption begins with, up to its number.
CAPTION = re.compile(
    r"(?P<figure>fig(?:ure|\.|s\.)?|abb(?:ildung|\.)|illustration|рис(?:унок|\.)|obr\.|rys(?:unek|\.)"
    r"|figuur|figura|plate|scheme|chart|diagram|graph|algorithm|listing|exhibit|图|圖|図)"
    r"|(?P<table>tab(?:le|elle|leau|la|ella|el|ela|lica|\.)|cuadro|quadro|tabela|табл(?:ица|\.)|表)",
    re.IGNORECASE,
)
CAPTION_START = re.compile(
    rf"(?:supplementary |extended data |supplemental )?(?:{CAPTION.pattern})\s{{0,2}}"
    r"(?P<number>[A-Z]{0,2}[\.\-]?\d{1,3}(?:[\.\-]\d{1,3}){0,2}[a-z]?|[IVXL]{1,6}|[A-Z](?=[\.:]))"
    r"(?P<end>\s?[\.:|\-–—)]|\s|$)",
    re.IGNORECASE,
)
NUMBER = re.compile(
    r"(?:(?:chapter|section|kapitel|chapitre|capítulo|capitolo|part|teil|глава|§|第)\s*)?"
    r"(?:(?P<arabic>\d{1,2}(?:\s?\.\s?\d{1,2}){0,4})\.?|(?P<roman>[IVX]{1,5})\.?"
    r"|(?P<letter>[A-Z])(?P<deeper>(?:\.\d{1,2}){0,3})\.?)[\s:)\-–—.章节節]\s*(?=\S)"
)
APPENDIX_START = re.compile(
    r"(?:appendix|annex|annexe|anhang|apéndice|anexo|appendice|apêndice|bijlage|dodatek|приложение"
    r"|附录|附錄|付録)\s*(?:[A-Za-z]|\d{1,2}|[ivxIVX]{1,4})?(?:[.:–—-]|\s(?!is|we|of|to|in)|$)",
    re.IGNORECASE,
)
EDGES = " \t.:;,-–—*#()[]"
LONGEST_HEADING = 120
LEAST_SPACED = 5  # letters of a word that is printed so


@lru_cache(4096)  # each line is asked about by several rules
def heading_words(text: str) -> str:
    """A line as a heading: lower case, without number and closing punctuation. Nothing for a
    line that is too long to be one."""
    if len(text) > LONGEST_HEADING:
        return ""
    text = without_letter_spaces(text)
    found = NUMBER.match(text)
    words = (text[found.end() :] if found else text).strip(EDGES).lower()
    return without_letter_spaces(words)


def without_letter_spaces(text: str) -> str:
    """Some headings are printed with a space between all letters."""
    is_spaced = len(text) > 2 * LEAST_SPACED and text[1::2].isspace()
    return text[::2] if is_spaced and text[::2].isalpha() else text


def heading_kind(words: str) -> str:
    """Which of the headings everybody uses it is; empty for none."""
    if not words:
        return ""
    return KINDS.get(words) or ("appendices" if APPENDIX_START.match(words) else "")


def _read_heading_kinds() -> dict[str, str]:
    """The kind of every known heading."""
    abstract, others = read_word_table("headings")["abstract"], read_word_table("headings")["zones"]
    headings = [*abstract["common"], *abstract["translated"], *abstract["zones"]]
    known = dict.fromkeys(headings, "abstract")
    for kind, headings in others.items():
        for heading in headings:
            known.setdefault(heading, kind)
    return known


KINDS = _read_heading_kinds()
