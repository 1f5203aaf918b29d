"""The pinned floors: what every change must reach, on a corpus that cannot change unnoticed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evaluation.contract import Measure

# Runs are deterministic, so this covers no more than the rounding of floors to four digits. One
# document more or less moves a share of 201 by 0.005, one author of 300 by 0.003: both are seen.
NOISE_BAND = 0.0005
DIGITS = 4

HEADER = """\
# The floors of the evaluation. Written by `scripts/evaluate --update`, which raises them;
# it lowers one only with --allow-regression. See docs/evaluation.md.
"""


@dataclass(frozen=True, slots=True)
class Pinned:
    """The floors of one scorer, and the digest of the corpus on which they were reached."""

    corpus: str
    floors: Mapping[str, float] = field(default_factory=dict)


def load(path: Path) -> dict[str, Pinned]:
    if not path.is_file():
        return {}
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return {name: Pinned(one["corpus"], one["floors"]) for name, one in sections.items()}


def save(pinned: Mapping[str, Pinned], path: Path) -> None:
    lines = [HEADER]
    for name, one in sorted(pinned.items()):
        lines += [f"[{name}]", f'corpus = "{one.corpus}"', "", f"[{name}.floors]"]
        lines += [f"{measure} = {floor:.{DIGITS}f}" for measure, floor in one.floors.items()]
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")


def faults(pinned: Pinned | None, corpus: str, measures: Sequence[Measure]) -> Iterator[str]:
    """What keeps a scorer from passing, in words."""
    if pinned is None:
        yield "no floors are pinned yet: run scripts/evaluate --update"
        return
    if corpus != pinned.corpus:
        yield (
            "the corpus is not the one on which the floors were pinned "
            f"({corpus[:12]}, not {pinned.corpus[:12]}): see docs/evaluation.md"
        )
    values = floored(measures)
    for name, floor in pinned.floors.items():
        if name not in values:
            yield f"{name} has a floor but is not measured any more"
        elif values[name] < floor - NOISE_BAND:
            yield f"{name} is {values[name]:.4f}, below its floor of {floor:.4f}"
    for name in values.keys() - pinned.floors.keys():
        yield f"{name} has no floor yet: run scripts/evaluate --update"


def raised(
    pinned: Pinned | None, corpus: str, measures: Sequence[Measure], *, allow_regression: bool
) -> Pinned:
    """The floors after an update. One that was not reached stays, and goes on failing."""
    values = {name: round(value, DIGITS) for name, value in floored(measures).items()}
    if pinned is None or allow_regression:
        return Pinned(corpus, values)
    higher = {name: max(value, pinned.floors.get(name, 0.0)) for name, value in values.items()}
    return Pinned(corpus, {**pinned.floors, **higher})


def floored(measures: Sequence[Measure]) -> dict[str, float]:
    return {measure.name: measure.value for measure in measures if measure.has_floor}
