"""What the line model sees of a line: its words in short, its layout, its place in the header."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sheaf.extract.header import words
from sheaf.extract.header.layout import UNKNOWN, YES, LayoutLine
from sheaf.extract.header.words import lexicon, name_kind, name_pattern
from sheaf.extract.sequence.facets import Columns, Facet

WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?|\d+|[^\w\s]")
DIGIT = re.compile(r"\d")
MOST_WORDS = 25  # of a line that are looked at
HEADS = (
    ("abstract", words.ABSTRACT), ("keywords", words.KEYWORDS),
    ("introduction", words.INTRODUCTION), ("section", words.SECTION), ("head", words.OTHER_HEADS),
)  # fmt: skip
LAYOUT = (
    "begins_block", "is_indented", "font", "size_step", "is_bold", "is_italic", "is_largest",
    "relative_size", "place", "alignment", "gap", "page", "is_running",
)  # fmt: skip


def facets() -> list[Facet]:
    near, wide = (-1, 0, 1), (-2, -1, 0, 1, 2)
    split = str.split
    return [
        Facet("w", "words", (0,), split),
        Facet("1", "first", near),
        Facet("2", "second", (0,)),
        Facet("z", "last", (0,)),
        Facet("k", "kinds", wide, split),
        Facet("t", "notices", (0,), split),
        Facet("h", "head", near),
        Facet("c", "caps", near),
        Facet("n", "count", near),
        Facet("d", "digits", near),
        Facet("a", "names", wide),
        Facet("P", "people", wide),
        Facet("p", "prose", wide),
        Facet("q", "punctuation", near),
        Facet("s", "stage", (0,)),
        Facet("o", "order", (0,)),
        Facet("T", "from_title", near),
        *(Facet(f"L{name}", name, near) for name in LAYOUT),
        Facet("x1", "caps names count", near),
        Facet("x2", "stage kinds", (0,)),
        Facet("x3", "stage relative_size", (0,)),
        Facet("x4", "from_title names", near),
        Facet("x5", "place is_largest", (0,)),
        Facet("x6", "from_title relative_size gap", (0,)),
        Facet("x7", "prose stage", near),
        Facet("x8", "from_title caps count", (0,)),
        Facet("x9", "place relative_size", (0,)),
        Facet("y1", "people kinds", (0,)),
        Facet("y2", "people from_title", (0,)),
        Facet("y3", "people stage", near),
    ]


def columns_of(lines: Sequence[LayoutLine]) -> Columns:
    looked_at = [_LineFacts(line.text) for line in lines]
    columns: dict[str, list[str]] = {
        "words": [" ".join(facts.words) for facts in looked_at],
        "first": [facts.word(0) for facts in looked_at],
        "second": [facts.word(1) for facts in looked_at],
        "last": [facts.word(-1) for facts in looked_at],
        "kinds": [facts.kinds for facts in looked_at],
        "notices": [facts.notices for facts in looked_at],
        "head": [facts.head for facts in looked_at],
        "caps": [facts.caps for facts in looked_at],
        "count": [facts.count for facts in looked_at],
        "digits": [facts.digits for facts in looked_at],
        "names": [facts.names for facts in looked_at],
        "people": [facts.people for facts in looked_at],
        "prose": [facts.prose for facts in looked_at],
        "punctuation": [facts.punctuation for facts in looked_at],
        "order": [_bin(at, (0, 1, 2, 3, 4, 6, 9, 14, 20, 30, 45)) for at in range(len(lines))],
        "stage": _stages(looked_at),
        "from_title": _from_title(lines, looked_at),
    }
    for name in LAYOUT:
        columns[name] = [getattr(line, name) for line in lines]
    for name in ("caps names count", "stage kinds", "stage relative_size", "from_title names",
                 "place is_largest", "from_title relative_size gap", "prose stage",
                 "from_title caps count", "place relative_size", "people kinds",
                 "people from_title", "people stage"):  # fmt: skip
        parts = [columns[part] for part in name.split()]
        columns[name] = ["|".join(values) for values in zip(*parts, strict=True)]
    return dict(columns)


class _LineFacts:
    """What is seen in the words of a line."""

    __slots__ = ("caps", "count", "digits", "head", "kinds", "names", "notices", "people",
                 "prose", "punctuation", "words")  # fmt: skip

    def __init__(self, text: str) -> None:
        found = WORD.findall(text)
        self.words = [DIGIT.sub("0", word.lower()) for word in found[:MOST_WORDS]]
        letters = [word for word in found if word[0].isalpha()]
        known = [(word, kinds) for word in letters if (kinds := words.word_kinds(word))]
        found_kinds = {kind for _, kinds in known for kind in kinds} - {"notice"}
        self.kinds = " ".join([*sorted(found_kinds), *_kinds_by_signs(text)]) or "-"
        notices = {word.lower() for word, kinds in known if "notice" in kinds}
        self.notices = " ".join(sorted(notices)) or "-"
        self.head = next((name for name, pattern in HEADS if pattern.match(text)), "-")
        self.caps = _capitals(letters)
        self.count = _bin(len(letters), (0, 1, 2, 3, 5, 8, 12, 18))
        numbers = sum(word[0].isdigit() for word in found)
        self.digits = _bin(numbers, (0, 1, 2, 4))
        self.names = _known_names(letters)
        self.people = name_pattern(text)
        small = [word for word in letters if word.islower()]
        common = sum(word in lexicon("common_words") for word in small)
        self.prose = _bin(10 * common // max(len(letters), 1), (0, 1, 2, 3, 4, 6))
        signs = "".join(dict.fromkeys(word for word in found if not word[0].isalnum()))
        self.punctuation = f"{signs[:6]}{_bin(text.count(','), (0, 1, 2, 4))}"

    def word(self, at: int) -> str:
        return self.words[at] if -len(self.words) <= at < len(self.words) else "-"


def _kinds_by_signs(text: str) -> Iterator[str]:
    """Patterns are looked for only where they can be."""
    if "@" in text:
        yield "email"
    if "/" in text or "www." in text or "doi" in text.lower():
        if words.URL.search(text):
            yield "url"
        if words.DOI.search(text):
            yield "doi"
    if any(map(str.isdigit, text)):
        if words.YEAR.search(text):
            yield "year"
        if words.POSTCODE.search(text):
            yield "postcode"


def _bin(value: int, borders: Sequence[int]) -> str:
    return next((f"<={border}" for border in borders if value <= border), f">{borders[-1]}")


def _capitals(letters: Sequence[str]) -> str:
    if not letters:
        return "none"
    if all(word.isupper() for word in letters) and any(len(word) > 1 for word in letters):
        return "all"
    long = [word for word in letters if len(word.strip(".")) > 3] or letters
    initial = sum(word[0].isupper() for word in long)
    if initial == len(long):
        return "title"
    return "most" if 2 * initial > len(long) else "some" if initial > 1 else "few"


def _known_names(letters: Sequence[str]) -> str:
    """How many capital words the lists of names know, and how many they do not."""
    capital = [word for word in letters if word[0].isupper()]
    initials = sum(len(word.strip(".")) == 1 for word in capital)
    kinds = [name_kind(word.rstrip(".")) for word in capital if len(word.strip(".")) > 1]
    given = sum("g" in kind and "c" not in kind for kind in kinds)
    family = sum("f" in kind and "c" not in kind for kind in kinds)
    common = sum("c" in kind for kind in kinds)
    unknown = sum(kind == "-" for kind in kinds)
    strong = "n" if 2 * (given + family + initials) >= max(len(capital), 1) else "-"
    return (
        f"{strong}{min(given, 2)}{min(initials, 2)}{'c' if common > 1 else min(common, 1)}"
        f"{min(unknown, 2)}"
    )


def _stages(looked: Sequence[_LineFacts]) -> list[str]:
    """Which headings were met so far."""
    stage, found = "front", []
    for facts in looked:
        if facts.head == "introduction" or (facts.head == "section" and stage != "front"):
            stage = "body"
        elif stage != "body" and facts.head in ("abstract", "keywords", "head"):
            stage = facts.head
        found.append(stage)
    return found


def _from_title(lines: Sequence[LayoutLine], looked: Sequence[_LineFacts]) -> list[str]:
    """How far a line is from the first stretch in the largest type; without layout that is
    unknown, and the stages must do."""
    first = next((at for at, line in enumerate(lines) if _is_big(line, looked[at])), None)
    if first is None:
        return [UNKNOWN] * len(lines)
    last = first
    while last + 1 < len(lines) and _is_big(lines[last + 1], looked[last + 1]):
        last += 1
    return [
        "before" if at < first else "in" if at <= last
        else f"after {_bin(at - last, (1, 2, 3, 5, 8, 12, 20))}"
        for at in range(len(lines))
    ]  # fmt: skip


def _is_big(line: LayoutLine, look: _LineFacts) -> bool:
    return line.is_largest == YES and look.caps != "none"
