"""The measures in words: what spoke for a document being academic, and what against.

Measures that tell of the same thing are one topic, and what they contributed is added up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from sheaf.curate.measures import Measures

Say = Callable[[Measures], str]
AUDIBLE = 0.05  # log-odds; less is not worth a word


@dataclass(frozen=True, slots=True)
class Topic:
    """What a measure belongs to, if its name begins like this."""

    prefixes: tuple[str, ...]
    say: Say


@dataclass(frozen=True, slots=True)
class Spoke:
    """One topic's part: positive for academic, negative against, in units of log-odds."""

    words: str
    weight: float

    def __str__(self) -> str:
        return f"{'+' if self.weight > 0 else '-'} {self.words}"


def spoke(contributions: Mapping[str, float], measures: Measures) -> list[Spoke]:
    """Every topic that said something, the loudest first."""
    sums: dict[int, float] = {}
    for name, value in contributions.items():
        at = _topic_of(name)
        sums[at] = sums.get(at, 0.0) + value
    found = [Spoke(TOPICS[at].say(measures), round(value, 3)) for at, value in sums.items()]
    loud = [one for one in found if abs(one.weight) >= AUDIBLE]
    return sorted(loud, key=lambda one: (-abs(one.weight), one.words))


@cache
def _topic_of(name: str) -> int:
    for at, topic in enumerate(TOPICS):
        if name.startswith(topic.prefixes):
            return at
    return len(TOPICS) - 1


def _has(name: str, yes: str, no: str) -> Say:
    return lambda measures: yes if measures.get(name, 0.0) > 0 else no


def _level(name: str, middle: float, high: str, low: str) -> Say:
    return lambda measures: high if measures.get(name, 0.0) > middle else low


def _any(names: tuple[str, ...], yes: str, no: str) -> Say:
    return lambda measures: yes if any(measures.get(name, 0.0) > 0 for name in names) else no


def _pages(measures: Measures) -> str:
    pages = round(2 ** measures.get("pages.log", 0.0)) - 1
    return "1 page" if pages == 1 else f"{pages} pages"


def _shape(measures: Measures) -> str:
    if measures.get("page.huge_page"):
        return "a page of the size of a poster"
    if measures.get("page.slide_page"):
        return "pages of the shape of slides"
    return "a landscape page" if measures.get("page.landscape") else "upright pages"


def _type(measures: Measures) -> str:
    return f"set in {measures.get('page.body_size', 0.0):g} points"


def _title(measures: Measures) -> str:
    size = measures.get("page.title_size", 1.0)
    if size < 1.1:
        return "no title in larger type"
    return f"a title {size:.1f} times as large as the text"


def _citations(measures: Measures) -> str:
    per_thousand = measures.get("whole.citations", measures.get("front.citations", 0.0)) * 10
    return f"{per_thousand:.1f} citations in 1000 words"


def _genre(name: str, what: str) -> Topic:
    """What documents of a kind say of themselves."""
    names = (f"says.{name}", f"top.{name}", f"heading.{name}", f"whole.{name}_headings")
    return Topic(names, _any(names, f"words of {what}", f"no words of {what}"))


TOPICS: tuple[Topic, ...] = (
    Topic(("end.",), _has("end.references", "a list of references", "no list of references")),
    Topic(("heading.abstract",), _has("heading.abstract", "an abstract", "no abstract")),
    Topic(("heading.keywords",), _has("heading.keywords", "keywords", "no keywords")),
    Topic(
        ("heading.introduction",),
        _has("heading.introduction", "an introduction", "no introduction on the first pages"),
    ),
    Topic(
        ("heading.references",),
        _has("heading.references", "references on the first pages", "no references in front"),
    ),
    Topic(
        ("heading.closing", "whole.closing"),
        _any(("heading.closing", "whole.closing_headings"),
             "headings such as Results or Conclusion", "no headings such as Conclusion"),
    ),
    Topic(
        ("heading.contents", "front.leaders", "whole.leaders"),
        _any(("heading.contents", "front.leaders", "whole.leaders"),
             "a table of contents", "no table of contents"),
    ),
    Topic(("front.citations", "whole.citations"), _citations),
    Topic(
        ("whole.marks", "whole.supported", "whole.long_un"),
        _has("whole.supported", "sources are given", "no sources are given"),
    ),
    Topic(
        ("says.self", "top.self"),
        _any(("says.self", "top.self"), "speaks of itself as a study",
             "does not speak of itself as a study"),
    ),
    Topic(
        ("says.affiliation", "top.affiliation"),
        _has("top.affiliation", "an institution at the top", "no institution at the top"),
    ),
    Topic(
        ("front.mail", "front.top_mail"),
        _has("front.mail", "an e-mail address", "no e-mail address"),
    ),
    Topic(
        ("front.footnote",),
        _has("front.footnote_marks", "marks of footnotes at the top", "no marks of footnotes"),
    ),
    Topic(
        ("says.venue", "top.venue"),
        _any(("says.venue", "top.venue"), "names a journal, a conference or a publisher",
             "names no journal and no conference"),
    ),
    _genre("thesis", "a thesis"),
    _genre("report", "a technical report"),
    _genre("book", "a book"),
    _genre("cv", "a curriculum vitae"),
    _genre("course", "a course"),
    _genre("exam", "homework or an exam"),
    _genre("form", "a form or an office"),
    _genre("manual", "a manual"),
    _genre("flyer", "an announcement"),
    _genre("talk", "a talk"),
    Topic(("pages.",), _pages),
    Topic(("page.landscape", "page.huge", "page.slide", "page.sparse", "page.small_page"), _shape),
    Topic(("page.title", "page.centred", "page.filled"), _title),
    Topic(
        ("page.two_columns",),
        _has("page.two_columns", "two columns", "one column"),
    ),
    Topic(
        ("front.short", "whole.short", "page.line"),
        _level("front.short_lines", 0.3, "many short lines", "few short lines"),
    ),
    Topic(
        ("page.measure", "page.full", "page.left", "page.ragged"),
        _level("page.full_lines", 0.45, "lines of one length", "lines of many lengths"),
    ),
    Topic(("page.",), _type),
    Topic(
        ("front.words", "whole.words", "whole.length"),
        _level("front.words", 7.5, "full pages of text", "few words on a page"),
    ),
    Topic(
        ("front.captions", "whole.captions"),
        _any(("front.captions", "whole.captions"), "figures or tables with captions",
             "no captions of figures or tables"),
    ),
    Topic(
        ("front.statements", "whole.statements"),
        _any(("front.statements", "whole.statements"), "theorems, definitions or proofs",
             "no theorems or definitions"),
    ),
    Topic(("front.formulas",), _has("front.formulas", "formulas", "no formulas")),
    Topic(
        ("front.numbered", "whole.numbered"),
        _any(("front.numbered", "whole.numbered"), "numbered sections", "no numbered sections"),
    ),
    Topic(
        ("front.tasks", "whole.tasks"),
        _any(("front.tasks", "whole.tasks"), "numbered tasks or parts", "no numbered tasks"),
    ),
    Topic(
        ("front.questions", "whole.questions"),
        _any(("front.questions", "whole.questions"), "asks questions", "asks no questions"),
    ),
    Topic(
        ("front.chapters", "whole.chapters"),
        _any(("front.chapters", "whole.chapters"), "chapters", "no chapters"),
    ),
    Topic(
        ("front.bullets", "whole.bullets"),
        _level("front.bullets", 0.05, "lists with bullets", "few or no bullets"),
    ),
    Topic(
        ("front.labels", "whole.labels", "front.blanks", "whole.blanks"),
        _any(("front.blanks", "whole.blanks"), "blanks to fill in", "no blanks to fill in"),
    ),
    Topic(
        ("front.digits", "front.dates", "front.money", "front.years"),
        _level("front.digits", 0.06, "many figures and dates", "few figures and dates"),
    ),
    Topic(("front.links",), _has("front.links", "links to the web", "no links")),
    Topic(
        ("front.you", "whole.you"),
        _level("front.you", 0.004, "addresses the reader", "does not address the reader"),
    ),
    Topic(
        ("front.we", "whole.we", "front.i", "whole.i"),
        _level("front.we", 0.004, "speaks as `we`", "does not speak as `we`"),
    ),
    Topic(
        ("front.", "whole."),
        _level("front.small", 0.2, "running prose", "little running prose"),
    ),
)  # fmt: skip
