"""The words of an encyclopedia: real ones where words are frequent, made-up ones in the long tail,
drawn as often as Zipf's law says."""

from __future__ import annotations

from functools import cache
from itertools import islice, product

import numpy as np
from numpy.typing import NDArray

from sheaf.world.vocabulary import words

SIZE = 400_000
# Zipf's law as Mandelbrot mended it; the two numbers fit running text in English.
EXPONENT, SHIFT = 1.07, 2.7

COMMON = words("""
    the of and in to a was is for on as by with at from that his it an were which be are he
    this also had has its or first their new one not after but who have been two her she they
    all other when more time during into may most year some city where there under world
    between school state used known years about team many later part season over then these
    made american work only would including out early south both up north game became such than
    played national while name area three well however against area called three before united
    member second university through him being several war since film group company life music
    number house around until best end series same family party west east each history high
    population station system river following club league set album use public district general
    book local large century long town line often government members international british four
    single county law within age based small former french army church released center village
    late power won next service german species place another band different home day region if
    act album form found great road television career side local order took built common music
    began death major college community moved field late official position named along old main
    body what land times language modern held water military island produced court term village
    much published king last could without field open report study president council century
    western species own total named minister business theory located record
""")
FOREIGN = words("বাংলা Москва 東京 北京 서울 Ελλάδα Київ القاهرة ירושלים กรุงเทพ हिन्दी Αθήνα")
CONSONANTS = words("b d f g h k l m n p r s t v z ch st tr br sh gr pl c j w th")
PLAIN_VOWELS = words("a e i o u")
VOWELS = words("a e i o u y ia ea ou ai oa au ei é")
ENDINGS = ("", "n", "s", "r", "l", "", "ng", "d", "t", "")


@cache
def lexicon() -> NDArray[np.object_]:
    """All words, the most frequent first, each once."""
    known = [*dict.fromkeys(COMMON), *FOREIGN]
    taken = frozenset(known)
    short = (word for word in made_up(2, PLAIN_VOWELS) if word not in taken)
    long = made_up(3, VOWELS)
    made = [*known, *short, *islice(long, SIZE)][:SIZE]
    return np.array(made, dtype=object)


def made_up(syllables: int, vowels: tuple[str, ...]) -> list[str]:
    """Every word of so many syllables, in an order in which neighbours are not alike.

    Syllables are consonants before a vowel, so no two sequences of them make the same word."""
    parts = [consonant + vowel for consonant, vowel in product(CONSONANTS, vowels)]
    count = len(parts) ** syllables
    step = int(count * 0.618) | 1
    while np.gcd(step, count) != 1:
        step += 2
    made = []
    for number in range(min(count, SIZE)):
        rest, word = number * step % count, ""
        for _ in range(syllables):
            rest, place = divmod(rest, len(parts))
            word += parts[place]
        made.append(word + ENDINGS[number % len(ENDINGS)])
    return made


@cache
def chances(size: int = SIZE) -> NDArray[np.float64]:
    """The chance that a word is one of the first n, for every n."""
    weights = (np.arange(size) + 1 + SHIFT) ** -EXPONENT
    sums = np.cumsum(weights)
    return np.asarray(sums / sums[-1])


def draw_ranks(dice: np.random.Generator, count: int, size: int = SIZE) -> NDArray[np.intp]:
    return np.searchsorted(chances(size), dice.random(count))
