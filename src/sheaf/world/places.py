"""Universities and their towns: an endless supply of names, each found again from its host name."""

from sheaf.world.chance import Shuffle, draw
from sheaf.world.vocabulary import words

TOWNS = words("""
    alder ambrel arden ashmere balmont barrow beckford belgrave birchfield bramley brennock calder
    camber carrick castell chalke corbyn coventon cresswell dalry darrow denholm dunmere eastleigh
    eldon elmsford fairholt farrow fenwick galdren glenmoor greyford hadley halden harrow haverly
    hawthorn helmsdale holm ingleby keld kestrel kilbride lambourn langdale larkfield linden
    lorne marlow medway merrow northam oakhurst orrin penrose quarley ravensby rowan selwyn
""")

LANDS = words("""
    bay bridge brook combe cross dale falls field ford gate glen grove haven heath hill hollow
    island junction lake landing mill moor point port reach ridge river shore springs strand vale
    valley
""")

_SIDES = ("new", "north", "south", "east", "west", "upper", "lower", "great", "little", "old")

_FORMS = (
    "University of {town}",
    "{town} University",
    "{town} Institute of Technology",
    "{town} State University",
    "Royal College of {town}",
    "Technical University of {town}",
)


class Towns:
    """Town number n has a slug, and the slug gives n back."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._singles = Shuffle(len(TOWNS), seed, "towns")
        self._pairs = Shuffle(len(TOWNS) * len(LANDS), seed, "town pairs")

    def slug(self, number: int) -> str:
        if number < self._singles.size:
            return TOWNS[self._singles[number]]
        generation, pair = divmod(number - self._singles.size, self._pairs.size)
        town, land = divmod(self._pairs[pair], len(LANDS))
        return _side(generation) + f"{TOWNS[town]}-{LANDS[land]}"

    def number(self, slug: str) -> int | None:
        """The town of that slug; None if there never was one."""
        *side, town, land = ["", *slug.split("-")] if "-" in slug else ["", slug, ""]
        if town not in TOWNS:
            return None
        if not land:
            return self._singles.index(TOWNS.index(town))
        generation = _generation("".join(side))
        if land not in LANDS or generation is None:
            return None
        pair = self._pairs.index(TOWNS.index(town) * len(LANDS) + LANDS.index(land))
        return self._singles.size + generation * self._pairs.size + pair

    def university(self, number: int) -> str:
        """The name over the door, such as "University of Alder Ridge"."""
        town = self.slug(number).replace("-", " ").title()
        return _FORMS[draw(len(_FORMS), self._seed, "form", number)].format(town=town)


def _side(generation: int) -> str:
    """Pairs of words run out after some thousands; then there is a north and a south of each."""
    if generation == 0:
        return ""
    again, side = divmod(generation - 1, len(_SIDES))
    return f"{_SIDES[side]}{again + 1 if again else ''}-"


def _generation(side: str) -> int | None:
    if not side:
        return 0
    word = side.rstrip("0123456789")
    again = side[len(word) :]
    if word not in _SIDES or again in ("0", "1") or again.startswith("0"):
        return None
    return 1 + _SIDES.index(word) + (int(again) - 1 if again else 0) * len(_SIDES)
