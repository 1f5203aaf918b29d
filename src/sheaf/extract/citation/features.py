"""How a token of a reference looks to the model: its word, its shape, where it stands, and what the
whole reference says about it (between which marks it stands, in which segment, before or after the
year, behind which cue).

A linear-chain model sees only its neighbours; the layout columns let it see further. The values
and the names of columns and facets are those that the model was trained with: do not change them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from sheaf.extract import identifiers
from sheaf.extract.citation.rules import MONTH_WORDS
from sheaf.extract.citation.tokens import ReferenceToken
from sheaf.extract.sequence.facets import Columns, Facet
from sheaf.words import read_word_table

KINDS: dict[str, tuple[str, ...]] = {
    "month": MONTH_WORDS,
    **{kind: tuple(text.split()) for kind, text in read_word_table("citation").items()},
}
KINDS_BY_WORD: dict[str, list[str]] = {}
for _kind, _words in KINDS.items():
    for _word in dict.fromkeys(_words):
        KINDS_BY_WORD.setdefault(_word, []).append(_kind)
WORD = "word"  # the facet in which the unknown has a row of its own


def feature_columns(text: str, tokens: Sequence[ReferenceToken]) -> Columns:
    found = [_describe_token(token.text) for token in tokens]
    word = [looks[0] for looks in found]
    shape = [looks[1] for looks in found]
    layout = layout_columns(text, tokens, word, shape)
    return {
        "token": [token.text for token in tokens],
        "word": word,
        "shape": shape,
        "kinds": [looks[2] for looks in found],
        "words": _pair_neighbours(word),
        **layout,
    }


def facets() -> tuple[Facet, ...]:
    return (
        Facet(WORD, "word"),
        Facet("words", "words"),
        Facet("affix", "token", attributes=list_affixes),
        Facet("shape", "shape"),
        Facet("kind", "kinds", attributes=split_values),
        Facet("place", "place"),
        Facet("order", "order"),
        Facet("inside", "inside"),
        Facet("space", "space"),
        Facet("pattern", "pattern"),
        Facet("cue", "cue"),
        Facet("marks", "marks"),
        Facet("segment", "segment", attributes=split_values),
        Facet("segment", "segment_edge"),
        Facet("sentence", "sentence", attributes=split_values),
        Facet("sentence", "sentence_edge"),
        Facet("year", "year"),
        Facet("number", "numbers"),
    )


def list_affixes(token: str) -> list[str]:
    """How it begins and ends, up to three letters."""
    low = token.lower()
    sizes = range(1, min(4, len(low) + 1))
    return [*(f"<{low[:size]}" for size in sizes), *(f">{low[-size:]}" for size in sizes)]


def split_values(value: str) -> list[str]:
    return value.split("|")


@lru_cache(maxsize=20_000)
def _describe_token(token: str) -> tuple[str, str, str]:
    """The word, its shape and its kinds."""
    low = token.lower()
    if token.isdigit():
        is_year = len(token) == 4 and "1500" <= token <= "2100"
        return ("#year" if is_year else f"#{min(len(token), 7)}"), "0y" if is_year else "0", "-"
    if not token.isalpha():
        return token, token, "-"
    kinds = "|".join(KINDS_BY_WORD.get(low, ("-",)))
    return low, _shape(token), kinds


def _shape(token: str) -> str:
    if token.islower():
        return "a" if len(token) > 3 else "a3"
    if len(token) == 1:
        return "A"
    if token.isupper():
        return "AA" if len(token) < 4 else "AAAA"
    if token[0].isupper() and token[1:].islower():
        return "Aa" if len(token) > 3 else "Aa3"
    return "aA" if token[0].islower() else "AaA" if token[0].isupper() else "x"


def _pair_neighbours(values: Sequence[str]) -> list[str]:
    return [f"{value} {following}" for value, following in pairwise([*values, ""])]


Layout = dict[str, list[str]]

OPENING = {"“": "”", "„": "“”", "«": "»", "»": "«", "‘": "’", '"': '"'}
CUES = {
    word: kind
    for kind in ("volume", "issue", "pages", "in", "editor", "thesis", "report", "id", "web")
    for word in KINDS[kind]
}
BREAKS = frozenset('.,;:()[]“”„«»"?!–—/')


def layout_columns(
    text: str, tokens: Sequence[ReferenceToken], word: Sequence[str], shape: Sequence[str]
) -> Layout:
    count = len(tokens)
    segments = list(_segments(word, shape))
    sentences = list(_sentences(tokens, word, shape))
    return {
        "place": [str(12 * at // count) for at in range(count)],
        "order": [_place_from_ends(at, count) for at in range(count)],
        "inside": list(_quotes_and_brackets(word)),
        "space": ["1" if _has_space(tokens, at) else "0" for at in range(count)],
        "pattern": _patterns(text, tokens),
        "cue": list(_cues(word, shape)),
        "marks": _marks(word),
        "segment": _describe_stretches(segments, word, shape),
        "segment_edge": _edges(segments),
        "sentence": _describe_stretches(sentences, word, shape),
        "sentence_edge": _edges(sentences),
        "year": list(_years(shape)),
        "numbers": list(_numbers(shape)),
    }


def _place_from_ends(at: int, count: int) -> str:
    if at < 6:
        return str(at)
    return f"-{count - at}" if count - at < 6 else "."


def _has_space(tokens: Sequence[ReferenceToken], at: int) -> bool:
    return at > 0 and tokens[at - 1].end < tokens[at].start


def _quotes_and_brackets(word: Sequence[str]) -> Iterator[str]:
    """Within quotes, within brackets; and whether there were quotes before."""
    closing, depth, had_quotes = "", 0, False
    for at, mark in enumerate(word):
        if closing and mark in closing:
            closing, had_quotes = "", True
        elif not closing and mark in OPENING and _is_closed(word, at, OPENING[mark]):
            closing = OPENING[mark]
        if mark in "([":
            depth += 1
        elif mark in ")]" and depth:
            depth -= 1
        yield f"{'q' if closing else ''}{min(depth, 2)}{'h' if had_quotes else ''}"


def _is_closed(word: Sequence[str], at: int, closing: str) -> bool:
    return any(mark in closing for mark in word[at + 2 : at + 60] if len(mark) == 1)


def _patterns(text: str, tokens: Sequence[ReferenceToken]) -> list[str]:
    """Tokens of a DOI, an arXiv number, a web address."""
    found = ["-"] * len(tokens)
    at = 0
    for start, end, kind in identifiers.find_spans(text):
        while at < len(tokens) and tokens[at].end <= start:
            at += 1
        first = at
        while at < len(tokens) and tokens[at].start < end:
            found[at] = kind if at > first else f"{kind}<"
            at += 1
    return found


def _cues(word: Sequence[str], shape: Sequence[str]) -> Iterator[str]:
    """The last word that says what follows, and how many words ago."""
    cue, ago = "-", 0
    for low, look in zip(word, shape, strict=True):
        if low in CUES and look != "A":
            cue, ago = CUES[low], 0
        elif low.isalnum() or low[0] == "#":
            ago += 1
        yield f"{cue}{min(ago, 4)}" if ago < 12 else "-"


def _marks(word: Sequence[str]) -> list[str]:
    """The nearest marks before and behind, so that a word sees what encloses it."""
    count = len(word)
    before, behind = ["^"] * count, ["$"] * count
    last = "^"
    for at in range(count):
        before[at] = last
        if word[at] in BREAKS:
            last = word[at]
    last = "$"
    for at in range(count - 1, -1, -1):
        behind[at] = last
        if word[at] in BREAKS:
            last = word[at]
    return [f"{a}{b}" for a, b in zip(before, behind, strict=True)]


def _segments(word: Sequence[str], shape: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Stretches between marks; the full stop of an abbreviation or an initial is no mark."""
    start = 0
    for at, mark in enumerate(word):
        if mark in BREAKS and not (mark == "." and at and shape[at - 1] in ("A", "Aa3", "a3")):
            yield start, at + 1
            start = at + 1
    if start < len(word):
        yield start, len(word)


def _sentences(
    tokens: Sequence[ReferenceToken], word: Sequence[str], shape: Sequence[str]
) -> Iterator[tuple[int, int]]:
    """Stretches that end like a sentence: a full stop behind a long word, quotes, a bracketed
    year."""
    start = 0
    for at, mark in enumerate(word):
        ends = (
            mark in ".?!:;"
            and at
            and shape[at - 1] not in ("A", "Aa3", "AA")
            and at + 1 < len(word)
            and _has_space(tokens, at + 1)
        ) or (mark in ("”", '"', "»", "“") and at > start + 2)
        if ends:
            yield start, at + 1
            start = at + 1
    if start < len(word):
        yield start, len(word)


def _describe_stretches(
    stretches: Sequence[tuple[int, int]], word: Sequence[str], shape: Sequence[str]
) -> list[str]:
    """Number from either end, length, first word, and what it is made of; the same for all tokens
    of a stretch, and a little about its neighbours."""
    made = [_composition(shape[start:end]) for start, end in stretches]
    found: list[str] = []
    for at, (start, end) in enumerate(stretches):
        before = made[at - 1] if at else "^"
        behind = made[at + 1] if at + 1 < len(made) else "$"
        size = _size(start, end)
        description = (
            f"n{min(at, 8)}|e{min(len(made) - at, 6)}|{made[at]}|l{size}|{made[at]}{size}|"
            f"b{before}|f{behind}|w{word[start]}|x{word[end - 1]}"
        )
        found += [description] * (end - start)
    return found


def _edges(stretches: Sequence[tuple[int, int]]) -> list[str]:
    """Whether a stretch begins here, and how long it is."""
    found: list[str] = []
    for start, end in stretches:
        size = _size(start, end)
        found += [f"<{size}", *([f"={size}"] * (end - start - 1))]
    return found


def _size(start: int, end: int) -> int:
    """In powers of two."""
    return min((end - start).bit_length(), 6)


def _composition(shape: Sequence[str]) -> str:
    letters = [look for look in shape if look[0] in "Aax"]
    if not letters:
        return "0" if any(look[0] == "0" for look in shape) else "."
    capital = sum(look[0] == "A" for look in letters)
    initials = sum(look in ("A", "AA") for look in letters)
    share = "C" if capital == len(letters) else "c" if capital * 2 >= len(letters) else "l"
    return (
        share
        + ("i" if initials * 3 >= len(letters) else "")
        + ("y" if "0y" in shape else "n" if "0" in shape else "")
    )


def _years(shape: Sequence[str]) -> Iterator[str]:
    """Before, at or behind the first year, and whether that stands early."""
    first = next((at for at, look in enumerate(shape) if look == "0y"), None)
    if first is None:
        yield from ["none"] * len(shape)
        return
    early = "e" if first * 2 < len(shape) else "l"
    count = sum(look == "0y" for look in shape)
    for at in range(len(shape)):
        side = "<" if at < first else "=" if at == first else ">"
        yield f"{early}{side}{min(count, 3)}"


def _numbers(shape: Sequence[str]) -> Iterator[str]:
    """For a number: which one it is, from either end."""
    total = sum(look[0] == "0" for look in shape)
    seen = 0
    for look in shape:
        if look[0] == "0":
            yield f"{min(seen, 5)}/{min(total - seen, 5)}"
            seen += 1
        else:
            yield f"-{min(total - seen, 4)}"
