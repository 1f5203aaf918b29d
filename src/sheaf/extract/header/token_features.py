"""The tokens of the author block, and what the token model sees of each: the word, its line, its
neighbours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sheaf.extract.header.layout import LayoutLine
from sheaf.extract.header.words import (
    DEGREES,
    JOINS,
    PARTICLES,
    STATE_CODES,
    is_name,
    name_kind,
    name_pattern,
    word_kinds,
)
from sheaf.extract.sequence.facets import Columns, Facet

TOKEN = re.compile(
    # So long is no name in an address: without a bound a row of hyphens takes its square in time.
    r"(?P<email>[\w.+-]{1,200}\s?@\s?[\w-]+(?:\.[\w-]+)+)"
    r"|(?P<url>https?://\S+|www\.\S+)"
    # Initials with their full stops are one word each: "J.", "J.-P.", "J.P."
    r"|(?P<initial>(?<![^\W\d_])[^\W\d_]\.(?:[-‐‑]?[^\W\d_]\.)*)"
    r"|(?P<word>[^\W\d_]+(?:['’‐‑-][^\W\d_]+)*)"
    r"|(?P<number>\d+)"
    r"|(?P<sign>\S)"
)
DIGIT = re.compile(r"\d")
COMBINED = (
    "shape name", "shape place", "line place name", "line word", "line shape name",
    "last_name shape", "piece shape name", "piece line", "piece last_name",
    "part part_before", "part part_after", "part shape", "part line",
)  # fmt: skip
NAMING = frozenset({"word", "initial"})
PARTS_END = frozenset(",;|·•:/")
CLASSES = ("affiliation", "country", "state", "street", "month")
# The lines that are cut into tokens; all others are one thing only.
MIXED = frozenset({"author", "affiliation", "address", "email", "editor", "date", "other"})
LAYOUT = ("begins_block", "is_bold", "is_italic", "is_largest", "relative_size", "size_step",
          "font", "gap")  # fmt: skip


@dataclass(frozen=True, slots=True)
class HeaderToken:
    text: str
    kind: str  # email, url, initial, word, number, sign
    start: int
    end: int


def split_tokens(text: str) -> Iterator[HeaderToken]:
    for found in TOKEN.finditer(text):
        yield HeaderToken(found[0], found.lastgroup or "sign", found.start(), found.end())


def facets() -> list[Facet]:
    near, wide = (-1, 0, 1), (-2, -1, 0, 1, 2)
    return [
        Facet("w", "word", (-3, -2, -1, 0, 1, 2, 3)),
        Facet("e", "ends", (0,), str.split),
        Facet("s", "shape", wide),
        Facet("k", "kind", wide),
        Facet("n", "name", wide),
        Facet("c", "class", wide),
        Facet("l", "line", near),
        Facet("b", "line_before", (0,)),
        Facet("a", "line_after", (0,)),
        Facet("p", "place", near),
        Facet("N", "number", (0,)),
        Facet("S", "sure", (0,)),
        Facet("P", "people", (0,)),
        Facet("i", "piece", near),
        *(Facet(f"L{name}", name, (0,)) for name in LAYOUT),
        Facet("x1", "shape name", near),
        Facet("x2", "shape place", near),
        Facet("x3", "line place name", (0,)),
        Facet("x4", "line word", (0,)),
        Facet("x5", "word word", (-1, 0)),
        Facet("x6", "shape shape", (-2, -1, 0, 1)),
        Facet("x7", "line shape name", (0,)),
        Facet("x8", "last_name shape", (0,)),
        Facet("x9", "piece shape name", (0,)),
        Facet("y1", "piece line", (0,)),
        Facet("y2", "piece last_name", (0,)),
        Facet("t", "part", (0,)),
        Facet("u", "part_before", (0,)),
        Facet("v", "part_after", (0,)),
        Facet("y3", "part part_before", (0,)),
        Facet("y4", "part part_after", (0,)),
        Facet("y5", "part shape", (0,)),
        Facet("y6", "part line", (0,)),
    ]


def columns_of(
    lines: Sequence[LayoutLine], labels: Sequence[str], sure: Sequence[float]
) -> tuple[Columns, list[tuple[int, HeaderToken]]]:
    """The tokens of the lines whose label says that they may be mixed, as columns; and where
    each comes from."""
    places: list[tuple[int, HeaderToken]] = []
    rows: dict[str, list[str]] = {name: [] for name in COLUMNS}
    for at, line in enumerate(lines):
        if labels[at] not in MIXED:
            continue
        tokens = list(split_tokens(line.text))
        people, pieces = name_pattern(line.text), _pieces(tokens)
        before = labels[at - 1] if at else "-"
        after = labels[at + 1] if at + 1 < len(labels) else "-"
        for number, token in enumerate(tokens):
            places.append((at, token))
            _add_token(rows, token, number, len(tokens))
            rows["piece"].append(pieces[number])
            rows["people"].append(people)
            rows["line"].append(labels[at])
            rows["line_before"].append(before)
            rows["line_after"].append(after)
            rows["sure"].append(f"{labels[at]}{int(5 * min(sure[at], 0.999))}")
            for name in LAYOUT:
                rows[name].append(getattr(line, name))
    rows["part"], rows["part_before"], rows["part_after"] = _part_columns(places)
    _add_combined(rows)
    return dict(rows), places


COLUMNS = (
    "word", "ends", "shape", "kind", "name", "class", "line", "line_before", "line_after",
    "place", "number", "sure", "last_name", "people", "piece", "part", "part_before",
    "part_after", *LAYOUT,
)  # fmt: skip


def _add_token(rows: dict[str, list[str]], token: HeaderToken, number: int, count: int) -> None:
    word = DIGIT.sub("0", token.text.lower())
    rows["word"].append(word if token.kind not in ("email", "url") else token.kind)
    rows["ends"].append(f"{word[-2:]} {word[-3:]} ^{word[:3]}" if token.kind == "word" else "-")
    rows["shape"].append(_shape(token))
    rows["kind"].append(token.kind)
    rows["name"].append(name_kind(token.text) if token.kind == "word" else "-")
    rows["class"].append(_class(token))
    rows["place"].append("first" if number == 0 else "last" if number == count - 1 else "in")
    rows["number"].append(str(min(number, 6)))
    rows["last_name"].append("-")


def _pieces(tokens: Sequence[HeaderToken]) -> list[str]:
    """For each token whether the stretch between signs and joins that it stands in looks like a
    person's name, and how many words that has."""
    found = ["-"] * len(tokens)
    for start, end in _stretches(tokens):
        words = " ".join(token.text for token in tokens[start:end])
        kind = f"{'name' if is_name(words) else 'words'}{min(end - start, 5)}"
        found[start:end] = [kind] * (end - start)
    return found


def _part_columns(
    places: Sequence[tuple[int, HeaderToken]],
) -> tuple[list[str], list[str], list[str]]:
    """For each token what kinds of words stand between the same two commas, and what stands in
    the parts before and behind: a part with "University" in it is no street, whatever its other
    words are."""
    kinds: list[str] = []
    owners: list[int] = []
    start = 0
    for at, (line, token) in enumerate(places):
        last = at + 1 == len(places) or places[at + 1][0] != line
        owners.append(len(kinds))
        if last or token.text in PARTS_END:
            kinds.append(_kinds([inside for _, inside in places[start : at + 1]]))
            start = at + 1
    around = ["^", *kinds, "$"]
    return (
        [around[at + 1] for at in owners],
        [around[at] for at in owners],
        [around[at + 2] for at in owners],
    )


def _kinds(tokens: Sequence[HeaderToken]) -> str:
    found = {_class(token) for token in tokens} & {"affiliation", "country", "state", "street"}
    for token in tokens:
        if token.kind in ("email", "url"):
            found.add(token.kind)
        elif token.kind == "number":
            found.add("code" if len(token.text) > 3 else "number")
    if len(tokens) > 1 and is_name(" ".join(t.text for t in tokens if t.kind in NAMING)):
        found.add("name")
    return "+".join(sorted(found)) or "-"


def name_stretches(tokens: Sequence[HeaderToken]) -> list[tuple[int, int]]:
    """Those that look like a name; a small letter behind one is a mark."""
    found = []
    for start, end in _stretches(tokens):
        while end - start > 2 and len(tokens[end - 1].text) == 1 and tokens[end - 1].text.islower():
            end -= 1
        if is_name(" ".join(token.text for token in tokens[start:end])):
            found.append((start, end))
    return found


def _stretches(tokens: Sequence[HeaderToken]) -> Iterator[tuple[int, int]]:
    """Words without a sign or a join between them."""
    start = 0
    for at in range(len(tokens) + 1):
        inside = at < len(tokens) and tokens[at].kind in ("word", "initial")
        if inside and tokens[at].text not in JOINS:
            continue
        if at > start:
            yield start, at
        start = at + 1


def _add_combined(rows: dict[str, list[str]]) -> None:
    """Pairs of columns that mean more together; and for each token the last sign before it,
    which tells a new author from a further word of one."""
    sign = "^"
    for at, kind in enumerate(rows["kind"]):
        if rows["place"][at] == "first":
            sign = "^"
        rows["last_name"][at] = sign
        if kind not in ("word", "initial"):
            sign = rows["word"][at]
        elif rows["class"][at] == "join":
            sign = "and"
        else:
            sign = f"{sign[0]}+" if not sign.endswith("++") else sign
            sign = sign if len(sign) < 4 else f"{sign[0]}++"
    for name in COMBINED:
        parts = [rows[part] for part in name.split()]
        rows[name] = ["|".join(values) for values in zip(*parts, strict=True)]
    for name in ("word", "shape"):
        values = [*rows[name], "$"]
        rows[f"{name} {name}"] = [f"{a}|{b}" for a, b in pairwise(values)]


def _shape(token: HeaderToken) -> str:
    text = token.text
    if token.kind != "word":
        return token.kind if token.kind != "sign" else text
    if len(text) == 1:
        return "X" if text.isupper() else "x"
    if text.isupper():
        return "XX"
    if text[0].isupper():
        return "Xx" if text[1:].islower() else "XxX"
    return "xx" if text.islower() else "xX" if text[0].islower() else "other"


def _class(token: HeaderToken) -> str:
    lower = token.text.lower().strip(".")
    if token.text in JOINS:
        return "join"
    if lower in PARTICLES:
        return "particle"
    if lower in DEGREES:
        return "degree"
    if token.kind != "word":
        return "-"
    if token.text in STATE_CODES:
        return "state"
    kinds = word_kinds(token.text)
    return next((kind for kind in CLASSES if kind in kinds), "-")
