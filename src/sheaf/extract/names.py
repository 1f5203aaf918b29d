"""Tells apart the people of a list, and the given from the family name of each.

Names come in every order ("Smith, J.", "Smith J", "J. Smith", "SMITH John", 王小明), and a comma
parts now two people, now the halves of one. Rules suffice: what a piece between commas looks like
nearly always says which it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import takewhile

from sheaf.records import Person
from sheaf.words import read_word_sets

PARTICLES = read_word_sets("particles")["common"] | read_word_sets("particles")["names"]
WORDS = read_word_sets("names")
LONGEST = 20_000  # characters of a list that are looked at; physics has lists of thousands
MOST_WORDS = 8  # of one person; more is a sentence

# Footnote marks. A lone small letter is one too; between spaces "y" and "e" stand for "and".
MARKS = re.compile(
    r"[*†‡§¶∗⋆#♯^{}\[\]⇑¤⊥¹²³⁰-⁹|~ʈ⁎]|(?<![^\W\d_])\d{1,3}(?=[\W_]|and\b|$)"
    r"|(?<=[^\W\d_]{2})\d(?:[\d,]{0,9}\d)?(?=\W|$)|(?<=[\s,])[a-df-hj-xz](?=[\s,;*)]|$)"
)
SPLIT_HYPHEN = re.compile(r"(?<=\w)(?: [-‐]|[-‐] )(?=[^\W\d_])")
SPACES = re.compile(r"\s+")
TEAM = re.compile(
    r"\bet\.?[ ]?al(?:ii|\.|\b)[.,]?|\bu\.[ ]?a\.|…"
    r"|\b(?:and|und|et) (?:others|andere|autres)\b",
    re.IGNORECASE,
)
ROLE = re.compile(
    r"\(?\b(?:eds?\b\.?|editors?\b|hrsg\b\.?|hg\b\.?|éds?\b\.?|dirs?\b\.?|coords?\b\.?|herausgeber\b)(?:\)\.?)?"
    r"|^by\b",
    re.IGNORECASE,
)
# Between two people. "y", "e" and "u." only between spaces; a lone "E" is an initial.
AND = re.compile(
    r"(?:(?<!\s)\s++)?(?:[;；؛&•/、､]|(?<![ァ-ヺー])[·・･]|[·・･](?![ァ-ヺー])|\b(?:and|AND|And|und|UND|et|ET|with)\b"
    r"|(?<=\s)(?:y|i|e|og|och|en|u\.|и)(?=\s))\s*"
)
COMMA = re.compile(r"(?:(?<!\s)\s++)?[,，،]\s*")
CJK = re.compile(r"^[\u3005\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af·・･ ]+$")
MIDDLE_DOT = re.compile(r"[·・･]")
KANA = re.compile(r"[\u3040-\u30ff]")
KANJI_AND_KANA = re.compile(r"([\u3005\u3400-\u9fff]{1,2})([\u3040-\u30ff]{2,6})$")
# A family name of two: "Ortega y Gasset, J.", "Puig i Cadafalch J", "S. Ramón y Cajal". It begins
# where a person begins; "García Moreno, Luis y Borges, Ana" are two.
_BEGIN = r"(?P<before>(?:^|[;&]\s?|\b(?:and|und|et)\s|(?:\b[^\W\d_]\.[\s-]?){1,4},\s?)"
_NAME = r"[^\W\d_a-z][^\W\d_]{2,30}"
DOUBLE_FAMILY = re.compile(
    rf"{_BEGIN}{_NAME}) (?P<and>[yie]) (?P<after>{_NAME})"
    r"(?=,\s?(?:[^\W\d_a-z]\.|[^\W\d_a-z][^\W\d_]+(?:$|[;,]| and\b| &))|\s[A-Z]{1,3}(?:$|[,;]))"
)
DOUBLE_FAMILY_LAST = re.compile(
    rf"{_BEGIN}(?:(?:[^\W\d_a-z]\.[\s-]?|{_NAME} ){{1,3}}){_NAME}) (?P<and>[yi])"
    rf" (?P<after>{_NAME})(?=$|[;&]|\s(?:and|et|&|[yi])\s|,\s)"
)
KEPT = "\ue000"  # stands on both sides of the "y" of such a name while its list is taken apart
SPACED_Y = re.compile(f"{KEPT}(.){KEPT}")
PATRONYMIC = re.compile(r"(?:ович|евич|ьич|овна|евна|ична)$")


def read_people(text: str) -> tuple[Person, ...]:
    """Everybody in a list of authors or editors, in their order; "et al." is nobody."""
    clean = ROLE.sub(" ", TEAM.sub(" ", _clean(text[:LONGEST], instead_of_marks=", ")))
    # What was taken out leaves spaces; what parts people looks for a word behind each run of them.
    clean = _mark_double_families(SPACES.sub(" ", clean))
    found = [_read_name(SPACED_Y.sub(r" \1 ", name)) for name in _split_names(clean)]
    return tuple(who for who in found if who is not None)


def read_person(text: str) -> Person:
    """One name; what cannot be taken apart is kept as the family name."""
    name = _clean(text[:LONGEST])
    return _read_name(name) or Person(name=name)


def _clean(text: str, instead_of_marks: str = " ") -> str:
    text = SPACES.sub(" ", unicodedata.normalize("NFC", text))
    return _tidy(MARKS.sub(instead_of_marks, SPLIT_HYPHEN.sub("-", text)))


def _tidy(text: str) -> str:
    text = SPACES.sub(" ", text.replace(" .", ".").replace(" ,", ","))
    return text.strip(" ,;:()-–—=/&\"'“”").removesuffix("..")


def _mark_double_families(text: str) -> str:
    if not any(f" {word} " in text for word in "yie"):
        return text
    text = DOUBLE_FAMILY.sub(rf"\g<before>{KEPT}\g<and>{KEPT}\g<after>", text)
    return DOUBLE_FAMILY_LAST.sub(rf"\g<before>{KEPT}\g<and>{KEPT}\g<after>", text)


def _split_names(text: str) -> Iterator[str]:
    """One string a person, an inverted name with its comma ("Smith, J.")."""
    stretches = [part for part in AND.split(text) if part and part.strip(" .,")]
    for stretch in stretches:
        if _is_organisation(stretch):
            yield _tidy(stretch)
        elif _are_eastern(stretch):
            yield from stretch.split()
        else:
            pieces = [_tidy(piece) for piece in COMMA.split(stretch)]
            yield from _join_halves([piece for piece in pieces if piece.strip(". ")])


def _join_halves(pieces: Sequence[str]) -> Iterator[str]:
    """A family name and the given names behind its comma are one person again."""
    at = 0
    while at < len(pieces):
        name = pieces[at]
        at += 1
        if at < len(pieces) and _is_given_name_of(name, pieces[at], alone=len(pieces) == 2):
            name = f"{name}, {pieces[at]}"
            at += 1
        while at < len(pieces) and _is_appendix(pieces[at]):
            name = f"{name}, {pieces[at]}"
            at += 1
            # "Smith, Jr., J."
            if name.count(",") == 1 and at < len(pieces) and _are_initials(pieces[at].split()):
                name = f"{name}, {pieces[at]}"
                at += 1
        while at < len(pieces) and _are_initials_of_a_suffix(pieces[at]):
            name = f"{name}, {pieces[at]}"
            at += 1
        if not _is_appendix(name):
            yield name


def _are_initials_of_a_suffix(piece: str) -> bool:
    """ "C. Jr." is nobody, but of the name before."""
    words = piece.split()
    kept = [word for word in words if word not in WORDS["generations"]]
    return len(kept) < len(words) and all(map(_is_initial, kept))


def _are_eastern(stretch: str) -> bool:
    """ "王小明 李华 张伟": three are no halves of one name."""
    names = stretch.split()
    return len(names) > 2 and all(CJK.match(name) and 2 <= len(name) <= 4 for name in names)


def _is_given_name_of(family: str, given: str, *, alone: bool) -> bool:
    """Whether what follows the comma is the given name of what stands before it."""
    if CJK.match(family) and CJK.match(given):
        return len(family) == 1 and alone
    given = _without_generation(given)
    before, after = family.split(), given.split()
    if not after:
        return False
    if len(before) == 1 and "." not in family and len(family) > 1 and _are_dotted(after):
        return True  # "LI, W."
    if any(_is_initial(word) for word in before) or not _is_capital(after[0]):
        # "Smith J, Doe A" and "J. Smith, A. Doe": complete already; "Smith, de la" never happens.
        return False
    if _is_appendix(given):
        return False
    if _are_initials(after):
        return True
    core = [word for word in before if not _is_particle(word)]
    rest = [word for word in after if not _is_initial(word) and not _is_particle(word)]
    if len(core) == 1:
        # "Doe, Jane" and "Doe, Jane B."; but "Plato, J. Smith" is two people.
        return not _is_initial(after[0]) or len(rest) == 0
    return alone and len(core) == 2 and len(rest) == 1 and len(after) == 1


def _read_name(name: str) -> Person | None:
    if not any(char.isalpha() for char in name):
        return None
    if _is_organisation(name):
        return Person(name=name)
    if CJK.match(name):
        return _read_eastern(name)
    parts = [part for part in COMMA.split(name) if part]
    kept = [part for part in parts if not _is_appendix(part)]
    if len(kept) > 1 and not any("." in word and _is_initial(word) for word in kept[0].split()):
        given_names = " ".join(_without_generation(part) for part in kept[1:])
        family_name = _without_generation(kept[0]) or kept[0]
        return Person(name, given=_tidy(given_names) or None, family=family_name)
    words = _without_titles((kept or parts)[0].split())
    if not words or len(words) > MOST_WORDS or _are_initials_of_a_suffix(name):
        return Person(name=name)
    given, family = _split_name(words)
    return Person(name, given=" ".join(given) or None, family=" ".join(family) or None)


def _split_name(words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    if len(words) == 1:
        return (), words
    first = _start_of_initials(words)
    if first:
        return words[first:], words[:first]
    shouted = len(list(takewhile(_is_shouted, words)))
    rest = words[shouted:]
    if shouted and any(map(_is_full, rest)) and not any(map(_is_shouted, rest)):
        return words[shouted:], words[:shouted]
    if PATRONYMIC.search(words[-1]) and len(words) == 3:
        return words[1:], words[:1]
    start = len(words) - 1
    while start > 1 and (_is_particle(words[start - 1]) or words[start - 1] == "i"):
        start -= 1
    if words[start] in ("y", "i") and start > 1:
        start -= 1  # "José Ortega y Gasset"
    if start == 1 and words[0] in PARTICLES:
        start = 0  # "van Gogh", without a given name
    return words[:start], words[start:]


def _start_of_initials(words: Sequence[str]) -> int:
    """Where the initials begin in "Smith J" and "van der Berg A. B."; 0 where they do not."""
    start = len(words)
    is_shouted = all(map(_is_shouted, words[:-1]))
    while start and _is_initial(words[start - 1]):
        if is_shouted and "." not in words[start - 1] and len(words[start - 1]) == 3:
            return 0  # "KATSUSHIGE ABE"
        start -= 1
    if start == len(words) or _is_initial(words[0]):
        return 0
    while start > 1 and words[start - 1] in PARTICLES and start < len(words):
        start -= 1  # "Berg A. van der"
    return start if start else 0


def _read_eastern(name: str) -> Person:
    halves = MIDDLE_DOT.sub(" ", name).split()
    if len(halves) == 2:
        # A name from elsewhere, written in kana, keeps its order: ジョン・スミス.
        is_foreign = MIDDLE_DOT.search(name) and all(KANA.match(half) for half in halves)
        given, family = halves if is_foreign else reversed(halves)
        return Person(name, given=given, family=family)
    whole = "".join(halves)
    if mixed := KANJI_AND_KANA.match(whole):
        return Person(name, given=mixed[2], family=mixed[1])
    if KANA.search(whole) or not 2 <= len(whole) <= 4:
        return Person(name, family=whole)
    is_double = whole[:2] in WORDS["double_surnames"] or len(whole) == 4
    size = 2 if is_double and len(whole) > 2 else 1
    if len(whole) == 4 and whole[:3] in WORDS["triple_surnames"]:
        size = 3
    return Person(name, given=whole[size:], family=whole[:size])


def _without_titles(words: Sequence[str]) -> list[str]:
    kept = list(words)
    while len(kept) > 1 and kept[0].strip(".").lower() in WORDS["honorifics"]:
        kept.pop(0)
    while len(kept) > 1 and _is_suffix(kept[-1], of=kept[:-1]):
        kept.pop()
    return kept


def _without_generation(piece: str) -> str:
    """The given names of "King, M. L. Jr.", the family name of "King Jr., M. L."."""
    words = piece.split()
    return " ".join(word for word in words if word not in WORDS["generations"])


def _is_suffix(word: str, of: Sequence[str]) -> bool:
    if word in WORDS["initials_too"]:
        return False
    if word in WORDS["later_generations"]:
        return len(of) > 1
    return _is_appendix(word)


def _is_initial(word: str) -> bool:
    """ "J.", "J", "JP", "J.-P.", "Yu.", "Ch."."""
    if word in WORDS["generations"]:
        return False
    letters = word.replace(".", "").replace("-", "").replace("‐", "").replace("’", "")
    if not letters or not letters.isalpha() or not word[0].isupper():
        return False
    if "." in word:
        parts = [part for part in re.split(r"[.\-‐]", word) if part]
        return all(len(part) <= 2 or part in ("Chr", "Dzh") for part in parts) and (
            word.endswith(".") or len(parts) > 1
        )
    return letters.isupper() and len(letters) <= 3


def _are_initials(words: Sequence[str]) -> bool:
    """Particles may follow: "Berg, A. van der"."""
    return any(map(_is_initial, words)) and all(
        _is_initial(word) or word in PARTICLES for word in words
    )


def _are_dotted(words: Sequence[str]) -> bool:
    return _are_initials(words) and all("." in word or word in PARTICLES for word in words)


def _is_shouted(word: str) -> bool:
    letters = [char for char in word if char.isalpha()]
    return len(letters) > 1 and word.upper() == word and not _is_initial(word)


def _is_full(word: str) -> bool:
    return len(word) > 1 and not _is_initial(word) and not _is_particle(word)


def _is_particle(word: str) -> bool:
    if len(word.rstrip(".")) == 1:
        return word == "y"
    return word.lower().rstrip(".") in PARTICLES or word.startswith(("d'", "d’"))


def _is_capital(word: str) -> bool:
    return word[:1].isupper() or not word[:1].islower()


def _is_appendix(piece: str) -> bool:
    """ "Jr.", "III", "Ph.D.": belongs to the name before it."""
    words = piece.replace(".", "").split()
    if piece in WORDS["initials_too"]:
        return False
    return bool(words) and all(
        word.lower() in WORDS["suffixes"] or word in WORDS["degrees"] for word in words
    )


def _is_organisation(text: str) -> bool:
    words = [word.strip(".,()").lower() for word in text.split()]
    return any(word in WORDS["organisations"] for word in words) or (
        len(words) > 2 and any(word in WORDS["between"] for word in words)
    )
