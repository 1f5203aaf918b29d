"""Scholarly prose: titles that never repeat, and the vocabulary one paper keeps to."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from sheaf.world.chance import Shuffle, dice
from sheaf.world.disciplines import DISCIPLINES, Discipline
from sheaf.world.disciplines.general import GENERAL
from sheaf.world.grammar import Words, add_article, fill, sentence, title_case
from sheaf.world.names import any_name
from sheaf.world.places import LANDS, TOWNS

_COUNTS = ("three", "four", "five", "six", "seven", "eight", "nine", "eleven")


@dataclass(frozen=True)
class Subject:
    """What a paper is about; no two papers of a discipline have the same."""

    manner: str
    activity: str
    qualifier: str
    objects: str
    context: str


def subject(seed: int, discipline: Discipline, number: int) -> Subject:
    """The subject of the discipline's paper number n: a permutation, so none comes twice."""
    columns = _columns(discipline)
    rest = _subject_order(seed, discipline.label)[number]
    words = []
    for column in columns:
        rest, place = divmod(rest, len(column))
        words.append(column[place])
    return Subject(*words)


def title(seed: int, discipline: Discipline, number: int) -> str:
    about = subject(seed, discipline, number)
    words = {name: title_case(value) for name, value in vars(about).items()}
    words["context"] = _lower_first_small_word(about.context)
    text = discipline.titles[number % len(discipline.titles)].format(**words)
    return text[0].upper() + text[1:]


def short_title(discipline: Discipline, rng: random.Random) -> str:
    """The title of a work outside the world: shorter than those inside, so never one of them."""
    form = rng.choice(
        (
            "The {q} {o}",
            "{a}: An Introduction",
            "{q} {o} and {a}",
            "Essays on {a}",
            "Notes on {q} {o}",
        )
    )
    words = {
        "q": title_case(rng.choice(discipline.qualifiers)),
        "o": title_case(rng.choice(discipline.objects)),
        "a": title_case(rng.choice(discipline.activities)),
    }
    return form.format(**words)


def vocabulary(seed: int, discipline: Discipline, about: Subject, number: int) -> Words:
    """The words of one paper: its subject, and a small hand of the discipline's."""
    rng = dice(seed, "words", discipline.label, number)
    tools = rng.sample(discipline.tools, 5)
    objects = f"{about.qualifier} {about.objects}"
    others = [
        f"{rng.choice(discipline.qualifiers)} {thing}"
        for thing in rng.sample(discipline.objects, 3)
    ]
    return {
        "objects": [objects, about.objects, objects, *others],
        "activity": [about.activity, about.activity, *rng.sample(discipline.activities, 2)],
        "manner": [about.manner, *rng.sample(discipline.manners, 2)],
        "context": [about.context, about.context, rng.choice(discipline.contexts)],
        "tool": tools,
        "a_tool": [add_article(tool) for tool in tools],
        "material": rng.sample(discipline.materials, 4),
        "measure": rng.sample(discipline.measures, 5),
        "agents": rng.sample(discipline.agents, 3),
        **_names_and_numbers(rng),
    }


def abstract(words: Words, rng: random.Random) -> str:
    parts = ("opening", "aim", "method", "result", "result", "meaning")
    dropped = rng.choice((0, None, 3, None))
    templates = [
        rng.choice(GENERAL[f"abstract_{part}"])
        for place, part in enumerate(parts)
        if place != dropped
    ]
    distinct = dict.fromkeys(templates)
    return " ".join(sentence(template, words, rng) for template in distinct)


def keywords(about: Subject) -> tuple[str, ...]:
    return (about.activity, about.objects, f"{about.manner} {about.activity}", about.qualifier)


def sentences(role: str, discipline: Discipline, words: Words, rng: random.Random) -> Iterator[str]:
    """Sentences for a section, until no template is left: a paper does not repeat itself."""
    templates = list(discipline.sentences.get(role, ()) + GENERAL[role])
    rng.shuffle(templates)
    return (sentence(template, words, rng) for template in templates)


def research_interest(discipline: Discipline, rng: random.Random) -> str:
    """A few words for a homepage: "sampling of noisy query logs under drift"."""
    words = {
        "activity": discipline.activities,
        "qualifier": discipline.qualifiers,
        "objects": discipline.objects,
        "context": discipline.contexts,
    }
    return fill("{activity} <and|in the study of|for> {qualifier} {objects} {context}", words, rng)


def place_name(rng: random.Random) -> str:
    town = rng.choice(TOWNS).title()
    return town if rng.random() < 0.5 else f"{town} {rng.choice(LANDS).title()}"


def _names_and_numbers(rng: random.Random) -> dict[str, list[str]]:
    return {
        "place": [place_name(rng) for _ in range(3)],
        "surname": [any_name(rng).family for _ in range(4)],
        "n": list(_COUNTS),
        "num": [str(rng.randrange(120, 980)) for _ in range(12)],
        "num2": [str(rng.randrange(13, 97)) for _ in range(8)],
        "pct": [str(rng.randrange(2, 88)) for _ in range(12)],
        "factor": [f"{rng.uniform(1.1, 9.5):.1f}" for _ in range(8)],
        "year": [str(rng.randrange(1962, 2018)) for _ in range(4)],
        "year_old": [str(rng.randrange(1480, 1880)) for _ in range(6)],
        "decade": [str(rng.randrange(1950, 2000, 10)) for _ in range(2)],
    }


def _columns(discipline: Discipline) -> tuple[tuple[str, ...], ...]:
    return (
        discipline.manners,
        discipline.activities,
        discipline.qualifiers,
        discipline.objects,
        discipline.contexts,
    )


@lru_cache(maxsize=64)
def _subject_order(seed: int, label: str) -> Shuffle:
    discipline = next(known for known in DISCIPLINES if known.label == label)
    size = prod(len(column) for column in _columns(discipline))
    return Shuffle(size, seed, "subjects", label)


def _lower_first_small_word(context: str) -> str:
    first, _, rest = context.partition(" ")
    return f"{first} {_tail(rest)}"


def _tail(text: str) -> str:
    # A word in front keeps articles from being taken for the beginning of the title.
    return title_case(f"x {text}")[2:]
