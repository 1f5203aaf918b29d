"""The cues the academic filter listens to. None depends on the words of a discipline."""

from __future__ import annotations

import re
from dataclasses import dataclass

from sheaf.records import Text

REFERENCES = re.compile(
    r"^[ \t]*(?:\d+\.?[ \t]*)?(?:references?(?: and notes)?|bibliography|works cited"
    r"|literature cited|literatur(?:verzeichnis)?|références|bibliographie|referencias"
    r"|bibliografía|referências"
    r"|bibliografia|список литературы|литература|参考文献)[ \t]*:?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
ABSTRACT = re.compile(
    r"^[ \t]*(?:abstract|summary|zusammenfassung|résumé|resumen|resumo|riassunto|sommario"
    r"|аннотация|摘要)\b",
    re.IGNORECASE | re.MULTILINE,
)
INTRODUCTION = re.compile(
    r"^[ \t]*(?:(?:1|I)\.?[ \t]*)?(?:introduction|einleitung|einführung|introducción|introdução"
    r"|introduzione|введение|引言)\b",
    re.IGNORECASE | re.MULTILINE,
)
CITATION = re.compile(
    r"\[\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\]|\((?:[^()]{2,60},?\s)(?:19|20)\d\d[a-z]?\)"
    r"|\bet al\b|\b[A-Z]\w{1,40} \((?:19|20)\d\d[a-z]?\)"
)
REFERENCE_ENTRY = re.compile(
    r"\b(?:19|20)\d\d[a-z]?\b.{0,80}|\bpp?\.\s*\d+|\bvol\.|\bin proc", re.IGNORECASE
)
SECTION = re.compile(r"^[ \t]*\d{1,2}(?:\.\d{1,2})?\.?[ \t]+[A-Z][A-Za-z]{2,}", re.MULTILINE)
FIGURE = re.compile(r"\b(?:figure|fig\.|table|theorem|lemma|equation|eq\.)\s*\(?\d", re.IGNORECASE)
SELF = re.compile(
    r"\b(?:this|our|the present) (?:paper|article|study|work|thesis|essay)\b"
    r"|\bwe (?:show|prove|present|propose|study|find|argue|investigate)\b",
    re.IGNORECASE,
)
SECOND_PERSON = re.compile(r"\b(?:you|your|please)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cue:
    weight: float
    words: str


def paper_cues(text: Text) -> list[Cue]:
    """What speaks for scholarly writing; a weight of 0 means that it was not heard."""
    body = text.content
    words = max(len(body.split()), 1)
    headings = list(REFERENCES.finditer(body))
    tail = body[headings[-1].end() :] if headings else ""
    citations = len(CITATION.findall(body)) / words * 1000
    entries = len(REFERENCE_ENTRY.findall(tail[:20000]))
    own_voice = len(SELF.findall(body))
    return [
        Cue(1.5 if headings else 0, "has a list of references"),
        Cue(min(entries / 8, 1.3), f"the list has {entries} entries with year or pages"),
        Cue(1.2 if ABSTRACT.search(body[:6000]) else 0, "has an abstract"),
        Cue(0.9 if INTRODUCTION.search(body[:15000]) else 0, "has an introduction"),
        Cue(min(citations / 4, 1.5), f"{citations:.1f} citations in 1000 words"),
        Cue(min(len(FIGURE.findall(body)) / 6, 0.8), "figures, tables or theorems are numbered"),
        Cue(min(own_voice / 3, 1.0), "speaks of itself as a study"),
        Cue(min(len(SECTION.findall(body)) / 5, 0.5), "sections are numbered"),
    ]


def kind_cues(text: Text) -> list[tuple[str, Cue]]:
    """What speaks for something else: (kind, cue)."""
    found = [cue for rule in (_slides, _cv, _teaching, _admin, _short) for cue in rule(text)]
    return [(kind, cue) for kind, cue in found if cue.weight > 0]


def _slides(text: Text) -> list[tuple[str, Cue]]:
    words = len(text.content.split()) / max(text.pages, 1)
    if text.pages >= 5 and words < 120:
        return [("slides", Cue(2.5, f"only {words:.0f} words a page"))]
    return []


def _cv(text: Text) -> list[tuple[str, Cue]]:
    first = text.first_page[:1500].lower()
    if "curriculum vitae" in first or re.search(r"^[ \t]*(?:résumé|resume|cv)\s*$", first, re.M):
        return [("cv", Cue(3.5, "calls itself a curriculum vitae"))]
    marks = ("education", "employment", "experience", "awards", "teaching", "publications")
    count = sum(bool(re.search(rf"^[ \t]*{mark}\b.{{0,25}}$", text.content, re.I | re.M))
                for mark in marks)  # fmt: skip
    return [("cv", Cue(3.0, f"{count} headings of a curriculum vitae"))] if count >= 4 else []


def _teaching(text: Text) -> list[tuple[str, Cue]]:
    first = text.first_page.lower()
    found: list[tuple[str, Cue]] = []
    if re.search(r"\bsyllabus\b|office hours|course (?:description|objectives|outline)", first):
        found.append(("syllabus", Cue(2.5, "speaks of a course")))
    if re.search(r"\b(?:homework|problem set|assignment|midterm|final exam|quiz)\b", first[:800]):
        found.append(("homework", Cue(2.5, "sets tasks")))
    if re.search(r"\blecture\s+(?:notes?|\d+)\b", first[:1000]):
        found.append(("syllabus", Cue(1.5, "calls itself a lecture")))
    return found


def _admin(text: Text) -> list[tuple[str, Cue]]:
    words = max(len(text.content.split()), 1)
    addressed = len(SECOND_PERSON.findall(text.content)) / words * 1000
    found = [("other", Cue(min(addressed / 8, 1.5), "addresses the reader"))]
    if re.search(r"_{8,}|\.{30,}|\bsignature\b", text.first_page, re.I):
        found.append(("form", Cue(1.5, "has blanks to fill in")))
    return found if addressed > 4 or len(found) > 1 else []


def _short(text: Text) -> list[tuple[str, Cue]]:
    words = len(text.content.split())
    return [("other", Cue(1.5, f"only {words} words"))] if words < 700 else []
