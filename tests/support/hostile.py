"""Workers that a document has turned against their parent: they say what they like."""

import os
import pickle
import sys
import time
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from sheaf.curate import examination
from sheaf.curate.examination import ExaminationContext
from sheaf.deposit.paper_shape import PaperJson
from sheaf.records import Capture, Dropped, Examined, Location, Outcome, Verdict
from sheaf.workers.answers import encode
from sheaf.workers.messages import HEADER, Accident, Message, Said


class Bomb:
    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (Path.touch, (self.path,))


def say(data):
    os.write(int(sys.argv[1]), data)


def say_answer(text):
    say(Message(Said.ANSWER, text).pack())


SAYINGS = {
    "a pickle": lambda path: say(pickle.dumps(Bomb(path))),
    "a pickle as an answer": lambda path: say_answer(pickle.dumps(Bomb(path))),
    "a hundred gigabytes": lambda path: say(HEADER.pack(Said.ANSWER, 100 * 10**9)),
    "that it has begun": lambda path: say(Message(Said.BEGUN).pack()),
    "another type": lambda path: say_answer(b'"a text"'),
}
DROPPED = encode(Accident(Dropped(Outcome.DAMAGED, ""))).replace(b"damaged", b"%s")


def numbers(item: tuple) -> list[int]:
    """Asked for two numbers, says something else where it is told to."""
    number, saying, path = item
    if saying is not None:
        SAYINGS[saying](Path(path))
        time.sleep(600)
    return [number, number]


def say_half(item: int) -> list[int]:
    if item == 1:
        say(HEADER.pack(Said.ANSWER, 1000) + b"[1, 2")
        time.sleep(600)
    return [item]


def answer_twice(item: int) -> list[int]:
    say_answer(b"[1]")
    return [2] if item else [3]


def answer_first_and_die(item: int) -> list[int]:
    say_answer(b"[1]")
    os._exit(1)


def answer_and_sleep(item: bytes) -> int:
    say_answer(b"1")
    time.sleep(600)
    return 2


def length_of(item: bytes) -> int:
    return len(item)


def an_int(item: int) -> int:
    return "text"  # type: ignore[return-value]


# -- in place of the examination -------------------------------------------------------------------


def another_file(path):
    return lambda found: [replace(found, staged_file=Path(path))]


def symbolic_link(found: Examined):
    assert found.staged_file is not None
    link = found.staged_file.with_name("link.pdf")
    link.symlink_to("/etc/hostname")
    return [replace(found, staged_file=link)]


def with_capture(**values):
    return lambda found: [replace(found, capture=replace(found.capture, **values))]


def with_member(**values):
    def answer(found):
        place = replace(found.capture.location, member="0")
        member = replace(found.capture, location=place, mime_type=None, url=found.capture.url)
        container = Examined(found.capture, Dropped(Outcome.UNPACKED, "x"))
        return [container, replace(found, capture=replace(member, **values))]

    return answer


LIES = {
    "a file elsewhere": lambda found: another_file(os.environ["VICTIM"])(found),
    "a text of another": lambda found: [replace(found, staged_text=found.staged_file)],
    "a file that is not there": another_file("nowhere.pdf"),
    "the folder itself": lambda found: [replace(found, staged_file=found.staged_file.parent)],
    "a way out": lambda found: [
        replace(found, staged_file=found.staged_file.parent / ".." / "sheaf.toml")
    ],
    "a NUL": lambda found: [replace(found, staged_file=found.staged_file.with_name("a\0b"))],
    "a link": symbolic_link,
    "nothing": lambda found: [],
    "itself twice": lambda found: [found, found],
    "no file": lambda found: [replace(found, staged_file=None)],
    "no type": lambda found: [replace(found, mime_type=None)],
    "a long type": lambda found: [replace(found, mime_type="a" * 200)],
    "no SHA-1": lambda found: [replace(found, sha1="../../x")],
    "a negative size": lambda found: [replace(found, size=-1)],
    "too many pages": lambda found: [replace(found, pages=2**40)],
    "an impossible verdict": lambda found: [replace(found, verdict=Verdict("x", 7.0))],
    "a long kind": lambda found: [replace(found, verdict=Verdict("x" * 99, 1.0))],
    "that it is kept": lambda found: [replace(found, dropped=Dropped(Outcome.NEW, ""))],
    "a long reason": lambda found: [
        replace(found, dropped=Dropped(Outcome.DAMAGED, "x" * 100_000))
    ],
    "another URL": with_capture(url="http://h/1.pdf"),
    "another place": with_capture(location=Location("a", "b")),
    "a member of another": with_member(url="http://h/1.pdf"),
    "a member elsewhere": with_member(location=Location("a", "b", "0")),
    "a member without a number": with_member(status=7),
}


def lying_examine(capture: Capture, context: ExaminationContext) -> list[Examined]:
    """Tells the lie that the URL names."""
    found = examination.examine(capture, context)
    lie = LIES.get(unquote(capture.url).removeprefix("http://h/").removesuffix(".pdf"))
    return lie(found[0]) if lie else found


def no_paper(*given: object) -> PaperJson:
    return {"authors": [5]}
