"""The title: the best stretch of lines that the model takes for one, cleaned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sheaf.curate.text.hyphenation import join_header_lines
from sheaf.extract.header.labelling import FrontMatter
from sheaf.extract.header.layout import YES
from sheaf.extract.header.words import count_names, is_institution, is_of_others, name_pattern

MARKS = " *∗⋆★†‡§¶#◦⇤"
RAISED = re.compile(r"(?<=[^\W\d_]{3})\s?[¹²³⁴⁵]$")
STAR = re.compile(r"(?<=\w)\s?\?$")  # a star in some TeX fonts, seen as a question mark
_ASKS = (
    "what|why|how|when|where|who|which|whose|is|are|was|were|do|does|did|can|could|should|will"
    "|would|has|have|must"
)
QUESTION = re.compile(rf"^(?:{_ASKS})\b|[:.—–-]\s*(?:{_ASKS})\b", re.IGNORECASE)
EXTRA = re.compile(
    r"[(\[]\s?(?:e ?xtended a ?bstract|short paper|full paper|draft|preprint)\W*$"
    r"|(?<=\s)DRAFT$|\\ast$",
    re.IGNORECASE,
)
NO_TITLE = re.compile(
    r"^(?:technical report|working paper|discussion paper|research (?:article|paper)"
    r"|original (?:article|research)|review(?: article)?|letter|article|report|master'?s? thesis"
    r"|ph\.?d\.? thesis|dissertation|thesis|extended abstract|short (?:paper|communication)"
    r"|case report|editorial|contents|contents lists available at .{3,40}|journal homepage\b.*"
    r"|.{0,60}\bstatement of (?:dissertation|thesis|committee) approval|abstract"
    r"|introduction"
    r"|(?:to appear|appeared|published|accepted|submitted) (?:in|to|for|at) .{3,80}"
    r"|(?:\w+\s){0,3}(?:proceedings|journal|transactions|letters|bulletin|annals|reviews?|magazine)"
    r"(?:\s(?:of|on)\s.{0,40})?)\W*$",
    re.IGNORECASE,
)
KIND = re.compile(
    r"\b(?:thesis|dissertation|article|paper|report|review|letter|communication|editorial|research"
    r"|tutorial|survey|chapter|abstract|arbeit|memo|draft|preprint|access)\b|arbeit\b",
    re.IGNORECASE,
)
RUNNING_HEAD = re.compile(r"^running (?:head|title)\b", re.IGNORECASE)
NUMBER = re.compile(r"^\d{1,2}\.\s+(?=[^\W\d_])")  # of a chapter
NOTE_MARK = re.compile(r"(?<=[^\W\d_]{3})(?:\s?([1-3])|(?:\s|(?<=[A-Z]))(a))$")
VOLUME = re.compile(r"\bvol|\d\s?\(\d|\b(?:19|20)\d\d\b|homepage|locate/", re.IGNORECASE)
THESIS = re.compile(
    r"^(?:an?\s+)?(?:(?:master|bachelor|doctora|ph\.?\s?d|diploma)\S{0,5}\s+)?"
    r"(?:thesis|dissertation)(?:\s+(?:submitted|presented|by|in)\b.*)?$",
    re.IGNORECASE,
)
SEEN = 0.8  # so sure the model must be of a title that could be the name of the journal
HARDLY_SEEN = 0.75  # less speaks against what is not in the largest type
NEARLY_AS_LARGE = 0.75  # a subtitle, of the title's size
LOOKED_AT = 15  # lines for such a word
NOT_ABOVE = frozenset({"author", "affiliation", "address", "date", "email"})
LARGE = frozenset({"<1.3", "<1.5", "<1.8", "<2.3", ">2.3"})
UPPER = frozenset("01234567")
MOST_LINES = 6
LEAST_LETTERS = 2  # of a line that goes on with a title: its last word
LABEL = re.compile(r"^(?:title|titel|titre)\s*:\s*", re.IGNORECASE)


def find_title_lines(front: FrontMatter) -> list[int]:
    """The places of its lines in the region; empty where there is none."""
    by_model = [_without_institution(front, run) for run in _runs_by_model(front)]
    runs = [*by_model, *_large_runs(front), *_thesis_runs(front)]
    if not runs:
        return _first_line(front)
    best = max(runs, key=lambda run: _weight(front, run))
    return _with_lines_alike(front, _with_subtitle(front, best, by_model))


def _is_of_others_or_institution(text: str) -> bool:
    return is_institution(text) or is_of_others(text)


def _is_ruled_out(front: FrontMatter, at: int) -> bool:
    """Where the model does not take it for a title."""
    return front.labels[at] != "title" and _is_of_others_or_institution(front.lines[at].text)


def _without_institution(front: FrontMatter, run: list[int]) -> list[int]:
    """A title whose first lines name the university above it: in other type, or with a gap behind
    them, or else they are the beginning of a title on a university."""
    start = 0
    while start + 1 < len(run) and is_institution(front.lines[run[start]].text):
        line, below = front.lines[run[start]], front.lines[run[start + 1]]
        is_one_title = front.layout[run[start + 1]].gap == "near" and line.size == below.size
        if is_one_title and not is_institution(below.text):
            return run
        start += 1
    return run[start:]


def _with_subtitle(front: FrontMatter, best: list[int], by_model: Sequence[list[int]]) -> list[int]:
    """A title in two sizes is one, where the model takes it for one; a sentence below it in
    small type is none."""
    whole = next((run for run in by_model if run[0] == best[0] and set(best) <= set(run)), best)
    rest = [at for at in whole if at > best[-1]]
    least = NEARLY_AS_LARGE * front.lines[best[-1]].size
    sentence = rest and front.lines[rest[-1]].text.endswith(".")
    return best if sentence or any(front.lines[at].size < least for at in rest) else whole


def _with_lines_alike(front: FrontMatter, run: Sequence[int]) -> list[int]:
    """With the lines above and below that are set just so, in large type."""
    whole = list(run)
    while whole[0] > 0 and len(whole) < MOST_LINES and _is_set_alike(front, whole[0], whole[0] - 1):
        whole.insert(0, whole[0] - 1)
    while len(whole) < MOST_LINES and _is_set_alike(front, whole[-1], whole[-1] + 1):
        whole.append(whole[-1] + 1)
    return whole


def _is_set_alike(front: FrontMatter, inside: int, beside: int) -> bool:
    if beside >= len(front.lines) or front.layout[inside].relative_size not in LARGE:
        return False
    line, other = front.lines[inside], front.lines[beside]
    near = front.layout[max(inside, beside)].gap == "near"
    same = line.size == other.size and line.font == other.font and line.page == other.page
    sure = front.sure[beside] > 0.7 and _is_no_title(front.labels[beside], other.text)
    words = sum(map(str.isalpha, other.text)) >= LEAST_LETTERS
    people = count_names(other.text) > 1
    people = people or is_of_others(other.text) or (beside < inside and is_institution(other.text))
    return near and same and not sure and not people and not other.is_running and words


def _is_no_title(label: str, text: str) -> bool:
    """In the type of the title only what looks like authors is authors, and only what names a
    kind of document is one."""
    if label == "author":
        return name_pattern(text).startswith(("all", "first"))
    return label == "abstract" or (label == "doctype" and KIND.search(text) is not None)


def read_title(front: FrontMatter, lines: Sequence[int], document: str) -> str | None:
    kept = [at for at in lines if not RUNNING_HEAD.match(front.lines[at].text)] or list(lines)
    text = join_header_lines((front.lines[at].text for at in kept), document)
    text = remove_extras(text)
    note = NOTE_MARK.search(text)
    others = [at for at in range(len(front.lines)) if at not in lines]
    if note and any(_is_note(front, at, note[1] or note[2]) for at in others):
        text = text[: note.start()]
    if STAR.search(text) and not QUESTION.search(text):
        text = STAR.sub("", text)
    return text.strip(" |") or None


def remove_extras(text: str) -> str:
    """A title without the signs of footnotes, the kind of paper, the number of its chapter. Its
    words have one space between them."""
    bare = text.rstrip(MARKS)
    bare = RAISED.sub("", text) if bare == text else bare
    return NUMBER.sub("", LABEL.sub("", EXTRA.sub("", bare)).strip())


def _is_note(front: FrontMatter, at: int, mark: str) -> bool:
    """A footnote that begins with the mark."""
    text = front.lines[at].text
    return text.startswith(mark) and len(text) > 8 and text[1:].strip()[:1].isupper()


def _runs_by_model(front: FrontMatter) -> list[list[int]]:
    """Stretches of title lines; a line that stands between two of the same make is one too."""
    runs: list[list[int]] = []
    for at in front.find_lines("title"):
        if runs and _continues_title(front, runs[-1][-1], at):
            runs[-1].extend(range(runs[-1][-1] + 1, at + 1))
        else:
            runs.append([at])
    return runs


def _continues_title(front: FrontMatter, last: int, at: int) -> bool:
    same_page = front.lines[last].page == front.lines[at].page
    if at == last + 1:
        return same_page
    between = front.lines[last + 1]
    alike = abs(between.size - front.lines[at].size) < 0.1 and between.size > 0
    return same_page and at == last + 2 and alike and front.labels[last + 1] != "author"


def _weight(front: FrontMatter, run: Sequence[int]) -> float:
    text = " ".join(front.lines[at].text for at in run)
    seen = sum(front.sure[at] for at in run if front.labels[at] == "title") / len(run)
    large = any(front.layout[at].is_largest == YES for at in run)
    letters = sum(map(str.isalpha, text))
    # The title comes again in the line that says how to cite it, but the model knows it.
    journal = seen < SEEN and _is_name_of_journal(front, run, text)
    others = seen < SEEN and all(_is_of_others_or_institution(front.lines[at].text) for at in run)
    wrong = NO_TITLE.match(text) is not None or journal or others
    thesis = THESIS.match(_line_below(front, run)) is not None
    small = seen < HARDLY_SEEN and not large and not thesis
    return (
        2 * seen + 0.5 * large + (0.3 if letters >= 12 else 0.0) - 0.002 * run[0]
        - 3.0 * wrong + 2.0 * thesis - 0.5 * small
    )  # fmt: skip


def _line_below(front: FrontMatter, run: Sequence[int]) -> str:
    return front.lines[run[-1] + 1].text if run[-1] + 1 < len(front.lines) else ""


def _is_name_of_journal(front: FrontMatter, run: Sequence[int], text: str) -> bool:
    """A few words that come again in the line of a volume: the name of the journal."""
    if len(text.split()) > 5 or not text.strip():
        return False
    name = text.strip().lower()
    return any(
        name in line.text.lower() and VOLUME.search(line.text)
        for at, line in enumerate(front.lines)
        if at not in run
    )


def _large_runs(front: FrontMatter) -> list[list[int]]:
    """Lines in large type on the upper part of a page, alike and below each other, whatever the
    model says of them: where it errs, one of these is the title."""
    runs: list[list[int]] = []
    for at, line in enumerate(front.lines):
        layout = front.layout[at]
        large = layout.relative_size in LARGE and layout.place in UPPER
        if not large or front.labels[at] in ("author", "abstract") or not _has_words(line.text):
            continue
        if count_names(line.text) > 1 or _is_ruled_out(front, at):
            continue  # authors in the type of the title, or a supervisor, or the university
        last = runs[-1][-1] if runs else -2
        if last == at - 1 and front.lines[last].size == line.size:
            runs[-1].append(at)
        else:
            runs.append([at])
    return [run for run in runs if len(run) <= MOST_LINES]


def _thesis_runs(front: FrontMatter) -> list[list[int]]:
    """What stands above "A Dissertation" on the first page of a thesis that is all in one type."""
    for at, line in enumerate(front.lines[:LOOKED_AT]):
        if at and THESIS.match(line.text) and line.page == front.lines[0].page:
            first = max(at - MOST_LINES, 0)
            above = [
                before for before in range(first, at)
                if front.labels[before] not in NOT_ABOVE and _has_words(front.lines[before].text)
                and not KIND.search(front.lines[before].text) and not _is_ruled_out(front, before)
            ]  # fmt: skip
            return [above] if above else []
    return []


def _has_words(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= 5


def _first_line(front: FrontMatter) -> list[int]:
    """Where nothing is known of type, a paper begins with its title."""
    plain = [at for at, label in enumerate(front.labels) if label in ("other", "body")]
    return plain[:1] if front.lines[0].size <= 0 else []
