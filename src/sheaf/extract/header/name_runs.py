"""Which tokens are names: what the token model sees, made whole, and what it missed.

A run is the places of the tokens of one name. The model errs in few ways, and the page tells
of most: a name is cut at an initial or at a line's end, two that stand side by side are taken for
one, or one is missed that is set as all the others are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from sheaf.extract.header.labelling import FrontMatter, LabelledToken
from sheaf.extract.header.layout import YES
from sheaf.extract.header.token_features import name_stretches
from sheaf.extract.header.words import (
    PARTICLES,
    count_names,
    name_kind,
    name_pattern,
    names_in_addresses,
)

FIRST, REST = "B-author", "I-author"
MOST_WORDS = 7
SURE = 0.6
NEARLY_SURE = 0.95
LEAST_PROSE = 3  # lines
SOME = 2  # names in a line that say that it is a list of them
NEAR_TITLE = 25  # lines within which the authors' block ends
WORKPLACES = frozenset({"affiliation", "address", "email"})


def find_name_runs(front: FrontMatter, title: Sequence[int]) -> list[list[int]]:
    """Those that the token model sees. In a line that is one of authors beyond doubt, or of the
    same make as the line above in which it saw one, a stretch that looks like a name is one."""
    runs = _join_cut_names(front.tokens, list(_runs(front)))
    of_lines: dict[int, list[int]] = {}
    for at, labelled in enumerate(front.tokens):
        of_lines.setdefault(labelled.line, []).append(at)
    _extend_runs(front, runs, of_lines)
    runs = [part for run in runs for part in _split_two_names(front.tokens, run)]
    seen = {front.tokens[run[0]].line for run in runs}
    taken = {at for run in runs for at in run}
    for line, places in of_lines.items():
        if title and (line in title or not title[-1] < line <= title[-1] + NEAR_TITLE):
            continue
        if is_behind_abstract(front, line, min(seen, default=line)):
            continue
        alike = line not in seen and (
            _is_like_line_above(front, line, seen) or _is_set_like_authors(front, line, seen)
        )
        stretches = name_stretches([front.tokens[at].token for at in places])
        for number, (start, end) in enumerate(stretches):
            own = places[start:end]
            if taken.intersection(own):
                continue
            is_only_one = not seen and _is_all_names(front, line)
            if (alike and not number) or is_only_one or _is_missed(front, line, own):
                runs.append(list(range(own[0], own[-1] + 1)))
                seen.add(line)
    return _join_cut_names(front.tokens, sorted(runs))


def is_behind_abstract(front: FrontMatter, line: int, first: int) -> bool:
    """Whether the abstract or the body stands between the first author and a line: the names of
    such a line are of people who are thanked."""
    between = front.labels[first:line]
    return between.count("abstract") + between.count("body") >= LEAST_PROSE


# -- what the model sees, made whole --------------------------------------------------------------


def _runs(front: FrontMatter) -> Iterator[list[int]]:
    run: list[int] = []
    tokens = front.tokens
    for at, labelled in enumerate(tokens):
        far = bool(run) and not _may_go_on(front, tokens[run[-1]], labelled)
        if labelled.label == FIRST or (labelled.label == REST and (far or not run)):
            if run:
                yield run
            run = [at]
        elif labelled.label == REST:
            run.append(at)
        elif run and not _is_inside_name(tokens, at):
            yield run
            run = []
    if run:
        yield run


def _may_go_on(front: FrontMatter, last: LabelledToken, labelled: LabelledToken) -> bool:
    """A name goes on in the next line at most, in the same type: what stands above the title is
    another, and so are the name of the journal and "CERN" below the name."""
    if last.line == labelled.line:
        return True
    size, other = front.lines[last.line].size, front.lines[labelled.line].size
    shouted = len(labelled.token.text) > 1 and labelled.token.text.isupper()
    return (
        labelled.line == last.line + 1
        and (size == other or min(size, other) <= 0)
        and (not shouted or last.token.text.isupper())
    )


def _is_inside_name(tokens: Sequence[LabelledToken], at: int) -> bool:
    """Between the words of one name: the comma of "Smith, John", an initial that was missed."""
    if at + 1 >= len(tokens) or tokens[at + 1].label != REST:
        return False
    return tokens[at].token.kind == "initial" or tokens[at].token.text in (",", "-", "–")


def _join_cut_names(tokens: Sequence[LabelledToken], runs: Sequence[list[int]]) -> list[list[int]]:
    """ "Chantal B." and "F. Vogels" side by side are one: no name ends with an initial where
    another begins without a sign between them."""
    whole: list[list[int]] = []
    for run in runs:
        before = whole[-1] if whole else None
        if before is not None and _is_cut_short(tokens, before, run):
            before.extend(range(before[-1] + 1, run[-1] + 1))
        else:
            whole.append(list(run))
    return whole


def _is_cut_short(tokens: Sequence[LabelledToken], before: list[int], run: list[int]) -> bool:
    end, start = tokens[before[-1]], tokens[run[0]]
    adjacent = run[0] == before[-1] + 1 and len(before) + len(run) <= MOST_WORDS
    if adjacent and end.line == start.line and start.token.text in PARTICLES:
        return True  # "Gilles Orban" and "de Xivry"
    return (
        run[0] == before[-1] + 1
        and end.line in (start.line, start.line - 1)
        and end.token.kind == "initial"
        and len(before) + len(run) <= MOST_WORDS
        and tokens[before[0]].token.kind == "word"
        and len(before) > 1
    )


def _extend_runs(
    front: FrontMatter, runs: Sequence[list[int]], of_lines: Mapping[int, list[int]]
) -> None:
    """A name whose first or last words were missed is made whole: in a line of authors, what stands
    between two signs and looks like one name is one."""
    by_line: dict[int, list[list[int]]] = {}
    for run in runs:
        by_line.setdefault(front.tokens[run[0]].line, []).append(run)
    for line, own in by_line.items():
        if front.labels[line] != "author":
            continue
        places = of_lines[line]
        for start, end in name_stretches([front.tokens[at].token for at in places]):
            inside = [
                run for run in own if run[-1] >= places[start] and run[0] < places[end - 1] + 1
            ]
            _add_head(front, inside, places[start:end])
            missed = [at for at in places[start:end] if inside and at > inside[0][-1]]
            if (
                len(inside) == 1
                and inside[0][0] == places[start]
                and missed
                and all(front.tokens[at].label in ("sep", "other") for at in missed)
            ):
                inside[0].extend(missed)


def _add_head(front: FrontMatter, inside: Sequence[list[int]], own: Sequence[int]) -> None:
    """The first words of a name of which the model sees the last only, as one that goes on."""
    if len(inside) != 1 or front.tokens[inside[0][0]].label != REST:
        return
    head = [at for at in own if at < inside[0][0]]
    if head and all(front.tokens[at].label in ("sep", "other") for at in head):
        inside[0][:0] = head


def _split_two_names(tokens: Sequence[LabelledToken], run: list[int]) -> list[list[int]]:
    """Two names without a sign between them, "Ann Lee Jennifer Park": the second begins with a
    given name that is no family name, behind a word that is no given name."""
    words = [tokens[at].token for at in run]
    if len(run) not in (4, 5, 6) or any(word.kind != "word" for word in words):
        return [run]
    for at in range(2, len(run) - 1):
        here, before = name_kind(words[at].text), name_kind(words[at - 1].text)
        ends = "g" not in before and before != "c" and words[at - 1].text.lower() not in PARTICLES
        if ends and "g" in here and "f" not in here:
            return [run[:at], run[at:]]
    return [run]


# -- what it missed ------------------------------------------------------------------------------


def _is_all_names(front: FrontMatter, line: int) -> bool:
    """A line of authors with nothing but names. Where the token model saw no name at all, it says
    more than the tokens do: a paper has authors."""
    return front.labels[line] == "author" and name_pattern(front.lines[line].text)[:3] == "all"


def _is_missed(front: FrontMatter, line: int, own: Sequence[int]) -> bool:
    """What looks like a name in a line of authors, and is not taken for part of a workplace; or
    what stands beside an e-mail address of that name, or has one elsewhere."""
    labels = {front.tokens[at].label for at in own}
    if front.labels[line] == "author" and front.sure[line] >= SURE:
        text = front.lines[line].text
        listed = name_pattern(text)[:3] == "all" or count_names(text) > SOME
        return labels <= {"other", "sep"} or listed
    # Of a line that the model is not sure of, all addresses tell whether it is one of authors.
    near = [line] if front.labels[line] != "author" else range(len(front.lines))
    addresses = fold(names_in_addresses(front.lines[at].text for at in near))
    words = [front.tokens[own[-1]].token.text]
    if front.labels[line] == "author":
        if name_pattern(front.lines[line].text) == "all1" and "@" in front.lines[line].text:
            return True
        words = [front.tokens[at].token.text for at in own]
    parts = [fold(part) for word in words for part in re.split(r"[-‐]", word)]
    return any(len(part) > 3 and part in addresses for part in parts)


def _is_like_line_above(front: FrontMatter, line: int, seen: set[int]) -> bool:
    """Name and workplace in one line, below a line that was read so; or name and e-mail address,
    with a line between them."""
    if front.labels[line] not in ("affiliation", "author", "email", "other"):
        return False
    own = front.lines[line]
    for above, pattern in ((line - 1, "first"), (line - 2, "all1")):
        if (
            above in seen
            and front.lines[above].size == own.size
            and name_pattern(own.text) == name_pattern(front.lines[above].text) == pattern
            and (pattern == "first" or ("@" in own.text and "@" in front.lines[above].text))
        ):
            return True
    return False


def _is_set_like_authors(front: FrontMatter, line: int, seen: set[int]) -> bool:
    """A name that stands alone, begins a block above a workplace, and is set as the authors are
    that were found: the model is not sure that it is part of a workplace."""
    if front.labels[line] not in ("affiliation", "address", "other", "author"):
        return False
    if front.sure[line] > NEARLY_SURE or name_pattern(front.lines[line].text) != "all1":
        return False
    layout = front.layout[line]
    if layout.begins_block != YES and layout.gap != "beside":
        return False
    own = front.lines[line]
    alike = [
        at for at in sorted(seen)
        if front.lines[at].size == own.size and front.lines[at].font == own.font
        and name_pattern(front.lines[at].text) == "all1"
    ]  # fmt: skip
    below = front.labels[line + 1 : line + 3]
    above_workplace = any(label in WORKPLACES for label in below)
    between = len(alike) > 1 and alike[0] < line < alike[-1]
    return between or (bool(alike) and above_workplace)


def fold(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).lower().replace("ı", "i")
    return "".join(char for char in folded if char.isalnum())
