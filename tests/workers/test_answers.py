"""What workers answer: it comes back as it was, and a hostile worker costs one document."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import hostile
from support.samples import Page, paper_pdf, write_warc

import sheaf
from sheaf import pipeline
from sheaf.deposit.paper_shape import PaperJson
from sheaf.records import Capture, Dropped, Examined, Location, Outcome, Verdict
from sheaf.workers import process, worker_main
from sheaf.workers.answers import decode, encode
from sheaf.workers.messages import HEADER, MOST_BYTES, Accident, Inbox, Message, NotUnderstood, Said
from sheaf.workers.pool import Pool, TaskLimits, Ticket, answer_in

MIB = 1024**2


def answers(pool, function, items, **more):
    ready = pool.in_order(function, items, lambda item: (item,), **more)
    return [done.answer for some in ready for done in some]


def is_refused(answer):
    said = Dropped(Outcome.UNFORESEEN, "its worker answered what cannot be read")
    return answer == Accident(said)


def test_what_cannot_be_read_costs_its_document_and_no_other(tmp_path):
    touched = tmp_path / "touched"
    sayings = [saying for one in hostile.SAYINGS for saying in (one, None)]
    items = [(n, saying, str(touched)) for n, saying in enumerate(sayings)]
    with Pool(2, TaskLimits(seconds=30, memory=200 * MIB)) as pool:
        found = answers(pool, hostile.numbers, items)
    assert [is_refused(one) for one in found] == [True, False] * len(hostile.SAYINGS)
    assert found[1::2] == [[n, n] for n in range(1, len(found), 2)]
    assert not touched.exists()


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)),
        HEADER.pack(Said.ANSWER, MOST_BYTES + 1) + bytes(1000),
        HEADER.pack(9, 2) + b"{}",
    ],
    ids=["garbage", "too-much", "another-word"],
)
def test_what_is_no_message_is_known_by_its_first_bytes(data):
    with pytest.raises(NotUnderstood):
        Inbox().take(data)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        pytest.param(b"[1, 2", list[int], id="no JSON"),
        pytest.param(b"", list[int], id="nothing"),
        pytest.param(b'"\xff"', str, id="no UTF-8"),
        pytest.param(b"[" * 1_000_000, list[Any], id="a tower"),
        pytest.param(b"[" + b"[]," * 5_000_001 + b"[]]", list[Any], id="a forest"),
        pytest.param(b'["a text"]', list[int], id="another type within"),
        pytest.param(b"[true]", list[int], id="a truth"),
        pytest.param(b'[{"__class__": "os.system"}]', list[Examined], id="a name of a class"),
        pytest.param(b"[" + b"9" * 100_000 + b"]", list[int], id="a number without end"),
        pytest.param(b"[9223372036854775808]", list[int], id="a large number"),
        pytest.param(b"{}", Accident, id="an accident that is none"),
        pytest.param(hostile.DROPPED % b"other", Accident, id="an unknown outcome"),
        pytest.param(b'{"authors": [5]}', PaperJson, id="no paper"),
    ],
)
def test_what_is_no_answer_is_not_understood(body, kind):
    with pytest.raises(NotUnderstood):
        decode(body, kind)


def test_no_accident_keeps_a_document():
    ticket = Ticket(hostile.numbers, ())
    assert answer_in(Message(Said.ACCIDENT, hostile.DROPPED % b"damaged"), ticket)
    with pytest.raises(NotUnderstood):
        answer_in(Message(Said.ACCIDENT, hostile.DROPPED % b"new"), ticket)


def test_who_never_ends_an_answer_is_out_of_time_and_holds_up_nobody():
    with Pool(2, TaskLimits(seconds=0.5, memory=200 * MIB)) as pool:
        first, bad, *others = answers(pool, hostile.say_half, range(5))
    assert bad.dropped.outcome is Outcome.TIMED_OUT
    assert [first, *others] == [[0], [2], [3], [4]]


def test_the_second_answer_of_a_worker_is_not_that_of_the_next_document():
    with Pool(1, TaskLimits(seconds=30, memory=200 * MIB)) as pool:
        assert answers(pool, hostile.answer_twice, [1]) == [[1]]
        assert answers(pool, hostile.numbers, [(7, None, "")]) == [[7, 7]]
        assert answers(pool, hostile.answer_first_and_die, [1]) == [[1]]
        assert answers(pool, hostile.numbers, [(8, None, "")]) == [[8, 8]]


def test_a_worker_that_listens_no_more_is_replaced(monkeypatch):
    monkeypatch.setattr(process, "SEND_SECONDS", 0.5)
    with Pool(1, TaskLimits(seconds=30, memory=200 * MIB)) as pool:
        assert answers(pool, hostile.answer_and_sleep, [b""]) == [1]
        assert answers(pool, hostile.length_of, [bytes(10 * MIB)]) == [10 * MIB]


def test_what_a_function_should_not_return_is_not_taken():
    with Pool(1, TaskLimits(seconds=30, memory=200 * MIB)) as pool:
        assert is_refused(answers(pool, hostile.an_int, [1])[0])


def test_what_its_asker_does_not_accept_is_no_answer():
    with Pool(1, TaskLimits(seconds=30, memory=200 * MIB)) as pool:
        items = [(n, None, "") for n in range(3)]
        found = answers(pool, hostile.numbers, items, accepts=lambda item, answer: answer[0] != 1)
    assert [is_refused(one) for one in found] == [False, True, False]


def test_what_is_larger_than_any_answer_is_told_by_the_worker(monkeypatch):
    monkeypatch.setattr(worker_main, "MOST_BYTES", 100)
    message = worker_main.answer(lambda: "x" * 101, ())
    assert decode(message.body, Accident).dropped.outcome is Outcome.BOMB


def test_what_no_worker_can_answer_is_told_by_the_worker():
    message = worker_main.answer(lambda: b"bytes", ())
    assert "cannot answer with bytes" in decode(message.body, Accident).dropped.reason


# -- the form --------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(), max_size=20)  # half characters too
CAPTURES = st.builds(
    Capture, TEXTS, st.datetimes(timezones=st.timezones()).map(lambda time: time.astimezone()),
    st.builds(Location, TEXTS, TEXTS, TEXTS), status=st.none() | st.integers(0, 999),
)  # fmt: skip
VERDICTS = st.builds(Verdict, TEXTS, st.floats(0, 1), st.tuples(TEXTS, TEXTS))
DROPS = st.builds(Dropped, st.sampled_from(Outcome), TEXTS, st.none() | VERDICTS)
EXAMINED = st.builds(
    Examined, CAPTURES, st.none() | DROPS, size=st.integers(0, 2**40),
    staged_file=st.none() | st.just(__file__).map(hostile.Path),
    text_provenance=st.none() | st.dictionaries(TEXTS, TEXTS | st.integers(-9, 9)),
)  # fmt: skip


@given(st.lists(EXAMINED, max_size=3))
def test_an_answer_comes_back_as_it_was(answer):
    assert decode(encode(answer), list[Examined]) == answer


@given(st.lists(st.binary(max_size=50)), st.integers(1, 30))
def test_messages_come_back_however_they_are_cut(bodies, size):
    sent = [Message(Said.ANSWER, body) for body in bodies]
    stream = b"".join(message.pack() for message in sent)
    inbox = Inbox()
    pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
    assert [message for piece in pieces for message in inbox.take(piece)] == sent
    assert not inbox.begun


@given(st.binary(max_size=200) | st.binary(max_size=30).map(lambda end: HEADER.pack(3, 9) + end))
def test_no_bytes_raise_anything_else(data):
    try:
        for message in Inbox().take(data):
            decode(message.body, list[Examined])
    except NotUnderstood:
        pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS | st.sampled_from(
        [*Examined.__dataclass_fields__, *Capture.__dataclass_fields__]), inner),
)  # fmt: skip


@given(JSON)
def test_no_json_raises_anything_else(value):
    for kind in (list[Examined], Examined, Accident, Capture, tuple[str, int], dict[str, float]):
        with contextlib.suppress(NotUnderstood):
            decode(encode(value), kind)


# -- a library -------------------------------------------------------------------------------------


def archive_of(folder, urls):
    pages = [Page(url, paper_pdf(f"Study {n}", topic=f"topic {n}")) for n, url in enumerate(urls)]
    return write_warc(folder / "a.warc.gz", pages)


def test_no_worker_tells_where_other_files_are_or_what_others_were(tmp_path, monkeypatch):
    victim = tmp_path / "victim"
    victim.write_text("not yours")
    monkeypatch.setenv("VICTIM", str(victim))
    monkeypatch.setattr(pipeline, "examine", hostile.lying_examine)
    lies = [f"http://h/{lie}.pdf" for lie in ("a file elsewhere", "nothing", "another URL")]
    archive = archive_of(tmp_path, ["http://h/1.pdf", *lies, "http://h/2.pdf"])
    with sheaf.init(tmp_path / "lib") as library:
        outcomes = library.import_([archive], jobs=2).outcomes
        kept = {document.url for document in library.catalogue.documents()}
        assert library.verify().faults == ()
    assert kept == {"http://h/1.pdf", "http://h/2.pdf"}
    assert outcomes == {"new": 2, "unforeseen": 3}
    assert victim.read_text() == "not yours"


def test_a_paper_that_is_none_is_not_written(tmp_path, monkeypatch):
    monkeypatch.setattr(pipeline, "read_paper_from_files", hostile.no_paper)
    with sheaf.init(tmp_path / "lib") as library:
        archive = archive_of(tmp_path, ["http://h/1.pdf"])
        assert library.import_([archive], jobs=1).outcomes == {"new": 1}
        assert library.verify().faults == ()
        told = library.paper(1)["provenance"]["error"]
    assert told == "unforeseen: its worker answered what cannot be read"
