"""The text of a paper: sections and paragraphs in which every reference is cited."""

import random
from dataclasses import dataclass

from sheaf.world import prose
from sheaf.world.chance import dice
from sheaf.world.citing import PrintedReference, cite, name_and_cite
from sheaf.world.disciplines.general import CITING, NAMING
from sheaf.world.grammar import Words, sentence
from sheaf.world.papers import SimulatedPaper

_LONG = ("introduction", "background", "method", "method", "evidence", "evidence", "discussion")
_SHORT = ("introduction", "background", "method", "evidence", "discussion")
_CITING_ROLES = ("introduction", "background")


@dataclass
class ManuscriptSection:
    role: str
    heading: str
    paragraphs: list[list[str]]  # of sentences


@dataclass(frozen=True)
class Manuscript:
    paper: SimulatedPaper
    sections: list[ManuscriptSection]
    acknowledgement: str


def compose(seed: int, paper: SimulatedPaper, words: Words, published: bool) -> Manuscript:
    """The paper's text; the published version differs from the preprint by a sentence or two."""
    rng = dice(seed, "manuscript", paper.paper_id)
    sections = _sections(paper, words, rng)
    _cite_everything(sections, paper, words, rng)
    thanks = f"We are grateful to colleagues in {prose.place_name(rng)} for their comments."
    if published:
        _revise(sections[-1], rng)
        thanks += " Two anonymous referees helped to improve the text."
    return Manuscript(paper, sections, thanks)


def _sections(paper: SimulatedPaper, words: Words, rng: random.Random) -> list[ManuscriptSection]:
    roles = [*(_LONG if rng.random() < 0.7 else _SHORT), "conclusion"]
    plenty = rng.uniform(0.7, 1)
    headings = _headings(paper, rng)
    banks = {
        role: list(prose.sentences(role, paper.card.discipline, words, rng))
        for role in dict.fromkeys(roles)
    }
    sections = []
    for role in roles:
        share = round(len(banks[role]) * plenty / roles.count(role))
        sections.append(
            ManuscriptSection(role, headings[role].pop(0), _paragraphs(banks[role][:share], rng))
        )
        banks[role] = banks[role][share:]
    return sections


def _headings(paper: SimulatedPaper, rng: random.Random) -> dict[str, list[str]]:
    choices = paper.card.discipline.headings
    return {role: rng.sample(texts, len(texts)) for role, texts in choices.items()}


def _paragraphs(sentences: list[str], rng: random.Random) -> list[list[str]]:
    """Four to seven sentences each; none is left with a single one."""
    paragraphs = []
    while sentences:
        count = rng.randrange(4, 8)
        if len(sentences) - count < 2:
            count = len(sentences)
        paragraphs.append(sentences[:count])
        sentences = sentences[count:]
    return paragraphs


def _cite_everything(
    sections: list[ManuscriptSection], paper: SimulatedPaper, words: Words, rng: random.Random
) -> None:
    """Put each reference into some paragraph; first appearances follow the order of the list."""
    groups = _group_references(paper.references, rng)
    homes = [p for s in sections if s.role in _CITING_ROLES for p in s.paragraphs]
    others = [p for s in sections if s.role not in _CITING_ROLES for p in s.paragraphs]
    early = max(1, round(len(groups) * 0.7))
    _spread_citations(groups[:early], homes, paper, words, rng)
    _spread_citations(groups[early:], others, paper, words, rng)


def _group_references(
    references: tuple[PrintedReference, ...], rng: random.Random
) -> list[tuple[PrintedReference, ...]]:
    groups = []
    start = 0
    while start < len(references):
        size = rng.choice((1, 1, 1, 2, 2, 3))
        groups.append(references[start : start + size])
        start += size
    return groups


def _spread_citations(
    groups: list[tuple[PrintedReference, ...]],
    paragraphs: list[list[str]],
    paper: SimulatedPaper,
    words: Words,
    rng: random.Random,
) -> None:
    for number, group in enumerate(groups):
        paragraph = paragraphs[number * len(paragraphs) // len(groups)]
        # At the end of what is there, so that markers stay in order.
        paragraph.append(_citing_sentence(group, paper.citation_style, words, rng))
        if rng.random() < 0.6:
            paragraph.insert(-1, paragraph.pop(0))


def _citing_sentence(
    group: tuple[PrintedReference, ...], style: str, words: Words, rng: random.Random
) -> str:
    if len(group) == 1 and rng.random() < 0.5:
        text = sentence(rng.choice(NAMING), {**words, "who": ["@"]}, rng)
        return text.replace("@", name_and_cite(group[0], style))
    text = sentence(rng.choice(CITING), {**words, "cite": ["@"]}, rng)
    if style == "superscript":
        return text.replace(" @.", ".@").replace("@", cite(group, style))
    return text.replace("@", cite(group, style))


def _revise(section: ManuscriptSection, rng: random.Random) -> None:
    first = section.paragraphs[0]
    first[0] = rng.choice(
        (
            "The revised analysis leaves the main result as it was.",
            "To sum up, the evidence presented here supports a single conclusion.",
            "The argument of this paper can be stated in a few words.",
        )
    )
