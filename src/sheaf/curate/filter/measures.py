"""What the filter measures of a document. No measure depends on the words of a discipline.

There are two groups. The front is what the first two pages show; the whole is what only the full
text can tell. Where one is not at hand its measures are missing, and a missing measure says
nothing for or against.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sheaf.curate.filter import phrases, text_measures
from sheaf.curate.filter.page_measures import page_measures
from sheaf.records import Text

FRONT_PAGES = 2
FRONT_CHARACTERS = 9000  # of two pages; a poster or a page of small print has more
TOP_LINES = 25
# Of a long text the beginning, the middle and the end are measured: enough to know its kind, and
# the same time for a book as for an article.
PIECE = 7_000
TAIL = 9_000

LONG = 12_000  # characters; a paper of this length names its sources
LISTED = 0.35  # of end.entries: four lines with a year
Measures = dict[str, float]


def measure_text(text: Text) -> Measures:
    """Every measure that can be taken of the text."""
    found = measure_front(text)
    if text.content.count("\f") + 1 >= text.pages or not text.shapes:
        found |= measure_whole(text)
    return found


# -- the front ---------------------------------------------------------------------------------


def measure_front(text: Text) -> Measures:
    """What the first two pages show."""
    lines = front_lines(text)
    found: Measures = {}
    if text.shapes:
        found |= _page_counts(text.pages)
        found |= {
            f"page.{name}": value for name, value in page_measures(text.lines, text.shapes).items()
        }
    found |= _front_text(lines, text)
    return found


def front_lines(text: Text) -> list[str]:
    """The lines of the first two pages, as they are set where that is known."""
    if text.lines:
        drawn = (line.text.strip() for line in text.lines if line.page < FRONT_PAGES)
        lines = [line for line in drawn if line]
    else:
        pages = text.content[: FRONT_CHARACTERS * 2].split("\f")[:FRONT_PAGES]
        lines = _lines("\n".join(pages))
    return _cut(lines, FRONT_CHARACTERS)


def _page_counts(pages: int) -> Measures:
    return {
        "pages.log": math.log2(1 + min(pages, 1000)),
        "pages.one": float(pages == 1),
        "pages.two_three": float(2 <= pages <= 3),
        "pages.article": float(4 <= pages <= 45),
        "pages.many": float(pages > 45),
    }


def _front_text(lines: Sequence[str], text: Text) -> Measures:
    joined = "\n".join(lines)
    words = joined.count(" ") + len(lines)
    count = text_measures.count_lines(lines, joined)
    pages = min(max(text.pages, 1), FRONT_PAGES)
    found = {"front.words": math.log2(1 + words / pages)}
    found |= _line_shares("front", count)
    found |= {f"front.{name}": value for name, value in text_measures.word_shares(joined).items()}
    found |= {
        f"front.{name}": value for name, value in text_measures.character_shares(joined).items()
    }
    found |= _genre(lines, joined, count)
    found |= _signs(lines, joined, words)
    return found


def _line_shares(group: str, count: text_measures.LineCounts) -> Measures:
    lines = max(count.lines, 1)
    return {
        f"{group}.short_lines": count.short / lines,
        f"{group}.bullets": count.bullets / lines,
        f"{group}.labels": count.labels / lines,
        f"{group}.blanks": min(count.blanks, 8) / 8,
        f"{group}.leaders": min(count.leaders, 12) / 12,
        f"{group}.sentence_ends": count.sentences / lines,
        f"{group}.questions": min(count.questions, 8) / 8,
        f"{group}.shouted": count.shouted / lines,
    }


def _genre(lines: Sequence[str], joined: str, count: text_measures.LineCounts) -> Measures:
    """What the first pages call themselves and their parts."""
    found: Measures = {}
    for name, number in text_measures.count_headings(lines).items():
        found[f"heading.{name}"] = min(number, 5) / 5 if name in MANY else float(number > 0)
    for name in ("abstract", "keywords", "introduction"):
        found[f"heading.{name}"] = max(
            found[f"heading.{name}"], float(text_measures.opens_with(lines, name))
        )
    for name, number in phrases.count_phrases(joined).items():
        found[f"says.{name}"] = min(number, 4) / 4
    for name, number in phrases.count_phrases("\n".join(lines[:TOP_LINES])).items():
        found[f"top.{name}"] = min(number, 2) / 2
    found["front.numbered"] = min(count.numbered, 4) / 4
    found["front.captions"] = min(count.captions, 3) / 3
    found["front.statements"] = min(count.statements, 4) / 4
    found["front.tasks"] = min(count.tasks, 6) / 6
    found["front.chapters"] = min(count.chapters, 2) / 2
    return found


MANY = frozenset({"cv", "course", "form", "manual", "talk", "closing"})


def _signs(lines: Sequence[str], joined: str, words: int) -> Measures:
    top = "\n".join(lines[:TOP_LINES])
    thousands = max(words, 150) / 1000
    return {
        "front.citations": min(text_measures.count_citations(joined) / thousands / 10, 2.0),
        "front.mail": float("@" in joined),
        "front.top_mail": float("@" in top),
        "front.links": min(joined.count("http") + joined.count("www."), 6) / 6,
        "front.dates": min(len(text_measures.DATE.findall(joined)) / thousands / 10, 2.0),
        "front.money": min(len(text_measures.MONEY.findall(joined)), 6) / 6,
        "front.years": min(len(text_measures.YEAR.findall(joined)) / thousands / 15, 2.0),
        "front.formulas": min(sum(joined.count(sign) for sign in "=∈≤≥∀∃∑∫→⊂") / 20, 1.0),
        "front.footnote_marks": float(any(sign in top for sign in "∗†‡§*¹²")),
    }


# -- the whole ---------------------------------------------------------------------------------


def measure_whole(text: Text) -> Measures:
    """What only the full text can tell."""
    content = text.content
    sample = content if len(content) <= 3 * PIECE else _pieces(content)
    lines = _lines(sample)
    words = sample.count(" ") + len(lines)
    count = text_measures.count_lines(lines, sample)
    per_page = len(content) / max(text.pages, 1) / 6
    found = {
        "whole.words_per_page": math.log2(1 + per_page),
        "whole.length": math.log2(1 + len(content) / 6),
        "whole.numbered": min(count.numbered / 8, 1.0),
        "whole.captions": min(count.captions / 5, 1.0),
        "whole.statements": min(count.statements / 8, 1.0),
        "whole.tasks": min(count.tasks / 8, 1.0),
        "whole.chapters": min(count.chapters / 3, 1.0),
    }
    thousands = max(words, 300) / 1000
    cited = text_measures.count_citations(sample) / thousands
    marks = text_measures.count_apparatus(sample) / thousands
    ending = _ending(content)
    listed = ending["end.references"] > 0 and ending["end.entries"] > LISTED
    supported = listed or cited > 3 or marks > 2
    found |= {
        "whole.citations": min(cited / 10, 2.0),
        "whole.marks": min(marks / 6, 2.0),
        "whole.supported": float(supported),
        "whole.long_unsupported": float(not supported and len(content) > LONG),
    }
    headings = text_measures.count_headings(lines)
    found |= {
        f"whole.{name}_headings": min(headings[name], 6) / 6 for name in ("cv", "course", "closing")
    }
    found |= _line_shares("whole", count)
    middle = sample[len(sample) // 3 : 2 * len(sample) // 3]
    found |= {f"whole.{name}": value for name, value in text_measures.word_shares(middle).items()}
    return found | ending


def _ending(content: str) -> Measures:
    """The end of the document: where papers have their list of references."""
    lines = _lines(content[-TAIL * 2 :])
    start = next(
        (at for at in range(len(lines) - 1, -1, -1) if _is_reference_heading(lines[at])), None
    )
    after = lines[start + 1 :] if start is not None else []
    tail = _cut(after or lines[-120:], TAIL)
    dated = sum(bool(text_measures.YEAR.search(line)) for line in tail)
    entries = sum(bool(text_measures.ENTRY_START.match(line)) for line in tail)
    return {
        "end.references": float(start is not None),
        "end.entries": math.log2(1 + min(dated, 60)) / 6 if after else 0.0,
        "end.dated_lines": dated / max(len(tail), 1),
        "end.numbered_entries": min(entries / 10, 1.0),
    }


def _is_reference_heading(line: str) -> bool:
    return text_measures.as_heading(line) in text_measures.HEADINGS["references"]


# -- lines -------------------------------------------------------------------------------------


def _lines(text: str) -> list[str]:
    return [line for line in map(str.strip, text.replace("\f", "\n").split("\n")) if line]


def _cut(lines: Sequence[str], characters: int) -> list[str]:
    kept: list[str] = []
    for line in lines:
        if characters <= 0:
            break
        kept.append(line[:400])
        characters -= len(line)
    return kept


def _pieces(content: str) -> str:
    middle = (len(content) - PIECE) // 2
    return f"{content[:PIECE]}\n{content[middle : middle + PIECE]}\n{content[-PIECE:]}"
