"""How words are made out of text: one way for what is indexed, for questions and for marks.

What is not ASCII is taken by runs, and each run is folded once; most text is ASCII, and costs
nothing here. Lower case of ASCII letters and the parting into words are the engine's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache

import tantivy

LONGEST_WORD = 80  # bytes; what is longer is no word
LONGEST_KEY = 500
LONGEST_REMEMBERED = 24
MOST_REMEMBERED = 200_000

NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
# What most texts have beside letters; it parts words.
COMMON_SIGNS = "–—‘’“”"
PLAIN_LATIN = bytes(set(range(256)) - set("\u00adªºµ¼½¾".encode("latin-1")))
# What Unicode does not take apart, or would take apart into something else.
FOLDED = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th",
    "ı": "i", "ħ": "h", "ŋ": "ng", "ŧ": "t", "ƒ": "f", "й": "й", "ї": "ї",
    "™": " ", "℠": " ",
    **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
}  # fmt: skip
# Marks without which some scripts cannot be read; they are letters to the engine.
KEPT_MARKS = frozenset({8, 103, 118})
GREEK = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "sigma", "tau", "upsilon", "phi",
    "chi", "psi", "omega",
)  # fmt: skip
GREEK_NAMES = {chr(ord("α") + place): name for place, name in enumerate(GREEK)}
LONE_GREEK = re.compile(r"(?<![^\W\d_])[α-ω](?![^\W\d_])")
# Scripts that put no blanks between words: Thai, Lao, Myanmar, Khmer, Chinese, Japanese; and
# Korean, whose words carry their particles.
UNSPACED_LETTERS = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3031-\u3035\u3041-\u3096"
    "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3"
    "\uf900-\ufaff\U00020000-\U0003ffff"
)
UNSPACED = re.compile(f"[{UNSPACED_LETTERS}]+")
UNSPACED_LINE_END = re.compile(f"(?<=[{UNSPACED_LETTERS}])\r?\n(?=[{UNSPACED_LETTERS}])")
LINE_END_HYPHEN = re.compile(r"[-\u00ad\u2010\u00ac][ \t]*\r?\n[ \t]*(?=[^\W\d_A-Z])")

LATEX_ACCENT = re.compile(
    r"""\{?\\(?:["'`^~=.]\s*+|[uvHckrdbt](?:\s++|(?=\{)))(?:\{\s*+)?\\?([A-Za-z])(?![A-Za-z]*+\s*+\{)\}?\}?"""
)
LATEX_LETTER = re.compile(
    r"\{?\\(ss|aa|ae|oe|o|l|i|j|dh|dj|th|ng|AA|AE|OE|O|L|DH|DJ|TH|NG)(?![A-Za-z])(?:\{\}|\}| )?"
)
LATEX_STYLE = re.compile(
    r"\\(?:emph|text(?:it|bf|tt|sc|rm|sf|sl|up)?|math(?:bb|cal|rm|bf|it|sf|tt|frak|scr)|rm|it|bf|em|"
    r"tt|sc|sf|operatorname|mbox|boldsymbol|frac|sqrt|left|right|cdot|times|[cl]?dots|leq?|geq?|"
    r"in|to|sum|int)(?![A-Za-z])\*?"
)
LATEX_VARIANT = re.compile(r"\\var(epsilon|phi|theta|rho|sigma|pi|kappa)(?![A-Za-z])")
BRACED_IN_WORD = re.compile(r"(?<=[A-Za-z])\{([A-Za-z]+)\}|\{([A-Za-z]+)\}(?=[A-Za-z])")

# The languages whose stems the engine knows, by their codes.
STEMMED = {
    "ar": "arabic", "da": "danish", "nl": "dutch", "en": "english", "fi": "finnish",
    "fr": "french", "de": "german", "el": "greek", "hu": "hungarian", "it": "italian",
    "no": "norwegian", "nb": "norwegian", "nn": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "es": "spanish", "sv": "swedish", "ta": "tamil",
    "tr": "turkish",
}  # fmt: skip


def fold(text: str) -> str:
    """Lower case, without accents and ligatures: Erdős and ERDOS are one. Words stay words."""
    return (
        text.lower()
        if text.isascii()
        else NOT_ASCII.sub(lambda run: FOLDED_RUNS[run[0]], text).lower()
    )


def prepare(text: str) -> str:
    """A text as it goes into the index: read as people read it (LaTeX, hyphens at line ends),
    folded but for the case of ASCII letters, and scripts without blanks in pairs of letters."""
    if "\\" in text or "{" in text:
        text = undo_latex(text)
    if "\n" in text:
        text = join_lines(text)
    if text.isascii():
        return text
    for sign in COMMON_SIGNS:
        text = text.replace(sign, " ")
    if is_plain_latin(text):
        return text
    return NOT_ASCII.sub(lambda run: PARTED_RUNS[run[0]], text)


def is_plain_latin(text: str) -> bool:
    """Whether the engine folds all of it as we do, which is quicker."""
    try:
        return not text.encode("latin-1").translate(None, PLAIN_LATIN)
    except UnicodeEncodeError:
        return False


def words(text: str) -> list[str]:
    """The words of a text or a question, just as they stand in the index."""
    return word_analyser().analyze(prepare(text))


def title_key(title: str) -> str:
    """Letters and digits of a title: equal for titles that differ in signs and blanks only."""
    return "".join(words(title))[:LONGEST_KEY]


# -- stems -----------------------------------------------------------------------------------------


def analyse_stems(text: str, language: str | None) -> list[str]:
    """The stems of the words of a text; the words themselves where nobody knows its stems."""
    return stem_analyser(stemmer_of(language)).analyze(prepare(text))


def stem_prepared(text: str, language: str | None) -> str:
    """The same of a text that is prepared already, with blanks between."""
    return " ".join(stem_analyser(stemmer_of(language)).analyze(text))


def stems_in(word: str, languages: Iterable[str]) -> tuple[str, ...]:
    """The stems that a word may have: a question does not say its language, so it is that of any
    of the documents."""
    found = dict.fromkeys(
        stem
        for language in languages
        for stem in stem_analyser(stemmer_of(language)).analyze(prepare(word))
    )
    return tuple(found) or tuple(words(word))


def stemmer_of(language: str | None) -> str:
    """The engine's name for the stems of a language, which may come with a country: en-GB."""
    return STEMMED.get((language or "").lower().replace("_", "-").partition("-")[0], "")


@cache
def stem_analyser(stemmer: str) -> tantivy.TextAnalyzer:
    if not stemmer:
        return word_analyser()
    return _word_filters(tantivy.Tokenizer.simple()).filter(tantivy.Filter.stemmer(stemmer)).build()


@cache
def word_analyser() -> tantivy.TextAnalyzer:
    """What the engine does with a text that is prepared."""
    return _word_filters(tantivy.Tokenizer.simple()).build()


def _word_filters(tokenizer: tantivy.Tokenizer) -> tantivy.TextAnalyzerBuilder:
    filters = tantivy.Filter
    builder = tantivy.TextAnalyzerBuilder(tokenizer)
    builder = builder.filter(filters.remove_long(LONGEST_WORD)).filter(filters.lowercase())
    return builder.filter(filters.ascii_fold())


# -- runs of what is not ASCII ---------------------------------------------------------------------


class Remembered(dict[str, str]):
    """What became of runs, for most of them come again."""

    def __init__(self, make: Callable[[str], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, run: str) -> str:
        made = self._make(run)
        if len(run) <= LONGEST_REMEMBERED:
            if len(self) > MOST_REMEMBERED:
                self.clear()
            self[run] = made
        return made


def fold_letters(run: str) -> str:
    apart = "".join(map(_fold_letter, run.casefold()))
    return LONE_GREEK.sub(lambda one: GREEK_NAMES[one[0]], unicodedata.normalize("NFC", apart))


@cache
def _fold_letter(letter: str) -> str:
    if letter in FOLDED:
        return FOLDED[letter]
    if "\ud800" <= letter <= "\udfff":
        return " "  # half of a letter, which nothing can hold
    parts = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(map(_fold_part, parts))


def _fold_part(part: str) -> str:
    mark = unicodedata.combining(part)
    if mark and mark not in KEPT_MARKS:
        return ""
    # No sign that a question or a pattern would obey comes out of what was none.
    return " " if part.isascii() and not part.isalnum() else FOLDED.get(part, part)


def part_letters(run: str) -> str:
    return UNSPACED.sub(_pair_letters, fold_letters(run))


def _pair_letters(found: re.Match[str]) -> str:
    run = found[0]
    pairs = (run[place : place + 2] for place in range(max(len(run) - 1, 1)))
    return f" {' '.join(pairs)} "


FOLDED_RUNS = Remembered(fold_letters)
PARTED_RUNS = Remembered(part_letters)

# -- texts as people read them ---------------------------------------------------------------------


def join_lines(text: str) -> str:
    """Words that a line end parts are joined."""
    text = LINE_END_HYPHEN.sub(_join_hyphen, text)
    return text if text.isascii() else UNSPACED_LINE_END.sub("", text)


def _join_hyphen(found: re.Match[str]) -> str:
    """state-of-the-/art keeps its hyphen: others stand before it."""
    before = found.string[max(0, found.start() - 30) : found.start()]
    word = before[before.rfind(" ") + 1 :]
    return "-" if "-" in word or not word[-1:].isalpha() else ""


def undo_latex(text: str) -> str:
    r"""G{\"o}del is Godel, \emph{a} word is a word, $\alpha$ is alpha, {E}uclid is Euclid."""
    if "\\" in text:
        text = LATEX_ACCENT.sub(r"\1", text)
        text = LATEX_LETTER.sub(lambda one: one[1], text)
        text = LATEX_VARIANT.sub(r" \1", LATEX_STYLE.sub(" ", text))
    return BRACED_IN_WORD.sub(lambda one: one[1] or one[2], text)
