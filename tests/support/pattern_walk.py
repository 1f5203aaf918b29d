"""Shows every regular expression of src the texts that are worst for it, and prints those that take
too long, one JSON object a line. It has a process of its own, for it sees patterns being made.

    python -m support.pattern_walk [--length 1500] [--texts 12] [--over 0.01] [FOLDER ...]

The texts are made of what the parsed pattern repeats, many times over, behind what may stand before
it and with an end that does not fit. Quadratic is what takes a hundredth of a second for 1500
characters: a second for 15,000. A pattern that is only matched at a place is not searched for.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import inspect
import itertools
import json
import re
import signal
import time
from collections import defaultdict
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from re import _parser

ROOT = Path(find_spec("sheaf").origin).parent
METHODS = {"match", "search", "sub", "subn", "findall", "fullmatch", "split", "finditer"}
AT_A_PLACE = {"match", "fullmatch"}
REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
LIKE = {"DIGIT": "1", "SPACE": " ", "WORD": "a", "NOT_DIGIT": "a", "NOT_SPACE": "a",
        "NOT_WORD": "-"}  # fmt: skip
OTHERS = "a .1A,-\n(é"
ALWAYS = (" ", "a", "1", "A", "\n", ".", "-", "<", "(", "a ", "A. ")
ENDS = ("\x00!", "\n~\n", "")
MANY = 20  # a repeat of more than this can be pumped
LONGEST_TRY = 0.3  # seconds for one text; whatever takes longer is slow


@dataclass
class Found:
    pattern: re.Pattern
    place: str
    ways: set = field(default_factory=set)

    def read(self, text):
        """As the code does: at one place, or everywhere."""
        if isinstance(self.pattern.pattern, bytes):
            text = text.encode("latin-1", "replace")
        if self.ways and self.ways <= AT_A_PLACE:
            for way in self.ways:
                getattr(self.pattern, way)(text)
        else:
            for _ in self.pattern.finditer(text):
                pass


def find_patterns():
    """Those that modules make when they are loaded, and those within functions."""
    made, names, compile_ = {}, defaultdict(set), re.compile

    def note(pattern, flags=0):
        compiled = compile_(pattern, flags)
        caller = inspect.currentframe().f_back
        file = Path(caller.f_code.co_filename)
        if file.is_relative_to(ROOT):
            place = f"{file.relative_to(ROOT)}:{caller.f_lineno}"
            made.setdefault((compiled.pattern, compiled.flags), Found(compiled, place))
        return compiled

    re.compile = note
    for module in modules():
        for name, value in vars(module).items():
            if isinstance(value, re.Pattern):
                names[module.__file__, name].add((value.pattern, value.flags))
    re.compile = compile_
    for file, name, way in uses(made):
        for key in names[str(file), name] & made.keys():
            made[key].ways.add(way)
    return sorted(made.values(), key=lambda one: one.place)


def modules():
    from sheaf.deposit.database import set_up_django

    set_up_django()
    for file in sorted(ROOT.rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        if "migrations" in parts or parts[-1] in {"__main__", "django_settings"}:
            continue
        yield importlib.import_module(".".join(("sheaf", *parts)).removesuffix(".__init__"))


def uses(made):
    """By which methods each name is asked; patterns that are written where they are asked are noted
    in `made`."""
    for file in sorted(ROOT.rglob("*.py")):
        loops, asked = defaultdict(set), []
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in METHODS:
                owner = node.value
                asked.append((getattr(owner, "id", getattr(owner, "attr", "")), node.attr))
            if isinstance(node, ast.comprehension | ast.For) and isinstance(node.iter, ast.Tuple):
                # `for pattern in (A, B)`: they are asked as `pattern` is.
                for one in node.iter.elts:
                    loops[getattr(node.target, "id", "")].add(getattr(one, "id", ""))
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in METHODS
                and getattr(node.func.value, "id", "") == "re"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                compiled = re.compile(node.args[0].value)
                place = f"{file.relative_to(ROOT)}:{node.lineno}"
                key = (compiled.pattern, compiled.flags)
                made.setdefault(key, Found(compiled, place)).ways.add(node.func.attr)
        for name, way in asked:
            yield from ((file, one, way) for one in (name, *loops[name]))


# -- texts -----------------------------------------------------------------------------------------


def texts(pattern, length):
    """The likeliest to be slow first."""
    tree = _parser.parse(pattern.pattern, pattern.flags)
    pumped = list(dict.fromkeys(pumps(tree, [""])))
    whole = [text for text in samples(tree)[:2] if text]
    pieces = list(dict.fromkeys([*(pump for _, pump in pumped), *whole, *ALWAYS]))
    for end in ENDS:
        for before, pump in pumped:
            yield fill(before, pump, length, end)
        for before, pump in pumped:
            if before:
                yield fill("", before + pump, length, end)
                yield fill(before * 100, pump, length, end)
        for piece in pieces:
            yield fill("", piece, length, end)
    for one, other in itertools.permutations(pieces[:8], 2):
        yield fill(one * (length // 2 // len(one)), other, length, ENDS[0])


def fill(before, pump, length, end):
    return before + pump * ((length - len(before)) // len(pump)) + end


def pumps(tree, before):
    """What is repeated in a pattern, each with what stands before it."""
    before = list(before)
    for code, value in tree:
        name = str(code)
        if name in REPEATS:
            if value[1] > MANY:
                for pump in filter(None, samples(value[2])):
                    yield from ((start, pump) for start in before[:2])
            yield from pumps(value[2], before)
        elif name == "BRANCH":
            for branch in value[1]:
                yield from pumps(branch, before)
        elif name in {"SUBPATTERN", "ASSERT", "ASSERT_NOT", "ATOMIC_GROUP"}:
            yield from pumps(value if name == "ATOMIC_GROUP" else value[-1], before)
        before = [one + more for one in before[:2] for more in samples([(code, value)])[:2]][:3]


def samples(tree):
    """A few of the texts that a part of a pattern stands for."""
    found = [""]
    for code, value in tree:
        more = samples_of(str(code), value) or [""]
        found = [one + other for one in found[:2] for other in more[:3]][:4]
    return found


def samples_of(name, value):
    if name in {"LITERAL", "NOT_LITERAL"}:
        return [chr(value) if name == "LITERAL" else "ab"[value == ord("a")]]
    if name == "ANY":
        return ["a", " "]
    if name == "IN":
        return members(value)[:3]
    if name == "BRANCH":
        return [text for branch in value[1][:4] for text in samples(branch)[:1]]
    if name == "SUBPATTERN":
        return samples(value[-1])
    if name == "ATOMIC_GROUP":
        return samples(value)
    if name in REPEATS:
        once = [text * max(value[0], 1) for text in samples(value[2])[:2]]
        return [*once, ""] if value[0] == 0 else once
    return [""]  # a place


def members(value):
    found = []
    for code, inner in value:
        name = str(code)
        if name == "LITERAL":
            found.append(chr(inner))
        elif name == "RANGE":
            found += map(chr, inner)
        elif name == "CATEGORY":
            found.append(LIKE[str(inner).removeprefix("CATEGORY_")])
    if str(value[0][0]) == "NEGATE":
        return [char for char in OTHERS if char not in found]
    return found


# -- time ------------------------------------------------------------------------------------------


class TooLong(Exception):  # noqa: N818 - a way out
    pass


def stop(*_):
    raise TooLong


def seconds_for(found, text, limit=LONGEST_TRY):
    signal.setitimer(signal.ITIMER_REAL, limit)
    start = time.process_time()
    try:
        found.read(text)
    except TooLong:
        return limit
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return time.process_time() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--length", type=int, default=1500)
    parser.add_argument("--texts", type=int, default=12)
    parser.add_argument("--over", type=float, default=0.01)
    parser.add_argument("--pattern")
    parser.add_argument("folders", nargs="*")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, stop)
    if options.pattern:
        patterns = [Found(re.compile(options.pattern), "given:1")]
    else:
        patterns = find_patterns()
    folders = tuple(options.folders) or ("",)
    wanted = [one for one in patterns if one.place.startswith(folders)]
    for one in wanted:
        tried = itertools.islice(texts(one.pattern, options.length), options.texts)
        worst = max(((seconds_for(one, text), text) for text in tried), default=(0, ""))
        if worst[0] > options.over and seconds_for(one, worst[1]) > options.over:  # not by chance
            told = {"place": one.place, "seconds": round(worst[0], 3), "text": worst[1][:40],
                    "end": worst[1][-5:], "ways": sorted(one.ways)}  # fmt: skip
            print(json.dumps(told, ensure_ascii=False), flush=True)
    print(json.dumps({"patterns": len(wanted)}))


if __name__ == "__main__":
    main()
