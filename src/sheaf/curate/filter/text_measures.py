"""Cheap measures of a text: how its words, lines and signs are shared out. No layout needed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sheaf.words import read_word_table

HEADINGS: dict[str, frozenset[str]] = {
    name: frozenset(headings) for name, headings in read_word_table("genres")["headings"].items()
}
for _table in ("common", "translated"):
    HEADINGS["abstract"] |= frozenset(read_word_table("headings")["abstract"][_table])
COUNTED_WORDS: dict[str, frozenset[str]] = {
    name: frozenset(text.split()) for name, text in read_word_table("genres")["words"].items()
}
NUMBERING = re.compile(r"(?:(?:\d{1,2}|[IVX]{1,5}|[A-Z])(?:\.\d{1,2}){0,3}[.:)]?|§ ?\d+)\s+")
# What a line begins with, in lower case; the name of the group is what it is counted as.
OPENING = re.compile(
    r"(?P<captions>(?:fig(?:ure|\.)?|table|tab\.|abb(?:ildung|\.)|tabelle|tableau|figura|tabla"
    r"|tabela|tabella|рис(?:унок|\.)|таблица|图|表|図|그림|표)\s*+\.?\s*+\d)"
    r"|(?P<statements>(?:theorem|lemma|proposition|corollary|definition|proof|remark|example"
    r"|claim|satz|beweis|théorème|lemme|preuve|définition|teorema|lema|demostración|definición"
    r"|demonstração|теорема|лемма|доказательство|定理|引理|証明)(?![a-zà-ÿ]))"
    r"|(?P<chapters>(?:chapter|kapitel|chapitre|capítulo|capitolo|hoofdstuk|rozdział|глава)\s*"
    r"[\divx]|第.{1,3}章|제 ?\d장)"
    r"|(?P<tasks>(?:problem|exercise|question|task|part|q|aufgabe|exercice|ejercicio|exercício"
    r"|esercizio|opgave|zadanie|задача|習題|问题)\s*\d{1,2}(?!\d)|\(?[a-h1-9]\)\s"
    r"|\d{1,2}[.)]\s*[\[(]\d)"
    r"|(?P<bullets>[•◦▪‣∙·●○■□▶►➢➤✓✔–—*-]\s*\S)"
)
NUMBERED_HEADING = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,3}\.?\s{1,4}[^\W\d_a-z][^\W\d_]")
LABEL = re.compile(r"[^\W\d_][^:.,;]{1,28}:(?:\s|$)")
BLANK = re.compile(r"_{4,}|☐|□|\[ \]")
BLANKS = ("____", "☐", "□", "[ ]")  # looked for first: most texts have none
LEADER = re.compile(r"(?<!\.)(?<!\. )\.(?: ?\.){4,}+ ?\d{1,4}$", re.MULTILINE)
NUMERIC_CITATION = re.compile(r"\[\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,12}(?:, [^\]\n]{1,20})?\]")
NAMED_CITATION = re.compile(
    r"\((?:[^()\n]{2,60},?\s)?(?:1[6-9]|20)\d\d[a-z]?(?:[,:;] ?[^()\n]{1,60})?\)"
)
LETTERED_CITATION = re.compile(r"\[[A-Z][A-Za-z+]{1,6}\s?'?\d\d[a-z]?\]")
# How works are cited in any discipline: pages, volumes, editors, "in the same place".
APPARATUS = (
    " pp. ", " p. ", "ol. ", " ed. ", "eds.", "Eds.", "(ed.", "bid.", "op. cit", " cf. ",
    "see also ", "doi", "arXiv", "ity Press", "Verlag", "Proc", "Hrsg.", "et al",
)  # fmt: skip
DATE = re.compile(r"\b\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b|\b\d{1,2}:\d\d\b")
MONEY = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|EUR\b|USD\b|zł)")
YEAR = re.compile(r"(?<![\d.])(?:1[6-9]|20)\d\d[a-z]?(?!\d)")
ENTRY_START = re.compile(r"(?:\[[^\]]{1,12}\]|\d{1,3}\.)\s")
FIRST_WORD = re.compile(r"[^\W\d_]+(?:[ -](?:words|terms|clés|clave|chave|слова))?")
MAX_HEADING = 60
HEADING_WORDS = 12


@dataclass(slots=True)
class LineCounts:
    """What the lines of a text were, counted in one pass."""

    lines: int = 0
    short: int = 0
    labels: int = 0
    numbered: int = 0
    shouted: int = 0
    sentences: int = 0
    questions: int = 0
    captions: int = 0
    statements: int = 0
    chapters: int = 0
    tasks: int = 0
    bullets: int = 0
    blanks: int = 0
    leaders: int = 0


def count_lines(lines: Sequence[str], text: str) -> LineCounts:
    """Of lines that are stripped and not empty, and of the text they make."""
    short = labels = numbered = shouted = sentences = questions = 0
    opened: Counter[str | None] = Counter()
    opening, label, heading = OPENING.match, LABEL.match, NUMBERED_HEADING.match
    for line in lines:
        spaces = line.count(" ")
        last = line[-1]
        if last == ".":
            sentences += 1
        elif last == "?":
            questions += 1
        if found := opening(line.lower()):
            opened[found.lastgroup] += 1
        if spaces < HEADING_WORDS:
            short += spaces < 3
            labels += label(line) is not None
            numbered += heading(line) is not None
            shouted += spaces > 0 and line.isupper()
    return LineCounts(
        lines=len(lines), short=short, labels=labels, numbered=numbered, shouted=shouted,
        sentences=sentences, questions=questions, captions=opened["captions"],
        statements=opened["statements"], chapters=opened["chapters"], tasks=opened["tasks"],
        bullets=opened["bullets"], blanks=_count_blanks(text),
        leaders=len(LEADER.findall(text)),
    )  # fmt: skip


def _count_blanks(text: str) -> int:
    return len(BLANK.findall(text)) if any(blank in text for blank in BLANKS) else 0


def as_heading(line: str) -> str:
    """A line as a heading: no number, no punctuation, lower case; empty where it is too long."""
    if len(line) > MAX_HEADING:
        return ""
    numbering = NUMBERING.match(line)
    bare = line[numbering.end() :] if numbering else line
    # Spaced letters: "A B S T R A C T".
    if len(bare) > 6 and bare[1] == " " and bare[3] == " " and bare[5] == " ":
        bare = bare.replace(" ", "")
    return bare.strip(" .:—–-*").lower()


def count_headings(lines: Sequence[str]) -> dict[str, int]:
    """How many different headings of each genre stand in the lines."""
    found = set(map(as_heading, lines))
    return {name: len(found & words) for name, words in HEADINGS.items()}


def opens_with(lines: Sequence[str], name: str) -> bool:
    """Whether a line begins with a heading of that name and goes on: `Abstract - We study`."""
    words = HEADINGS[name]
    for line in lines:
        if line[0].isupper() or line[0] >= "\u2e80":
            first = FIRST_WORD.match(line)
            if first and first[0].lower() in words:
                return True
    return False


def character_shares(text: str) -> dict[str, float]:
    """What the visible characters of a text are."""
    counts = Counter(text)
    total = letters = digits = capitals = wide = 0
    for char, number in counts.items():
        if char.isspace():
            continue
        total += number
        if char.isalpha():
            letters += number
            capitals += number * char.isupper()
            wide += number * (char >= "\u2e80")
        elif char.isdigit():
            digits += number
    return {
        "digits": digits / max(total, 1),
        "signs": (total - digits - letters) / max(total, 1),
        "capitals": capitals / max(letters, 1),
        "wide": wide / max(total, 1),
    }


def word_shares(text: str) -> dict[str, float]:
    words = text.split()
    total = max(len(words), 1)
    counts = Counter(text.lower().split())

    def share(wanted: frozenset[str]) -> float:
        return sum(counts[word] for word in wanted if word in counts) / total

    return {
        "small": share(COUNTED_WORDS["small"]),
        "title_case": sum(map(str.istitle, words)) / total,
        "length": len(text) / total,
        "you": share(COUNTED_WORDS["you"]),
        "we": share(COUNTED_WORDS["we"]),
        "i": share(COUNTED_WORDS["i"]),
    }


def count_apparatus(text: str) -> int:
    return sum(map(text.count, APPARATUS))


def count_citations(text: str) -> int:
    return (
        len(NUMERIC_CITATION.findall(text)) + len(NAMED_CITATION.findall(text))
        + len(LETTERED_CITATION.findall(text)) + text.count("et al")
    )  # fmt: skip
