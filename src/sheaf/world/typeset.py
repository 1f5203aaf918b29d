"""Type on paper: measures words, breaks paragraphs into lines and writes lines as PDF text."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.textobject import PDFTextObject

from sheaf.world.citing import SUPERSCRIPT_OFF, SUPERSCRIPT_ON

_SUPERSCRIPT_SCALE = 0.65
_MOST_CACHED_WORDS = 50_000
_VOWELS = frozenset("aeiouy")


class Face:
    """A standard font that knows how wide words are, in units of its size."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._letters = _letter_widths(name)
        self._words: dict[str, float] = {}

    def width(self, word: str) -> float:
        known = self._words.get(word)
        if known is None:
            if len(self._words) > _MOST_CACHED_WORDS:
                self._words.clear()
            known = self._words[word] = self._measure(word)
        return known

    def _measure(self, text: str) -> float:
        plain, _, rest = text.partition(SUPERSCRIPT_ON)
        width = sum(self._letters[letter] for letter in plain)
        if rest:
            raised, _, tail = rest.partition(SUPERSCRIPT_OFF)
            width += _SUPERSCRIPT_SCALE * self._measure(raised) + self._measure(tail)
        return width


@cache
def face(name: str) -> Face:
    return Face(name)


@dataclass(frozen=True, slots=True)
class TypesetLine:
    text: str
    width: float
    indent: float
    ends_paragraph: bool


@dataclass(frozen=True)
class Type:
    """A face at a size, with the distance between lines."""

    face: Face
    size: float
    leading: float

    def width(self, text: str) -> float:
        return self.size * sum(map(self.face.width, text.split(" "))) + self.spaces(text)

    def spaces(self, text: str) -> float:
        return self.size * self.face.width(" ") * text.count(" ")

    def wrap(
        self, text: str, width: float, first: float = 0, rest: float = 0, hyphenate: bool = False
    ) -> Iterator[TypesetLine]:
        """Lines no wider than width; first and rest are the indents."""
        size, measure = self.size, self.face.width
        space = size * measure(" ")
        indent = first
        line: list[str] = []
        used = indent - space
        for word in text.split(" "):
            wide = size * measure(word)
            if used + space + wide <= width or not line:
                line.append(word)
                used += space + wide
                continue
            head, tail = self._split(word, width - used - space) if hyphenate else ("", word)
            if head:
                line.append(head)
                used += space + size * measure(head)
            yield TypesetLine(" ".join(line), used - indent, indent, False)
            indent = rest
            line = [tail]
            used = indent + size * measure(tail)
        yield TypesetLine(" ".join(line), used - indent, indent, True)

    def _split(self, word: str, room: float) -> tuple[str, str]:
        """The part of a long word that fits, with its hyphen, and the part that does not."""
        if len(word) > 8 and word.isalpha():
            for cut in range(len(word) - 3, 3, -1):
                head = word[:cut] + "-"
                between = word[cut - 1] in _VOWELS and word[cut] not in _VOWELS
                if between and self.size * self.face.width(head) <= room:
                    return head, word[cut:]
        return "", word


class FastText(PDFTextObject):  # type: ignore[misc]
    """A text object that writes whole lines; reportlab's own escaping takes most of its time."""

    def put(self, kind: Type, x: float, y: float, text: str, word_space: float = 0) -> None:
        if (kind.face.name, kind.size) != (self._fontname, self._fontsize):
            self.setFont(kind.face.name, kind.size, kind.leading)
        shown = text.translate(_ESCAPES)
        if SUPERSCRIPT_ON in shown:
            shown = self._raised(shown, kind)
        self._code.append(f"1 0 0 1 {x:.2f} {y:.2f} Tm {word_space:.3f} Tw ({shown}) Tj")

    def _raised(self, shown: str, kind: Type) -> str:
        font = self._canvas._doc.getInternalFontName(kind.face.name)
        small, lift = kind.size * _SUPERSCRIPT_SCALE, kind.size * 0.35
        up = f") Tj {font} {small:.2f} Tf {lift:.2f} Ts ("
        down = f") Tj {font} {kind.size:g} Tf 0 Ts ("
        return shown.replace(SUPERSCRIPT_ON, up).replace(SUPERSCRIPT_OFF, down)


def _letter_widths(name: str) -> dict[str, float]:
    widths = pdfmetrics.getFont(name).widths
    return {_winansi(code): widths[code] / 1000 for code in range(32, 256) if _winansi(code)}


def _winansi(code: int) -> str:
    return bytes([code]).decode("cp1252", "ignore")


_ESCAPES = {ord(mark): f"\\{mark}" for mark in "()\\"} | {
    ord(_winansi(code)): f"\\{code:03o}" for code in range(128, 256) if _winansi(code)
}
