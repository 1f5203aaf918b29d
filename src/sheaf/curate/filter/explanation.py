"""The measures in words: what spoke for a document being academic, and what against.

Measures that tell of the same thing are one topic, and what they contributed is added up.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache

from sheaf.curate.filter.measures import Measures

# What is to be seen, and on which side a reader expects it: 1 for a paper, -1 against, 0 neither.
Statement = tuple[str, int]
Describe = Callable[[Measures], Statement]
LEAST_WEIGHT = 0.05  # log-odds; less is not worth a word
# Of papers, theses and reports.
USUAL_PAGES = range(3, 400)
USUAL_SIZES = (9.0, 12.5)  # points
USUAL_TITLE = 2.6  # times the size of the text
LIKE, UNLIKE = "smaller signs of a paper, together", "smaller signs of something else, together"


@dataclass(frozen=True, slots=True)
class Topic:
    """What a measure belongs to, if its name begins like this. Where it tells of a kind of
    documents, its side is that of the kind. `on_the_whole` are words that fit either side."""

    prefixes: tuple[str, ...]
    describe: Describe
    kind: str = ""
    on_the_whole: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """The part of one topic: positive for academic, negative against, in units of log-odds."""

    words: str
    weight: float

    def __str__(self) -> str:
        return f"{'+' if self.weight > 0 else '-'} {self.words}"


def explain_verdict(
    contributions: Mapping[str, float], measures: Measures, wanted: Collection[str]
) -> list[Reason]:
    """The reasons for a verdict: every topic of some weight, the heaviest first, the rest in one.

    A topic adds up several measures, and the plainest of them names it. Where the others turned
    the sum, the words would say the opposite of the sign (an institution at the top, against): such
    topics get words that fit either side, or are summed up together.
    """
    sums: dict[int, float] = {}
    for name, value in contributions.items():
        at = _topic_of(name)
        sums[at] = sums.get(at, 0.0) + value
    found: list[Reason] = []
    unnamed = 0.0
    for at, value in sums.items():
        words, side = TOPICS[at].describe(measures)
        if side * _direction(TOPICS[at], wanted) * value >= 0:
            found.append(Reason(words, round(value, 3)))
        elif TOPICS[at].on_the_whole:
            found.append(Reason(TOPICS[at].on_the_whole, round(value, 3)))
        else:
            unnamed += value
    found.sort(key=lambda reason: (-abs(reason.weight), reason.words))
    found.append(Reason(LIKE if unnamed > 0 else UNLIKE, round(unnamed, 3)))
    return [reason for reason in found if abs(reason.weight) >= LEAST_WEIGHT]


def _direction(topic: Topic, wanted: Collection[str]) -> int:
    """1 where the sides are as they are written here, 0 where nothing is expected of them: who
    does not want papers knows best what speaks for what is wanted."""
    if topic.kind:
        return 1 if topic.kind in wanted else -1
    return 1 if "paper" in wanted else 0


@cache
def _topic_of(name: str) -> int:
    for at, topic in enumerate(TOPICS):
        if name.startswith(topic.prefixes):
            return at
    return len(TOPICS) - 1


def _has(name: str, yes: str, no: str, side: int = 1) -> Describe:
    return lambda measures: (yes, side) if measures.get(name, 0.0) > 0 else (no, -side)


def _level(name: str, middle: float, high: str, low: str, side: int = 1) -> Describe:
    return lambda measures: (high, side) if measures.get(name, 0.0) > middle else (low, -side)


def _any(names: tuple[str, ...], yes: str, no: str, side: int = 1) -> Describe:
    def describe(measures: Measures) -> Statement:
        return (yes, side) if any(measures.get(name, 0.0) > 0 for name in names) else (no, -side)

    return describe


def _pages(measures: Measures) -> Statement:
    pages = round(2 ** measures.get("pages.log", 0.0)) - 1
    return ("1 page" if pages == 1 else f"{pages} pages"), 1 if pages in USUAL_PAGES else -1


def _shape(measures: Measures) -> Statement:
    if measures.get("page.huge_page"):
        return "a page of the size of a poster", -1
    if measures.get("page.slide_page"):
        return "pages of the shape of slides", -1
    return ("a landscape page", -1) if measures.get("page.landscape") else ("upright pages", 1)


def _type(measures: Measures) -> Statement:
    size = measures.get("page.body_size", 0.0)
    return f"set in {size:g} points", 1 if USUAL_SIZES[0] <= size <= USUAL_SIZES[1] else -1


def _title(measures: Measures) -> Statement:
    size = measures.get("page.title_size", 1.0)
    if size < 1.1:
        return "no title in larger type", -1
    return f"a title {size:.1f} times as large as the text", 1 if size <= USUAL_TITLE else -1


def _citations(measures: Measures) -> Statement:
    per_thousand = measures.get("whole.citations", measures.get("front.citations", 0.0)) * 10
    return f"{per_thousand:.1f} citations in 1000 words", 1 if per_thousand >= 0.05 else -1


def _genre(name: str, what: str, kind: str = "") -> Topic:
    """What documents of a kind say of themselves."""
    names = (f"says.{name}", f"top.{name}", f"heading.{name}", f"whole.{name}_headings")
    return Topic(names, _any(names, f"words of {what}", f"no words of {what}"), kind or name)


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
             "a table of contents", "no table of contents", -1),
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
    _genre("flyer", "an announcement", "other"),
    _genre("talk", "a talk", "slides"),
    Topic(("pages.",), _pages),
    Topic(("page.landscape", "page.huge", "page.slide", "page.sparse", "page.small_page"), _shape),
    Topic(
        ("page.title", "page.centred", "page.filled"),
        _title,
        on_the_whole="how its first page is laid out",
    ),
    Topic(
        ("page.two_columns",),
        _has("page.two_columns", "two columns", "one column"),
    ),
    Topic(
        ("front.short", "whole.short", "page.line"),
        _level("front.short_lines", 0.3, "many short lines", "few short lines", -1),
    ),
    Topic(
        ("page.measure", "page.full", "page.left", "page.ragged"),
        _level("page.full_lines", 0.45, "lines of one length", "lines of many lengths"),
    ),
    Topic(("page.",), _type, on_the_whole="the type and the margins of its pages"),
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
        _any(("front.tasks", "whole.tasks"), "numbered tasks or parts", "no numbered tasks", -1),
    ),
    Topic(
        ("front.questions", "whole.questions"),
        _any(("front.questions", "whole.questions"), "asks questions", "asks no questions", -1),
    ),
    Topic(
        ("front.chapters", "whole.chapters"),
        _any(("front.chapters", "whole.chapters"), "chapters", "no chapters", -1),
    ),
    Topic(
        ("front.bullets", "whole.bullets"),
        _level("front.bullets", 0.05, "lists with bullets", "few or no bullets", -1),
    ),
    Topic(
        ("front.labels", "whole.labels", "front.blanks", "whole.blanks"),
        _any(("front.blanks", "whole.blanks"), "blanks to fill in", "no blanks to fill in", -1),
    ),
    Topic(
        ("front.digits", "front.dates", "front.money", "front.years"),
        _level("front.digits", 0.06, "many figures and dates", "few figures and dates", -1),
    ),
    Topic(("front.links",), _has("front.links", "links to the web", "no links", -1)),
    Topic(
        ("front.you", "whole.you"),
        _level("front.you", 0.004, "addresses the reader", "does not address the reader", -1),
    ),
    Topic(
        ("front.we", "whole.we", "front.i", "whole.i"),
        _level("front.we", 0.004, "speaks as `we`", "does not speak as `we`"),
    ),
    Topic(
        ("front.", "whole."),
        _level("front.small", 0.2, "running prose", "little running prose"),
        on_the_whole="its words and sentences",
    ),
)  # fmt: skip
