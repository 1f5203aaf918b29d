"""Which lines are headings: by number, by type, by the words that everybody uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sheaf.extract.zones.document import LabelledDocument
from sheaf.extract.zones.layout import ONE_SIZE, are_of_one_size, begins_block
from sheaf.extract.zones.vocabulary import NUMBER, without_letter_spaces
from sheaf.records import Line

LONGEST = 130  # characters
MOST_LINES = 3  # of one heading
LEAST_NUMBERED = 4  # headings of a document whose headings are numbered
ENDS_OPEN = (",", ";", "-", "–", "(", "=", "+", ":-")
SENTENCE = re.compile(r"[a-z\d)]\.\s+[A-Z]|\.$")
MATHS = re.compile(r"[=<>≤≥∈∀∃∑∫→←⇒⊆∪∩λ⟨⟩|∂√±×·¬∧∨⊢⊥⊗⊕✲≠≈]|\\|\s[∗−]\s")
# What begins a paragraph in bold type, not a section; "Proof of Theorem 2" may head one.
STATEMENT = re.compile(
    r"(?:theorem|lemma|proposition|corollary|definition|remark|claim|conjecture|examples?|proof"
    r"|satz|beweis|théorème|lemme|preuve|démonstration|teorema|proposición|proposizione|corolario"
    r"|dimostrazione|demostración|теорема|лемма|доказательство)"
    r"\s?(?:\d{1,3}(?:\.\d{1,3}){0,3}\b|[.:(])|(?:require|ensure)s?:",
    re.IGNORECASE,
)
LETTERS = re.compile(r"[^\W\d_]")
NOT_LETTERS = re.compile(r"[\W_]+")
# The nodes of a graph and the letters of a formula are no words: "I S L", "R T −1".
WORD = re.compile(r"[^\W\d_]{3}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}")
ZEROTH = re.compile(r"0(?:\.\d)?\s")  # along an axis; chapters are counted from 1
TINY = 0.7  # of the size of the body; no heading is as small
NARROW = 0.2  # of its size, the width of a character in a line that is printed upwards
ENDED = re.compile(r"[.!?:。？！…][\"”’')\]\d*†‡]{0,4}$")
EQUATION = re.compile(r"\(\d+(?:\.\d+)*\)\s*$")


def find_heading_lines(document: LabelledDocument) -> set[int]:
    found = [_is_heading(document, at) for at in range(len(document.lines))]
    _add_like_known(document, found)
    _add_second_lines(document, found)
    _drop_runs(document, found)
    _drop_repeated(document, found)
    _drop_lesser_twins(document, found)
    _drop_unlike_numbered(document, found)
    return {at for at, is_heading in enumerate(found) if is_heading}


def _drop_unlike_numbered(document: LabelledDocument, found: list[bool]) -> None:
    """Where headings are numbered, others are only those that are set like one of them."""
    numbers = [at for at, is_heading in enumerate(found) if is_heading]
    sure = {at for at in numbers if document.kinds[at] or NUMBER.match(document.lines[at].text)}
    if sum(NUMBER.match(document.lines[at].text) is not None for at in sure) < LEAST_NUMBERED:
        return
    types = {(document.lines[at].font, document.lines[at].is_bold) for at in sure}
    for at in numbers:
        line = document.lines[at]
        goes_on = at > 0 and found[at - 1]
        if at not in sure and not goes_on and (line.font, line.is_bold) not in types:
            found[at] = False


def _add_like_known(document: LabelledDocument, found: list[bool]) -> None:
    """Numbered lines that are set like a numbered heading that everybody uses, whatever its type:
    small capitals, bold but smaller than the body, a font whose name does not say that it is
    bold."""
    if not document.has_layout:
        return
    known = {
        _line_type(document.lines[at])
        for at, is_heading in enumerate(found)
        if is_heading and document.kinds[at] and NUMBER.match(document.lines[at].text)
    }
    for at, line in enumerate(document.lines):
        if not found[at] and not line.is_running and _line_type(line) in known:
            found[at] = _is_like_known(document, at, goes_on=at > 0 and found[at - 1])


def _is_like_known(document: LabelledDocument, at: int, *, goes_on: bool) -> bool:
    line = document.lines[at]
    number = NUMBER.match(line.text[:LONGEST])
    if number is None or len(line.text) > LONGEST or _is_in_a_figure(document, at):
        return False
    if line.font == document.font and not line.text.isupper():
        return False
    # A letter and a full stop also end a sentence: "... of G and H. Then".
    if number["letter"] and not goes_on and not _has_gap_above(document, at):
        return False
    if not _reads_like_heading(line.text, line.text[number.end() :]):
        return False
    return _is_apart(document, at) and not _runs_on(document, at)


def _has_gap_above(document: LabelledDocument, at: int) -> bool:
    above = document.lines[at - 1] if at else None
    return above is None or above.is_running or begins_block(above, document.lines[at])


def _line_type(line: Line) -> tuple[str, float, bool]:
    return line.font, round(line.size, 1), line.is_bold


def _add_second_lines(document: LabelledDocument, found: list[bool]) -> None:
    """A line below a heading, of its type and without a gap, belongs to it."""
    for at in range(1, len(found)):
        line, above = document.lines[at], document.lines[at - 1]
        if found[at] or not found[at - 1] or document.kinds[at - 1] or len(line.text) > LONGEST:
            continue
        if _have_same_type(document, at - 1, at) and _stands_out(document, at):
            found[at] = not begins_block(above, line) and len(above.text) > 20


def _drop_repeated(document: LabelledDocument, found: list[bool]) -> None:
    """What comes again without a number is the label of an axis, or a running head."""
    numbers = [at for at, is_heading in enumerate(found) if is_heading and not document.kinds[at]]
    counts = Counter(document.lines[at].text for at in numbers)
    for at in numbers:
        if counts[document.lines[at].text] > 1 and not NUMBER.match(document.lines[at].text):
            found[at] = False


def _drop_lesser_twins(document: LabelledDocument, found: list[bool]) -> None:
    """What is said of a chapter in smaller type than its own heading: an outline of the work."""
    twins: dict[str, list[int]] = {}
    for at, is_heading in enumerate(found):
        text = document.lines[at].text
        if is_heading and NUMBER.match(text):
            twins.setdefault(NOT_LETTERS.sub("", text).casefold(), []).append(at)
    for group in twins.values():
        largest = max(document.sizes[at] for at in group)
        for at in group:
            found[at] = document.sizes[at] > largest - ONE_SIZE


def _is_heading(document: LabelledDocument, at: int) -> bool:
    line, text = document.lines[at], document.lines[at].text
    if line.is_running or not 2 < len(text) <= LONGEST or STATEMENT.match(text):
        return False
    if _is_in_a_figure(document, at):
        return False
    if document.kinds[at]:
        return _stands_out(document, at) or (
            _stands_alone(document, at)
            and _is_apart(document, at)
            and not _ends_sentence(document, at)
        )
    number = NUMBER.match(text)
    rest = text[number.end() :] if number else text
    if not (number or _stands_out(document, at)) or not _reads_like_heading(text, rest):
        return False
    if number:
        return _is_numbered_heading(document, at, rest)
    return not document.is_smaller(at) and _is_apart(document, at) and not _runs_on(document, at)


def _is_in_a_figure(document: LabelledDocument, at: int) -> bool:
    """Tiny, or printed upwards along an axis."""
    line = document.lines[at]
    width = line.x1 - line.x0
    is_upward = width < line.y1 - line.y0 and width < NARROW * line.size * len(line.text)
    return document.has_layout and (is_upward or document.sizes[at] < TINY * document.size)


def _ends_sentence(document: LabelledDocument, at: int) -> bool:
    """The last words of a sentence that began above: "... found in [7," and then "Appendix C]."."""
    text = document.lines[at].text
    if text.endswith("]"):
        return True
    is_named = document.kinds[at] == "appendices"
    if at == 0 or not (is_named or text.endswith(("].", ").", "."))):
        return False
    if is_named and text.endswith("].") and "[" not in text:
        return True
    above = document.lines[at - 1]
    if above.is_running or begins_block(above, document.lines[at]):
        return False
    return ENDED.search(above.text[-8:]) is None


def _reads_like_heading(text: str, rest: str) -> bool:
    """`rest` is what stands behind its number."""
    if text.endswith(ENDS_OPEN) or STATEMENT.match(text) or not _begins_heading(rest):
        return False
    is_formula = MATHS.search(text) is not None or EQUATION.search(text) is not None
    return not is_formula and not _is_sentence(rest) and _is_wordy(text)


def _runs_on(document: LabelledDocument, at: int) -> bool:
    """The sentence goes on in the next line, which is plain text."""
    if at + 1 == len(document.lines):
        return False
    below = document.lines[at + 1]
    return below.text[:1].islower() and not _stands_out(document, at + 1) and not below.is_running


def _begins_heading(rest: str) -> bool:
    """With a capital, where the script has them."""
    first = rest[:1]
    return first.isupper() or (first.isalpha() and not first.islower())


def _is_wordy(text: str) -> bool:
    letters = len(LETTERS.findall(text))
    if WORD.search(without_letter_spaces(text)) is None or ZEROTH.match(text):
        return False
    return not text.isascii() or 2 * letters > len(text.replace(" ", ""))


def _is_sentence(text: str) -> bool:
    return bool(SENTENCE.search(text)) and len(text) > 40


def _is_numbered_heading(document: LabelledDocument, at: int, rest: str) -> bool:
    """An item of a list is numbered too, but it looks like the text around it."""
    if len(rest) > 100:
        return False
    if not document.has_layout:
        return _is_apart(document, at) and not rest.endswith(".")
    if document.is_smaller(at):
        return False
    if _stands_out(document, at) or rest.isupper():
        return True
    # "2.1 Unary systems", alone between two gaps, is a heading though its type is the body's.
    is_deep = re.match(r"(?:\d{1,2}|[A-Z])\.\d", document.lines[at].text) is not None
    return is_deep and not rest.endswith(".") and _stands_between_gaps(document, at)


def _stands_between_gaps(document: LabelledDocument, at: int) -> bool:
    if at == 0 or at + 1 == len(document.lines):
        return True
    line, above, below = document.lines[at], document.lines[at - 1], document.lines[at + 1]
    return (above.is_running or begins_block(above, line)) and begins_block(line, below)


def _stands_out(document: LabelledDocument, at: int) -> bool:
    """Bold or larger than the body, or all in capitals, or in a font of its own."""
    line = document.lines[at]
    if not document.has_layout:
        return False
    is_bold = line.is_bold and line.font != document.font
    if document.is_larger(at) or is_bold or (line.text.isupper() and len(line.text) > 5):
        return True
    return (
        bool(line.font)
        and line.font != document.font
        and not line.is_italic
        and _is_caps(line.text)
    )


def _is_caps(text: str) -> bool:
    words = [word for word in text.split() if len(word) > 3]
    return bool(words) and all(word[:1].isupper() or word[:1].isdigit() for word in words)


def _stands_alone(document: LabelledDocument, at: int) -> bool:
    """Nothing but itself in its line, which is short and no end of a sentence."""
    text = document.lines[at].text
    if len(text) > 60 or (text.endswith(".") and text[:1].islower()):
        return False
    return text[:1].isupper() or not text[:1].islower()


def _is_apart(document: LabelledDocument, at: int) -> bool:
    """A gap above or below, or the edge of a column. What continues a heading is apart with it."""
    if at == 0 or at + 1 == len(document.lines):
        return True
    line, above, below = document.lines[at], document.lines[at - 1], document.lines[at + 1]
    if above.is_running or begins_block(above, line) or begins_block(line, below):
        return True
    return _have_same_type(document, at - 1, at) or not _have_same_type(document, at, at + 1)


def _have_same_type(document: LabelledDocument, first: int, second: int) -> bool:
    line, other = document.lines[first], document.lines[second]
    same_font = line.is_bold == other.is_bold and line.font == other.font
    return same_font and are_of_one_size(line, other)


def _drop_runs(document: LabelledDocument, found: list[bool]) -> None:
    """Many lines in a row that stand out are a table, a title page or a bold paragraph."""
    start = 0
    while start < len(found):
        end = start
        while end < len(found) and found[end]:
            end += 1
        alike = end - start > MOST_LINES and _have_all_same_type(document, range(start, end))
        if alike:
            for at in range(start, end):
                found[at] = bool(document.kinds[at])
        start = end + 1


def _have_all_same_type(document: LabelledDocument, numbers: Sequence[int]) -> bool:
    return all(_have_same_type(document, numbers[0], at) for at in numbers)
