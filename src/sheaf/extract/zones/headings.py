"""Which lines are headings: by number, by type, by the words that everybody uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sheaf.extract.zones.document import Seen
from sheaf.extract.zones.flags import begins_block
from sheaf.extract.zones.vocabulary import NUMBER

LONGEST = 130  # characters
MOST_LINES = 3  # of one heading
LEAST_NUMBERED = 4  # headings of a document whose headings are numbered
ENDS_OPEN = (",", ";", "-", "–", "(", "=", "+", ":-")
SENTENCE = re.compile(r"[a-z\d)]\.\s+[A-Z]|\.$")
MATHS = re.compile(r"[=<>≤≥∈∀∃∑∫→⇒⊆∪∩λ⟨⟩|∂√±×·]|\\")
LETTERS = re.compile(r"[^\W\d_]")
EQUATION = re.compile(r"\(\d+(?:\.\d+)*\)\s*$")


def heading_lines(seen: Seen) -> list[bool]:
    found = [_is_heading(seen, at) for at in range(len(seen.lines))]
    _add_second_lines(seen, found)
    _drop_runs(seen, found)
    _drop_repeated(seen, found)
    _drop_strangers(seen, found)
    return found


def _drop_strangers(seen: Seen, found: list[bool]) -> None:
    """Where headings are numbered, others are only those that are set like one of them."""
    numbers = [at for at, one in enumerate(found) if one]
    sure = [at for at in numbers if seen.kinds[at] or NUMBER.match(seen.lines[at].text)]
    if sum(NUMBER.match(seen.lines[at].text) is not None for at in sure) < LEAST_NUMBERED:
        return
    types = {(seen.lines[at].font, seen.lines[at].is_bold) for at in sure}
    for at in numbers:
        line = seen.lines[at]
        goes_on = at > 0 and found[at - 1]
        if at not in sure and not goes_on and (line.font, line.is_bold) not in types:
            found[at] = False


def _add_second_lines(seen: Seen, found: list[bool]) -> None:
    """A line below a heading, of its type and without a gap, belongs to it."""
    for at in range(1, len(found)):
        line, above = seen.lines[at], seen.lines[at - 1]
        if found[at] or not found[at - 1] or seen.kinds[at - 1] or len(line.text) > LONGEST:
            continue
        if _same_type(seen, at - 1, at) and _stands_out(seen, at):
            found[at] = not begins_block(above, line) and len(above.text) > 20


def _drop_repeated(seen: Seen, found: list[bool]) -> None:
    """What comes again without a number is the label of an axis, or a running head."""
    numbers = [at for at, one in enumerate(found) if one and not seen.kinds[at]]
    counts = Counter(seen.lines[at].text for at in numbers)
    for at in numbers:
        if counts[seen.lines[at].text] > 1 and not NUMBER.match(seen.lines[at].text):
            found[at] = False


def _is_heading(seen: Seen, at: int) -> bool:
    line, text = seen.lines[at], seen.lines[at].text
    if line.is_running or not 2 < len(text) <= LONGEST:
        return False
    if seen.kinds[at]:
        return _stands_out(seen, at) or (_stands_alone(seen, at) and _is_apart(seen, at))
    if text.endswith(ENDS_OPEN):
        return False
    number = NUMBER.match(text)
    rest = text[number.end() :] if number else text
    if not _begins_heading(rest) or not (number or _stands_out(seen, at)):
        return False
    if MATHS.search(text) or EQUATION.search(text) or _is_sentence(rest) or not _is_wordy(text):
        return False
    if number:
        return _numbered_heading(seen, at, rest)
    return not seen.is_smaller(at) and _is_apart(seen, at) and not _runs_on(seen, at)


def _runs_on(seen: Seen, at: int) -> bool:
    """The sentence goes on in the next line, which is plain text."""
    if at + 1 == len(seen.lines):
        return False
    below = seen.lines[at + 1]
    return below.text[:1].islower() and not _stands_out(seen, at + 1) and not below.is_running


def _begins_heading(rest: str) -> bool:
    """With a capital, where the script has them."""
    first = rest[:1]
    return first.isupper() or (first.isalpha() and not first.islower())


def _is_wordy(text: str) -> bool:
    letters = len(LETTERS.findall(text))
    if letters >= 2 and not text.isascii():
        return True
    return letters >= 3 and 2 * letters > len(text.replace(" ", ""))


def _is_sentence(text: str) -> bool:
    return bool(SENTENCE.search(text)) and len(text) > 40


def _numbered_heading(seen: Seen, at: int, rest: str) -> bool:
    """An item of a list is numbered too, but it looks like the text around it."""
    if len(rest) > 100:
        return False
    if not seen.has_layout:
        return _is_apart(seen, at) and not rest.endswith(".")
    if seen.is_smaller(at):
        return False
    if _stands_out(seen, at) or rest.isupper():
        return True
    # "2.1 Unary systems", alone between two gaps, is a heading though its type is the body's.
    is_deep = re.match(r"(?:\d{1,2}|[A-Z])\.\d", seen.lines[at].text) is not None
    return is_deep and not rest.endswith(".") and _stands_between_gaps(seen, at)


def _stands_between_gaps(seen: Seen, at: int) -> bool:
    if at == 0 or at + 1 == len(seen.lines):
        return True
    line, above, below = seen.lines[at], seen.lines[at - 1], seen.lines[at + 1]
    return (above.is_running or begins_block(above, line)) and begins_block(line, below)


def _stands_out(seen: Seen, at: int) -> bool:
    """Bold or larger than the body, or all in capitals, or in a font of its own."""
    line = seen.lines[at]
    if not seen.has_layout:
        return False
    is_bold = line.is_bold and line.font != seen.font
    if seen.is_larger(at) or is_bold or (line.text.isupper() and len(line.text) > 5):
        return True
    return bool(line.font) and line.font != seen.font and not line.is_italic and _is_caps(line.text)


def _is_caps(text: str) -> bool:
    words = [word for word in text.split() if len(word) > 3]
    return bool(words) and all(word[:1].isupper() or word[:1].isdigit() for word in words)


def _stands_alone(seen: Seen, at: int) -> bool:
    """Nothing but itself in its line, which is short and no end of a sentence."""
    text = seen.lines[at].text
    if len(text) > 60 or (text.endswith(".") and text[:1].islower()):
        return False
    return text[:1].isupper() or not text[:1].islower()


def _is_apart(seen: Seen, at: int) -> bool:
    """A gap above or below, or the edge of a column. What continues a heading is apart with it."""
    if at == 0 or at + 1 == len(seen.lines):
        return True
    line, above, below = seen.lines[at], seen.lines[at - 1], seen.lines[at + 1]
    if above.is_running or begins_block(above, line) or begins_block(line, below):
        return True
    return _same_type(seen, at - 1, at) or not _same_type(seen, at, at + 1)


def _same_type(seen: Seen, one: int, other: int) -> bool:
    a, b = seen.lines[one], seen.lines[other]
    return a.is_bold == b.is_bold and a.font == b.font and abs(a.size - b.size) < 0.6


def _drop_runs(seen: Seen, found: list[bool]) -> None:
    """Many lines in a row that stand out are a table, a title page or a bold paragraph."""
    start = 0
    while start < len(found):
        end = start
        while end < len(found) and found[end]:
            end += 1
        alike = end - start > MOST_LINES and _all_alike(seen, range(start, end))
        if alike:
            for at in range(start, end):
                found[at] = bool(seen.kinds[at])
        start = end + 1


def _all_alike(seen: Seen, numbers: Sequence[int]) -> bool:
    return all(_same_type(seen, numbers[0], at) for at in numbers)
