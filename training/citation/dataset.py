"""All that the model learns from, in a fixed order: real references, some of them once more with
noise, made-up ones, and ones that nobody annotated. Everything that is scored on is kept out,
copies included."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from corpora.references import anystyle, grobid
from corpora.references.annotated import Annotated
from corpora.references.scored import excite, umass
from training.citation import metadata, unmarked
from training.citation.examples import Example, example
from training.citation.noise import noisy
from training.citation.styles import written
from training.citation.works import Pool, completed, invented, restyled

SEED = 7
INVENTED, RESTYLED, LISTED, NOISY = 7000, 9000, 9000, 8000
NOISY_SHARE = 0.2  # of the made-up ones
DEVELOPMENT = 2  # the documents with this remainder choose and calibrate


@dataclass(frozen=True, slots=True)
class Dataset:
    train: list[Example]
    made: list[Example]
    bare: list[Example]  # without labels
    development: list[Example]
    held_out: list[Example]


def remainder(document: str) -> int:
    return int(hashlib.sha1(document.encode(), usedforsecurity=False).hexdigest(), 16) % 10


def dataset() -> Dataset:
    marked = list(grobid.references())
    held_out = list(_examples([one for one in marked if one.is_held_out]))
    sealed = scored_elsewhere() | {one.key for one in held_out}
    annotated: list[Annotated] = []
    development: list[Example] = []
    train: list[Example] = []
    for one, found in learnable([one for one in marked if not one.is_held_out], sealed):
        if one.source == "grobid" and remainder(one.document) == DEVELOPMENT:
            development.append(found)
        else:
            train.append(found)
            annotated.append(one)
    made = made_from(train, annotated)
    bare = list(unmarked.references(sealed | {one.key for one in [*development, *train]}))
    return Dataset(train, made, bare, development, held_out)


def scored_elsewhere() -> set[str]:
    """The keys of what is scored on and has no part in GROBID's corpus."""
    corpora = [umass("dev"), umass("train")]
    corpora += [excite(part) for part in ("german", "german-footnote", "german-mixed")]
    return {one.key for corpus in corpora for one in _examples(list(corpus))}


def learnable(
    marked: Iterable[Annotated], sealed: Collection[str]
) -> Iterator[tuple[Annotated, Example]]:
    """Those of GROBID's references and all of anystyle's, each once, none that is sealed."""
    seen = set(sealed)
    for one in chain(marked, anystyle.references()):
        found = example(one)
        if found is not None and found.key not in seen:
            seen.add(found.key)
            yield one, found


def _examples(references: Sequence[Annotated]) -> Iterator[Example]:
    for one in references:
        if (found := example(one)) is not None:
            yield found


def made_from(train: Sequence[Example], annotated: Sequence[Annotated]) -> list[Example]:
    """`annotated` are the same references as `train`."""
    chance = random.Random(SEED)  # noqa: S311
    pool = Pool.of(train)
    titled = [one for one in train if "B-title" in one.labels]
    made = [written(invented(chance, pool), chance) for _ in range(INVENTED)]
    made += [
        written(restyled(chance.choice(titled), chance, pool), chance) for _ in range(RESTYLED)
    ]
    listed = list(metadata.works())
    made += [written(completed(chance.choice(listed), chance, pool), chance) for _ in range(LISTED)]
    made = [noisy(one, chance) if chance.random() < NOISY_SHARE else one for one in made]
    made += [noisy(chance.choice(annotated), chance) for _ in range(NOISY)]
    return list(_examples(made))
