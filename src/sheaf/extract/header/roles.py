"""Lines of a title page that name others than the authors, or nothing but an institution."""

from __future__ import annotations

import re

from sheaf.extract.header.words import count_of_names

OTHERS = re.compile(
    r"^\W{0,3}(?:\d{1,2}\W{1,2})?"
    r"(?:(?:academic |handling |guest |action |associate )?editors?\b|edited by|reviewed by"
    r"|reviewers?\b|communicated by|recommended by|(?:supervis|advis)ed by"
    r"|(?:thesis |academic |doctoral |first |second |main |primary |co-?)?"
    r"(?:supervis|advis)[eo]rs?\b"
    r"|(?:erst|zweit|haupt)?(?:betreue|gutachte|gutache|berichterstatte|prüfe|referent)(?:r|in|en)?\b"
    r"|referees?\b|(?:external |internal |first |second )?examiners?\b|examinateurs?\b"
    r"|rapporteurs?\b|direct(?:eur|rice)s? de (?:thèse|la thèse)|promotore?s?\b|relatore\b"
    r"|committee|in memory|dedicated)",
    re.IGNORECASE,
)
OTHERS_HEAD = re.compile(rf"{OTHERS.pattern}\W*(?:by)?\W*$", re.IGNORECASE)
TITLED = re.compile(
    r"^\W{0,3}(?:apl\W{1,2}|em\W{1,2}|univ\W{1,2})?(?:prof|dr|pd|dipl)\b", re.IGNORECASE
)
_WORDS = r"[\w.’'-]+(?:[\s,]+[\w.’'-]+)"
INSTITUTION = re.compile(
    rf"^(?:the\s+)?(?:university\s+(?:of|at)\s+{_WORDS}{{0,5}}"
    r"|(?:(?!(?:an?|on|in|for|at|from|to|with|by)\s)[\w.&-]+\s+){1,4}(?:university|(?:\w{0,20}hochschule|universität)(?:\s+[\w-]+){0,2}|college"
    r"|institute\s+of\s+technology)"
    r"|universi(?:tät|té|dad|dade|tà|teit)(?:\s+[\w.-]+){1,5}"
    r"|(?:lehrstuhl|department\s+of|faculty\s+of|school\s+of|graduate\s+school|institut\s+für"
    r"|fakultät|fachbereich|institute\s+(?:of|for)|dipartimento|département|departamento)\b.{0,60})$",
    re.IGNORECASE,
)
LONGEST = 90  # characters of such a line


def is_institution(text: str) -> bool:
    """Nothing else: "University of Leeds", "Lehrstuhl für Informatik 2"."""
    bare = text.strip(" .,*")
    return len(bare) <= LONGEST and INSTITUTION.match(bare) is not None


def is_of_others(text: str) -> bool:
    """A referee or supervisor, with the name or without; somebody with a title before it."""
    if len(text) > LONGEST:
        return False
    named = OTHERS.match(text) is not None and count_of_names(text) > 0
    return named or OTHERS_HEAD.match(text) is not None or TITLED.match(text) is not None
